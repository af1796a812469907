//! Turns as text: `d6`, `d6-d5`, `xa7`, and whole turns such as `d6-d5xa7xg7`.

use super::boards::Board;
use super::game::Refused;

/// One step of a turn, with points as they are read: in lower case, on the board or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Place(String),
    Move(String, String),
    Remove(String),
}

impl Action {
    /// The points that the action names, in the order of the text.
    pub fn points(&self) -> Vec<&str> {
        match self {
            Self::Place(point) | Self::Remove(point) => vec![point],
            Self::Move(from, to) => vec![from, to],
        }
    }
}

/// Reads the actions of a turn; refuses what is about the text as a whole.
pub fn read_turn(board: &Board, text: &str) -> Result<Vec<Action>, Refused> {
    let bad_notation = Refused {
        reason: "bad_notation",
        action: 0,
        point: None,
    };
    let actions = split(&text.to_ascii_lowercase()).ok_or(bad_notation)?;
    for (index, action) in actions.iter().enumerate() {
        for point in action.points() {
            if !board.points.contains(&point) {
                let point = Some(point.to_owned());
                return Err(Refused {
                    reason: "unknown_point",
                    action: index,
                    point,
                });
            }
        }
    }
    Ok(actions)
}

/// A first action, then removals. A text that starts with `x` and a digit starts with a point.
fn split(text: &str) -> Option<Vec<Action>> {
    let (first, mut rest) = removal(text)
        .or_else(|| movement(text))
        .or_else(|| placement(text))?;
    let mut actions = vec![first];
    while !rest.is_empty() {
        let (action, after) = removal(rest)?;
        actions.push(action);
        rest = after;
    }
    Some(actions)
}

fn removal(text: &str) -> Option<(Action, &str)> {
    let (point, rest) = point(text.strip_prefix('x')?)?;
    Some((Action::Remove(point), rest))
}

fn movement(text: &str) -> Option<(Action, &str)> {
    let (from, rest) = point(text)?;
    let (to, rest) = point(rest.strip_prefix('-')?)?;
    Some((Action::Move(from, to), rest))
}

fn placement(text: &str) -> Option<(Action, &str)> {
    let (point, rest) = point(text)?;
    Some((Action::Place(point), rest))
}

/// One letter and one digit of ASCII, and what follows them.
fn point(text: &str) -> Option<(String, &str)> {
    let mut letters = text.chars();
    let (file, rank) = (letters.next()?, letters.next()?);
    let is_point = file.is_ascii_lowercase() && rank.is_ascii_digit();
    is_point.then(|| (format!("{file}{rank}"), letters.as_str()))
}
