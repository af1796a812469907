//! What is known of a game that is followed here, and who is at it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moelle_proto::error::{ErrorCode, Failure};
use tokio::sync::watch;

use super::told::{Snapshot, Told};

/// Events that are kept for those who come later or are slow.
const RECENT_MAX: usize = 32;

/// What one stream of the game service has said.
pub(super) struct Feed {
    game_id: String,
    /// Told when there is something to look at; its receivers are those who follow.
    changed: watch::Sender<()>,
    spectators: AtomicU32,
    state: Mutex<State>,
}

struct State {
    snapshot: Arc<Snapshot>,
    /// The last events, without a gap, up to `newest`.
    recent: VecDeque<Arc<Told>>,
    newest: u64,
    /// How often the game has turned out to be another than it was.
    resets: u32,
    is_over: bool,
    is_settled: bool,
    ended: Option<Ended>,
}

/// Why a feed ends.
#[derive(Clone, Debug)]
pub(super) enum Ended {
    /// The gateway shuts down.
    ShuttingDown,
    /// The token with which it was opened works no more.
    Unauthorized,
    /// The game service cannot be followed any longer.
    Broken(Failure),
}

impl Ended {
    /// What a failure of the game service means for who follows.
    pub(super) fn of(failure: Failure) -> Self {
        match failure.code() {
            ErrorCode::Unauthenticated | ErrorCode::PrivateGame => Self::Unauthorized,
            _ => Self::Broken(failure),
        }
    }
}

/// What there is for who has seen so much.
pub(super) enum Look {
    /// The game as it stood; what the feed has follows it without a gap.
    Snapshot(Arc<Snapshot>),
    /// As above, but what would follow is here no more.
    Stale,
    /// The next event.
    Event(Arc<Told>),
    /// There are more, but here no more.
    Missing,
    /// It is not the game that it was: begin anew.
    Reset,
    /// Everything has been seen, and nothing will follow.
    Over,
    /// The feed has ended.
    Ended(Ended),
    /// Nothing yet.
    Nothing,
}

impl Feed {
    pub(super) fn new(game_id: String, snapshot: Snapshot) -> Self {
        Self {
            game_id,
            changed: watch::Sender::new(()),
            spectators: AtomicU32::new(0),
            state: Mutex::new(State {
                recent: VecDeque::new(),
                newest: snapshot.revision,
                resets: 0,
                is_over: snapshot.is_over,
                is_settled: snapshot.is_last,
                ended: None,
                snapshot: Arc::new(snapshot),
            }),
        }
    }

    pub(super) fn game_id(&self) -> &str {
        &self.game_id
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    pub(super) fn is_watched(&self) -> bool {
        self.changed.receiver_count() > 0
    }

    /// Waits until nobody follows.
    pub(super) async fn unwatched(&self) {
        self.changed.closed().await;
    }

    pub(super) fn spectators(&self) -> u32 {
        self.spectators.load(Ordering::Relaxed)
    }

    pub(super) fn spectator_comes(&self) {
        self.spectators.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn spectator_goes(&self) {
        self.spectators.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn newest(&self) -> u64 {
        self.lock().newest
    }

    pub(super) fn resets(&self) -> u32 {
        self.lock().resets
    }

    /// Adds the next event. `false`: it is not the next.
    pub(super) fn add(&self, told: Told) -> bool {
        let mut state = self.lock();
        let revision = told.revision();
        if revision <= state.newest {
            return true;
        }
        if revision != state.newest + 1 {
            return false;
        }
        state.newest = revision;
        state.is_over |= told.event.outcome.is_some();
        state.recent.push_back(Arc::new(told));
        if state.recent.len() > RECENT_MAX {
            state.recent.pop_front();
        }
        drop(state);
        self.changed.send_replace(());
        true
    }

    /// Begins anew with the game as it is.
    pub(super) fn reset(&self, snapshot: Snapshot) {
        let mut state = self.lock();
        state.recent.clear();
        state.newest = snapshot.revision;
        state.is_over = snapshot.is_over;
        state.is_settled = snapshot.is_last;
        state.snapshot = Arc::new(snapshot);
        state.resets = state.resets.wrapping_add(1);
        drop(state);
        self.changed.send_replace(());
    }

    /// Keeps a snapshot that is newer than the one that is here.
    pub(super) fn refresh(&self, snapshot: &Arc<Snapshot>) {
        let mut state = self.lock();
        if snapshot.revision > state.snapshot.revision {
            state.snapshot = Arc::clone(snapshot);
        }
    }

    /// The game can change no more.
    pub(super) fn settle(&self) {
        let mut state = self.lock();
        state.is_over = true;
        state.is_settled = true;
        drop(state);
        self.changed.send_replace(());
    }

    pub(super) fn end(&self, ended: Ended) {
        self.lock().ended = Some(ended);
        self.changed.send_replace(());
    }

    pub(super) fn look(&self, seen: Option<u64>, resets: u32, for_rematch: bool) -> Look {
        let state = self.lock();
        let Some(seen) = seen else {
            return if state.follows(state.snapshot.revision) {
                Look::Snapshot(Arc::clone(&state.snapshot))
            } else {
                Look::Stale
            };
        };
        if resets != state.resets {
            return Look::Reset;
        }
        if seen < state.newest {
            return match state.after(seen) {
                Some(told) => Look::Event(told),
                None => Look::Missing,
            };
        }
        if let Some(ended) = &state.ended {
            Look::Ended(ended.clone())
        } else if state.is_settled || state.is_over && !for_rematch {
            Look::Over
        } else {
            Look::Nothing
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether what is here goes on from a revision.
    fn follows(&self, revision: u64) -> bool {
        let first = self.recent.front();
        revision >= self.newest || first.is_some_and(|first| first.revision() <= revision + 1)
    }

    fn after(&self, seen: u64) -> Option<Arc<Told>> {
        let first = self.recent.front()?.revision();
        let index = (seen + 1).checked_sub(first)?;
        let told = self.recent.get(usize::try_from(index).ok()?)?;
        Some(Arc::clone(told))
    }
}
