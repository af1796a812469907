//! Position texts: `<placement> <side> <hands> <owed> <quiet> <ply>`, read, judged and written.

use std::collections::BTreeMap;

use super::boards::board;
use super::position::{Position, View, opponent};
use super::rule_sets::RuleSet;

/// The largest quiet and ply.
pub const COUNT_MAX: u64 = 4_294_967_295;

/// The most removals that a text may say are owed.
const OWED_MAX: u64 = 6;

/// Reads a text and refuses what the page refuses.
pub fn read(rules: &RuleSet, text: &str) -> Result<Position, String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [placement, side, hands, owed, quiet, ply] = fields[..] else {
        return Err(format!("{} fields", fields.len()));
    };
    let hands: Vec<&str> = hands.split(',').collect();
    let [white, black] = hands[..] else {
        return Err(format!("{} hands", hands.len()));
    };
    let position = Position {
        men: read_placement(rules, placement)?,
        side: match side {
            "w" => 'w',
            "b" => 'b',
            _ => return Err("no such side".into()),
        },
        hands: BTreeMap::from([
            ('w', number(white, COUNT_MAX, "white's hand")?),
            ('b', number(black, COUNT_MAX, "black's hand")?),
        ]),
        owed: number(owed, OWED_MAX, "owed")?,
        quiet: number(quiet, COUNT_MAX, "quiet")?,
        ply: number(ply, COUNT_MAX, "ply")?,
    };
    judge(rules, &position)?;
    Ok(position)
}

/// Writes the text of a position.
pub fn write(rules: &RuleSet, position: &Position) -> String {
    let Position {
        hands,
        side,
        owed,
        quiet,
        ply,
        ..
    } = position;
    let placement = write_placement(rules, position);
    format!(
        "{placement} {side} {},{} {owed} {quiet} {ply}",
        hands[&'w'], hands[&'b']
    )
}

/// The part of the text that two occurrences of the same position share: men, hands and side.
pub fn sameness(rules: &RuleSet, position: &Position) -> String {
    let Position { hands, side, .. } = position;
    format!(
        "{} {side} {},{}",
        write_placement(rules, position),
        hands[&'w'],
        hands[&'b']
    )
}

fn read_placement(rules: &RuleSet, text: &str) -> Result<BTreeMap<&'static str, char>, String> {
    let board = board(rules.board);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != board.rows.len() {
        return Err(format!("{} rows", rows.len()));
    }
    let mut men = BTreeMap::new();
    for (row, names) in rows.iter().zip(&board.rows) {
        // One letter for each point of the row: w, b or a dot.
        let mut points = String::new();
        let mut before = ' ';
        for letter in row.chars() {
            match letter {
                'w' | 'b' => points.push(letter),
                '1'..='9' if before.is_ascii_digit() => return Err("two digits together".into()),
                '1'..='9' => (0..letter as u32 - '0' as u32).for_each(|_| points.push('.')),
                _ => return Err(format!("{letter:?} in a row")),
            }
            before = letter;
        }
        if points.len() != names.len() {
            return Err(format!(
                "{} points in a row of {}",
                points.len(),
                names.len()
            ));
        }
        let taken = names
            .iter()
            .zip(points.chars())
            .filter(|(_, letter)| *letter != '.');
        men.extend(taken.map(|(name, side)| (*name, side)));
    }
    Ok(men)
}

fn write_placement(rules: &RuleSet, position: &Position) -> String {
    let mut rows = Vec::new();
    for names in &board(rules.board).rows {
        let letter = |name: &&str| position.men.get(*name).copied().unwrap_or('.');
        let mut row: String = names.iter().map(letter).collect();
        for empty in (1..=9).rev() {
            row = row.replace(&".".repeat(empty), &empty.to_string());
        }
        rows.push(row);
    }
    rows.join("/")
}

/// Reads a decimal number, written as it would be written back.
fn number(text: &str, max: u64, what: &str) -> Result<u64, String> {
    let value: u64 = text.parse().map_err(|error| format!("{what}: {error}"))?;
    if value.to_string() != text {
        return Err(format!("{what} would not be written back"));
    }
    if value > max {
        Err(format!("{what} is out of range"))
    } else {
        Ok(value)
    }
}

/// The reasons to refuse a position that lie in what it says.
fn judge(rules: &RuleSet, position: &Position) -> Result<(), String> {
    let view = View::new(rules, position);
    for side in ['w', 'b'] {
        if view.men_of(side) > rules.men {
            return Err(format!("too many men of {side}"));
        }
    }
    if view.men_of('w') < rules.min_men && view.men_of('b') < rules.min_men {
        return Err("both sides below min_men".into());
    }
    if position.owed > 0 {
        judge_owed(&view)
    } else {
        Ok(())
    }
}

fn judge_owed(view: &View) -> Result<(), String> {
    let Position { side, owed, .. } = *view.position;
    let mills = view.mills(side);
    if view.rules.mill == "win" {
        return Err("owed where a mill wins".into());
    }
    if mills.is_empty() {
        return Err("owed, but nothing of the side's stands in a mill".into());
    }
    if view.removable().is_empty() {
        return Err("owed, but there is no man it may remove".into());
    }
    // One action ends on one point and closes at most the mills that hold that point.
    let through = |point: &&str| mills.iter().filter(|mill| mill.contains(point)).count() as u64;
    let most_mills = view.board.points.iter().map(through).max().unwrap_or(0);
    let most = if view.rules.removals_per_turn == "one" {
        1
    } else {
        most_mills
    };
    if owed > most {
        return Err("more is owed than one action could have earned".into());
    }
    if owed > view.on_board(opponent(side)) {
        return Err("more is owed than the opponent has men on the board".into());
    }
    Ok(())
}
