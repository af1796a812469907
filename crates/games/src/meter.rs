//! What a store tells of its own work.

use std::time::{Duration, Instant};

use tracing::Span;

/// Why a statement failed that nobody waited for any more.
const CANCELLED: &str = "cancelled";

/// Is told by a store what its work costs, for whoever measures it.
///
/// A store calls it in the middle of its work: it must return at once and not fail.
pub trait StoreMeter: Send + Sync + 'static {
    /// A round trip to the database is over.
    fn round_trip(&self, trip: &RoundTrip);

    /// A change was announced to the other replicas, so long after it was stored.
    fn announced(&self, lag: Duration);
}

/// One statement, from the call to its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTrip {
    /// What was asked.
    pub statement: StatementKind,
    /// How long it waited for a connection that was free; `None` where it got none.
    pub waited: Option<Duration>,
    /// How long it took, the waiting included.
    pub took: Duration,
    /// Why it failed, in one of few words.
    pub failure: Option<&'static str>,
}

/// What spans and measurements tell of a statement. Neither its text nor its values are among it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementKind {
    /// Its word, such as `SELECT`.
    pub operation: &'static str,
    /// The table or the channel that it is about.
    pub table: &'static str,
    /// Whether it is asked again and again and mostly finds nothing, so that its spans would bury
    /// those of play.
    pub is_poll: bool,
}

/// Measures nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unmetered;

impl StoreMeter for Unmetered {
    fn round_trip(&self, _trip: &RoundTrip) {}

    fn announced(&self, _lag: Duration) {}
}

/// A statement under way. The meter and the span are told how it ended, also when it is dropped.
pub struct Trip<'m> {
    meter: &'m dyn StoreMeter,
    statement: StatementKind,
    span: Span,
    started: Instant,
    waited: Option<Duration>,
    failure: Option<&'static str>,
}

impl<'m> Trip<'m> {
    /// Sets out. The span has the fields `otel.status_code` and `error.type` yet to be filled.
    #[must_use]
    pub fn begin(meter: &'m dyn StoreMeter, statement: StatementKind, span: Span) -> Self {
        Self {
            meter,
            statement,
            span,
            started: Instant::now(),
            waited: None,
            failure: Some(CANCELLED),
        }
    }

    /// The span to work in.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Notes that a connection was had.
    pub fn connected(&mut self) {
        self.waited = Some(self.started.elapsed());
    }

    /// Ends it; `failure` says why it failed, in one of few words.
    pub fn end(mut self, failure: Option<&'static str>) {
        self.failure = failure;
        if failure.is_some() {
            self.span.record("otel.status_code", "ERROR");
        }
    }
}

impl Drop for Trip<'_> {
    fn drop(&mut self) {
        if let Some(failure) = self.failure {
            self.span.record("error.type", failure);
        }
        self.meter.round_trip(&RoundTrip {
            statement: self.statement,
            waited: self.waited,
            took: self.started.elapsed(),
            failure: self.failure,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use super::*;

    #[derive(Default)]
    struct Notes(Mutex<Vec<RoundTrip>>);

    impl Notes {
        fn only(&self) -> RoundTrip {
            let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let [trip] = notes[..] else {
                panic!("not one: {notes:?}")
            };
            trip
        }
    }

    impl StoreMeter for Notes {
        fn round_trip(&self, trip: &RoundTrip) {
            let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            notes.push(*trip);
        }

        fn announced(&self, _lag: Duration) {}
    }

    const STATEMENT: StatementKind = StatementKind {
        operation: "SELECT",
        table: "games",
        is_poll: false,
    };

    #[test]
    fn a_trip_is_told_of_once_with_what_it_waited_for() {
        let notes = Notes::default();
        let mut trip = Trip::begin(&notes, STATEMENT, Span::none());
        trip.connected();
        trip.end(None);
        let told = notes.only();
        assert_eq!((told.statement, told.failure), (STATEMENT, None));
        assert!(told.waited.is_some_and(|waited| waited <= told.took));
    }

    #[test]
    fn a_trip_that_fails_says_why() {
        let notes = Notes::default();
        Trip::begin(&notes, STATEMENT, Span::none()).end(Some("busy"));
        let told = notes.only();
        assert_eq!((told.failure, told.waited), (Some("busy"), None));
    }

    #[test]
    fn a_trip_that_nobody_waits_for_any_more_is_cancelled() {
        let notes = Notes::default();
        drop(Trip::begin(&notes, STATEMENT, Span::none()));
        assert_eq!(notes.only().failure, Some(CANCELLED));
    }
}
