//! Questions about the rules: one file an endpoint.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod check_turn;
pub(crate) mod check_turns;
pub(crate) mod compare;
pub(crate) mod describe;
pub(crate) mod legal_turns;
pub(crate) mod replay;
pub(crate) mod variant;
pub(crate) mod variants;

use http::header::{CACHE_CONTROL, VARY};

/// How long an answer that changes with a release alone may be kept, and that it depends on the
/// language.
pub(crate) const KEPT_FOR_AN_HOUR: [(http::HeaderName, &str); 2] = [
    (CACHE_CONTROL, "public, max-age=3600"),
    (VARY, "accept-language"),
];
