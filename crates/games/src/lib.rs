//! A game and its life.
//!
//! [`Game`] is what stands between two players: the rules it is played by, its seats, its revision
//! and where it is. [`Games`] holds the use cases, which read a game, decide, and commit one change
//! with one [`Event`]. [`Applications`] holds those of applications and their keys. What they need of the
//! world comes in through four traits: [`Store`], [`ApplicationStore`], [`Clock`] and [`Ids`].
//!
//! This crate knows no transport and no SQL.

mod application;
#[cfg(feature = "store-contract")]
pub mod contract;
mod error;
mod event;
mod game;
mod grace;
mod history;
mod id;
mod life;
mod meter;
mod name;
mod ports;
mod request;
mod retention;
mod seat;
mod seating;
mod secret;
mod store;
mod stored;
mod time_control;
mod usecases;
mod watch;
mod webhook;

pub use application::{
    ApiKey, ApiKeyId, ApiKeySecret, Application, ApplicationId, ApplicationStore, Applications,
    KEYS_TRUSTED_FOR, KeyRefusal, Label, Limit, ManageError, NewKey, ParseApiKeyError,
    ParseApplicationIdError, Quota, QuotaExceeded, QuotaOverrides, Quotas, StoredApplication,
    StoredKey, StoredQuotas, Usage, UsageQuestion,
};
pub use error::{GameError, StoreError};
pub use event::{Change, Event};
pub use game::{Game, GameStatus, NewGame, PLIES_MAX, Visibility};
pub use grace::{CLOCK_SKEW_MAX, GRACE, STORED_WITHIN};
pub use history::History;
pub use id::{GameId, ParseGameIdError, Revision};
pub use life::{Earlier, Rematch, TakebackRequest};
pub use meter::{RoundTrip, StatementKind, StoreMeter, Trip, Unmetered};
pub use name::{InvalidName, PlayerName};
pub use ports::{Clock, Ids, SystemClock, SystemIds};
pub use request::{
    BodyHash, NONCE_LEN, ParseRequestIdError, Receipt, Request, RequestHash, RequestId,
};
pub use retention::{Expired, Purgeable, Purged, Resting, Retention};
pub use seat::Seat;
pub use secret::{ParseSecretError, Secret, SecretHash};
pub use store::{Commit, Committed, Creation, Hint, Listing, Loaded, NewRows, Store};
pub use stored::{Inconsistent, StoredEvent, StoredFilter, StoredGame, StoredSeat};
pub use time_control::{
    BONUS_MS_MAX, FIRST_TURN_MS, FIRST_TURN_MS_DEFAULT, GameClock, InvalidTimeControl, Pace,
    ParseTimeControlError, TOTAL_MS, TURN_DAYS, TimeControl,
};
pub use usecases::{
    ChangeCall, Changed, CreateGame, Created, Credentials, EventPage, FirstToAct, GameFilter,
    GamePage, GamePlace, Games, INVITATION_LIFE, ImportGame, JoinGame, Joined, Reply, SeatChoice,
    StartChoice, WithSecret,
};
pub use watch::{Following, Watch, WatchItem, Watchers};
pub use webhook::{
    Backlog, Claim, Delivery, DeliveryFailure, DeliveryFilter, DeliveryKey, DeliveryListing,
    DeliveryPage, DeliveryPlace, DeliveryState, Due, Notice, NoticeKind, NoticeKinds, Offer,
    ParseWebhookIdError, RegisteredWebhook, Resend, Settlement, SigningKey, StoredDelivery,
    StoredDue, StoredWebhook, Verdict, Webhook, WebhookChange, WebhookError, WebhookId,
    WebhookStore, Webhooks,
};
