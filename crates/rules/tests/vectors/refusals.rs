use moelle_rules::{Course, Turn};
use serde::Deserialize;

use crate::reading::{Failure, Rules, check, same};

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    rules: Rules,
    position: String,
    turn: String,
    reason: String,
    action: usize,
    point: Option<String>,
}

#[test]
fn every_refusal_names_its_reason_action_and_point() {
    check("refusals.jsonl", 484, |line: Line| is_refused(&line));
}

fn is_refused(line: &Line) -> Result<(), Failure> {
    let position = line.rules.position(&line.position)?;
    let turn = Turn::parse(position.board(), &line.turn);
    let alone = turn.and_then(|turn| position.play(&turn).map(|played| played.position));
    let mut course = Course::new(position);
    let in_course = turn.and_then(|turn| course.play(&turn).map(|played| played.position));
    for played in [alone, in_course] {
        let refused = match played {
            Err(refused) => refused,
            Ok(position) => return Err(format!("accepted: {position}")),
        };
        let found = (
            refused.refusal.to_string(),
            refused.action,
            refused.point.map(|point| point.to_string()),
        );
        same(
            "refusal",
            found,
            (line.reason.clone(), line.action, line.point.clone()),
        )?;
    }
    same("course after it", course, Course::new(position))
}
