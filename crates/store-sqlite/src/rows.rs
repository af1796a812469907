//! Rows as sqlx reads them.

use moelle_games::{
    BodyHash, Game, GameId, Inconsistent, Loaded, Receipt, RequestHash, StoredEvent, StoredGame,
    StoredSeat,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::times::from_micros;

/// What `load.sql` gives, and the lists without receipts.
#[derive(Debug)]
pub(crate) struct LoadedRow {
    pub(crate) game_id: Uuid,
    pub(crate) revision: i64,
    pub(crate) quiet_since: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) application_id: Option<Uuid>,
    pub(crate) variant: Option<String>,
    pub(crate) rules: String,
    pub(crate) visibility: String,
    pub(crate) owner_token: Vec<u8>,
    pub(crate) white_name: Option<String>,
    pub(crate) white_token: Option<Vec<u8>>,
    pub(crate) white_invitation: Option<Vec<u8>>,
    pub(crate) white_invitation_expires_at: Option<i64>,
    pub(crate) white_begun: bool,
    pub(crate) white_left_ms: Option<i64>,
    pub(crate) black_name: Option<String>,
    pub(crate) black_token: Option<Vec<u8>>,
    pub(crate) black_invitation: Option<Vec<u8>>,
    pub(crate) black_invitation_expires_at: Option<i64>,
    pub(crate) black_begun: bool,
    pub(crate) black_left_ms: Option<i64>,
    pub(crate) start: String,
    pub(crate) position: String,
    pub(crate) last_turn: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) termination: Option<String>,
    pub(crate) time_control: Option<String>,
    pub(crate) clock_since: Option<i64>,
    pub(crate) deadline: Option<i64>,
    pub(crate) draw_offer: Option<String>,
    pub(crate) takeback_by: Option<String>,
    pub(crate) takeback_to: Option<i64>,
    pub(crate) rematch_game: Option<Uuid>,
    pub(crate) rematch_wanted: Option<String>,
    /// With spaces between.
    pub(crate) position_keys: Option<String>,
    pub(crate) receipt_body_hash: Option<Vec<u8>>,
    pub(crate) receipt_answer: Option<Vec<u8>>,
    pub(crate) receipt_at: Option<i64>,
    pub(crate) read_at: i64,
}

/// A row of `events`.
#[derive(Debug)]
pub(crate) struct EventRow {
    pub(crate) revision: i64,
    pub(crate) at: i64,
    pub(crate) kind: String,
    pub(crate) side: Option<String>,
    pub(crate) detail: Option<String>,
    pub(crate) position: String,
    pub(crate) occurrences: Option<i16>,
    pub(crate) position_key: Option<i64>,
    pub(crate) result: Option<String>,
    pub(crate) termination: Option<String>,
    pub(crate) white_left_ms: Option<i64>,
    pub(crate) black_left_ms: Option<i64>,
    pub(crate) deadline: Option<i64>,
}

/// What is stored of a receipt beside its key.
#[derive(Debug)]
pub(crate) struct ReceiptRow {
    pub(crate) body_hash: Vec<u8>,
    pub(crate) answer: Vec<u8>,
    pub(crate) at: i64,
}

impl LoadedRow {
    /// The game, with the receipt of the request that was asked for.
    pub(crate) fn into_loaded(self, request: Option<&RequestHash>) -> Result<Loaded, Inconsistent> {
        let id = GameId::from_uuid(self.game_id);
        let receipt = match (
            request,
            self.receipt_body_hash,
            self.receipt_answer,
            self.receipt_at,
        ) {
            (Some(request), Some(body_hash), Some(answer), Some(at)) => Some(
                ReceiptRow {
                    body_hash,
                    answer,
                    at,
                }
                .into_receipt(request)
                .ok_or_else(|| wrong("receipts", "at", id, &at.to_string()))?,
            ),
            _ => None,
        };
        let keys = self.position_keys.unwrap_or_default();
        let position_keys = keys
            .split_ascii_whitespace()
            .map(|key| {
                key.parse()
                    .map_err(|_| wrong("events", "position_key", id, key))
            })
            .collect::<Result<_, _>>()?;
        let perhaps = |column, at: Option<i64>| {
            at.map(|micros| time("games", column, id, micros))
                .transpose()
        };
        let game = Game::try_from(StoredGame {
            game_id: self.game_id,
            revision: self.revision,
            application_id: self.application_id,
            variant: self.variant,
            rules: self.rules,
            visibility: self.visibility,
            owner_token: self.owner_token,
            white: StoredSeat {
                name: self.white_name,
                name_key: None,
                token: self.white_token,
                invitation: self.white_invitation,
                expires_at: perhaps(
                    "white_invitation_expires_at",
                    self.white_invitation_expires_at,
                )?,
                begun: self.white_begun,
                left_ms: self.white_left_ms,
            },
            black: StoredSeat {
                name: self.black_name,
                name_key: None,
                token: self.black_token,
                invitation: self.black_invitation,
                expires_at: perhaps(
                    "black_invitation_expires_at",
                    self.black_invitation_expires_at,
                )?,
                begun: self.black_begun,
                left_ms: self.black_left_ms,
            },
            start: self.start,
            position: self.position,
            last_turn: self.last_turn,
            quiet_since: self.quiet_since,
            result: self.result,
            termination: self.termination,
            time_control: self.time_control,
            clock_since: perhaps("clock_since", self.clock_since)?,
            deadline: perhaps("deadline", self.deadline)?,
            draw_offer: self.draw_offer,
            takeback_by: self.takeback_by,
            takeback_to: self.takeback_to,
            rematch_game: self.rematch_game,
            rematch_wanted: self.rematch_wanted,
            created_at: time("games", "created_at", id, self.created_at)?,
            updated_at: time("games", "updated_at", id, self.updated_at)?,
            position_keys,
        })?;
        Ok(Loaded {
            game,
            receipt,
            at: time("games", "read_at", id, self.read_at)?,
        })
    }
}

impl EventRow {
    pub(crate) fn into_stored(self, game: GameId) -> Result<StoredEvent, Inconsistent> {
        Ok(StoredEvent {
            revision: self.revision,
            at: time("events", "at", game, self.at)?,
            kind: self.kind,
            side: self.side,
            detail: self.detail,
            position: self.position,
            occurrences: self.occurrences,
            position_key: self.position_key,
            result: self.result,
            termination: self.termination,
            white_left_ms: self.white_left_ms,
            black_left_ms: self.black_left_ms,
            deadline: self
                .deadline
                .map(|micros| time("events", "deadline", game, micros))
                .transpose()?,
        })
    }
}

impl ReceiptRow {
    /// The receipt of the request with this hash. `None`: its time is none. A constraint of the
    /// table keeps the length of the other hash; a body of another length would match no request.
    pub(crate) fn into_receipt(self, request: &RequestHash) -> Option<Receipt> {
        let body = <[u8; 32]>::try_from(self.body_hash).unwrap_or_default();
        Some(Receipt {
            request: *request,
            body: BodyHash::from_bytes(body),
            answer: self.answer,
            at: from_micros(self.at)?,
        })
    }
}

fn time(
    table: &'static str,
    column: &'static str,
    game: GameId,
    micros: i64,
) -> Result<OffsetDateTime, Inconsistent> {
    from_micros(micros).ok_or_else(|| wrong(table, column, game, &micros.to_string()))
}

fn wrong(table: &'static str, column: &'static str, game: GameId, what: &str) -> Inconsistent {
    Inconsistent {
        table,
        column,
        game,
        what: what.to_owned(),
    }
}
