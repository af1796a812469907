//! The two sides, and pairs of things that each side has.

use std::ops::{Index, IndexMut, Not};

use crate::words::words;

words! {
    /// One of the two sides.
    Side, "side" {
        /// The side that acts first unless the game says otherwise.
        White = "white",
        /// The other side.
        Black = "black",
    }
}

impl Side {
    /// The side that acts first unless the game says otherwise.
    pub const FIRST: Self = Self::White;

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter of the side in position texts: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The side whose letter this is, if any; upper case is no side.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

/// A pair of values, one for each side.
///
/// ```
/// use moelle_rules::{BySide, Side};
///
/// let hands = BySide { white: 9, black: 8 };
/// assert_eq!(hands[Side::Black], 8);
/// assert_eq!(hands.map(|men| men + 1), BySide { white: 10, black: 9 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> BySide<T> {
    /// The pair that `value` gives for each side.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Self {
        Self {
            white: value(Side::White),
            black: value(Side::Black),
        }
    }

    /// The pair of what `change` makes of each side's value.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            white: change(self.white),
            black: change(self.black),
        }
    }

    /// Both values with their sides, White's first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::White, &self.white), (Side::Black, &self.black)].into_iter()
    }
}

impl<T: Copy> BySide<T> {
    /// The same value for both sides.
    pub const fn both(value: T) -> Self {
        Self {
            white: value,
            black: value,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
