//! How often positions have occurred.

use std::collections::BTreeMap;

use crate::position::{Position, PositionKey};

/// So many of the latest keys are looked through one by one, which is quicker than anything
/// else; those before them are counted in a map, so that no game becomes slow by its length.
const LATEST_MAX: usize = 256;

/// The positions since the last placement or removal, each with how often it has occurred.
///
/// What came before can never occur again and is forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetitions {
    /// Every occurrence in its order.
    keys: Vec<PositionKey>,
    /// How often each key stands among those before the latest.
    earlier: BTreeMap<PositionKey, u32>,
}

impl Repetitions {
    /// No position has occurred.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            earlier: BTreeMap::new(),
        }
    }

    /// The occurrences in their order, one key for each.
    #[must_use]
    pub fn keys(&self) -> &[PositionKey] {
        &self.keys
    }

    /// How often the position has occurred.
    #[must_use]
    pub fn seen(&self, position: &Position) -> u32 {
        let key = position.key();
        let latest = &self.keys[self.keys.len() / LATEST_MAX * LATEST_MAX..];
        let latest: u32 = latest.iter().map(|seen| u32::from(*seen == key)).sum();
        if self.earlier.is_empty() {
            return latest;
        }
        latest + self.earlier.get(&key).copied().unwrap_or(0)
    }

    /// Counts one more occurrence of a position.
    pub fn count(&mut self, position: &Position) {
        self.count_key(position.key());
    }

    /// Forgets everything, as a placement or a removal does.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.earlier.clear();
    }

    fn count_key(&mut self, key: PositionKey) {
        self.keys.push(key);
        if self.keys.len().is_multiple_of(LATEST_MAX) {
            for key in &self.keys[self.keys.len() - LATEST_MAX..] {
                *self.earlier.entry(*key).or_default() += 1;
            }
        }
    }
}

impl FromIterator<PositionKey> for Repetitions {
    fn from_iter<I: IntoIterator<Item = PositionKey>>(keys: I) -> Self {
        let mut repetitions = Self::new();
        keys.into_iter().for_each(|key| repetitions.count_key(key));
        repetitions
    }
}
