//! Position texts.

use std::fmt::{self, Write as _};

use super::Position;
use super::setup::{ParsePositionError, Parts, PositionProblem};
use crate::board::{Board, LINES_THROUGH_MAX};
use crate::rule_set::RuleSet;
use crate::side::{BySide, Side};

impl Position {
    /// Reads a position text, `<placement> <side> <hands> <owed> <quiet> <ply>`.
    ///
    /// What is read is written back as the same text, but for one case: where a blocked side
    /// passes and the other is not blocked, the position is read as passed back.
    ///
    /// ```
    /// use moelle_rules::{Position, Variant};
    ///
    /// let nine = Variant::find("nine").expect("nine is offered").rules();
    /// let text = "3/3/3/6/3/3/3 w 9,9 0 0 0";
    /// assert_eq!(Position::parse(nine, text)?.to_string(), text);
    ///
    /// let refused = Position::parse(nine, "3/3/3/6/3/3/4 W 9,9 0 00 0").expect_err("three faults");
    /// assert_eq!(refused.reasons.len(), 3);
    /// # Ok::<(), moelle_rules::ParsePositionError>(())
    /// ```
    ///
    /// # Errors
    /// Every reason for which the position is refused, as far as the text can be made out.
    pub fn parse(rules: RuleSet, text: &str) -> Result<Self, ParsePositionError> {
        let mut reasons = Vec::new();
        let found = text.split(' ').count();
        let mut fields = text.split(' ');
        let mut field = || fields.next().unwrap_or_default();
        if found != 6 {
            reasons.push(PositionProblem::Fields { found });
            return Err(ParsePositionError { reasons });
        }
        let men = read_placement(rules.board(), field(), &mut reasons);
        let mut part = |read: bool, problem| {
            if !read {
                reasons.push(problem);
            }
        };
        let side = read_side(field());
        part(side.is_some(), PositionProblem::Side);
        let hands = read_hands(field());
        part(hands.is_some(), PositionProblem::Hands);
        let owed = read_number(field()).filter(|owed| usize::from(*owed) <= LINES_THROUGH_MAX);
        part(owed.is_some(), PositionProblem::Owed);
        let quiet = read_number(field());
        part(quiet.is_some(), PositionProblem::Quiet);
        let ply = read_number(field());
        part(ply.is_some(), PositionProblem::Ply);
        Parts {
            men,
            hands,
            side,
            owed,
            quiet,
            ply,
        }
        .into_position(rules, reasons)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.board().rows().enumerate() {
            if number > 0 {
                f.write_char('/')?;
            }
            let mut empty = 0;
            for point in row {
                let side = [Side::White, Side::Black]
                    .into_iter()
                    .find(|side| self.men[*side] & point.bit() != 0);
                match side {
                    None => empty += 1,
                    Some(side) => {
                        write_empty(f, empty)?;
                        empty = 0;
                        f.write_char(side.letter())?;
                    }
                }
            }
            write_empty(f, empty)?;
        }
        let Self {
            side,
            hands,
            owed,
            quiet,
            ply,
            ..
        } = self;
        write!(
            f,
            " {} {},{} {owed} {quiet} {ply}",
            side.letter(),
            hands.white,
            hands.black
        )
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    if empty > 0 {
        f.write_char(char::from(b'0' + empty))
    } else {
        Ok(())
    }
}

/// Reads the placement; reasons against it are added, and then it is none.
fn read_placement(
    board: &Board,
    text: &str,
    reasons: &mut Vec<PositionProblem>,
) -> Option<BySide<u32>> {
    let known = reasons.len();
    let (found, expected) = (text.split('/').count(), board.rows().count());
    if found != expected {
        reasons.push(PositionProblem::Rows {
            found,
            expected,
            board: board.kind(),
        });
        return None;
    }
    let mut men = BySide::both(0);
    for (number, (row, text)) in board.rows().zip(text.split('/')).enumerate() {
        let row_number = number + 1;
        match read_row(text, row_number) {
            Err(problem) => reasons.push(problem),
            Ok(read) if read.len != row.len() => reasons.push(PositionProblem::Row {
                row: row_number,
                found: read.len,
                expected: row.len(),
            }),
            Ok(read) => {
                let first = row[0].index();
                men.white |= read.men.white << first;
                men.black |= read.men.black << first;
            }
        }
    }
    (reasons.len() == known).then_some(men)
}

/// A row of a placement: how many points it has, and the men on the first 32 of them.
struct Row {
    len: usize,
    men: BySide<u32>,
}

fn read_row(text: &str, row: usize) -> Result<Row, PositionProblem> {
    let mut read = Row {
        len: 0,
        men: BySide::both(0),
    };
    let mut after_digit = false;
    for letter in text.chars() {
        let digit = letter.to_digit(10).filter(|digit| *digit > 0);
        match (Side::from_letter(letter), digit) {
            (Some(side), _) => {
                read.men[side] |= u32::try_from(read.len)
                    .ok()
                    .and_then(|place| 1_u32.checked_shl(place))
                    .unwrap_or(0);
                read.len += 1;
            }
            (None, Some(_)) if after_digit => {
                return Err(PositionProblem::DigitsSideBySide { row });
            }
            (None, Some(digit)) => read.len += digit as usize,
            (None, None) => return Err(PositionProblem::Letter { row, letter }),
        }
        after_digit = digit.is_some();
    }
    Ok(read)
}

fn read_side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let side = Side::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(side)
}

fn read_hands(text: &str) -> Option<BySide<u8>> {
    let (white, black) = text.split_once(',')?;
    Some(BySide {
        white: read_number(white)?,
        black: read_number(black)?,
    })
}

/// Reads a number exactly as it is written: digits of ASCII, no sign, no leading zero.
fn read_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if digits && !leading_zero {
        text.parse().ok()
    } else {
        None
    }
}
