//! Games and events as a store keeps them, and the one door from there to a
//! [`Game`](crate::Game).
//!
//! Both stores have the same columns, named like the fields here; only the types of their
//! databases differ.

mod door;
mod filter;
mod read;
mod words;
mod write;

pub use filter::StoredFilter;
use thiserror::Error;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::GameId;

/// A row that no game or event can be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{table}.{column} of game {game}: {what}")]
pub struct Inconsistent {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The game's id.
    pub game: GameId,
    /// What is wrong, without secrets.
    pub what: String,
}

/// A row of `games`, with the keys of the positions that may be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// The id.
    pub game_id: Uuid,
    /// The revision.
    pub revision: i64,
    /// The application that it belongs to, if it belongs to one.
    pub application_id: Option<Uuid>,
    /// The variant's name. `None`: a whole rule set of the application's own.
    pub variant: Option<String>,
    /// A line `field=value` for each field of the rule set that differs from the variant; every
    /// field where there is no variant.
    pub rules: String,
    /// `public`, `unlisted` or `private`.
    pub visibility: String,
    /// SHA-256 of the owner's token.
    pub owner_token: Vec<u8>,
    /// White's seat.
    pub white: StoredSeat,
    /// Black's seat.
    pub black: StoredSeat,
    /// The position that it started from.
    pub start: String,
    /// The position that it stands at.
    pub position: String,
    /// The last turn, or as much of it as has been played.
    pub last_turn: Option<String>,
    /// The revision of the last placement or removal, or of the creation.
    pub quiet_since: i64,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, once it has ended.
    pub result: Option<String>,
    /// How it ended, in the word of the rules, once it has.
    pub termination: Option<String>,
    /// The time for thinking: `game` and milliseconds of the total, the increment, the delay and
    /// the first turn; or `turn`, days, and milliseconds of the first turn. `None`: no clock.
    pub time_control: Option<String>,
    /// Since when the time of the side to act runs. `None`: it stands still.
    pub clock_since: Option<OffsetDateTime>,
    /// When the time of the side to act is over. `None`: it stands still.
    pub deadline: Option<OffsetDateTime>,
    /// `white` or `black`: whose offer of a draw is open.
    pub draw_offer: Option<String>,
    /// `white` or `black`: whose wish to take back is open.
    pub takeback_by: Option<String>,
    /// The revision to which it would be taken back.
    pub takeback_to: Option<i64>,
    /// The id of the next game of the same players.
    pub rematch_game: Option<Uuid>,
    /// `white`, `black` or `both`: who wants it.
    pub rematch_wanted: Option<String>,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// When it last changed.
    pub updated_at: OffsetDateTime,
    /// The keys in `events.position_key` from the revision `quiet_since` on, in any order. Not a
    /// column, and empty when writing.
    pub position_keys: Vec<i64>,
}

/// The columns of a seat, each with `white_` or `black_` in front; invitations expire in
/// `white_invitation_expires_at` and `black_invitation_expires_at`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSeat {
    /// The player's name.
    pub name: Option<String>,
    /// What the name is found by. Written and not read back.
    pub name_key: Option<String>,
    /// SHA-256 of the token, once the seat is taken.
    pub token: Option<Vec<u8>>,
    /// SHA-256 of the invitation that opens it, or that it was taken with.
    pub invitation: Option<Vec<u8>>,
    /// When the invitation that opens it expires.
    pub expires_at: Option<OffsetDateTime>,
    /// Whether the side has completed a turn that stands.
    pub begun: bool,
    /// Milliseconds that the side's clock had left when it was last counted.
    pub left_ms: Option<i64>,
}

/// A row of `events`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The revision that the event made.
    pub revision: i64,
    /// When it happened.
    pub at: OffsetDateTime,
    /// What happened: `created`, `turn_played` and so on.
    pub kind: String,
    /// `white` or `black`, where a side did it.
    pub side: Option<String>,
    /// The turn; the name of who took a seat; `accepted` or `declined`; the revision taken back to;
    /// the id of the next game.
    pub detail: Option<String>,
    /// The position after it.
    pub position: String,
    /// How often that position had occurred. `None` between the actions of a turn.
    pub occurrences: Option<i16>,
    /// The key of the position, where the event made it occur.
    pub position_key: Option<i64>,
    /// The result, if the event ended the game.
    pub result: Option<String>,
    /// How it ended, if the event ended the game.
    pub termination: Option<String>,
    /// Milliseconds that white's clock had left at that moment.
    pub white_left_ms: Option<i64>,
    /// The same of black's.
    pub black_left_ms: Option<i64>,
    /// When the time of the side then to act is over. `None`: the clocks stand still.
    pub deadline: Option<OffsetDateTime>,
}
