//! How often callers may call, and how many streams they may hold open.
//!
//! A caller is known by its application's key, by the token of its seat, and by its address. A request
//! with a key that is known counts for the application, every other one for the address, and one with
//! a token for the token too: whoever sends a new token with every request counts for the address
//! still. Each limit is a bucket that holds as many requests as there may be in a minute and fills
//! evenly, so that a quiet caller may send them all at once. A request that is refused counts nowhere.
//!
//! Buckets are in the memory of one process and no other: replicas count apart. A bucket that is full
//! again is forgotten, and of each limit there are so many at most: see [`RateConfig::callers_max`].

mod class;

mod options;

mod proxies;

mod caller;

mod buckets;
mod known;
mod limit;
mod open;
mod rates;

mod fields;

pub use caller::Caller;
pub use class::{Class, Whom};
pub use options::{RateConfig, RateOptions};
pub use proxies::{ForwardedBy, InvalidForwardedBy, InvalidNetwork, TrustedProxies};
pub use rates::{Admission, OpenConnection, OpenStreams, Rates, Refusal};
