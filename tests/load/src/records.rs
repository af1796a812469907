//! Real games to play: those of the vectors of the rules, with the position after each turn.

use std::path::Path;

use anyhow::{Context as _, ensure};
use moelle_rules::{Course, Position, Side, Turn, Variant};
use serde::Deserialize;

/// A game as it was played.
pub(crate) struct Record {
    pub(crate) variant: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: End,
}

/// A turn, and what it leads to.
pub(crate) struct Move {
    pub(crate) side: Side,
    pub(crate) turn: String,
    /// The position after it.
    pub(crate) position: String,
}

/// How a game ended, in the words of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct End {
    pub(crate) result: String,
    pub(crate) termination: String,
}

/// A line of the vectors; what else it says is not needed.
#[derive(Deserialize)]
struct Line {
    variant: String,
    rules: serde_json::Map<String, serde_json::Value>,
    start: String,
    turns: Vec<String>,
    #[serde(rename = "final")]
    last: String,
    #[serde(flatten)]
    end: End,
}

/// The games of the vectors that are played by a variant as it is.
///
/// # Errors
///
/// The vectors are not there, or the engine does not play them as they say.
pub(crate) fn read() -> anyhow::Result<Vec<Record>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/games.jsonl");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut records = Vec::new();
    for text in text.lines() {
        let line: Line = serde_json::from_str(text)?;
        if line.rules.is_empty() {
            records.push(Record::replay(line).with_context(|| text.to_owned())?);
        }
    }
    ensure!(!records.is_empty(), "no game in {}", path.display());
    Ok(records)
}

impl Record {
    fn replay(line: Line) -> anyhow::Result<Self> {
        let variant = Variant::find(&line.variant).context("the variant is unknown")?;
        let mut course = Course::new(Position::parse(variant.rules(), &line.start)?);
        let mut moves = Vec::with_capacity(line.turns.len());
        for text in line.turns {
            let before = course.position();
            let (side, turn) = (before.side(), Turn::parse(before.board(), &text)?);
            course.play(&turn)?;
            moves.push(Move {
                side,
                turn: text,
                position: course.position().to_string(),
            });
        }
        let last = moves.last().map(|last| last.position.as_str());
        ensure!(
            last == Some(&line.last),
            "the engine comes to {last:?} and not to {}",
            line.last
        );
        Ok(Self {
            variant: line.variant,
            start: line.start,
            moves,
            end: line.end,
        })
    }
}
