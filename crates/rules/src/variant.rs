//! The variants that are offered: rule sets with a name, and what a table may choose.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::board::BoardKind;
use crate::field::{Field, FieldValue};
use crate::rule_set::{QUIET_PLIES, REPETITION, RuleSet, RuleSetFields, list};
use crate::rule_words::{Blocked, BoardFull, MillRule, Movement, Removable, RemovalsPerTurn};

/// A variant: a named rule set and the options that a table may choose.
///
/// Nothing in the engine asks which variant is played.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    name: &'static str,
    fields: RuleSetFields,
    /// The fields that a table may choose; of `fly_at` only 0 and the variant's own value.
    options: &'static [Field],
}

impl Variant {
    /// Every variant, in the order of the rules.
    pub const ALL: &'static [Self] = &VARIANTS;

    /// The name, such as `nine`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The rule set without any option chosen.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        RuleSet::trusted(self.fields)
    }

    /// The fields that a table may choose.
    #[must_use]
    pub const fn options(&self) -> &'static [Field] {
        self.options
    }

    /// The variant of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|variant| variant.name == name)
    }

    /// The variant that differs from a rule set in the fewest fields; the first of several.
    ///
    /// ```
    /// use moelle_rules::Variant;
    ///
    /// let lasker = Variant::find("lasker").expect("lasker is offered");
    /// assert_eq!(Variant::nearest(&lasker.rules()), lasker);
    /// ```
    #[must_use]
    pub fn nearest(rules: &RuleSet) -> &'static Self {
        let differing = |variant: &&Self| rules.differing_fields(&variant.rules()).len();
        Self::ALL
            .iter()
            .min_by_key(differing)
            .unwrap_or(&VARIANTS[0])
    }

    /// Whether a table may choose this value of the field.
    ///
    /// A value that the field cannot have is not offered by anyone.
    #[must_use]
    pub fn offers(&self, field: Field, value: &FieldValue) -> bool {
        self.with_options(&[(field, value.clone())], false).is_ok()
    }

    /// What a table may choose of an option; none where the variant does not offer it.
    #[must_use]
    pub fn offer(&self, option: Field) -> Option<Offer> {
        if !self.options.contains(&option) {
            return None;
        }
        match option {
            Field::Removable => Some(Offer::Words(
                Removable::ALL.iter().map(|value| value.name()).collect(),
            )),
            Field::RemovalsPerTurn => Some(Offer::Words(
                RemovalsPerTurn::ALL
                    .iter()
                    .map(|value| value.name())
                    .collect(),
            )),
            Field::FlyAt => {
                let fly_at = u16::from(self.fields.fly_at);
                Some(Offer::ZeroOr(fly_at..=fly_at))
            }
            Field::Repetition => Some(Offer::ZeroOr(
                (*REPETITION.start()).into()..=(*REPETITION.end()).into(),
            )),
            Field::QuietPlies => Some(Offer::ZeroOr(QUIET_PLIES)),
            _ => None,
        }
    }

    /// The rule set of the variant with some options chosen.
    ///
    /// With `custom_rules` any field may be set and the list of what is offered is not asked.
    ///
    /// ```
    /// use moelle_rules::{Field, FieldValue, OptionError, Variant};
    ///
    /// let six = Variant::find("six").expect("six is offered");
    /// let options = [(Field::FlyAt, FieldValue::Number(3))];
    /// assert!(six.with_options(&options, true).is_ok());
    /// let refused = six.with_options(&options, false).expect_err("nobody flies in six");
    /// assert_eq!(refused.problems, [OptionError::NotOffered { option: Field::FlyAt, variant: "six" }]);
    /// ```
    ///
    /// # Errors
    /// Every option that is not offered and every one whose value is out of range.
    pub fn with_options(
        &self,
        options: &[(Field, FieldValue)],
        custom_rules: bool,
    ) -> Result<RuleSet, InvalidOptions> {
        let mut fields = self.fields;
        let mut problems = Vec::new();
        for (option, value) in options {
            let (option, variant) = (*option, self.name);
            if !custom_rules && !self.options.contains(&option) {
                problems.push(OptionError::NotOffered { option, variant });
            } else if fields.set_value(option, value).is_err() {
                let reason = format!("`{value}` is no value of it");
                problems.push(OptionError::Invalid {
                    option,
                    value: value.clone(),
                    reason,
                });
            }
        }
        let rules = RuleSet::try_from(fields);
        if let Err(invalid) = &rules {
            problems.extend(invalid.problems.iter().map(|problem| OptionError::Invalid {
                option: problem.field(),
                value: fields.value(problem.field()),
                reason: problem.to_string(),
            }));
        }
        let foreign_flight = !custom_rules && ![0, self.fields.fly_at].contains(&fields.fly_at);
        if foreign_flight && rules.is_ok() {
            problems.push(OptionError::NotOffered {
                option: Field::FlyAt,
                variant: self.name,
            });
        }
        match rules {
            Ok(rules) if problems.is_empty() => Ok(rules),
            _ => Err(InvalidOptions { problems }),
        }
    }
}

/// What a table may choose of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// One of these words.
    Words(Vec<&'static str>),
    /// 0, which is never, or a number from a range.
    ZeroOr(RangeInclusive<u16>),
}

/// Options that cannot be chosen, with everything that is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", list(problems))]
pub struct InvalidOptions {
    /// Everything that is wrong; never empty.
    pub problems: Vec<OptionError>,
}

/// An option that cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The variant does not offer the option, or not this value.
    #[error("`{variant}` does not offer the option `{option}`")]
    NotOffered {
        /// The option.
        option: Field,
        /// The name of the variant.
        variant: &'static str,
    },
    /// The value is none that the option can have.
    #[error("option `{option}`: {reason}")]
    Invalid {
        /// The option.
        option: Field,
        /// The value that was chosen.
        value: FieldValue,
        /// What is wrong with it.
        reason: String,
    },
}

const NINE: RuleSetFields = RuleSetFields {
    board: BoardKind::Square24,
    men: 9,
    mill: MillRule::Capture,
    capture_while_placing: true,
    removable: Removable::OutsideMillsFirst,
    removals_per_turn: RemovalsPerTurn::One,
    move_while_placing: false,
    movement: Movement::Adjacent,
    fly_at: 3,
    min_men: 3,
    blocked: Blocked::Loses,
    board_full: BoardFull::Draw,
    repetition: 3,
    quiet_plies: 100,
};
const SIX: RuleSetFields = RuleSetFields {
    board: BoardKind::Square16,
    men: 6,
    fly_at: 0,
    ..NINE
};
const THREE: RuleSetFields = RuleSetFields {
    board: BoardKind::Grid9Diagonal,
    men: 3,
    mill: MillRule::Win,
    fly_at: 0,
    min_men: 0,
    ..NINE
};
const TWELVE: RuleSetFields = RuleSetFields {
    board: BoardKind::Square24Diagonal,
    men: 12,
    ..NINE
};

/// What may be chosen where men are removed, fly, and several mills can be closed at once.
const ALL_OPTIONS: &[Field] = &[
    Field::Removable,
    Field::RemovalsPerTurn,
    Field::FlyAt,
    Field::Repetition,
    Field::QuietPlies,
];
const SEVEN_OPTIONS: &[Field] = &[
    Field::Removable,
    Field::RemovalsPerTurn,
    Field::Repetition,
    Field::QuietPlies,
];
const SIX_OPTIONS: &[Field] = &[Field::Removable, Field::Repetition, Field::QuietPlies];
const THREE_OPTIONS: &[Field] = &[Field::Repetition, Field::QuietPlies];

static VARIANTS: [Variant; 12] = [
    Variant {
        name: "nine",
        fields: NINE,
        options: ALL_OPTIONS,
    },
    Variant {
        name: "six",
        fields: SIX,
        options: SIX_OPTIONS,
    },
    Variant {
        name: "five",
        fields: RuleSetFields { men: 5, ..SIX },
        options: SIX_OPTIONS,
    },
    Variant {
        name: "three",
        fields: THREE,
        options: THREE_OPTIONS,
    },
    Variant {
        name: "twelve",
        fields: TWELVE,
        options: ALL_OPTIONS,
    },
    Variant {
        name: "lasker",
        fields: RuleSetFields {
            men: 10,
            move_while_placing: true,
            ..NINE
        },
        options: ALL_OPTIONS,
    },
    Variant {
        name: "morabaraba",
        fields: TWELVE,
        options: ALL_OPTIONS,
    },
    Variant {
        name: "nine_holes",
        fields: RuleSetFields {
            board: BoardKind::Grid9,
            movement: Movement::Any,
            ..THREE
        },
        options: THREE_OPTIONS,
    },
    Variant {
        name: "seven",
        fields: RuleSetFields {
            board: BoardKind::Square17,
            men: 7,
            ..SIX
        },
        options: SEVEN_OPTIONS,
    },
    Variant {
        name: "eleven",
        fields: RuleSetFields { men: 11, ..TWELVE },
        options: ALL_OPTIONS,
    },
    Variant {
        name: "sesotho",
        fields: RuleSetFields {
            board: BoardKind::Square25,
            ..TWELVE
        },
        options: ALL_OPTIONS,
    },
    Variant {
        name: "achi",
        fields: RuleSetFields { men: 4, ..THREE },
        options: THREE_OPTIONS,
    },
];
