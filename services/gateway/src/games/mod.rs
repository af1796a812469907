//! Stored games: one file an endpoint.

pub(crate) mod abort;
pub(crate) mod answer_draw;
pub(crate) mod answer_takeback;
pub(crate) mod board;
mod change;
pub(crate) mod create;
pub(crate) mod create_invitation;
pub(crate) mod events;
pub(crate) mod import;
pub(crate) mod join;
pub(crate) mod list;
mod many;
pub(crate) mod offer_draw;
pub(crate) mod play;
pub(crate) mod read;
pub(crate) mod record;
pub(crate) mod reissue;
pub(crate) mod rematch;
pub(crate) mod request_takeback;
pub(crate) mod resign;
pub(crate) mod revoke_invitation;
mod sse;
mod watch;
pub(crate) mod watch_games;

pub(crate) use sse::{EVENT_STREAM, EndReason};
