//! How a game ended, in a sentence.

use moelle_rules::{GameResult, Outcome, RuleSet, Side, Termination};

use crate::language::Language;
use crate::names::side_name;
use crate::texts::{Arg, text};

/// How a game that was played by these rules ended: who has won, and why.
///
/// ```
/// use moelle_rules::{Outcome, Side, Termination, Variant};
/// use moelle_words::{Language, ending};
///
/// let rules = Variant::find("nine").expect("nine men's morris is offered").rules();
/// assert_eq!(
///     ending(Outcome::win(Side::White, Termination::TooFewMen), &rules, Language::English),
///     "White wins: Black has fewer than three men.",
/// );
/// ```
#[must_use]
pub fn ending(outcome: Outcome, rules: &RuleSet, language: Language) -> String {
    let winner = outcome.winner().unwrap_or(Side::White);
    let args: [(&str, Arg<'_>); 5] = [
        ("winner", side_name(winner, language).into()),
        ("loser", side_name(winner.opponent(), language).into()),
        ("min", rules.min_men().into()),
        ("count", rules.repetition().into()),
        ("plies", rules.quiet_plies().into()),
    ];
    text(&id(outcome, rules), &args, language)
}

fn id(outcome: Outcome, rules: &RuleSet) -> String {
    let Outcome {
        result,
        termination,
    } = outcome;
    let id = match (termination, result) {
        (termination, result) if !termination.allows(result) => match result {
            GameResult::WhiteWins | GameResult::BlackWins => "ending-other-won",
            GameResult::Draw => "ending-other-draw",
            GameResult::NoResult => "ending-other-none",
        },
        (Termination::Blocked, GameResult::Draw) => "ending-blocked-draw",
        (Termination::Repetition, _) if rules.repetition() == 0 => "ending-repetition-unlimited",
        (Termination::Quiet, _) if rules.quiet_plies() == 0 => "ending-quiet-unlimited",
        (termination, _) => return format!("ending-{}", termination.name()),
    };
    id.to_owned()
}

#[cfg(test)]
mod tests {
    use moelle_rules::Variant;

    use super::*;

    #[test]
    fn every_ending_names_the_winner_first() {
        let rules = Variant::ALL[0].rules();
        for language in Language::ALL {
            for (termination, result) in every_end() {
                let sentence = ending(
                    Outcome {
                        result,
                        termination,
                    },
                    &rules,
                    *language,
                );
                assert!(sentence.ends_with('.'), "{sentence}");
                let first = Side::ALL
                    .iter()
                    .find(|side| sentence.starts_with(&side_name(**side, *language)));
                assert_eq!(first.copied(), result.winner(), "{termination}: {sentence}");
            }
        }
    }

    #[test]
    fn different_endings_are_told_differently() {
        let rules = Variant::ALL[0].rules();
        for language in Language::ALL {
            let possible = every_end().filter(|(termination, result)| termination.allows(*result));
            let mut told = std::collections::HashSet::new();
            for (termination, result) in possible {
                let sentence = ending(
                    Outcome {
                        result,
                        termination,
                    },
                    &rules,
                    *language,
                );
                assert!(told.insert(sentence.clone()), "{sentence}");
            }
        }
    }

    #[test]
    fn numbers_come_from_the_rules() {
        let mut fields = Variant::ALL[0].rules().fields();
        (fields.repetition, fields.quiet_plies) = (5, 60);
        let rules = RuleSet::try_from(fields).expect("the fields fit together");
        let repetition = Outcome::draw(Termination::Repetition);
        assert!(ending(repetition, &rules, Language::German).contains("5-mal"));
        let quiet = Outcome::draw(Termination::Quiet);
        assert!(ending(quiet, &rules, Language::Danish).contains("60 ture"));
    }

    fn every_end() -> impl Iterator<Item = (Termination, GameResult)> {
        Termination::ALL
            .iter()
            .flat_map(|end| GameResult::ALL.iter().map(|result| (*end, *result)))
    }
}
