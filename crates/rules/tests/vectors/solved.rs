//! Three men's morris, solved: the value of every reachable position, and how many plies it
//! lasts, follow from the turns that the engine allows.

use std::cell::RefCell;
use std::collections::HashMap;

use moelle_rules::{Field, Position, PositionKey, RuleSet, Side, Variant};
use serde::Deserialize;

use crate::reading::{check, same, told};

#[derive(Deserialize)]
struct Line {
    position: String,
    value: String,
    plies: Option<u32>,
}

/// Won, lost or drawn for the side to act; won and lost in so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Win(u32),
    Loss(u32),
    Draw,
}

#[test]
fn three_mens_morris_is_solved_as_known() {
    let rules = three_without_end();
    let values = solve(Position::start(rules, Side::White));
    let unseen = RefCell::new(values.clone());
    check("three_solved.jsonl", 5390, |line: Line| {
        let position = Position::parse(rules, &line.position).map_err(told)?;
        let expected = match (line.value.as_str(), line.plies) {
            ("win", Some(plies)) => Value::Win(plies),
            ("loss", Some(plies)) => Value::Loss(plies),
            ("draw", None) => Value::Draw,
            other => return Err(format!("{other:?} is no value")),
        };
        unseen.borrow_mut().remove(&position.key());
        same(
            "value",
            values.get(&position.key()).copied(),
            Some(expected),
        )
    });
    assert_eq!(
        unseen.borrow().len(),
        0,
        "positions are reached that the table does not know"
    );
}

/// Three men's morris in which neither repetition nor quiet plies end a game.
fn three_without_end() -> RuleSet {
    let mut fields = Variant::find("three")
        .expect("three is offered")
        .rules()
        .fields();
    fields
        .set(Field::Repetition, "0")
        .expect("never is a value");
    fields
        .set(Field::QuietPlies, "0")
        .expect("never is a value");
    RuleSet::try_from(fields).expect("both may be never")
}

/// Works the values of all reachable positions out backwards from the ends.
fn solve(start: Position) -> HashMap<PositionKey, Value> {
    let mut children: HashMap<PositionKey, Vec<PositionKey>> = HashMap::new();
    let mut values = HashMap::new();
    let mut found = vec![start];
    while let Some(position) = found.pop() {
        if children.contains_key(&position.key()) {
            continue;
        }
        let next: Vec<_> = position
            .legal_turns()
            .map(|turn| {
                position
                    .play(&turn)
                    .expect("legal turns are played")
                    .position
            })
            .collect();
        if let Some(outcome) = position.outcome() {
            let lost = outcome.winner() == Some(!position.side());
            values.insert(
                position.key(),
                if lost { Value::Loss(0) } else { Value::Draw },
            );
        }
        children.insert(position.key(), next.iter().map(Position::key).collect());
        found.extend(next);
    }
    for plies in 1.. {
        let decided: Vec<_> = children
            .iter()
            .filter(|(key, _)| !values.contains_key(key))
            .filter_map(|(key, next)| Some((*key, decide(next, &values, plies)?)))
            .collect();
        if decided.is_empty() {
            break;
        }
        values.extend(decided);
    }
    children
        .keys()
        .map(|key| (*key, values.get(key).copied().unwrap_or(Value::Draw)))
        .collect()
}

/// The value of a position that is decided in this many plies, if it is.
fn decide(next: &[PositionKey], values: &HashMap<PositionKey, Value>, plies: u32) -> Option<Value> {
    let mut next = next.iter().map(|key| values.get(key));
    if next
        .clone()
        .any(|value| matches!(value, Some(Value::Loss(_))))
    {
        return Some(Value::Win(plies));
    }
    next.all(|value| matches!(value, Some(Value::Win(_))))
        .then_some(Value::Loss(plies))
}
