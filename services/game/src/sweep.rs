//! Forgetting what was promised for a while only.

use std::sync::Arc;
use std::time::Duration;

use moelle_games::{Clock, Store, SystemClock};
use tokio_util::sync::CancellationToken;

/// How long the answer to a request with an id can be had again.
const RECEIPTS_KEPT: Duration = Duration::from_hours(24);
/// How often old receipts are looked for. Every replica does so; more than one does no harm.
const SWEEP_EVERY: Duration = Duration::from_mins(10);

/// Forgets old receipts again and again until the server shuts down.
pub(crate) async fn sweep(store: Arc<dyn Store>, shutdown: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP_EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // Not right after the start, when replicas may start together and the database may be away.
    ticks.reset();
    let sweeping = async {
        loop {
            ticks.tick().await;
            match store
                .forget_receipts(SystemClock.now() - RECEIPTS_KEPT)
                .await
            {
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
    use crate::testing::MemoryStore;

    #[tokio::test(start_paused = true)]
    async fn receipts_are_forgotten_after_a_day_and_not_before() {
        let store = Arc::new(MemoryStore::default());
        let shutdown = CancellationToken::new();
        let sweeping = tokio::spawn(sweep(store.clone(), shutdown.clone()));
        tokio::time::sleep(SWEEP_EVERY * 2 + Duration::from_secs(1)).await;
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
