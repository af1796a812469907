use moelle_rules::Position;
use serde::Deserialize;

use crate::reading::{Rules, check};

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    rules: Rules,
    position: String,
    why: String,
}

#[test]
fn every_bad_position_is_refused() {
    check(
        "bad_positions.jsonl",
        92,
        |line: Line| match Position::parse(line.rules.rule_set()?, &line.position) {
            Err(refused) if refused.reasons.is_empty() => Err("refused without a reason".into()),
            Err(_) => Ok(()),
            Ok(position) => Err(format!("read as {position}, but: {}", line.why)),
        },
    );
}
