//! Writing records.

use std::fmt;

use super::Record;
use crate::field::{Field, FieldValue};
use crate::position::Position;
use crate::side::Side;

/// Lines of turns end before this column.
const COLUMN_END: usize = 80;
/// The tags of every record, besides those of the fields of the rule set.
const OWN_TAGS: [&str; 7] = [
    "Event",
    "Variant",
    "White",
    "Black",
    "Result",
    "Termination",
    "Position",
];
/// What stands for the half that is missing where a side does not act.
pub(super) const MISSING: &str = "…";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tag(f, "Event", &self.event)?;
        write_tag(f, "Variant", self.variant.name())?;
        write_tag(f, "White", &self.players.white)?;
        write_tag(f, "Black", &self.players.black)?;
        write_tag(f, "Result", self.result().name())?;
        if let Some(outcome) = self.outcome {
            write_tag(f, "Termination", outcome.termination.name())?;
        }
        for (field, value) in self.differing_fields() {
            write_tag(f, field.tag(), &value.to_string())?;
        }
        if self.start != Position::start(self.rules(), Side::FIRST) {
            write_tag(f, "Position", &self.start.to_string())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| is_other(name)) {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        write_in_lines(f, &self.words())
    }
}

impl Record {
    /// The fields in which the rule set differs from the variant, with their values.
    fn differing_fields(&self) -> Vec<(Field, FieldValue)> {
        let rules = self.rules();
        rules
            .differing_fields(&self.variant.rules())
            .into_iter()
            .filter_map(|field| Some((field, rules.value(field)?)))
            .collect()
    }

    /// The numbers, turns and ellipses, and the result.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let (mut number, mut half) = (1, Side::White);
        for (side, turn) in self.turns() {
            if half == Side::Black && side == Side::White {
                words.push(MISSING.to_owned());
                (number, half) = (number + 1, Side::White);
            }
            if half == Side::White {
                words.push(format!("{number}."));
            }
            if half == Side::White && side == Side::Black {
                words.push(MISSING.to_owned());
            }
            words.push(turn.to_string());
            number += usize::from(side == Side::Black);
            half = !side;
        }
        words.push(self.result().to_string());
        words
    }
}

/// Whether this is the name of a tag that a record does not write itself.
fn is_other(name: &str) -> bool {
    let own = OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    is_name(name) && !own && Field::from_tag(name).is_none()
}

/// Writes a tag; what would break its line is written as a blank.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value: String = value
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

fn write_in_lines(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 1;
    for word in words {
        let width = word.chars().count();
        if column > 1 && column + 1 + width > COLUMN_END {
            writeln!(f)?;
            column = 1;
        }
        if column > 1 {
            f.write_str(" ")?;
            column += 1;
        }
        f.write_str(word)?;
        column += width;
    }
    writeln!(f)
}
