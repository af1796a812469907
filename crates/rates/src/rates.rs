//! Every limit of a process.

use std::array;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use moelle_telemetry::Metrics;

use crate::caller::{Bucket, digest};
use crate::known::KnownKeys;
use crate::limit::Limit;
use crate::open::{Held, Open};
use crate::{Caller, Class, RateConfig, TrustedProxies, Whom};

/// When to try again where it is not known when another stream will end.
const STREAM_RETRY: Duration = Duration::from_secs(5);

/// The limits of a process; cheap to clone.
pub struct Rates<C: Clock = DefaultClock>(Arc<Table<C>>);

struct Table<C: Clock> {
    limits: [[Option<Limit<C>>; Class::ALL.len()]; Whom::ALL.len()],
    open: [Arc<Open>; Whom::ALL.len()],
    connections: Arc<Open>,
    keys: KnownKeys,
    config: RateConfig,
}

/// A request that may go on.
#[derive(Debug)]
#[must_use]
pub struct Admission(Vec<Left>);

/// A request that may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    whom: Whom,
    class: Class,
    wait: Duration,
    left: Option<Left>,
}

/// What is left of a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) whom: Whom,
    pub(crate) class: Class,
    pub(crate) per_minute: u32,
    pub(crate) requests: u32,
    /// Until there are as many as may be.
    pub(crate) until_full: Duration,
}

/// A connection that counts as open until this is dropped.
#[must_use = "the connection counts as closed as soon as this is dropped"]
pub struct OpenConnection {
    _held: Option<Held>,
}

/// Streams that count as open until this is dropped.
#[must_use = "the stream counts as closed as soon as this is dropped"]
pub struct OpenStreams {
    _held: Vec<Held>,
}

impl Rates {
    /// The limits of a configuration.
    #[must_use]
    pub fn new(config: RateConfig) -> Self {
        Self::by(config, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> Rates<C> {
    fn by(config: RateConfig, clock: &C) -> Self {
        let limit = |whom, class| {
            let per_minute = config.per_minute(whom, class);
            Limit::new(per_minute, config.callers_max, clock.clone())
        };
        let limits = Whom::ALL.map(|whom| Class::ALL.map(|class| limit(whom, class)));
        Self(Arc::new(Table {
            limits,
            open: array::from_fn(|_| Arc::default()),
            connections: Arc::default(),
            keys: KnownKeys::new(config.callers_max),
            config,
        }))
    }

    /// Whose word is taken for who calls.
    #[must_use]
    pub fn trusted(&self) -> &TrustedProxies {
        &self.0.config.trusted
    }

    /// The caller with the key that its request brings, where that is known to be good. One that is not
    /// brings it nothing.
    #[must_use]
    pub fn with_key(&self, caller: Caller, key: Option<&[u8]>) -> Caller {
        match key.map(digest).filter(|key| self.0.keys.has(*key)) {
            Some(key) => caller.with_key(key),
            None => caller,
        }
    }

    /// Notes whether a key works, as it turned out when it was used.
    pub fn note_key(&self, key: &[u8], works: bool) {
        self.0.keys.note(digest(key), works);
    }

    /// Counts a connection of an address, unless it has as many as it may. A proxy that is trusted may have
    /// any number, for it has those of many callers.
    #[must_use]
    pub fn connect(&self, peer: IpAddr) -> Option<OpenConnection> {
        let max = self.0.config.connections_max;
        if max == 0 || self.trusted().trust(peer) {
            return Some(OpenConnection { _held: None });
        }
        let caller = Caller::at(peer);
        let (_, bucket) = caller.buckets().next()?;
        let held = self.0.connections.hold(bucket.own, max)?;
        Some(OpenConnection { _held: Some(held) })
    }

    /// Counts a request, unless its caller has made as many as it may.
    ///
    /// # Errors
    ///
    /// [`Refusal`], which says when there is room again; the request then counts nowhere.
    pub fn admit(&self, caller: &Caller, class: Class) -> Result<Admission, Refusal> {
        let mut taken: Vec<(&Limit<C>, Bucket)> = Vec::new();
        let mut all_left = Vec::new();
        for (whom, bucket) in caller.buckets() {
            let Some(limit) = &self.0.limits[whom as usize][class as usize] else {
                continue;
            };
            let left = |requests| Left {
                whom,
                class,
                per_minute: limit.per_minute(),
                requests,
                until_full: limit.until_full(requests),
            };
            match limit.take(&bucket) {
                Ok(requests) => {
                    taken.push((limit, bucket));
                    all_left.push(left(requests));
                }
                Err(wait) => {
                    for (limit, bucket) in taken {
                        limit.give_back(&bucket);
                    }
                    return Err(Refusal::new(whom, class, wait, Some(left(0))));
                }
            }
        }
        Ok(Admission(all_left))
    }

    /// Counts a stream as open, unless its caller holds as many as it may.
    ///
    /// # Errors
    ///
    /// [`Refusal`]; nobody knows when another stream ends, so it says when to look again.
    pub fn open(&self, caller: &Caller) -> Result<OpenStreams, Refusal> {
        let mut held = Vec::new();
        for (whom, bucket) in caller.buckets() {
            let max = self.0.config.open_max(whom);
            if max == 0 {
                continue;
            }
            let Some(one) = self.0.open[whom as usize].hold(bucket.own, max) else {
                return Err(Refusal::new(whom, Class::Stream, STREAM_RETRY, None));
            };
            held.push(one);
        }
        Ok(OpenStreams { _held: held })
    }
}

impl<C: Clock> Clone for Rates<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: Clock> fmt::Debug for Rates<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rates").field(&self.0.config).finish()
    }
}

impl Refusal {
    fn new(whom: Whom, class: Class, wait: Duration, left: Option<Left>) -> Self {
        Metrics::global().rate_refused(whom.name(), class.name());
        Self {
            whom,
            class,
            wait,
            left,
        }
    }

    /// Whose limit it is.
    #[must_use]
    pub fn whom(&self) -> Whom {
        self.whom
    }

    /// Which requests are too many.
    #[must_use]
    pub fn class(&self) -> Class {
        self.class
    }

    /// How long to wait.
    #[must_use]
    pub fn wait(&self) -> Duration {
        self.wait
    }

    pub(crate) fn left(&self) -> &[Left] {
        self.left.as_slice()
    }
}

impl Admission {
    pub(crate) fn left(&self) -> &[Left] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn rates(
        change: impl FnOnce(&mut RateConfig),
    ) -> (Rates<FakeRelativeClock>, FakeRelativeClock) {
        let mut config = RateConfig::off();
        change(&mut config);
        let clock = FakeRelativeClock::default();
        (Rates::by(config, &clock), clock)
    }

    fn caller(address: &str) -> Caller {
        Caller::at(address.parse().expect("an address"))
    }

    #[test]
    fn a_new_token_with_every_request_counts_for_the_address_all_the_same() {
        let (rates, _) = rates(|config| {
            config.allow(Whom::Address, Class::Read, 10);
            config.allow(Whom::Seat, Class::Read, 3);
        });
        let mut served = 0;
        for number in 0_u32..100 {
            let token = number.to_be_bytes();
            let guessing = caller("203.0.113.1").with_token(Some(&token));
            served += u32::from(rates.admit(&guessing, Class::Read).is_ok());
        }
        assert_eq!(served, 10);
    }

    #[test]
    fn a_seat_that_asks_too_often_takes_nothing_from_its_neighbours() {
        let (rates, _) = rates(|config| {
            config.allow(Whom::Address, Class::Change, 10);
            config.allow(Whom::Seat, Class::Change, 3);
        });
        let eager = caller("203.0.113.1").with_token(Some(b"eager"));
        let refused = (0..100).filter_map(|_| rates.admit(&eager, Class::Change).err());
        let refused: Vec<_> = refused.collect();
        assert_eq!(refused.len(), 97);
        assert_eq!(refused[0].whom(), Whom::Seat);
        for number in 0_u32..7 {
            let token = number.to_be_bytes();
            let other = caller("203.0.113.1").with_token(Some(&token));
            assert!(rates.admit(&other, Class::Change).is_ok(), "{number}");
        }
        let refused = rates.admit(&caller("203.0.113.1"), Class::Change);
        assert_eq!(refused.expect_err("ten have been").whom(), Whom::Address);
    }

    #[test]
    fn classes_and_callers_have_limits_of_their_own() {
        let (rates, clock) = rates(|config| {
            config.allow(Whom::Address, Class::Read, 1);
            config.allow(Whom::Address, Class::Create, 1);
            config.allow(Whom::Key, Class::Read, 2);
        });
        let one = caller("203.0.113.1");
        assert!(rates.admit(&one, Class::Read).is_ok());
        let refused = rates.admit(&one, Class::Read).expect_err("one has been");
        assert_eq!(refused.wait(), Duration::from_mins(1));
        assert!(rates.admit(&one, Class::Create).is_ok());
        for _ in 0..9 {
            assert!(rates.admit(&one, Class::Rules).is_ok(), "0 is no limit");
        }
        let unknown = rates.with_key(one, Some(b"key"));
        assert!(
            rates.admit(&unknown, Class::Read).is_err(),
            "nobody knows it"
        );
        rates.note_key(b"key", true);
        let application = rates.with_key(one, Some(b"key"));
        assert!(rates.admit(&application, Class::Read).is_ok());
        assert!(rates.admit(&application, Class::Read).is_ok());
        assert!(rates.admit(&application, Class::Read).is_err());
        rates.note_key(b"key", false);
        assert_eq!(rates.with_key(one, Some(b"key")), one, "it was revoked");
        clock.advance(refused.wait());
        assert!(rates.admit(&one, Class::Read).is_ok());
    }

    #[test]
    fn of_open_streams_those_of_a_seat_and_of_its_address_count() {
        let (rates, _) = rates(|config| {
            config.allow_open(Whom::Address, 3);
            config.allow_open(Whom::Seat, 2);
        });
        let seat = caller("203.0.113.1").with_token(Some(b"seat"));
        let first = rates.open(&seat).expect("room");
        let _second = rates.open(&seat).expect("room");
        let refused = rates.open(&seat).err().expect("two are open");
        assert_eq!(refused.whom(), Whom::Seat);
        // The one that was refused holds nothing of the address.
        let _third = rates.open(&caller("203.0.113.1")).expect("room");
        assert!(rates.open(&caller("203.0.113.1")).is_err());
        drop(first);
        assert!(rates.open(&seat).is_ok());
    }
}
