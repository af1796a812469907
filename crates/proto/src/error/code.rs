//! The one table of errors.

use std::fmt;

use tonic::Code;

/// How loudly the edge of a service logs a failure. What callers do wrong is never an error here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// Everyday: a turn that the rules refuse, a lost race.
    Debug,
    /// A caller's mistake that its developer may want to find.
    Info,
    /// Something is overloaded, slow or away.
    Warn,
    /// A defect of ours.
    Error,
}

/// One row of the table.
struct Row {
    code: ErrorCode,
    reason: &'static str,
    grpc: Code,
    http: u16,
    log: LogLevel,
    title: &'static str,
}

macro_rules! table {
    ($($(#[$doc:meta])* $name:ident $reason:literal $grpc:ident $http:literal $log:ident $title:literal;)*) => {
        /// Why a call failed. The list is closed: every failure of the service, over gRPC and over
        /// REST, is one of these.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
        }

        /// In the order of the enum, so that a code is the index of its row.
        const TABLE: &[Row] = &[
            $(Row {
                code: ErrorCode::$name,
                reason: $reason,
                grpc: Code::$grpc,
                http: $http,
                log: LogLevel::$log,
                title: $title,
            },)*
        ];
    };
}

table! {
    /// The request is no well-formed message: broken JSON, broken protobuf.
    Malformed "malformed" InvalidArgument 400 Info "The request cannot be read";
    /// A field is absent, of the wrong type or out of range; the field violations name it.
    InvalidArgument "invalid_argument" InvalidArgument 400 Info "A field of the request is wrong";
    /// No variant has this name.
    UnknownVariant "unknown_variant" InvalidArgument 400 Info "There is no such variant";
    /// The variant does not offer this option or this value of it.
    OptionNotOffered "option_not_offered" InvalidArgument 400 Info "The variant does not offer this option";
    /// The value of an option is out of its range.
    InvalidOption "invalid_option" InvalidArgument 400 Info "The value of an option is out of range";
    /// The fields make no rule set.
    InvalidRuleSet "invalid_rule_set" InvalidArgument 400 Info "These fields make no rule set";
    /// The position is refused.
    InvalidPosition "invalid_position" InvalidArgument 400 Info "The position is not possible";
    /// The record cannot be read, or contradicts itself.
    InvalidRecord "invalid_record" InvalidArgument 400 Info "The record cannot be read";

    /// Nothing is served under this path or name.
    UnknownRoute "unknown_route" Unimplemented 404 Info "There is nothing here";
    /// The path is served, by another method.
    WrongMethod "wrong_method" Unimplemented 405 Info "This method is not allowed here";
    /// The service cannot answer in a form that the caller accepts.
    NotAcceptable "not_acceptable" Unimplemented 406 Info "No acceptable form of the answer";
    /// The body comes in a form that is not understood here.
    WrongContentType "wrong_content_type" Unimplemented 415 Info "The content type is not understood";

    /// The call needs a token, or the token is unknown.
    Unauthenticated "unauthenticated" Unauthenticated 401 Info "A valid token is needed";
    /// The call needs the key of an application.
    ApiKeyRequired "api_key_required" Unauthenticated 401 Info "The key of an application is needed";
    /// No application has this key.
    ApiKeyUnknown "api_key_unknown" Unauthenticated 401 Info "There is no such key of an application";
    /// The key has expired.
    ApiKeyExpired "api_key_expired" Unauthenticated 401 Info "The key of the application has expired";
    /// The key was revoked.
    ApiKeyRevoked "api_key_revoked" Unauthenticated 401 Info "The key of the application was revoked";
    /// The token is of another seat than the call needs.
    WrongSeat "wrong_seat" PermissionDenied 403 Info "The token is not of the right seat";
    /// The game is private and the token is not one of its own.
    PrivateGame "private_game" PermissionDenied 403 Info "The game is private";
    /// Not allowed, said by something that gave no reason.
    Forbidden "forbidden" PermissionDenied 403 Info "Not allowed";
    /// No game has this id.
    GameNotFound "game_not_found" NotFound 404 Info "There is no such game";
    /// The game knows no such invitation.
    InvitationUnknown "invitation_unknown" NotFound 404 Info "There is no such invitation";
    /// The application has no such webhook.
    WebhookNotFound "webhook_not_found" NotFound 404 Info "There is no such webhook";
    /// The application has no such delivery that is not pending.
    DeliveryNotFound "delivery_not_found" NotFound 404 Info "There is no such delivery to send again";
    /// Not found, said by something that gave no reason.
    NotFound "not_found" NotFound 404 Info "Not found";

    /// Somebody holds the seat.
    SeatTaken "seat_taken" AlreadyExists 409 Debug "The seat is taken";
    /// The invitation has been used.
    InvitationUsed "invitation_used" AlreadyExists 409 Debug "The invitation has been used";
    /// The invitation's time is over.
    InvitationExpired "invitation_expired" FailedPrecondition 409 Debug "The invitation has expired";
    /// The request id came before with another request.
    RequestIdReused "request_id_reused" AlreadyExists 409 Info "The request id was used for another request";
    /// The game has moved on from the revision that the caller saw; the details hold it. Over REST
    /// 412 where the revision came as `If-Match`.
    StaleRevision "stale_revision" Aborted 409 Debug "The game has moved on";
    /// A conflict, said by something that gave no reason.
    Conflict "conflict" Aborted 409 Info "The request conflicts with the state";
    /// The other side is to act.
    NotYourTurn "not_your_turn" FailedPrecondition 409 Debug "The other side is to act";
    /// The game has ended.
    GameOver "game_over" FailedPrecondition 409 Debug "The game is over";
    /// The game is still on.
    GameNotOver "game_not_over" FailedPrecondition 409 Debug "The game is still on";
    /// Both sides have completed their first turn.
    TooLateToAbort "too_late_to_abort" FailedPrecondition 409 Debug "It is too late to abort the game";
    /// The same is offered or asked already, and not answered.
    AlreadyOffered "already_offered" FailedPrecondition 409 Debug "This is offered already";
    /// Nothing of the other side's is open.
    NothingToAnswer "nothing_to_answer" FailedPrecondition 409 Debug "There is nothing to answer";
    /// The side has completed no turn that could be taken back.
    NothingToTakeBack "nothing_to_take_back" FailedPrecondition 409 Debug "There is no turn to take back";
    /// Nobody holds the seat.
    SeatOpen "seat_open" FailedPrecondition 409 Debug "The seat is open";
    /// The open seat has no invitation.
    NothingToRevoke "nothing_to_revoke" FailedPrecondition 409 Debug "There is no invitation to revoke";
    /// The game has as many plies as a game may have.
    GameTooLong "game_too_long" FailedPrecondition 409 Info "The game is too long";
    /// The game has as many events as it may have; it can be played and ended still.
    TooManyEvents "too_many_events" FailedPrecondition 409 Info "Too much has happened in the game";

    /// The application has as many webhooks as it may have.
    TooManyWebhooks "too_many_webhooks" FailedPrecondition 409 Info "The application has too many webhooks";

    /// The text is no turn.
    BadNotation "bad_notation" FailedPrecondition 422 Debug "This is no turn";
    /// A point is not on this board.
    UnknownPoint "unknown_point" FailedPrecondition 422 Debug "There is no such point";
    /// A removal is owed and the action is not one.
    RemovalOwed "removal_owed" FailedPrecondition 422 Debug "A removal is owed";
    /// The action is a removal and none is owed.
    NoRemovalOwed "no_removal_owed" FailedPrecondition 422 Debug "No removal is owed";
    /// Removal: the point is empty.
    NothingToRemove "nothing_to_remove" FailedPrecondition 422 Debug "There is no man to remove";
    /// Removal: the man there is the side's own.
    OwnMan "own_man" FailedPrecondition 422 Debug "The man is the side's own";
    /// Removal: the man there is protected by a mill.
    ManInMill "man_in_mill" FailedPrecondition 422 Debug "The man stands in a mill";
    /// Placement: no man in hand.
    NoneInHand "none_in_hand" FailedPrecondition 422 Debug "No man is in hand";
    /// Movement: men are still in hand.
    MenInHand "men_in_hand" FailedPrecondition 422 Debug "Men are still in hand";
    /// Movement: the starting point is empty.
    NoManThere "no_man_there" FailedPrecondition 422 Debug "There is no man to move";
    /// Movement: the man there is the opponent's.
    NotYourMan "not_your_man" FailedPrecondition 422 Debug "The man is the opponent's";
    /// Placement or movement: the target is taken.
    PointOccupied "point_occupied" FailedPrecondition 422 Debug "The point is occupied";
    /// Movement: the target is no neighbour.
    NotAdjacent "not_adjacent" FailedPrecondition 422 Debug "The point is no neighbour";

    /// The request is larger than the service reads.
    TooLarge "too_large" OutOfRange 413 Info "The request is too large";
    /// More calls than allowed; the answer says when to try again.
    TooMany "too_many" ResourceExhausted 429 Debug "Too many requests";
    /// The application has created as much as it may; the answer says when to try again.
    QuotaExceeded "quota_exceeded" ResourceExhausted 429 Info "The application has used up its quota";
    /// The service or its database is away; the answer says when to try again.
    Unavailable "unavailable" Unavailable 503 Warn "The service is not available";
    /// The deadline passed before the answer was there.
    DeadlineExceeded "deadline_exceeded" DeadlineExceeded 504 Warn "The deadline passed";
    /// The caller went away.
    Cancelled "cancelled" Cancelled 499 Debug "The caller went away";
    /// Part of the contract, and not built here.
    NotImplemented "not_implemented" Unimplemented 501 Info "Not built";
    /// A defect of ours.
    Internal "internal" Internal 500 Error "Something went wrong on our side";
}

impl ErrorCode {
    /// Every code, in the order of the table.
    #[must_use]
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.code)
    }

    /// The code with a reason such as `man_in_mill`.
    #[must_use]
    pub fn find(reason: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|row| row.reason == reason)
            .map(|row| row.code)
    }

    /// The reason that machines read, in `snake_case`.
    #[must_use]
    pub fn reason(self) -> &'static str {
        self.row().reason
    }

    /// The code of the gRPC status.
    #[must_use]
    pub fn grpc(self) -> Code {
        self.row().grpc
    }

    /// The status of the HTTP answer.
    #[must_use]
    pub fn http(self) -> u16 {
        self.row().http
    }

    /// How loudly it is logged.
    #[must_use]
    pub fn log(self) -> LogLevel {
        self.row().log
    }

    /// What it is in a few English words, the same for every failure of the kind.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Whether the caller is always told when to try again.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::TooMany | Self::QuotaExceeded | Self::Unavailable
        )
    }

    /// Whether it says that the key of an application does not work.
    #[must_use]
    pub fn is_of_key(self) -> bool {
        matches!(
            self,
            Self::ApiKeyUnknown | Self::ApiKeyExpired | Self::ApiKeyRevoked
        )
    }

    /// The code of a gRPC status that came without a reason of ours.
    #[must_use]
    pub fn of_grpc(code: Code) -> Self {
        match code {
            Code::Cancelled => Self::Cancelled,
            Code::InvalidArgument => Self::InvalidArgument,
            Code::DeadlineExceeded => Self::DeadlineExceeded,
            Code::NotFound => Self::NotFound,
            Code::PermissionDenied => Self::Forbidden,
            Code::ResourceExhausted => Self::TooMany,
            Code::AlreadyExists | Code::FailedPrecondition | Code::Aborted => Self::Conflict,
            Code::OutOfRange => Self::TooLarge,
            Code::Unimplemented => Self::NotImplemented,
            Code::Unavailable => Self::Unavailable,
            Code::Unauthenticated => Self::Unauthenticated,
            Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => Self::Internal,
        }
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_stands_where_its_code_looks_for_it() {
        for row in TABLE {
            assert_eq!(row.code.row().reason, row.reason);
            assert_eq!(ErrorCode::find(row.reason), Some(row.code));
        }
        assert_eq!(ErrorCode::find("no_such_reason"), None);
    }

    #[test]
    fn reasons_are_unique_snake_case() {
        let mut seen = HashSet::new();
        for code in ErrorCode::all() {
            assert!(seen.insert(code.reason()), "{code} twice");
            assert!(
                code.reason()
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
                "{code}"
            );
            assert!(!code.title().ends_with('.'), "{code}");
        }
    }

    /// The table of the contract: which HTTP statuses may go with which gRPC code.
    #[test]
    fn the_two_statuses_of_every_code_belong_together() {
        for code in ErrorCode::all() {
            let allowed: &[u16] = match code.grpc() {
                Code::InvalidArgument => &[400],
                Code::Unimplemented => &[404, 405, 406, 415, 501],
                Code::Unauthenticated => &[401],
                Code::PermissionDenied => &[403],
                Code::NotFound => &[404],
                Code::AlreadyExists | Code::Aborted => &[409],
                Code::FailedPrecondition => &[409, 422],
                Code::OutOfRange => &[413],
                Code::ResourceExhausted => &[429],
                Code::Unavailable => &[503],
                Code::DeadlineExceeded => &[504],
                Code::Cancelled => &[499],
                Code::Internal => &[500],
                Code::Ok | Code::Unknown | Code::DataLoss => &[],
            };
            assert!(allowed.contains(&code.http()), "{code}: {}", code.http());
        }
    }

    #[test]
    fn only_a_defect_of_ours_is_logged_as_an_error() {
        for code in ErrorCode::all() {
            assert_eq!(
                code.log() == LogLevel::Error,
                code.http() == 500,
                "{code}: {:?}",
                code.log()
            );
            if code.http() < 500 {
                assert!(code.log() <= LogLevel::Info, "{code}: {:?}", code.log());
            }
        }
    }

    #[test]
    fn a_status_without_a_reason_keeps_its_grpc_code_or_one_of_the_same_kind() {
        for number in 1..=16 {
            let code = Code::from_i32(number);
            let ours = ErrorCode::of_grpc(code);
            let same = ours.grpc() == code;
            let folded = matches!(
                code,
                Code::AlreadyExists | Code::FailedPrecondition | Code::Unknown | Code::DataLoss
            );
            assert!(same || folded, "{code:?} became {ours}");
        }
    }
}
