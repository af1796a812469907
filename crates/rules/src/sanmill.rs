//! Positions as the program Sanmill writes them.
//!
//! The text is like `O*******/@*******/******** b p p 1 8 1 7 0 0 0 0 0 0 0 0 2`: three squares
//! from the inside out, each from the middle of its top side clockwise, `O` for White's men and
//! `@` for Black's; the side to act; the phase (`p` or `m`); the action (`p` place, `s` select,
//! `r` remove); men on the board and in hand of White, then of Black; removals that White owes,
//! then Black; five numbers on the mills closed last; plies since the last placement or removal;
//! and the number of the full move, from 1. Older texts lack the five numbers, newer ones may end
//! with `ids:nodes`; both are read.
//!
//! What the text cannot say:
//!
//! - Boards other than `square24` and `square24_diagonal`, and which rule set is played at all:
//!   it is given when a text is read.
//! - How a game has ended. A position at its end is not written, and the phase `o` (over) is not
//!   read.
//! - The ply where it does not follow from the number of the full move and the side to act, as
//!   where Black acted first or a side passed: it is read as if neither had happened.
//!
//! What a position here cannot say, and is refused when it is read: marked points (`X`), both
//! sides owing removals or the side not to act owing one, removals of one's own men (negative
//! numbers), and the fields of rule sets that are not known here, such as `c:` for captures
//! without a mill. The five numbers on the mills closed last are passed over, and written as 0.

use thiserror::Error;

use crate::board::{Board, BoardKind};
use crate::point::{Point, PointSet};
use crate::position::{InvalidPosition, Position, Setup};
use crate::rule_set::RuleSet;
use crate::side::{BySide, Side};

/// The squares from the inside out, each from the middle of its top side clockwise.
const SQUARES: [[&str; 8]; 3] = [
    ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"],
    ["d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6"],
    ["d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7"],
];
/// How many numbers on the mills closed last there are, in texts that have them.
const LAST_MILLS: usize = 5;
/// How many fields a text has without those numbers.
const FIELDS: usize = 12;

/// A position that Sanmill's text cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotExpressible {
    /// The board is none of Sanmill's.
    #[error("Sanmill has no board {0}")]
    Board(BoardKind),
    /// The game has ended.
    #[error("the game has ended, and the text could not say how")]
    Ended,
}

/// A text that is not read as a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSanmillError {
    /// The board of the rule set is none of Sanmill's.
    #[error("Sanmill has no board {0}")]
    Board(BoardKind),
    /// The text has too few fields, or one that is not known here.
    #[error("the text is not 12 or 17 fields with blanks between them, and perhaps `ids:nodes`")]
    Fields,
    /// The first field is not three squares of eight points.
    #[error("the placement is not three squares of eight points, each `O`, `@` or `*`")]
    Placement,
    /// A field holds what it cannot hold here.
    #[error("{field} cannot be `{value}` here")]
    Field {
        /// What the field says.
        field: &'static str,
        /// What it holds.
        value: String,
    },
    /// Two fields contradict each other.
    #[error("{0} contradicts the rest of the text")]
    Contradiction(&'static str),
    /// The position is refused by the rules.
    #[error(transparent)]
    Invalid(#[from] InvalidPosition),
}

/// Writes a position as Sanmill does.
///
/// ```
/// use moelle_rules::{Position, Side, Variant, sanmill};
///
/// let rules = Variant::find("nine").expect("nine is offered").rules();
/// let start = Position::start(rules, Side::White);
/// let text = sanmill::write(&start)?;
/// assert_eq!(text, "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1");
/// assert_eq!(sanmill::parse(rules, &text)?, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The text cannot say the position; see the module.
pub fn write(position: &Position) -> Result<String, NotExpressible> {
    let board = position.board();
    if !has_squares(board) {
        return Err(NotExpressible::Board(board.kind()));
    }
    if position.outcome().is_some() {
        return Err(NotExpressible::Ended);
    }
    let letter = |name: &&str| match board.point(name) {
        Some(point) if position.men(Side::White).contains(point) => 'O',
        Some(point) if position.men(Side::Black).contains(point) => '@',
        _ => '*',
    };
    let squares = SQUARES.map(|square| square.iter().map(letter).collect::<String>());
    let side = position.side();
    let owed = BySide::from_fn(|owing| if owing == side { position.owed() } else { 0 });
    let [white, black] = [Side::White, Side::Black]
        .map(|side| format!("{} {}", position.men(side).len(), position.hand(side)));
    let is_placing = hands_left(position.setup().hands);
    let phase = if is_placing { 'p' } else { 'm' };
    let action = action(is_placing, position.owed());
    let quiet = u64::from(position.quiet());
    let quiet = if position.owed() > 0 && quiet > 0 {
        quiet + 1
    } else {
        quiet
    };
    let full_move =
        1 + u64::from(position.ply()).saturating_sub(u64::from(side == Side::Black)) / 2;
    Ok(format!(
        "{} {} {phase} {action} {white} {black} {} {} 0 0 0 0 0 {quiet} {full_move}",
        squares.join("/"),
        side.letter(),
        owed.white,
        owed.black,
    ))
}

/// Reads a position that Sanmill has written, for a rule set.
///
/// # Errors
/// The text says what a position here cannot say, contradicts itself, or is refused by the
/// rules; see the module.
pub fn parse(rules: RuleSet, text: &str) -> Result<Position, ParseSanmillError> {
    let board = rules.board();
    if !has_squares(board) {
        return Err(ParseSanmillError::Board(board.kind()));
    }
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.last() == Some(&"ids:nodes") {
        fields.pop();
    }
    if fields.len() == FIELDS + LAST_MILLS {
        fields.drain(FIELDS - 2..FIELDS - 2 + LAST_MILLS);
    }
    let Ok(fields) = <[&str; FIELDS]>::try_from(fields) else {
        return Err(ParseSanmillError::Fields);
    };
    let [placement, side, phase, action, ..] = fields;
    let numbers = read_numbers(&fields)?;
    let [
        white,
        white_hand,
        black,
        black_hand,
        white_owes,
        black_owes,
        quiet,
        full_move,
    ] = numbers;
    let side = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return Err(cannot_be("the side to act", side)),
    };
    let men = read_placement(board, placement)?;
    let on_board = men
        .map(PointSet::len)
        .map(|men| u32::try_from(men).unwrap_or(u32::MAX));
    if on_board != (BySide { white, black }) {
        return Err(ParseSanmillError::Contradiction(
            "the number of men on the board",
        ));
    }
    let owed = BySide {
        white: white_owes,
        black: black_owes,
    };
    if owed[!side] > 0 {
        return Err(cannot_be(
            "what the side not to act owes",
            &owed[!side].to_string(),
        ));
    }
    let owed = read_small("what is owed", owed[side])?;
    let hands = BySide {
        white: read_small("White's hand", white_hand)?,
        black: read_small("Black's hand", black_hand)?,
    };
    check_phase(phase, hands, owed)?;
    check_action(action, hands, owed)?;
    let plies_before = full_move.saturating_sub(1).checked_mul(2);
    let ply = plies_before.and_then(|plies| plies.checked_add(u32::from(side == Side::Black)));
    let setup = Setup {
        men,
        hands,
        side,
        owed,
        quiet: if owed > 0 {
            quiet.saturating_sub(1)
        } else {
            quiet
        },
        ply: ply.ok_or_else(|| cannot_be("the full move", &full_move.to_string()))?,
    };
    Ok(Position::from_setup(rules, setup)?)
}

/// Whether the board has Sanmill's points, and nothing else.
fn has_squares(board: &Board) -> bool {
    let named = SQUARES.as_flattened();
    board.points().len() == named.len() && named.iter().all(|name| board.point(name).is_some())
}

fn read_placement(board: &Board, text: &str) -> Result<BySide<PointSet>, ParseSanmillError> {
    let rows: Vec<&str> = text.split('/').collect();
    let mut men = BySide::both(PointSet::empty(board.kind()));
    if rows.len() != SQUARES.len() {
        return Err(ParseSanmillError::Placement);
    }
    for (row, square) in rows.iter().zip(SQUARES) {
        if row.chars().count() != square.len() {
            return Err(ParseSanmillError::Placement);
        }
        for (letter, name) in row.chars().zip(square) {
            let point: Option<Point> = board.point(name);
            let side = match letter {
                'O' => Side::White,
                '@' => Side::Black,
                '*' => continue,
                _ => return Err(ParseSanmillError::Placement),
            };
            let point = point.ok_or(ParseSanmillError::Placement)?;
            men[side] = men[side].with(point);
        }
    }
    Ok(men)
}

/// The numbers after the action, each with its name for the error.
fn read_numbers(fields: &[&str; FIELDS]) -> Result<[u32; 8], ParseSanmillError> {
    const NAMES: [&str; 8] = [
        "White's men on the board",
        "White's hand",
        "Black's men on the board",
        "Black's hand",
        "what White owes",
        "what Black owes",
        "the number of quiet plies",
        "the full move",
    ];
    let mut numbers = [0; 8];
    for ((number, text), name) in numbers.iter_mut().zip(&fields[4..]).zip(NAMES) {
        *number = text.parse().map_err(|_| cannot_be(name, text))?;
    }
    Ok(numbers)
}

fn read_small(field: &'static str, number: u32) -> Result<u8, ParseSanmillError> {
    u8::try_from(number).map_err(|_| cannot_be(field, &number.to_string()))
}

/// While a removal is owed the last placement may have been the last of all, so that the phase
/// is still that of placing.
fn check_phase(phase: &str, hands: BySide<u8>, owed: u8) -> Result<(), ParseSanmillError> {
    match (phase, hands_left(hands)) {
        ("p" | "r", true) | ("m", false) => Ok(()),
        ("p", false) if owed > 0 => Ok(()),
        ("p" | "r" | "m", _) => Err(ParseSanmillError::Contradiction("the phase")),
        _ => Err(cannot_be("the phase", phase)),
    }
}

fn check_action(text: &str, hands: BySide<u8>, owed: u8) -> Result<(), ParseSanmillError> {
    if !["p", "s", "r"].contains(&text) {
        return Err(cannot_be("the action", text));
    }
    let expected = action(hands_left(hands), owed);
    // Where men may move while others are in hand, a man may have to be selected.
    let may_select = text == "s" && owed == 0;
    if text.chars().eq([expected]) || may_select {
        Ok(())
    } else {
        Err(ParseSanmillError::Contradiction("the action"))
    }
}

const fn action(is_placing: bool, owed: u8) -> char {
    match (owed, is_placing) {
        (1.., _) => 'r',
        (0, true) => 'p',
        (0, false) => 's',
    }
}

fn hands_left(hands: BySide<u8>) -> bool {
    hands.white > 0 || hands.black > 0
}

fn cannot_be(field: &'static str, value: &str) -> ParseSanmillError {
    ParseSanmillError::Field {
        field,
        value: value.to_owned(),
    }
}
