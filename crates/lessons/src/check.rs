//! Whether an answer is right.

use moelle_rules::{IllegalTurn, LineSet, Outcome, Played, Position, Turn};

use crate::step::{Goal, Step};

/// An answer to a task, checked.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is legal.
    Played {
        /// Whether it does what the task asks for.
        right: bool,
        /// The position after it, and what it closed.
        played: Box<Played>,
    },
    /// The rules refuse it.
    Refused(IllegalTurn),
}

impl Step {
    /// Checks an answer. A step without a task has none: `None`.
    #[must_use]
    pub fn check(&self, turn: &str) -> Option<Answer> {
        let goal = self.goal?;
        let position = self.position();
        let parsed = Turn::parse(position.board(), turn);
        Some(
            match parsed.and_then(|turn| Ok((turn, position.play(&turn)?))) {
                Ok((turn, played)) => Answer::Played {
                    right: goal.is_met(&position, &turn, &played),
                    played: Box::new(played),
                },
                Err(illegal) => Answer::Refused(illegal),
            },
        )
    }
}

impl Goal {
    fn is_met(self, before: &Position, turn: &Turn, played: &Played) -> bool {
        match self {
            Self::AnyTurn => true,
            Self::OneOf(turns) => turns.contains(&turn.to_string().as_str()),
            Self::Closes(points) => closes(played.closed, points),
            Self::Wins => played
                .position
                .outcome()
                .and_then(Outcome::winner)
                .is_some_and(|winner| winner == before.side()),
        }
    }
}

fn closes(closed: LineSet, points: [&str; 3]) -> bool {
    closed.into_iter().any(|line| {
        let named = line.map(|point| point.to_string());
        named == points
    })
}

#[cfg(test)]
mod tests {
    use moelle_words::Language;

    use super::*;
    use crate::step::{find, lessons};

    /// By lesson and step: a right answer, a legal one that is not, and one that the rules refuse
    /// with its reason. `-` where there is none.
    const ANSWERS: &[(&str, usize, &str, &str, &str, &str)] = &[
        ("placing", 1, "a1", "-", "a1-a4", "men_in_hand"),
        ("placing", 2, "d6", "a1", "d2", "point_occupied"),
        ("mill", 1, "g7", "a1", "b6", "point_occupied"),
        ("mill", 2, "d5", "g7", "b2", "point_occupied"),
        ("removing", 1, "xb6", "-", "xc3", "man_in_mill"),
        ("removing", 2, "xd3", "-", "xa7", "own_man"),
        ("moving", 1, "d6-d5", "a1-a4", "d6-d3", "point_occupied"),
        ("open-close", 1, "d5-d6", "a1-a4", "d5-f6", "not_adjacent"),
        ("open-close", 2, "d6-d5", "d6-d7", "c5-e5", "point_occupied"),
        ("open-close", 3, "xf4", "xa7", "xc5", "own_man"),
        ("flying", 1, "g7-d5", "g7-d7", "d5", "none_in_hand"),
        ("winning", 1, "xd2", "-", "xc5", "own_man"),
        ("winning", 2, "f4-g4", "f4-e4", "f4-g7", "point_occupied"),
        (
            "double-mill",
            1,
            "d6-d5",
            "c5-c4",
            "d6-d3",
            "point_occupied",
        ),
        ("double-mill", 2, "d5-d6", "c5-c4", "d5-d2", "not_adjacent"),
        ("three", 1, "b2", "a1", "b5", "unknown_point"),
        ("three", 2, "c1", "b1", "a1", "point_occupied"),
        ("six", 1, "e5", "c1", "a3", "point_occupied"),
        ("others", 1, "c5", "g7", "b2", "point_occupied"),
        ("others", 2, "d6-d5", "a1", "d6-c6", "unknown_point"),
        ("others", 3, "c3", "e1", "b2", "point_occupied"),
        ("others", 4, "c3-c2", "b2-c2", "a2-c2", "not_adjacent"),
    ];

    #[test]
    fn right_answers_are_accepted_and_wrong_ones_are_not() {
        for (id, number, right, legal, refused, reason) in ANSWERS {
            let step = find(id).expect(id).step(*number).expect(id);
            let told = |turn: &str| match step.check(turn).expect("a task") {
                Answer::Played { right, .. } => right.to_string(),
                Answer::Refused(illegal) => illegal.refusal.name().to_owned(),
            };
            assert_eq!(told(right), "true", "{id} {number} {right}");
            if *legal != "-" {
                assert_eq!(told(legal), "false", "{id} {number} {legal}");
            }
            assert_eq!(&told(refused), reason, "{id} {number} {refused}");
        }
    }

    #[test]
    fn every_task_is_answered_by_the_table_above() {
        for lesson in lessons() {
            for (index, step) in lesson.steps().iter().enumerate() {
                let answered = ANSWERS
                    .iter()
                    .any(|(id, number, ..)| *id == lesson.id() && *number == index + 1);
                assert_eq!(
                    answered,
                    step.goal().is_some(),
                    "{} {}",
                    lesson.id(),
                    index + 1
                );
                assert_eq!(step.check("d6").is_some(), answered);
            }
        }
    }

    #[test]
    fn every_task_can_be_solved_and_not_by_every_turn() {
        for lesson in lessons() {
            for (index, step) in lesson.steps().iter().enumerate() {
                let position = step.position();
                assert!(position.outcome().is_none(), "{} {index}", lesson.id());
                let Some(goal) = step.goal() else { continue };
                let (mut right, mut all) = (0, 0);
                for turn in position.legal_turns() {
                    let Some(Answer::Played {
                        right: is_right, ..
                    }) = step.check(&turn.to_string())
                    else {
                        panic!("{} {index}: {turn}", lesson.id());
                    };
                    right += usize::from(is_right);
                    all += 1;
                }
                assert!(right > 0, "{} {index} cannot be solved", lesson.id());
                // Where a removal is owed, what is wrong is refused.
                let free = goal == Goal::AnyTurn || position.owed() > 0;
                assert!(free || right < all, "{} {index} is no task", lesson.id());
            }
        }
    }

    #[test]
    fn the_points_that_a_text_speaks_of_are_on_the_board() {
        for lesson in lessons() {
            for step in lesson.steps() {
                let board = step.position().board();
                for name in step.lit() {
                    let found = board.points().iter().any(|it| it.to_string() == *name);
                    assert!(found, "{}: {name}", lesson.id());
                }
            }
        }
    }

    #[test]
    fn every_step_says_something_in_every_language_and_every_task_what_to_do() {
        for lesson in lessons() {
            for language in Language::ALL {
                assert!(!lesson.text(*language).title.is_empty());
                for (index, step) in lesson.steps().iter().enumerate() {
                    let text = lesson.step_text(index + 1, *language);
                    assert!(!text.text.is_empty());
                    let has_task = step.goal().is_some();
                    let at = format!("{} {} in {language}", lesson.id(), index + 1);
                    assert_eq!(text.task.is_some(), has_task, "{at}");
                    assert_eq!(text.right.is_some(), has_task, "{at}");
                }
            }
        }
    }
}
