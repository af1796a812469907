//! Positions, and everything that is to be said of one.

use moelle_rules::{Outcome, Position, RuleSet, Side};
use moelle_words::{Language, ending, message, position_problem};

use crate::error::ErrorCode;
use crate::v1;
use crate::wire::board::point_names;
use crate::wire::problems::Problems;
use crate::wire::turn::mills;

/// A position with what its game knows of it.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The position.
    pub position: &'a Position,
    /// The end that the game or the position stands at.
    pub outcome: Option<Outcome>,
    /// How often the position has occurred. `None` where there is no history, and between the
    /// actions of a turn.
    pub occurrences: Option<u32>,
}

impl<'a> From<&'a Position> for Standing<'a> {
    /// A position without history.
    fn from(position: &'a Position) -> Self {
        Self {
            position,
            outcome: position.outcome(),
            occurrences: None,
        }
    }
}

/// Reads a position, or the start with White to act where there is none; `at` is the field
/// that holds it. What is wrong is added to `problems`.
pub fn read_position(
    rules: RuleSet,
    text: Option<&str>,
    at: &str,
    problems: &mut Problems,
) -> Option<Position> {
    let Some(text) = text else {
        return Some(Position::start(rules, Side::FIRST));
    };
    match Position::parse(rules, text) {
        Ok(position) => Some(position),
        Err(invalid) => {
            problems.tell(at, ErrorCode::InvalidPosition, |language| {
                let reasons: Vec<String> = invalid
                    .reasons
                    .iter()
                    .map(|reason| position_problem(reason, language))
                    .collect();
                let reasons = reasons.join(" ");
                message("invalid_position", &[("reasons", reasons.into())], language)
            });
            None
        }
    }
}

/// Everything that is to be said of a position, in a language.
#[must_use]
pub fn state(standing: Standing<'_>, language: Language) -> v1::PositionState {
    let Standing {
        position,
        occurrences,
        ..
    } = standing;
    let rules = position.rules();
    v1::PositionState {
        position: position.to_string(),
        side: v1::Side::from(position.side()).into(),
        phase: v1::Phase::from(position.phase()).into(),
        removals_owed: position.owed().into(),
        removable: point_names(position.removable()),
        mills: Some(v1::Mills {
            white: mills(position.mills(Side::White)),
            black: mills(position.mills(Side::Black)),
        }),
        outcome: standing.outcome.map(|end| outcome(end, &rules, language)),
        occurrences,
        occurrences_max: rules.repetition().into(),
        quiet_plies: position.quiet(),
        quiet_plies_max: rules.quiet_plies().into(),
        ply: position.ply(),
        flying: Some(v1::FlyingBySide {
            white: Some(flying(position, Side::White)),
            black: Some(flying(position, Side::Black)),
        }),
    }
}

/// The end of a game that was played by these rules, in a language.
#[must_use]
pub fn outcome(outcome: Outcome, rules: &RuleSet, language: Language) -> v1::Outcome {
    v1::Outcome {
        result: v1::GameResult::from(outcome.result).into(),
        termination: v1::Termination::from(outcome.termination).into(),
        message: ending(outcome, rules, language),
    }
}

/// Whether a side flies, and why.
#[must_use]
pub fn flying(position: &Position, side: Side) -> v1::Flying {
    let reason = if position.flies(side) {
        v1::FlyingReason::FewMen
    } else if position.rules().fly_at() == 0 {
        v1::FlyingReason::NotInRuleSet
    } else if position.hand(side) > 0 {
        v1::FlyingReason::MenInHand
    } else {
        v1::FlyingReason::TooManyMen
    };
    v1::Flying {
        flies: position.flies(side),
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::Variant;

    use super::*;

    fn rules(variant: &str) -> RuleSet {
        Variant::find(variant).expect("a variant").rules()
    }

    fn nine(text: &str) -> Position {
        Position::parse(rules("nine"), text).expect("a position")
    }

    #[test]
    fn no_text_is_the_start_with_white_to_act() {
        let mut problems = Problems::new(Language::English);
        let start = read_position(rules("nine"), None, "position", &mut problems);
        let text = problems.or(start).expect("the start").to_string();
        assert_eq!(text, "3/3/3/6/3/3/3 w 9,9 0 0 0");
    }

    #[test]
    fn a_position_that_is_refused_names_its_field_and_every_reason() {
        let mut problems = Problems::new(Language::English);
        let read = read_position(
            rules("nine"),
            Some("3/3 x 9,9 0 0 0"),
            "start",
            &mut problems,
        );
        let failure = problems.or(read).expect_err("no position");
        assert_eq!(failure.code(), ErrorCode::InvalidPosition);
        assert_eq!(failure.violations()[0].field, "start");
        assert!(failure.message().contains("rows"), "{failure}");
        assert!(failure.message().contains("w or b"), "{failure}");
    }

    #[test]
    fn a_state_says_what_is_owed_and_what_may_be_removed() {
        let position = nine("1w1/1w1/1w1/4b1/3/b2/3 w 6,7 1 0 4");
        let state = state(Standing::from(&position), Language::English);
        assert_eq!(
            (state.side(), state.phase()),
            (v1::Side::White, v1::Phase::Placing)
        );
        assert_eq!(state.removals_owed, 1);
        assert_eq!(state.removable, ["f4", "b2"]);
        let white = state.mills.expect("mills").white;
        assert_eq!(white[0].points, ["d7", "d6", "d5"]);
        assert_eq!((state.outcome, state.occurrences), (None, None));
        assert_eq!((state.occurrences_max, state.quiet_plies_max), (3, 100));
    }

    #[test]
    fn a_state_says_who_flies_and_why() {
        use v1::FlyingReason::{FewMen, MenInHand, NotInRuleSet, TooManyMen};
        let reason = |position: &Position, side| flying(position, side).reason();
        let position = nine("www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30");
        assert_eq!(reason(&position, Side::White), TooManyMen);
        let position = nine("www/bb1/3/5b/3/b2/3 w 0,1 0 0 30");
        assert_eq!(reason(&position, Side::White), FewMen);
        assert_eq!(reason(&position, Side::Black), MenInHand);
        let start = Position::start(rules("three"), Side::White);
        assert_eq!(reason(&start, Side::White), NotInRuleSet);
    }

    #[test]
    fn an_outcome_is_told_in_the_language_of_the_caller() {
        let position = nine("www/bb1/3/6/3/3/3 b 0,0 0 0 30");
        let told = |language| {
            let state = state(Standing::from(&position), language);
            state.outcome.expect("black has two men")
        };
        let english = told(Language::English);
        assert_eq!(english.result(), v1::GameResult::WhiteWins);
        assert_eq!(english.termination(), v1::Termination::TooFewMen);
        assert_ne!(english.message, told(Language::Danish).message);
    }
}
