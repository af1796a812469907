//! Counting the leaves of the tree of turns.

use crate::position::Position;

/// Counts the leaves of the tree of complete turns of this depth.
///
/// A choice of removals counts once for each choice, a pass adds no depth, a position where the
/// game has ended has no children. Repetition and quiet plies are ignored.
///
/// ```
/// use moelle_rules::{Position, Side, Variant, perft};
///
/// let rules = Variant::find("nine").expect("nine is offered").rules();
/// assert_eq!(perft(&Position::start(rules, Side::White), 3), 24 * 23 * 22);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = position.legal_turns();
    turns
        .filter_map(|turn| position.play(&turn).ok())
        .map(|played| perft(&played.position, depth - 1))
        .sum()
}
