//! What is still to be told to the other replicas.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use moelle_games::{GameId, Hint, Revision, StatementKind, Trip};
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use super::payload::pack;
use crate::database::Database;

/// The pause after each sending, in which hints gather.
const GATHER: Duration = Duration::from_millis(20);
/// The pause after one that failed.
const PAUSE: Duration = Duration::from_millis(500);
/// How long one sending may take.
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// How long the last one may take, when the store closes.
const LAST_WITHIN: Duration = Duration::from_secs(1);

/// What sending is called in spans and measurements.
const STATEMENT: StatementKind = StatementKind {
    operation: "NOTIFY",
    table: "moelle_games",
    is_poll: false,
};

/// The newest revision of each game that has changed since the last sending. It holds a game once,
/// however often it changes.
#[derive(Default)]
pub(super) struct Outbox {
    newest: Mutex<HashMap<GameId, Waiting>>,
    filled: Notify,
}

/// What is to be told of a game.
#[derive(Debug)]
struct Waiting {
    revision: Revision,
    /// When the oldest of the changes was put in that the others have not heard of.
    since: Instant,
    /// In which span that was.
    span: Span,
}

impl Outbox {
    /// Adds a hint. One that is older than what is there is left out.
    pub(super) fn put(&self, hint: Hint) {
        let waiting = Waiting {
            revision: hint.revision,
            since: Instant::now(),
            span: Span::current(),
        };
        self.add([(hint.game, waiting)]);
    }

    /// Games that wait.
    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    fn add(&self, changes: impl IntoIterator<Item = (GameId, Waiting)>) {
        let mut newest = self.lock();
        for (game, waiting) in changes {
            match newest.entry(game) {
                Entry::Occupied(mut entry) => {
                    let known = entry.get_mut();
                    known.revision = waiting.revision.max(known.revision);
                    if waiting.since < known.since {
                        known.since = waiting.since;
                        known.span = waiting.span;
                    }
                }
                Entry::Vacant(entry) => {
                    entry.insert(waiting);
                }
            }
        }
        self.filled.notify_one();
    }

    fn take(&self) -> HashMap<GameId, Waiting> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Waiting>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends what is put into the outbox, until `stop`; then what is left, once.
pub(super) async fn send_all(
    outbox: Arc<Outbox>,
    database: Arc<Database>,
    pool: PgPool,
    stop: CancellationToken,
) {
    let sender = Sender { database, pool };
    while stop
        .run_until_cancelled(outbox.filled.notified())
        .await
        .is_some()
    {
        let changes = outbox.take();
        let pause = if sender.send(&changes, SEND_WITHIN).await {
            GATHER
        } else {
            outbox.add(changes);
            PAUSE
        };
        stop.run_until_cancelled(tokio::time::sleep(pause)).await;
    }
    sender.send(&outbox.take(), LAST_WITHIN).await;
}

/// Sends hints on a session of its own.
struct Sender {
    database: Arc<Database>,
    pool: PgPool,
}

impl Sender {
    /// Sends hints. `false`: they may not have been heard.
    async fn send(&self, changes: &HashMap<GameId, Waiting>, within: Duration) -> bool {
        if changes.is_empty() {
            return true;
        }
        let payloads = pack(&hints(changes));
        let mut trip = self.begin(changes);
        let span = trip.span();
        let notify = async {
            let mut session = self.pool.acquire().await?;
            trip.connected();
            sqlx::query_file!("queries/notify.sql", &payloads)
                .execute(&mut *session)
                .await
        };
        let failure = match tokio::time::timeout(within, notify.instrument(span)).await {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => {
                tracing::debug!(%error, games = changes.len(), "hints could not be sent");
                Some("unavailable")
            }
            Err(_) => {
                tracing::debug!(games = changes.len(), "hints could not be sent in time");
                Some("timeout")
            }
        };
        trip.end(failure);
        if failure.is_none() {
            let meter = self.database.meter();
            for waiting in changes.values() {
                meter.announced(waiting.since.elapsed());
            }
        }
        failure.is_none()
    }

    /// One sending, in the span of the change that has waited the longest; it links to the others.
    fn begin(&self, changes: &HashMap<GameId, Waiting>) -> Trip<'_> {
        let oldest = changes.values().min_by_key(|waiting| waiting.since);
        let none = Span::none();
        let parent = oldest.map_or(&none, |waiting| &waiting.span);
        let trip = self.database.begin_in(parent, STATEMENT);
        let span = trip.span();
        for waiting in changes.values().filter(|it| it.span != *parent) {
            span.follows_from(&waiting.span);
        }
        trip
    }
}

fn hints(changes: &HashMap<GameId, Waiting>) -> Vec<Hint> {
    let hint = |(game, waiting): (&GameId, &Waiting)| Hint {
        game: *game,
        revision: waiting.revision,
    };
    changes.iter().map(hint).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn hint(game: u128, revision: u64) -> Hint {
        Hint {
            game: GameId::from_uuid(Uuid::from_u128(game)),
            revision: Revision::from_number(revision),
        }
    }

    #[test]
    fn the_outbox_keeps_the_newest_revision_of_a_game() {
        let outbox = Outbox::default();
        for (game, revision) in [(1, 5), (2, 1), (1, 7), (1, 6)] {
            outbox.put(hint(game, revision));
        }
        assert_eq!(outbox.len(), 2);
        let mut hints = hints(&outbox.take());
        hints.sort_by_key(|hint| hint.game);
        assert_eq!(hints, [hint(1, 7), hint(2, 1)]);
        assert_eq!(outbox.len(), 0);
    }

    #[test]
    fn a_game_waits_since_the_oldest_change_that_was_not_heard_of() {
        let outbox = Outbox::default();
        outbox.put(hint(1, 5));
        let unsent = outbox.take();
        let since = unsent[&hint(1, 5).game].since;
        outbox.put(hint(1, 6));
        outbox.add(unsent);
        let changes = outbox.take();
        let waiting = &changes[&hint(1, 6).game];
        assert_eq!(waiting.revision, Revision::from_number(6));
        assert_eq!(waiting.since, since);
    }
}
