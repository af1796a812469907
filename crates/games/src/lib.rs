//! A game and its life.
//!
//! [`Game`] is what stands between two players: the rules it is played by, its seats, its revision
//! and where it is. [`Games`] holds the use cases, which read a game, decide, and commit one change
//! with one [`Event`]. What they need of the world comes in through three traits: [`Store`],
//! [`Clock`] and [`Ids`].
//!
//! This crate knows no transport and no SQL.

#[cfg(feature = "store-contract")]
pub mod contract;
mod error;
mod event;
mod game;
mod id;
mod name;
mod ports;
mod request;
mod seat;
mod secret;
mod store;
mod stored;
mod usecases;
mod watch;

pub use error::{GameError, StoreError};
pub use event::{Change, Event};
pub use game::{Game, GameStatus, NewGame, PLIES_MAX, Visibility};
pub use id::{GameId, ParseGameIdError, Revision};
pub use name::{InvalidName, PlayerName};
pub use ports::{Clock, Ids, SystemClock, SystemIds};
pub use request::{
    BodyHash, NONCE_LEN, ParseRequestIdError, Receipt, Request, RequestHash, RequestId,
};
pub use seat::Seat;
pub use secret::{ParseSecretError, Secret, SecretHash};
pub use store::{Commit, Committed, Creation, Hint, Loaded, Store};
pub use stored::{Inconsistent, StoredEvent, StoredGame, StoredSeat};
pub use usecases::{
    Changed, CreateGame, Created, Credentials, EventPage, FirstToAct, Games, JoinGame, Joined,
    Reply, SeatCall, SeatChoice, StartChoice,
};
pub use watch::{Watch, WatchItem, Watchers};
