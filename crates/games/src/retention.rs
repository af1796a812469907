//! How long games are kept.

use std::ops::AddAssign;
use std::time::Duration;

use time::OffsetDateTime;

/// How long a game is kept after its last change. `None`: for ever.
///
/// A game whose clock runs is none of these: it ends by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// One with a seat that nobody has taken.
    pub waiting: Option<Duration>,
    /// One that two play, while no clock runs.
    pub running: Option<Duration>,
    /// One that has ended.
    pub finished: Option<Duration>,
}

/// Before when a game must have changed last to be kept no longer. `None`: it is kept for ever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expired {
    /// One with a seat that nobody has taken.
    pub waiting: Option<OffsetDateTime>,
    /// One that two play, while no clock runs.
    pub running: Option<OffsetDateTime>,
    /// One that has ended.
    pub finished: Option<OffsetDateTime>,
}

/// How many games are gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    /// Those with a seat that nobody had taken.
    pub waiting: u64,
    /// Those that two played.
    pub running: u64,
    /// Those that had ended.
    pub finished: u64,
}

/// How many games of a kind there are, and when the one that has rested longest changed last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resting {
    /// How many.
    pub count: u64,
    /// When the oldest changed last, if there is one.
    pub oldest: Option<OffsetDateTime>,
}

/// The games that a purge would take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purgeable {
    /// Those with a seat that nobody has taken.
    pub waiting: Resting,
    /// Those that two play.
    pub running: Resting,
    /// Those that have ended.
    pub finished: Resting,
}

impl Retention {
    /// Whether every game is kept for ever.
    #[must_use]
    pub fn is_for_ever(&self) -> bool {
        *self == Self::default()
    }

    /// What is kept no longer at a time.
    #[must_use]
    pub fn expired_at(&self, now: OffsetDateTime) -> Expired {
        let before = |kept: Option<Duration>| kept.map(|kept| now - kept);
        Expired {
            waiting: before(self.waiting),
            running: before(self.running),
            finished: before(self.finished),
        }
    }
}

impl Purged {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.waiting + self.running + self.finished
    }
}

impl AddAssign for Purged {
    fn add_assign(&mut self, more: Self) {
        self.waiting += more.waiting;
        self.running += more.running;
        self.finished += more.finished;
    }
}
