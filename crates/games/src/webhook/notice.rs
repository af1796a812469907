//! What applications are told.

use moelle_rules::Side;
use time::OffsetDateTime;

use crate::{Change, Event, Game, GameId, GameStatus, Revision};

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// A side is to act that was not before, and both seats are taken.
    YourTurn,
    /// A draw or a rematch is offered, or a takeback is asked for.
    Offer,
    /// The game has ended.
    Finished,
}

/// Kinds of notices that a webhook wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeKinds(u8);

/// A notice of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The game.
    pub game: GameId,
    /// The revision that the change made.
    pub revision: Revision,
    /// When it happened.
    pub at: OffsetDateTime,
    /// The name of the variant. `None`: a whole rule set of the application's own.
    pub variant: Option<String>,
    /// The position after it, as text.
    pub position: String,
    /// The offer, where it is about one.
    pub offer: Option<Offer>,
    /// The result and how the game ended, in the words of the rules, once it has.
    pub outcome: Option<(String, String)>,
}

/// An offer that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// `draw`, `takeback` or `rematch`.
    pub what: &'static str,
    /// Whose it is.
    pub by: Side,
}

impl NoticeKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::YourTurn, Self::Offer, Self::Finished];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::YourTurn => "your_turn",
            Self::Offer => "offer",
            Self::Finished => "finished",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Its bit in [`NoticeKinds`]: 1, 2, 4 in the order of [`NoticeKind::ALL`].
    #[must_use]
    pub const fn bit(self) -> u8 {
        match self {
            Self::YourTurn => 1,
            Self::Offer => 2,
            Self::Finished => 4,
        }
    }

    /// What applications are told of the event that made a game what it is, if anything.
    #[must_use]
    pub fn of(game: &Game, event: &Event) -> Option<Self> {
        if event.ends_game() {
            return Some(Self::Finished);
        }
        match event.change {
            Change::DrawOffered { .. }
            | Change::TakebackRequested { .. }
            | Change::RematchWanted { game: None, .. } => Some(Self::Offer),
            Change::TurnPlayed { .. } if event.position.owed() > 0 => None,
            Change::TurnPlayed { .. }
            | Change::Created
            | Change::SeatTaken { .. }
            | Change::TakebackAnswered {
                taken_back_to: Some(_),
                ..
            } => (game.status() == GameStatus::Running).then_some(Self::YourTurn),
            _ => None,
        }
    }
}

impl NoticeKinds {
    /// Every kind.
    #[must_use]
    pub fn all() -> Self {
        NoticeKind::ALL.into_iter().collect()
    }

    /// The kinds whose bits a number holds. `None`: it holds none, or others.
    #[must_use]
    pub fn from_bits(bits: u8) -> Option<Self> {
        let is_known = bits & !Self::all().0 == 0;
        (bits != 0 && is_known).then_some(Self(bits))
    }

    /// Their bits, added together.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds one by one.
    pub fn iter(self) -> impl Iterator<Item = NoticeKind> {
        let wanted = move |kind: &NoticeKind| self.0 & kind.bit() != 0;
        NoticeKind::ALL.into_iter().filter(wanted)
    }
}

impl FromIterator<NoticeKind> for NoticeKinds {
    fn from_iter<I: IntoIterator<Item = NoticeKind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | kind.bit()))
    }
}

impl Offer {
    /// The offer that an event of this kind made, in the word of its column.
    pub(super) fn of(event_kind: &str, by: Side) -> Option<Self> {
        let what = match event_kind {
            "draw_offered" => "draw",
            "takeback_requested" => "takeback",
            "rematch_wanted" => "rematch",
            _ => return None,
        };
        Some(Self { what, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_by_word_and_by_bit() {
        for kind in NoticeKind::ALL {
            assert_eq!(NoticeKind::from_word(kind.word()), Some(kind));
            let one = NoticeKinds::from_bits(kind.bit()).expect("a kind");
            assert_eq!(one.iter().collect::<Vec<_>>(), [kind]);
        }
        assert_eq!(NoticeKind::from_word("ping"), None);
        assert_eq!(NoticeKinds::from_bits(0), None);
        assert_eq!(NoticeKinds::from_bits(8), None);
        assert_eq!(NoticeKinds::all().bits(), 7);
    }
}
