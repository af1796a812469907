//! Why a use case fails.

use moelle_rules::IllegalTurn;
use thiserror::Error;

use crate::{Game, Inconsistent, InvalidName, KeyRefusal, QuotaExceeded};

/// Why a request about a stored game is refused. It has changed nothing.
#[derive(Debug, Error)]
pub enum GameError {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// No token was brought where one is needed, or one that this game does not know.
    #[error("a token of this game is needed")]
    Unauthenticated,
    /// The token is the owner's, where a seat's is needed.
    #[error("the token is not one of a seat")]
    WrongSeat,
    /// The game is private and the token is not one of its own.
    #[error("the game is private")]
    Private,
    /// The invitation is not one of this game.
    #[error("the invitation is not one of this game")]
    InvitationUnknown,
    /// The invitation has been used.
    #[error("the invitation has been used")]
    InvitationUsed,
    /// The invitation has expired.
    #[error("the invitation has expired")]
    InvitationExpired,
    /// The seat is taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// The seat is open.
    #[error("the seat is open")]
    SeatOpen,
    /// The open seat has no invitation.
    #[error("there is no invitation to revoke")]
    NothingToRevoke,
    /// The request's id was used for another request.
    #[error("the request's id was used for another request")]
    RequestIdReused,
    /// The game has changed since the revision that the caller named.
    #[error("the game is at revision {}", .0.revision())]
    StaleRevision(Box<Game>),
    /// The game has ended.
    #[error("the game has ended")]
    GameOver,
    /// The game is still on.
    #[error("the game is still on")]
    GameNotOver,
    /// Both sides have completed their first turn.
    #[error("both sides have completed their first turn")]
    TooLateToAbort,
    /// The same has been offered or asked already, and is not answered yet.
    #[error("this is offered already")]
    AlreadyOffered,
    /// There is no open offer or wish of the other side.
    #[error("there is nothing to answer")]
    NothingToAnswer,
    /// The side has completed no turn that could be taken back.
    #[error("there is no turn to take back")]
    NothingToTakeBack,
    /// The other side is to act.
    #[error("the other side is to act")]
    NotYourTurn,
    /// The game has reached [`crate::PLIES_MAX`] plies.
    #[error("the game has reached {} plies", crate::PLIES_MAX)]
    TooLong,
    /// The game has as many events as it may have: it can be played and ended, and nothing else.
    #[error("the game has {limit} events")]
    TooManyEvents {
        /// As many as there may be.
        limit: u32,
    },
    /// The call needs the key of an application.
    #[error("the key of an application is needed")]
    KeyRequired,
    /// The key of an application does not work.
    #[error(transparent)]
    KeyRefused(KeyRefusal),
    /// The application has as much as it may have.
    #[error(transparent)]
    QuotaExceeded(#[from] QuotaExceeded),
    /// A player's name in a record is none.
    #[error(transparent)]
    InvalidName(#[from] InvalidName),
    /// The rules refuse the turn.
    #[error(transparent)]
    IllegalTurn(#[from] IllegalTurn),
    /// Others changed the game again and again while this was tried.
    #[error("the game changes too fast")]
    Contended,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a store fails. The causes are for the log and not for callers.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database cannot be reached, or is going away; trying again later may help. A write that
    /// failed so was applied once or not at all.
    #[error("the store is away")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// No connection became free in time.
    #[error("the store is busy")]
    Busy,
    /// A row holds what no game can be.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// Anything else: a mistake of ours.
    #[error("the store failed")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}
