//! How much of everything a call may hold. What is larger is refused and never cut in silence.

/// Bytes of a message of a request: a record of 1 MiB, and room for what goes around it.
pub const REQUEST_BYTES_MAX: usize = RECORD_BYTES_MAX + 64 * 1024;

/// Bytes of a message of an answer. The largest are replays of as many turns as are allowed.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Bytes of the text of a record.
pub const RECORD_BYTES_MAX: usize = 1024 * 1024;

/// Turns of a replay, whether they come as a list or in a record.
pub const REPLAY_TURNS_MAX: usize = moelle_rules::Record::TURNS_MAX;

/// Requests of a batch of `CheckTurns`.
pub const BATCH_MAX: usize = 1_000;

/// Whole turns that `ListLegalTurns` lists before it says that there are more.
pub const LEGAL_TURNS_MAX: usize = 10_000;

/// Events of an answer of `ListEvents`.
pub const EVENTS_MAX: u32 = 500;

/// Events of an answer of `ListEvents` where the request does not say.
pub const EVENTS_DEFAULT: u32 = 100;

/// Games of an answer of `ListGames`.
pub const GAMES_MAX: u32 = 100;

/// Games of an answer of `ListGames` where the request does not say.
pub const GAMES_DEFAULT: u32 = 20;

/// Games that one stream of `WatchGames` follows.
pub const WATCHED_MAX: usize = 100;

/// Games of a request of `NoteSpectators`.
pub const NOTED_MAX: usize = 1_000;

/// Spectators of one game in a request of `NoteSpectators`.
pub const SPECTATORS_MAX: u32 = 1_000_000;

/// Bytes of all headers of a request or an answer between the services. A caller's headers, which
/// the gateway bounds, are passed on within it.
pub const HEADERS_BYTES_MAX: u32 = 64 * 1024;

/// Deliveries of an answer of `ListDeliveries`.
pub const DELIVERIES_MAX: u32 = 100;

/// Deliveries of an answer of `ListDeliveries` where the request does not say.
pub const DELIVERIES_DEFAULT: u32 = 20;
