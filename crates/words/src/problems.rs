//! What is wrong with a rule set or a position that was sent.

use moelle_rules::{
    InvalidPosition, InvalidRuleSet, OptionError, PositionProblem, RuleSetProblem, Side,
};

use crate::language::Language;
use crate::message::message;
use crate::names::side_name;
use crate::texts::{Arg, text};

/// An id without its prefix, and what the text needs.
type Filled = (&'static str, Vec<(&'static str, Arg<'static>)>);

/// What to tell people about fields that make no rule set: everything that is wrong.
#[must_use]
pub fn invalid_rule_set(invalid: &InvalidRuleSet, language: Language) -> String {
    let problems = invalid
        .problems
        .iter()
        .map(|problem| rule_set_problem(problem, language));
    message("invalid_rule_set", &reasons(problems), language)
}

/// What to tell people about a position that is refused: every reason.
///
/// ```
/// use moelle_rules::{Position, Variant};
/// use moelle_words::{Language, invalid_position};
///
/// let nine = Variant::find("nine").expect("nine men's morris is offered").rules();
/// let invalid = Position::parse(nine, "3/3/3/6/3/3/3 w 10,9 0 0 0").expect_err("ten men");
/// assert_eq!(
///     invalid_position(&invalid, Language::English),
///     "This position is not possible under these rules: \
///      White has 10 men on the board and in hand; there are only 9.",
/// );
/// ```
#[must_use]
pub fn invalid_position(invalid: &InvalidPosition, language: Language) -> String {
    let problems = invalid
        .reasons
        .iter()
        .map(|problem| position_problem(problem, language));
    message("invalid_position", &reasons(problems), language)
}

/// What to tell people about an option that cannot be chosen.
#[must_use]
pub fn option_error(error: &OptionError, language: Language) -> String {
    match error {
        OptionError::NotOffered { option, variant } => {
            let args = [
                ("option", option.name().into()),
                ("variant", (*variant).into()),
            ];
            message("option_not_offered", &args, language)
        }
        OptionError::Invalid { option, .. } => message(
            "invalid_option",
            &[("option", option.name().into())],
            language,
        ),
    }
}

fn reasons(problems: impl Iterator<Item = String>) -> [(&'static str, Arg<'static>); 1] {
    [("reasons", problems.collect::<Vec<_>>().join(" ").into())]
}

/// One thing that is wrong with the fields of a rule set, in a sentence.
#[must_use]
pub fn rule_set_problem(problem: &RuleSetProblem, language: Language) -> String {
    type Problem = RuleSetProblem;
    let (id, args): Filled = match *problem {
        Problem::Men { men } => ("men", vec![("men", men.into())]),
        Problem::MenForBoard { men, points, .. } => (
            "men_for_board",
            vec![("men", men.into()), ("points", points.into())],
        ),
        Problem::FlyAt { fly_at, men } => (
            "fly_at",
            vec![("fly_at", fly_at.into()), ("men", men.into())],
        ),
        Problem::MinMen {
            min_men, needed, ..
        } => (
            "min_men",
            vec![("min_men", min_men.into()), ("needed", needed.into())],
        ),
        Problem::Repetition { repetition } => {
            ("repetition", vec![("repetition", repetition.into())])
        }
        Problem::QuietPlies { quiet_plies } => {
            ("quiet_plies", vec![("quiet_plies", quiet_plies.into())])
        }
    };
    text(&format!("rule_set-{id}"), &args, language)
}

/// One reason for which a position is refused, in a sentence.
#[must_use]
pub fn position_problem(problem: &PositionProblem, language: Language) -> String {
    type Problem = PositionProblem;
    let named = |side: Side| ("side", side_name(side, language).into());
    let (id, args): Filled = match *problem {
        Problem::Fields { found } => ("fields", vec![("found", found.into())]),
        Problem::Rows {
            found, expected, ..
        } => (
            "rows",
            vec![("found", found.into()), ("expected", expected.into())],
        ),
        Problem::Row {
            row,
            found,
            expected,
        } => {
            let points = [("found", found.into()), ("expected", expected.into())];
            (
                "row",
                [("row", row.into())].into_iter().chain(points).collect(),
            )
        }
        Problem::Letter { row, letter } => {
            let letter = letter.escape_debug().to_string();
            (
                "letter",
                vec![("row", row.into()), ("letter", letter.into())],
            )
        }
        Problem::DigitsSideBySide { row } => ("digits_side_by_side", vec![("row", row.into())]),
        Problem::Side => ("side", vec![]),
        Problem::Hands => ("hands", vec![]),
        Problem::Owed => ("owed", vec![]),
        Problem::Quiet => ("quiet", vec![]),
        Problem::Ply => ("ply", vec![]),
        Problem::OtherBoard { side } => ("other_board", vec![named(side)]),
        Problem::BothSides { point } => ("both_sides", vec![("point", point.to_string().into())]),
        Problem::TooManyMen { side, found, men } => (
            "too_many_men",
            vec![named(side), ("found", found.into()), ("men", men.into())],
        ),
        Problem::BothBelowMinMen { min_men } => {
            ("both_below_min_men", vec![("min", min_men.into())])
        }
        Problem::OwedWhereMillWins => ("owed_where_mill_wins", vec![]),
        Problem::OwedWithoutMill { side } => ("owed_without_mill", vec![named(side)]),
        Problem::OwedMoreThanEarned { owed, most } => (
            "owed_more_than_earned",
            vec![("owed", owed.into()), ("most", most.into())],
        ),
        Problem::OwedMoreThanMen { owed, men } => (
            "owed_more_than_men",
            vec![("owed", owed.into()), ("men", men.into())],
        ),
        Problem::NothingRemovable => ("nothing_removable", vec![]),
    };
    text(&format!("position-{id}"), &args, language)
}

#[cfg(test)]
mod tests {
    use moelle_rules::{Field, FieldValue, RuleSet, Variant};

    use super::*;

    #[test]
    fn every_problem_of_a_rule_set_is_told_at_once() {
        let mut fields = Variant::ALL[0].rules().fields();
        (fields.men, fields.repetition) = (2, 1);
        let invalid = RuleSet::try_from(fields).expect_err("two men are too few");
        assert_eq!(
            invalid_rule_set(&invalid, Language::Danish),
            "Reglerne passer ikke sammen: En spiller har fra 3 til 12 brikker, ikke 2. \
             Man flyver med mindst 3 brikker og højst alle sine egne, eller aldrig, ikke med 3. \
             Uafgjort ved gentagelse kommer efter 2 til 10 gange eller aldrig, ikke efter 1.",
        );
    }

    #[test]
    fn an_option_error_names_the_option_for_people() {
        let six = Variant::find("six").expect("six men's morris is offered");
        let chosen = [
            (Field::FlyAt, FieldValue::from(3)),
            (Field::Repetition, FieldValue::from(1)),
        ];
        let refused = six
            .with_options(&chosen, false)
            .expect_err("neither can be chosen");
        let told: Vec<String> = refused
            .problems
            .iter()
            .map(|error| option_error(error, Language::Norwegian))
            .collect();
        assert_eq!(
            told,
            [
                "Mølle med seks brikker har ikke valget «Å fly».",
                "Valget «Gjentakelse» kan ikke ha den verdien.",
            ]
        );
    }
}
