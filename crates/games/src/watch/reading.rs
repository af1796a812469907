//! Reading events once for all who watch, and for many games at once.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tracing::Instrument as _;

use super::feed::Wanted;
use super::watchers::Watched;
use crate::{Revision, Store, StoreError};

/// Games whose events are read in one statement.
const GAMES_MAX: usize = 200;
/// Events of one game that are read at once.
const EVENTS_MAX: u32 = 100;
/// The pause after each reading, in which more to read gathers.
const GATHER: Duration = Duration::from_millis(10);
/// The pause after one that failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Reads what is asked for, as long as there is anybody who might ask.
pub(super) async fn read_for_all(games: Weak<Watched>, asked: Arc<Notify>, store: Arc<dyn Store>) {
    loop {
        asked.notified().await;
        let Some(games) = games.upgrade() else {
            return;
        };
        let wanted = games.wanted(GAMES_MAX);
        if wanted.is_empty() {
            continue;
        }
        let span = tracing::info_span!(
            "read events",
            moelle.games = i64::try_from(wanted.len()).unwrap_or(i64::MAX)
        );
        let pause = match read(&games, &*store, &wanted).instrument(span).await {
            Ok(()) => GATHER,
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    games = wanted.len(),
                    "events cannot be read for those who watch; trying again"
                );
                ask_again(&games, &wanted);
                PAUSE
            }
        };
        drop((games, wanted));
        tokio::time::sleep(pause).await;
    }
}

async fn read(games: &Watched, store: &dyn Store, wanted: &[Wanted]) -> Result<(), StoreError> {
    match read_at_once(games, store, wanted).await {
        // One game that cannot be read must not stand in the way of the others.
        Err(StoreError::Inconsistent(_) | StoreError::Internal(_)) => {
            for wanted in wanted.chunks(1) {
                if let Err(error) = read_at_once(games, store, wanted).await {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "the events of a game cannot be read"
                    );
                    wanted[0].feed.give_up();
                }
            }
            Ok(())
        }
        read => read,
    }
}

async fn read_at_once(
    games: &Watched,
    store: &dyn Store,
    wanted: &[Wanted],
) -> Result<(), StoreError> {
    let asked: Vec<_> = wanted
        .iter()
        .map(|wanted| (Arc::clone(&wanted.game), wanted.after))
        .collect();
    let read = store.events_of_many(&asked, EVENTS_MAX).await?;
    for (wanted, events) in wanted.iter().zip(read) {
        let is_full = events.len() >= EVENTS_MAX as usize;
        wanted.feed.keep(events);
        if is_full {
            games.ask(&wanted.feed, Revision::NONE);
        }
    }
    Ok(())
}

fn ask_again(games: &Watched, wanted: &[Wanted]) {
    for wanted in wanted {
        games.ask(&wanted.feed, Revision::NONE);
    }
}
