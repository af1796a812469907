//! What the sentences and the rows are about.

use std::fmt;

use crate::language::Language;
use crate::texts::text;

/// What a sentence of the rules, or a row of a comparison, is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// The points of the board and how they are joined.
    Board,
    /// How many men each side has.
    Men,
    /// Where mills stand.
    Lines,
    /// How men are placed.
    Placing,
    /// What closing a mill does.
    Mill,
    /// What may be removed.
    Removing,
    /// Where men move.
    Movement,
    /// Who flies.
    Flying,
    /// How one wins and loses.
    Winning,
    /// When the game is drawn.
    Draws,
}

impl Topic {
    /// Every topic, in the order in which the rules are told.
    pub const ALL: &'static [Self] = &[
        Self::Board,
        Self::Men,
        Self::Lines,
        Self::Placing,
        Self::Mill,
        Self::Removing,
        Self::Movement,
        Self::Flying,
        Self::Winning,
        Self::Draws,
    ];

    /// The word that machines know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Men => "men",
            Self::Lines => "lines",
            Self::Placing => "placing",
            Self::Mill => "mill",
            Self::Removing => "removing",
            Self::Movement => "movement",
            Self::Flying => "flying",
            Self::Winning => "winning",
            Self::Draws => "draws",
        }
    }

    /// The heading for people.
    #[must_use]
    pub fn title(self, language: Language) -> String {
        text(&format!("topic-{}", self.name()), &[], language)
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
