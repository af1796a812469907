//! Webhooks: how they are signed, where they may go, and when they are tried again.
//!
//! A message is signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies and posted
//! by a [`Sender`] to a [`Target`]. Whoever receives it is not trusted: its name is resolved once,
//! every address is checked, and the connection goes to an address that was checked. Nothing is
//! followed, and nothing of an answer is read but its head.
//!
//! A [`Courier`] takes what is due from the outbox of the store, on every replica, and settles what
//! became of it.

mod signature;

mod address;
mod target;

mod resolve;

mod connection;

mod answer;
mod sender;

mod schedule;

mod body;

mod courier;
mod room;

pub use address::is_public;
pub use answer::{Answer, Failed};
pub use body::{of_notice, of_ping};
pub use courier::{Courier, CourierMeter, CourierOptions, Tried};
pub use resolve::{Resolve, SystemResolver};
pub use schedule::Schedule;
pub use sender::{Message, Sender, SenderLimits};
pub use signature::{sign, whsec};
pub use target::{InvalidTarget, Reach, Target, URL_BYTES_MAX};
