//! How often positions have occurred.

use crate::position::{Position, PositionKey};

/// The positions since the last placement or removal, each with how often it has occurred.
///
/// What came before can never occur again and is forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetitions {
    /// Every occurrence in its order.
    keys: Vec<PositionKey>,
}

impl Repetitions {
    /// No position has occurred.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
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
        self.keys.iter().map(|seen| u32::from(*seen == key)).sum()
    }

    /// Counts one more occurrence of a position.
    pub fn count(&mut self, position: &Position) {
        self.keys.push(position.key());
    }

    /// Forgets everything, as a placement or a removal does.
    pub fn clear(&mut self) {
        self.keys.clear();
    }
}

impl FromIterator<PositionKey> for Repetitions {
    fn from_iter<I: IntoIterator<Item = PositionKey>>(keys: I) -> Self {
        Self {
            keys: keys.into_iter().collect(),
        }
    }
}
