use std::collections::BTreeSet;

use moelle_rules::{LineSet, Position, Side};
use serde::Deserialize;

use crate::reading::{Ending, Failure, Rules, check, same, told};

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    rules: Rules,
    position: String,
    phase: String,
    outcome: Option<Ending>,
    legal_turns: Vec<String>,
    removable: Vec<String>,
    mills: Mills,
}

#[derive(Deserialize)]
struct Mills {
    w: BTreeSet<Vec<String>>,
    b: BTreeSet<Vec<String>>,
}

#[test]
fn every_position_shows_what_it_holds() {
    check("positions.jsonl", 672, shows_what_it_holds);
}

#[test]
fn every_position_of_the_other_variants_shows_what_it_holds() {
    check("positions_more.jsonl", 80, shows_what_it_holds);
}

fn shows_what_it_holds(line: Line) -> Result<(), Failure> {
    let position = line.rules.position(&line.position)?;
    same("text", position.to_string(), line.position.clone())?;
    same("phase", position.phase().to_string(), line.phase)?;
    same(
        "outcome",
        position.outcome().map(Ending::from),
        line.outcome,
    )?;
    let removable: Vec<_> = position
        .removable()
        .iter()
        .map(|point| point.to_string())
        .collect();
    same("removable", removable, line.removable)?;
    same(
        "white's mills",
        mills(position.mills(Side::White)),
        line.mills.w,
    )?;
    same(
        "black's mills",
        mills(position.mills(Side::Black)),
        line.mills.b,
    )?;
    let legal: Vec<_> = position
        .legal_turns()
        .map(|turn| turn.to_string())
        .collect();
    same("legal turns", legal, line.legal_turns)?;
    legal_turns_are_played(&position)?;
    grouped_form_agrees(&position)
}

fn mills(lines: LineSet) -> BTreeSet<Vec<String>> {
    lines
        .iter()
        .map(|line| line.iter().map(ToString::to_string).collect())
        .collect()
}

fn legal_turns_are_played(position: &Position) -> Result<(), Failure> {
    for turn in position.legal_turns() {
        let played = position.play(&turn).map_err(told)?;
        if !played.ended_turn {
            return Err(format!("{turn} does not complete the turn"));
        }
        let text = played.position.to_string();
        let read = Position::parse(position.rules(), &text).map_err(told)?;
        same("position read back", read.to_string(), text)?;
    }
    Ok(())
}

/// The grouped form, unfolded, begins the same turns as the list of whole turns.
fn grouped_form_agrees(position: &Position) -> Result<(), Failure> {
    let grouped = position.grouped();
    let placements = grouped
        .placements
        .iter()
        .map(|target| (target.to.to_string(), target));
    let movements = grouped.movements.iter().flat_map(|movement| {
        movement
            .targets
            .iter()
            .map(|target| (format!("{}-{}", movement.from, target.to), target))
    });
    let mut begun = BTreeSet::new();
    for (first, target) in placements.chain(movements) {
        if target.owed == 0 {
            begun.insert(first);
        } else {
            begun.extend(
                target
                    .removable
                    .iter()
                    .map(|point| format!("{first}x{point}")),
            );
        }
    }
    let dead_end = position.legal_turns().next().is_none();
    if !dead_end {
        begun.extend(grouped.removable.iter().map(|point| format!("x{point}")));
    }
    let legal: BTreeSet<_> = position
        .legal_turns()
        .map(|turn| {
            let first = turn
                .first()
                .map(|action| action.to_string())
                .unwrap_or_default();
            let removal = turn.removals().next().map(|point| format!("x{point}"));
            first + &removal.unwrap_or_default()
        })
        .collect();
    same("grouped form", begun, legal)
}
