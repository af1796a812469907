//! Requests that change a game: what all of them say.

use moelle_games::{ChangeCall, Revision};
use moelle_rules::Side;
use moelle_words::Language;
use prost::Message;

use crate::error::{ErrorCode, Failure};
use crate::v1;
use crate::wire::game_request::{game_id, request_of};
use crate::wire::problems::Problems;

/// A request that changes a game.
pub trait ChangeRequest: Message + Clone {
    /// The name of the call, a part of what a repeated request must have in common.
    const METHOD: &'static str;

    /// The game.
    fn game_id(&self) -> &str;
    /// The revision that the caller saw.
    fn revision(&self) -> Option<u64>;
    /// The request's id.
    fn request_id(&self) -> &str;
    /// The same request with no id.
    #[must_use]
    fn without_id(&self) -> Self;
}

/// A request that changes a seat.
pub trait SeatRequest: ChangeRequest {
    /// The number of the seat's side.
    fn side_number(&self) -> i32;
}

macro_rules! change_requests {
    ($($request:ident $method:literal;)+) => {
        $(impl ChangeRequest for v1::$request {
            const METHOD: &'static str = $method;

            fn game_id(&self) -> &str {
                &self.game_id
            }

            fn revision(&self) -> Option<u64> {
                self.revision
            }

            fn request_id(&self) -> &str {
                &self.request_id
            }

            fn without_id(&self) -> Self {
                Self {
                    request_id: String::new(),
                    ..self.clone()
                }
            }
        })+
    };
}

change_requests! {
    PlayTurnRequest "PlayTurn";
    ResignRequest "Resign";
    AbortGameRequest "AbortGame";
    OfferDrawRequest "OfferDraw";
    AnswerDrawRequest "AnswerDraw";
    RequestTakebackRequest "RequestTakeback";
    AnswerTakebackRequest "AnswerTakeback";
    OfferRematchRequest "OfferRematch";
    CreateInvitationRequest "CreateInvitation";
    RevokeInvitationRequest "RevokeInvitation";
    ReissueSeatRequest "ReissueSeat";
}

macro_rules! seat_requests {
    ($($request:ident)+) => {
        $(impl SeatRequest for v1::$request {
            fn side_number(&self) -> i32 {
                self.side
            }
        })+
    };
}

seat_requests! { CreateInvitationRequest RevokeInvitationRequest ReissueSeatRequest }

/// Reads which game is to be changed, and from which revision on.
///
/// # Errors
///
/// `game_not_found`, or `invalid_argument` for the request's id.
pub fn change_call<Q: ChangeRequest>(
    request: &Q,
    language: Language,
) -> Result<ChangeCall, Failure> {
    read(request, Problems::new(language))
}

/// Reads the same, and whose seat is to be changed.
///
/// # Errors
///
/// Those of [`change_call`], and `invalid_argument` where no side is named.
pub fn seat_call<Q: SeatRequest>(
    request: &Q,
    language: Language,
) -> Result<(ChangeCall, Side), Failure> {
    let mut problems = Problems::new(language);
    let side = v1::Side::try_from(request.side_number())
        .ok()
        .and_then(|side| Side::try_from(side).ok());
    if side.is_none() {
        let message = "The side of the seat is not given.";
        problems.add("side", ErrorCode::InvalidArgument, message);
    }
    let call = read(request, problems)?;
    // Without a side the call is refused above.
    side.map(|side| (call, side))
        .ok_or_else(|| Failure::new(ErrorCode::InvalidArgument))
}

fn read<Q: ChangeRequest>(request: &Q, mut problems: Problems) -> Result<ChangeCall, Failure> {
    let request_id = request_of(Q::METHOD, request.request_id(), &mut problems, || {
        request.without_id()
    });
    Ok(ChangeCall {
        request: problems.or(request_id)?,
        game: game_id(request.game_id())?,
        revision: request.revision().map(Revision::from_number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

    fn answer(accept: bool) -> v1::AnswerDrawRequest {
        v1::AnswerDrawRequest {
            game_id: "1".repeat(22),
            revision: Some(3),
            request_id: ID.to_owned(),
            accept,
        }
    }

    #[test]
    fn what_a_change_says_is_part_of_its_hash_and_so_is_its_kind() {
        let body =
            |call: Result<ChangeCall, Failure>| call.expect("a call").request.expect("an id").body;
        let language = Language::English;
        let accepted = body(change_call(&answer(true), language));
        assert_ne!(accepted, body(change_call(&answer(false), language)));
        let takeback = v1::AnswerTakebackRequest {
            game_id: "1".repeat(22),
            revision: Some(3),
            request_id: ID.to_owned(),
            accept: true,
        };
        assert_ne!(accepted, body(change_call(&takeback, language)));
        assert_eq!(accepted, body(change_call(&answer(true), language)));
    }

    #[test]
    fn every_change_is_called_by_its_own_name() {
        let names = [
            v1::PlayTurnRequest::METHOD,
            v1::ResignRequest::METHOD,
            v1::AbortGameRequest::METHOD,
            v1::OfferDrawRequest::METHOD,
            v1::AnswerDrawRequest::METHOD,
            v1::RequestTakebackRequest::METHOD,
            v1::AnswerTakebackRequest::METHOD,
            v1::OfferRematchRequest::METHOD,
            v1::CreateInvitationRequest::METHOD,
            v1::RevokeInvitationRequest::METHOD,
            v1::ReissueSeatRequest::METHOD,
        ];
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }

    #[test]
    fn a_seat_without_a_side_and_an_id_that_is_none_are_told_at_once() {
        let request = v1::ReissueSeatRequest {
            game_id: "1".repeat(22),
            request_id: "1".to_owned(),
            ..v1::ReissueSeatRequest::default()
        };
        let failure = seat_call(&request, Language::English).expect_err("both wrong");
        let fields: Vec<_> = failure.violations().iter().map(|one| &*one.field).collect();
        assert_eq!(fields, ["side", "request_id"]);
    }
}
