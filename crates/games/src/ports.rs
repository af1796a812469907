//! Time and randomness, which come in from outside.

use time::OffsetDateTime;
use uuid::{Builder, Uuid};

use crate::request::NONCE_LEN;
use crate::{GameId, Secret, SigningKey};

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// The time now, in UTC, in whole microseconds.
    fn now(&self) -> OffsetDateTime;
}

/// Draws what must not be guessed.
pub trait Ids: Send + Sync + 'static {
    /// An id for a game created at `now`.
    fn game_id(&self, now: OffsetDateTime) -> GameId;
    /// A fresh secret.
    fn secret(&self) -> Secret;
    /// A fresh key to sign with.
    fn signing_key(&self) -> SigningKey;
    /// A lot with two sides.
    fn coin(&self) -> bool;
    /// A fresh nonce for a sealed answer.
    fn nonce(&self) -> [u8; NONCE_LEN];
}

/// The clock of the system: the one place where the wall clock is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one home of the wall clock")]
    fn now(&self) -> OffsetDateTime {
        let now = OffsetDateTime::now_utc();
        now.replace_microsecond(now.microsecond()).unwrap_or(now)
    }
}

/// The random source of the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemIds;

impl SystemIds {
    fn random<const N: usize>() -> [u8; N] {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).expect("a system without a random source can hold no secret");
        bytes
    }
}

impl Ids for SystemIds {
    fn game_id(&self, now: OffsetDateTime) -> GameId {
        GameId::from_uuid(uuid_v7(now, &Self::random()))
    }

    fn secret(&self) -> Secret {
        Secret::from_bytes(Self::random())
    }

    fn signing_key(&self) -> SigningKey {
        SigningKey::from_bytes(Self::random())
    }

    fn coin(&self) -> bool {
        Self::random::<1>()[0] & 1 == 1
    }

    fn nonce(&self) -> [u8; NONCE_LEN] {
        Self::random()
    }
}

/// A UUID of version 7 for `now`, of whose 80 random bits 74 are used.
fn uuid_v7(now: OffsetDateTime, random: &[u8; 10]) -> Uuid {
    let millis = now.unix_timestamp_nanos() / 1_000_000;
    Builder::from_unix_timestamp_millis(u64::try_from(millis).unwrap_or(0), random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_its_millisecond_and_is_fresh() {
        let now = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("in range");
        let ids = [SystemIds.game_id(now), SystemIds.game_id(now)];
        assert_ne!(ids[0], ids[1]);
        for id in ids {
            let (seconds, _) = id.as_uuid().get_timestamp().expect("version 7").to_unix();
            assert_eq!(
                (id.as_uuid().get_version_num(), seconds),
                (7, 1_800_000_000)
            );
        }
    }

    #[test]
    fn the_clock_tells_whole_microseconds() {
        assert_eq!(SystemClock.now().nanosecond() % 1_000, 0);
    }
}
