//! Turns, mills, and refusals.

use moelle_rules::{IllegalTurn, Line, Refusal};
use moelle_words::Language;

use crate::error::{ErrorCode, Failure};
use crate::v1;
use crate::wire::board::point_names;

/// A line as a mill.
#[must_use]
pub fn mill(line: Line) -> v1::Mill {
    v1::Mill {
        points: point_names(line),
    }
}

/// Lines as mills, in their order.
#[must_use]
pub fn mills(lines: impl IntoIterator<Item = Line>) -> Vec<v1::Mill> {
    lines.into_iter().map(mill).collect()
}

/// A refused turn as an answer, in a language.
#[must_use]
pub fn refusal(illegal: &IllegalTurn, language: Language) -> v1::Refusal {
    v1::Refusal {
        reason: v1::RefusalReason::from(illegal.refusal).into(),
        action: u32::try_from(illegal.action).unwrap_or(u32::MAX),
        point: illegal.point.map(|point| point.to_string()),
        message: moelle_words::refusal(illegal, language),
    }
}

/// A refused turn as a failure, for games that are stored.
#[must_use]
pub fn refused(illegal: &IllegalTurn) -> Failure {
    let failure = Failure::new(illegal.refusal.into()).with("action", illegal.action);
    match illegal.point {
        Some(point) => failure.with("point", point),
        None => failure,
    }
}

impl From<Refusal> for ErrorCode {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::BadNotation => Self::BadNotation,
            Refusal::UnknownPoint => Self::UnknownPoint,
            Refusal::GameOver => Self::GameOver,
            Refusal::RemovalOwed => Self::RemovalOwed,
            Refusal::NoRemovalOwed => Self::NoRemovalOwed,
            Refusal::NothingToRemove => Self::NothingToRemove,
            Refusal::OwnMan => Self::OwnMan,
            Refusal::ManInMill => Self::ManInMill,
            Refusal::NoneInHand => Self::NoneInHand,
            Refusal::MenInHand => Self::MenInHand,
            Refusal::NoManThere => Self::NoManThere,
            Refusal::NotYourMan => Self::NotYourMan,
            Refusal::PointOccupied => Self::PointOccupied,
            Refusal::NotAdjacent => Self::NotAdjacent,
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::PointName;

    use super::*;

    #[test]
    fn every_refusal_is_an_error_with_its_own_reason() {
        for refusal in Refusal::ALL {
            let code = ErrorCode::from(*refusal);
            assert_eq!(code.reason(), refusal.name());
            let expected = if *refusal == Refusal::GameOver {
                409
            } else {
                422
            };
            assert_eq!(code.http(), expected, "{refusal}");
        }
    }

    #[test]
    fn a_refusal_names_action_and_point() {
        let illegal = IllegalTurn {
            refusal: Refusal::ManInMill,
            action: 1,
            point: PointName::parse("A7"),
        };
        let wire = refusal(&illegal, Language::English);
        assert_eq!(wire.reason(), v1::RefusalReason::ManInMill);
        assert_eq!((wire.action, wire.point.as_deref()), (1, Some("a7")));
        assert!(wire.message.contains("a7"), "{}", wire.message);
        let failure = refused(&illegal);
        assert_eq!(failure.metadata()["action"], "1");
        assert_eq!(failure.metadata()["point"], "a7");
    }
}
