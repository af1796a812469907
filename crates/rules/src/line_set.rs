//! Sets of lines of a board.

use std::fmt;

use crate::bits::take_lowest;
use crate::board::{BoardKind, Line};

/// A set of lines of one board, such as the mills of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineSet {
    board: BoardKind,
    bits: u32,
}

impl LineSet {
    pub(crate) const fn new(board: BoardKind, bits: u32) -> Self {
        Self { board, bits }
    }

    /// How many lines the set holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether the set holds no line.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The lines in the order of [`Board::lines`](crate::Board::lines), which is index order.
    #[must_use]
    pub const fn iter(self) -> LineSetIter {
        LineSetIter(self)
    }
}

impl IntoIterator for LineSet {
    type Item = Line;
    type IntoIter = LineSetIter;

    fn into_iter(self) -> LineSetIter {
        self.iter()
    }
}

impl fmt::Debug for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The lines of a [`LineSet`] in index order.
#[derive(Clone, Debug)]
pub struct LineSetIter(LineSet);

impl Iterator for LineSetIter {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let index = take_lowest(&mut self.0.bits)?;
        Some(self.0.board.board().lines()[usize::from(index)])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for LineSetIter {}
