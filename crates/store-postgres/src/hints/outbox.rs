//! What is still to be told to the other replicas.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moelle_games::{GameId, Hint, Revision};
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::payload::pack;
use crate::span::statement_span;

/// The pause after each sending, in which hints gather.
const GATHER: Duration = Duration::from_millis(5);
/// The pause after one that failed.
const PAUSE: Duration = Duration::from_millis(500);
/// How long one sending may take.
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// How long the last one may take, when the store closes.
const LAST_WITHIN: Duration = Duration::from_secs(1);

/// The newest revision of each game that has changed since the last sending. It holds a game once,
/// however often it changes.
#[derive(Default)]
pub(super) struct Outbox {
    newest: Mutex<HashMap<GameId, Revision>>,
    filled: Notify,
}

impl Outbox {
    /// Adds hints. Those that are older than what is there are left out.
    pub(super) fn put(&self, hints: impl IntoIterator<Item = Hint>) {
        let mut newest = self.lock();
        for hint in hints {
            match newest.entry(hint.game) {
                Entry::Occupied(mut entry) => {
                    let known = entry.get_mut();
                    *known = hint.revision.max(*known);
                }
                Entry::Vacant(entry) => {
                    entry.insert(hint.revision);
                }
            }
        }
        self.filled.notify_one();
    }

    fn take(&self) -> Vec<Hint> {
        self.lock()
            .drain()
            .map(|(game, revision)| Hint { game, revision })
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Revision>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends what is put into the outbox, until `stop`; then what is left, once.
pub(super) async fn send_all(outbox: Arc<Outbox>, pool: PgPool, stop: CancellationToken) {
    while stop
        .run_until_cancelled(outbox.filled.notified())
        .await
        .is_some()
    {
        let hints = outbox.take();
        let pause = if send(&pool, &hints, SEND_WITHIN).await {
            GATHER
        } else {
            outbox.put(hints);
            PAUSE
        };
        stop.run_until_cancelled(tokio::time::sleep(pause)).await;
    }
    send(&pool, &outbox.take(), LAST_WITHIN).await;
}

/// Sends hints. `false`: they may not have been heard.
async fn send(pool: &PgPool, hints: &[Hint], within: Duration) -> bool {
    if hints.is_empty() {
        return true;
    }
    let payloads = pack(hints);
    let notify = async {
        sqlx::query_file!("queries/notify.sql", &payloads)
            .execute(pool)
            .await
    };
    let span = statement_span("NOTIFY", "moelle_games");
    match tokio::time::timeout(within, notify.instrument(span)).await {
        Ok(Ok(_)) => true,
        Ok(Err(error)) => {
            tracing::debug!(%error, games = hints.len(), "hints could not be sent");
            false
        }
        Err(_) => {
            tracing::debug!(games = hints.len(), "hints could not be sent in time");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_outbox_keeps_the_newest_revision_of_a_game() {
        let outbox = Outbox::default();
        let hint = |game, revision| Hint {
            game: GameId::from_uuid(Uuid::from_u128(game)),
            revision: Revision::from_number(revision),
        };
        outbox.put([hint(1, 5), hint(2, 1), hint(1, 7)]);
        outbox.put([hint(1, 6)]);
        let mut hints = outbox.take();
        hints.sort_by_key(|hint| hint.game);
        assert_eq!(hints, [hint(1, 7), hint(2, 1)]);
        assert_eq!(outbox.take(), []);
    }
}
