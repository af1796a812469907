//! Hints between the stores of one process that share a file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use moelle_games::Hint;
use tokio::sync::broadcast::{Sender, WeakSender};

/// Hints that a receiver may be behind before it is told that it has missed some.
const BEHIND_MAX: usize = 4_096;

static BY_FILE: LazyLock<Mutex<HashMap<PathBuf, WeakSender<Hint>>>> = LazyLock::new(Mutex::default);

/// Where the hints of a file are sent, for as long as one of its stores lives.
pub(crate) fn of_file(path: &Path) -> Sender<Hint> {
    let mut by_file = BY_FILE.lock().unwrap_or_else(PoisonError::into_inner);
    by_file.retain(|_, sender| sender.strong_count() > 0);
    if let Some(sender) = by_file.get(path).and_then(WeakSender::upgrade) {
        return sender;
    }
    let sender = Sender::new(BEHIND_MAX);
    by_file.insert(path.to_owned(), sender.downgrade());
    sender
}
