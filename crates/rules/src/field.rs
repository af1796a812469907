//! The fields of a rule set by name: one table for digests, records, options and comparisons.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rule_set::RuleSetFields;
use crate::rule_words::MillRule;
use crate::words::words;

words! {
    /// A field of a rule set, in the order of the rules.
    Field, "field" {
        /// The board.
        Board = "board",
        /// How many men each side has.
        Men = "men",
        /// What closing a mill does.
        Mill = "mill",
        /// Whether a mill earns anything while men are in hand.
        CaptureWhilePlacing = "capture_while_placing",
        /// Which men may be removed.
        Removable = "removable",
        /// What closing several mills in one action earns.
        RemovalsPerTurn = "removals_per_turn",
        /// Whether a side with men in hand may move instead of placing.
        MoveWhilePlacing = "move_while_placing",
        /// Where a man moves.
        Movement = "movement",
        /// With how many men on the board, or fewer, a side flies.
        FlyAt = "fly_at",
        /// With fewer men than this a side has lost.
        MinMen = "min_men",
        /// What happens to a side that has no legal turn.
        Blocked = "blocked",
        /// What happens when every point is occupied.
        BoardFull = "board_full",
        /// How often the same position may occur before the game is drawn.
        Repetition = "repetition",
        /// After how many plies without a placement or a removal the game is drawn.
        QuietPlies = "quiet_plies",
    }
}

impl Field {
    /// The field's tag in game records: its name in `CamelCase`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Board => "Board",
            Self::Men => "Men",
            Self::Mill => "Mill",
            Self::CaptureWhilePlacing => "CaptureWhilePlacing",
            Self::Removable => "Removable",
            Self::RemovalsPerTurn => "RemovalsPerTurn",
            Self::MoveWhilePlacing => "MoveWhilePlacing",
            Self::Movement => "Movement",
            Self::FlyAt => "FlyAt",
            Self::MinMen => "MinMen",
            Self::Blocked => "Blocked",
            Self::BoardFull => "BoardFull",
            Self::Repetition => "Repetition",
            Self::QuietPlies => "QuietPlies",
        }
    }

    /// The field with this tag, whatever the case.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|field| field.tag().eq_ignore_ascii_case(tag))
    }

    /// Whether rule sets of this kind of mill have the field: where a mill wins, nothing is
    /// ever removed.
    #[must_use]
    pub const fn is_used_where(self, mill: MillRule) -> bool {
        !(matches!(mill, MillRule::Win)
            && matches!(
                self,
                Self::CaptureWhilePlacing | Self::Removable | Self::RemovalsPerTurn
            ))
    }
}

/// The value of a field as it is written: yes or no, a number, or a word.
///
/// It may be a value that the field cannot have; [`RuleSetFields::set_value`] tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// `yes` or `no`.
    YesNo(bool),
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::YesNo(true) => f.write_str("yes"),
            Self::YesNo(false) => f.write_str("no"),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

impl FromStr for FieldValue {
    type Err = Infallible;

    /// Reads any text; what is neither yes nor no nor a number as it is written is a word.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match (text, text.parse::<u64>()) {
            ("yes", _) => Self::YesNo(true),
            ("no", _) => Self::YesNo(false),
            (_, Ok(number)) if number.to_string() == text => Self::Number(number),
            _ => Self::Word(text.to_owned()),
        })
    }
}

impl From<bool> for FieldValue {
    fn from(yes: bool) -> Self {
        Self::YesNo(yes)
    }
}

impl From<u64> for FieldValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for FieldValue {
    /// A word; unlike [`FieldValue::from_str`] this reads no number and no yes or no.
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

/// A value that a field cannot have, whatever the other fields hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{value}` is no value of `{field}`")]
pub struct InvalidFieldValue {
    /// The field.
    pub field: Field,
    /// The value as it was given.
    pub value: FieldValue,
}

impl RuleSetFields {
    /// The value of a field.
    #[must_use]
    pub fn value(&self, field: Field) -> FieldValue {
        let word = |word: &str| FieldValue::Word(word.to_owned());
        match field {
            Field::Board => word(self.board.name()),
            Field::Men => FieldValue::Number(self.men.into()),
            Field::Mill => word(self.mill.name()),
            Field::CaptureWhilePlacing => FieldValue::YesNo(self.capture_while_placing),
            Field::Removable => word(self.removable.name()),
            Field::RemovalsPerTurn => word(self.removals_per_turn.name()),
            Field::MoveWhilePlacing => FieldValue::YesNo(self.move_while_placing),
            Field::Movement => word(self.movement.name()),
            Field::FlyAt => FieldValue::Number(self.fly_at.into()),
            Field::MinMen => FieldValue::Number(self.min_men.into()),
            Field::Blocked => word(self.blocked.name()),
            Field::BoardFull => word(self.board_full.name()),
            Field::Repetition => FieldValue::Number(self.repetition.into()),
            Field::QuietPlies => FieldValue::Number(self.quiet_plies.into()),
        }
    }

    /// The value of a field as it is written.
    #[must_use]
    pub fn get(&self, field: Field) -> String {
        self.value(field).to_string()
    }

    /// Sets a field to a value of the right type.
    ///
    /// # Errors
    /// The field cannot have the value. Whether the fields make a rule set together is told
    /// by [`RuleSet::try_from`](crate::RuleSet).
    pub fn set_value(&mut self, field: Field, value: &FieldValue) -> Result<(), InvalidFieldValue> {
        self.try_set(field, value).ok_or_else(|| InvalidFieldValue {
            field,
            value: value.clone(),
        })
    }

    /// Sets a field to the value that a text writes.
    ///
    /// ```
    /// use moelle_rules::{Field, RuleSet, Variant};
    ///
    /// let mut fields = Variant::find("nine").expect("nine is offered").rules().fields();
    /// fields.set(Field::FlyAt, "0")?;
    /// assert_eq!(RuleSet::try_from(fields)?.fly_at(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`RuleSetFields::set_value`].
    pub fn set(&mut self, field: Field, text: &str) -> Result<(), InvalidFieldValue> {
        let Ok(value) = text.parse::<FieldValue>();
        self.set_value(field, &value)
    }

    fn try_set(&mut self, field: Field, value: &FieldValue) -> Option<()> {
        match field {
            Field::Board => self.board = word(value)?,
            Field::Men => self.men = number(value)?,
            Field::Mill => self.mill = word(value)?,
            Field::CaptureWhilePlacing => self.capture_while_placing = yes_no(value)?,
            Field::Removable => self.removable = word(value)?,
            Field::RemovalsPerTurn => self.removals_per_turn = word(value)?,
            Field::MoveWhilePlacing => self.move_while_placing = yes_no(value)?,
            Field::Movement => self.movement = word(value)?,
            Field::FlyAt => self.fly_at = number(value)?,
            Field::MinMen => self.min_men = number(value)?,
            Field::Blocked => self.blocked = word(value)?,
            Field::BoardFull => self.board_full = word(value)?,
            Field::Repetition => self.repetition = number(value)?,
            Field::QuietPlies => self.quiet_plies = number(value)?,
        }
        Some(())
    }
}

fn word<T: FromStr>(value: &FieldValue) -> Option<T> {
    match value {
        FieldValue::Word(word) => word.parse().ok(),
        _ => None,
    }
}

fn number<T: TryFrom<u64>>(value: &FieldValue) -> Option<T> {
    match value {
        FieldValue::Number(number) => T::try_from(*number).ok(),
        _ => None,
    }
}

fn yes_no(value: &FieldValue) -> Option<bool> {
    match value {
        FieldValue::YesNo(yes) => Some(*yes),
        _ => None,
    }
}
