//! Whole games, from the vectors of the rules.

use std::collections::HashSet;
use std::path::Path;

use futures::future::join_all;
use moelle_rules::{Position, RuleSet, Variant};
use serde_json::Value;

use super::Replicas;
use super::table::{assert_history, assert_same, games, load, new_game, play, seated_as};
use crate::{Games, SeatChoice, StartChoice};

/// One game of each variant and termination, every kind of quiet and repeated ending among them,
/// played turn by turn on two replicas in turn.
pub async fn games_of_the_vectors_end_as_they_should(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let lines = chosen();
    let endings: HashSet<&str> = lines
        .iter()
        .filter_map(|line| line["termination"].as_str())
        .collect();
    for ending in ["too_few_men", "blocked", "repetition", "quiet", "mill"] {
        assert!(
            endings.contains(ending),
            "no game of the vectors ends by {ending}"
        );
    }
    for lines in lines.chunks(8) {
        join_all(lines.iter().map(|line| follow(&replicas, line))).await;
    }
}

/// Plays a game of the vectors.
async fn follow(replicas: &[std::sync::Arc<Games>; 2], line: &Value) {
    let variant = Variant::find(text(line, "variant")).expect("a variant");
    let rules = rules_of(line, variant);
    let start = Position::parse(rules, text(line, "start")).expect("a position");
    let mut new = new_game(SeatChoice::Both);
    new.variant = Some(variant);
    new.start = StartChoice::Position(start);
    let game = seated_as(&replicas[0], new).await;
    let mut side = start.side();
    for (n, turn) in line["turns"].as_array().expect("turns").iter().enumerate() {
        let games = &replicas[n % 2];
        let turn = turn.as_str().expect("a turn");
        let changed = play(games, &game, side, turn).await;
        side = changed.game.position().side();
        assert_same(&load(&**games.store(), game.id).await, &changed.game);
    }
    let stored = assert_history(&**replicas[0].store(), game.id).await;
    assert_eq!(stored.position().to_string(), text(line, "final"), "{line}");
    let outcome = stored.outcome().expect("an end");
    assert_eq!(outcome.result.to_string(), text(line, "result"), "{line}");
    assert_eq!(
        outcome.termination.name(),
        text(line, "termination"),
        "{line}"
    );
    let plies = stored.position().ply() - start.ply();
    let turns = line["turns"].as_array().expect("turns").len();
    assert_eq!(usize::try_from(plies).expect("small"), turns, "{line}");
}

/// The first line of each variant and termination.
fn chosen() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/games.jsonl");
    let lines = std::fs::read_to_string(path).expect("the vectors of the rules");
    let mut kinds = HashSet::new();
    lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .filter(|line| {
            kinds.insert((
                text(line, "variant").to_owned(),
                text(line, "termination").to_owned(),
            ))
        })
        .collect()
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().expect("a text")
}

/// The variant's rules with the fields in which the line differs.
fn rules_of(line: &Value, variant: &Variant) -> RuleSet {
    let mut fields = variant.rules().fields();
    for (name, value) in line["rules"].as_object().expect("rules") {
        let word = match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        fields
            .set(name.parse().expect("a field"), &word)
            .expect("a value");
    }
    RuleSet::try_from(fields).expect("a rule set")
}
