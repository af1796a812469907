use moelle_rules::{Course, Turn};
use serde::Deserialize;

use crate::reading::{Ending, Failure, Rules, check, same, told};

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    rules: Rules,
    start: String,
    turns: Vec<String>,
    #[serde(rename = "final")]
    last: String,
    result: String,
    termination: String,
}

#[test]
fn every_game_ends_as_it_did_and_not_before() {
    check("games.jsonl", 609, |line: Line| {
        plays_to_its_end(&line, true)
    });
}

#[test]
fn every_game_sent_action_by_action_ends_as_it_did() {
    check("split_games.jsonl", 30, |line: Line| {
        plays_to_its_end(&line, false)
    });
}

fn plays_to_its_end(line: &Line, whole: bool) -> Result<(), Failure> {
    let mut course = Course::new(line.rules.position(&line.start)?);
    for text in &line.turns {
        if let Some(outcome) = course.outcome() {
            return Err(format!("ended with {outcome:?} before {text}"));
        }
        let turn = Turn::parse(course.position().board(), text).map_err(told)?;
        if whole && !course.position().legal_turns().any(|legal| legal == turn) {
            return Err(format!("{text} is not among the legal turns"));
        }
        let played = course
            .play(&turn)
            .map_err(|refused| format!("{text}: {refused}"))?;
        if whole && !played.ended_turn {
            return Err(format!("{text} does not complete its turn"));
        }
    }
    let ending = Ending {
        result: line.result.clone(),
        termination: line.termination.clone(),
    };
    same("outcome", course.outcome().map(Ending::from), Some(ending))?;
    same(
        "final position",
        course.position().to_string(),
        line.last.clone(),
    )
}
