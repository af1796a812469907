//! Points, their names, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use crate::bits::take_lowest;
use crate::board::{Board, BoardKind};

/// A place of one board where a man can stand.
///
/// Points come from a [`Board`], so a `Point` always exists. They are ordered by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    board: BoardKind,
    index: u8,
}

impl Point {
    pub(crate) const fn new(board: BoardKind, index: u8) -> Self {
        Self { board, index }
    }

    /// The number of the point on its board, row by row from the top left, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The board that the point belongs to.
    #[must_use]
    pub fn board(self) -> &'static Board {
        self.board.board()
    }

    /// The name of the point, such as `d6`.
    #[must_use]
    pub fn name(self) -> PointName {
        self.board().name(self)
    }

    pub(crate) const fn board_kind(self) -> BoardKind {
        self.board
    }

    pub(crate) const fn raw(self) -> u8 {
        self.index
    }

    pub(crate) const fn bit(self) -> u32 {
        1 << self.index
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a point: a letter and a digit, in lower case.
///
/// It may also name a point that no board has, such as `d0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointName([u8; 2]);

impl PointName {
    pub(crate) const EMPTY: Self = Self([b'a', b'0']);

    pub(crate) const fn new(file: u8, rank: u8) -> Self {
        Self([file, rank])
    }

    /// The name that two bytes of text give: a letter of either case and a digit of ASCII.
    pub(crate) const fn from_ascii(letter: u8, digit: u8) -> Option<Self> {
        if letter.is_ascii_alphabetic() && digit.is_ascii_digit() {
            Some(Self([letter.to_ascii_lowercase(), digit]))
        } else {
            None
        }
    }

    /// Reads the name of a point, known or not; upper case is accepted.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [letter, digit] => Self::from_ascii(*letter, *digit),
            _ => None,
        }
    }

    pub(crate) const fn bytes(self) -> [u8; 2] {
        self.0
    }
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.0.map(char::from);
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of points of one board.
///
/// ```
/// use moelle_rules::BoardKind;
///
/// let board = BoardKind::Square24.board();
/// let d6 = board.point("d6").expect("d6 is on the board");
/// let names: Vec<String> = board.neighbours(d6).iter().map(|point| point.to_string()).collect();
/// assert_eq!(names, ["d7", "b6", "f6", "d5"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    board: BoardKind,
    bits: u32,
}

impl PointSet {
    pub(crate) const fn new(board: BoardKind, bits: u32) -> Self {
        Self { board, bits }
    }

    /// The set of no point of a board.
    #[must_use]
    pub const fn empty(board: BoardKind) -> Self {
        Self { board, bits: 0 }
    }

    /// The set of these points of a board; points of other boards are left out.
    pub fn from_points(board: BoardKind, points: impl IntoIterator<Item = Point>) -> Self {
        points
            .into_iter()
            .filter(|point| point.board_kind() == board)
            .fold(Self::empty(board), |mut set, point| {
                set.bits |= point.bit();
                set
            })
    }

    /// The kind of the board whose points these are.
    #[must_use]
    pub const fn board_kind(self) -> BoardKind {
        self.board
    }

    /// How many points the set holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether the set holds no point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the set holds the point.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        point.board_kind() == self.board && self.bits & point.bit() != 0
    }

    /// The set with one point more; a point of another board changes nothing.
    #[must_use]
    pub fn with(self, point: Point) -> Self {
        self | Self::from_points(self.board, [point])
    }

    /// The set with one point less.
    #[must_use]
    pub fn without(self, point: Point) -> Self {
        self - Self::from_points(self.board, [point])
    }

    /// The points in index order.
    #[must_use]
    pub const fn iter(self) -> PointSetIter {
        PointSetIter(self)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.bits
    }

    /// The bits as far as they are of the same board; the two sides of an operator.
    const fn bits_on(self, board: BoardKind) -> u32 {
        if self.board as u8 == board as u8 {
            self.bits
        } else {
            0
        }
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            bits: self.bits | other.bits_on(self.board),
            ..self
        }
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self {
            bits: self.bits & other.bits_on(self.board),
            ..self
        }
    }
}

impl Sub for PointSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            bits: self.bits & !other.bits_on(self.board),
            ..self
        }
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The points of a [`PointSet`] in index order.
#[derive(Clone, Debug)]
pub struct PointSetIter(PointSet);

impl Iterator for PointSetIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let index = take_lowest(&mut self.0.bits)?;
        Some(Point::new(self.0.board, index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for PointSetIter {}
