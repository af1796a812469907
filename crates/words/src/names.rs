//! What things are called.

use moelle_rules::{BoardKind, Field, FieldValue, GameResult, Phase, Side, Termination, Variant};

use crate::language::Language;
use crate::texts::{Arg, find, text};

/// The name of a variant, such as ‘Nine men’s morris’.
#[must_use]
pub fn variant_name(variant: &Variant, language: Language) -> String {
    text(&format!("variant-{}", variant.name()), &[], language)
}

/// One sentence on what a variant is.
#[must_use]
pub fn variant_about(variant: &Variant, language: Language) -> String {
    text(&format!("variant-{}.about", variant.name()), &[], language)
}

/// The history of a variant in a few sentences, with their sources.
#[must_use]
pub fn variant_history(variant: &Variant, language: Language) -> String {
    text(&format!("history-{}", variant.name()), &[], language)
}

/// The name of a board, with the number of its points.
#[must_use]
pub fn board_name(kind: BoardKind, language: Language) -> String {
    let points = kind.board().points().len();
    text(
        &format!("board-{}", kind.name()),
        &[("points", points.into())],
        language,
    )
}

/// The name of a side.
#[must_use]
pub fn side_name(side: Side, language: Language) -> String {
    text(&format!("side-{}", side.name()), &[], language)
}

/// What a side does in a phase: ‘placing’, ‘moving’ or ‘flying’.
#[must_use]
pub fn phase_name(phase: Phase, language: Language) -> String {
    text(&format!("phase-{}", phase.name()), &[], language)
}

/// A result in a word or two, such as ‘White wins’.
#[must_use]
pub fn result_name(result: GameResult, language: Language) -> String {
    let id = match result {
        GameResult::WhiteWins => "result-white_wins",
        GameResult::BlackWins => "result-black_wins",
        GameResult::Draw => "result-draw",
        GameResult::NoResult => "result-no_result",
    };
    text(id, &[], language)
}

/// What ended a game in a few words; [`ending`](crate::ending) says it in a sentence.
#[must_use]
pub fn termination_name(termination: Termination, language: Language) -> String {
    text(
        &format!("termination-{}", termination.name()),
        &[],
        language,
    )
}

/// The name of a field of a rule set, as an option of a table too.
#[must_use]
pub fn field_name(field: Field, language: Language) -> String {
    text(&format!("field-{}", field.name()), &[], language)
}

/// One sentence on what a field of a rule set settles.
#[must_use]
pub fn field_about(field: Field, language: Language) -> String {
    text(&format!("field-{}.about", field.name()), &[], language)
}

/// The value of a field in a few words. One that the field cannot have is told as it is written.
#[must_use]
pub fn value_name(field: Field, value: &FieldValue, language: Language) -> String {
    let found = match value {
        FieldValue::YesNo(true) => find("value-yes", &[], language),
        FieldValue::YesNo(false) => find("value-no", &[], language),
        FieldValue::Number(count) => {
            let args = [("count", Arg::from(*count))];
            find(&format!("value-{}", field.name()), &args, language)
        }
        FieldValue::Word(word) if field == Field::Board => word
            .parse()
            .ok()
            .map(|kind: BoardKind| board_name(kind, language)),
        FieldValue::Word(word) => find(&format!("value-{}-{word}", field.name()), &[], language),
    };
    found.unwrap_or_else(|| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_no_field_has_is_told_as_it_is_written() {
        for (field, value) in [
            (Field::Board, FieldValue::from("round")),
            (Field::Board, FieldValue::from(8)),
            (Field::Mill, FieldValue::from("lose.about")),
            (Field::Blocked, FieldValue::from(3)),
            (Field::Blocked, FieldValue::from("{ $a }")),
        ] {
            for language in Language::ALL {
                assert_eq!(value_name(field, &value, *language), value.to_string());
            }
        }
    }

    #[test]
    fn no_two_of_a_kind_have_the_same_name() {
        for language in Language::ALL {
            unique(
                Variant::ALL
                    .iter()
                    .map(|variant| variant_name(variant, *language)),
            );
            unique(
                BoardKind::ALL
                    .iter()
                    .map(|board| board_name(*board, *language)),
            );
            unique(Side::ALL.iter().map(|side| side_name(*side, *language)));
            unique(Phase::ALL.iter().map(|phase| phase_name(*phase, *language)));
            unique(
                GameResult::ALL
                    .iter()
                    .map(|result| result_name(*result, *language)),
            );
            unique(
                Termination::ALL
                    .iter()
                    .map(|end| termination_name(*end, *language)),
            );
            unique(Field::ALL.iter().map(|field| field_name(*field, *language)));
        }
    }

    fn unique(names: impl Iterator<Item = String>) {
        let mut seen = std::collections::HashSet::new();
        for name in names {
            assert!(seen.insert(name.clone()), "{name}");
        }
    }
}
