//! What is done again and again: forgetting what was promised for a while only, and storing the fall
//! of flags that nobody was there to see.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::Duration;

use moelle_games::{Clock, Games, Purged, Store, SystemClock};
use moelle_telemetry::Metrics;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::config::Keeping;

/// How long the answer to a request with an id can be had again.
pub const RECEIPTS_KEPT: Duration = Duration::from_hours(24);
/// How often a store that fails is told of, at most.
const FAILURE_TOLD_EVERY: Duration = Duration::from_secs(10);

/// Stores the fall of flags again and again, with about this much time between two rounds, until the
/// server shuts down. Safe on many replicas: each fall is stored once.
pub(crate) async fn drop_flags(games: Arc<Games>, every: Duration, shutdown: CancellationToken) {
    let mut told: Option<Instant> = None;
    let sweeping = async {
        loop {
            match games.sweep().await {
                // There may be more than one round looks at.
                Ok(stored) if stored > 0 => {
                    tracing::debug!(stored, "flags have fallen");
                    continue;
                }
                Err(error) if told.is_none_or(|told| told.elapsed() >= FAILURE_TOLD_EVERY) => {
                    told = Some(Instant::now());
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(error, "fallen flags cannot be looked for now");
                }
                Ok(_) | Err(_) => {}
            }
            tokio::time::sleep(about(every)).await;
        }
    };
    shutdown.run_until_cancelled(sweeping).await;
}

/// Forgets the games that are kept no longer, again and again, with about as much time between two
/// rounds as is set, until the server shuts down. Safe on many replicas: each game is forgotten once.
pub(crate) async fn purge(games: Arc<Games>, keeping: Keeping, shutdown: CancellationToken) {
    if keeping.retention.is_for_ever() {
        return;
    }
    let sweeping = async {
        loop {
            tokio::time::sleep(about(keeping.sweep)).await;
            let span = tracing::info_span!("purge games");
            match games.purge(&keeping.retention).instrument(span).await {
                Ok(purged) => told_of(&purged),
                Err(error) => {
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(error, "old games cannot be forgotten now");
                }
            }
        }
    };
    shutdown.run_until_cancelled(sweeping).await;
}

/// Tells of games that are forgotten.
fn told_of(purged: &Purged) {
    let metrics = Metrics::global();
    metrics.games_purged("waiting", purged.waiting);
    metrics.games_purged("running", purged.running);
    metrics.games_purged("finished", purged.finished);
    if purged.total() > 0 {
        tracing::info!(
            waiting = purged.waiting,
            running = purged.running,
            finished = purged.finished,
            "games are forgotten that were kept long enough"
        );
    }
}

/// A time give or take a quarter, so that replicas that started together do not look together.
fn about(time: Duration) -> Duration {
    let lot = RandomState::new().hash_one(()) % 1024;
    time.mul_f64(0.75 + f64::from(u32::try_from(lot).unwrap_or(0)) / 2048.0)
}

/// Forgets old receipts this often until the server shuts down. Every replica does so; more than one
/// does no harm.
pub(crate) async fn sweep(store: Arc<dyn Store>, every: Duration, shutdown: CancellationToken) {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // Not right after the start, when replicas may start together and the database may be away.
    ticks.reset();
    let sweeping = async {
        loop {
            ticks.tick().await;
            let before = SystemClock.now() - RECEIPTS_KEPT;
            let span = tracing::info_span!("forget receipts");
            match store.forget_receipts(before).instrument(span).await {
                Ok(forgotten) => tracing::debug!(forgotten, "old receipts are forgotten"),
                Err(error) => {
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(error, "old receipts cannot be forgotten now");
                }
            }
        }
    };
    shutdown.run_until_cancelled(sweeping).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestStore;

    #[test]
    fn rounds_are_about_as_long_as_they_should_be() {
        for _ in 0..1000 {
            let time = about(Duration::from_secs(1));
            assert!((Duration::from_millis(750)..Duration::from_millis(1250)).contains(&time));
        }
    }

    #[tokio::test]
    async fn receipts_are_forgotten_after_a_day_and_not_before() {
        let store = Arc::new(TestStore::open().await);
        // A store that fails is asked again at the next round, as one that answers is.
        store.go_away();
        tokio::time::pause();
        let shutdown = CancellationToken::new();
        let every = Duration::from_mins(7);
        let sweeping = tokio::spawn(sweep(store.clone(), every, shutdown.clone()));
        tokio::time::sleep(every * 2 + Duration::from_secs(1)).await;
        let before = store.forgotten_before();
        assert_eq!(before.len(), 2);
        let day_ago = SystemClock.now() - RECEIPTS_KEPT;
        assert!(
            before
                .iter()
                .all(|before| (day_ago - *before).abs() < Duration::from_mins(5))
        );
        shutdown.cancel();
        sweeping.await.expect("it ends");
    }
}
