//! Rule sets as data, and the twelve variants as the table of the page has them.

use super::boards::{BOARDS, board};

/// The names of the variants, in the order of the page.
pub const VARIANTS: [&str; 12] = [
    "nine",
    "six",
    "five",
    "three",
    "twelve",
    "lasker",
    "morabaraba",
    "nine_holes",
    "seven",
    "eleven",
    "sesotho",
    "achi",
];

/// The words that a field may hold.
const WORDS: [(&str, &[&str]); 7] = [
    ("board", &BOARDS),
    ("mill", &["capture", "win"]),
    (
        "removable",
        &["outside_mills_first", "outside_mills_only", "any"],
    ),
    ("removals_per_turn", &["one", "one_per_mill"]),
    ("movement", &["adjacent", "any"]),
    ("blocked", &["loses", "passes", "draw"]),
    ("board_full", &["draw", "blocked"]),
];

/// A rule set: one value for each field, the words spelt as on the page.
///
/// Where `mill` is `win`, the three fields that the page marks `–` are never looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    pub board: &'static str,
    pub men: u64,
    pub mill: &'static str,
    pub capture_while_placing: bool,
    pub removable: &'static str,
    pub removals_per_turn: &'static str,
    pub move_while_placing: bool,
    pub movement: &'static str,
    pub fly_at: u64,
    pub min_men: u64,
    pub blocked: &'static str,
    pub board_full: &'static str,
    pub repetition: u64,
    pub quiet_plies: u64,
}

/// The rule set of a variant.
#[expect(
    clippy::match_same_arms,
    reason = "one row for each column of the page's table"
)]
pub fn variant(name: &str) -> RuleSet {
    // board, men, mill, move_while_placing, movement, fly_at, min_men: the rows of the table in
    // which the variants differ.
    let row = match name {
        "nine" => ("square24", 9, "capture", false, "adjacent", 3, 3),
        "six" => ("square16", 6, "capture", false, "adjacent", 0, 3),
        "five" => ("square16", 5, "capture", false, "adjacent", 0, 3),
        "three" => ("grid9_diagonal", 3, "win", false, "adjacent", 0, 0),
        "twelve" => ("square24_diagonal", 12, "capture", false, "adjacent", 3, 3),
        "lasker" => ("square24", 10, "capture", true, "adjacent", 3, 3),
        "morabaraba" => ("square24_diagonal", 12, "capture", false, "adjacent", 3, 3),
        "nine_holes" => ("grid9", 3, "win", false, "any", 0, 0),
        "seven" => {
            return RuleSet {
                board: "square17",
                men: 7,
                ..variant("six")
            };
        }
        "eleven" => {
            return RuleSet {
                men: 11,
                ..variant("twelve")
            };
        }
        "sesotho" => {
            return RuleSet {
                board: "square25",
                ..variant("twelve")
            };
        }
        "achi" => {
            return RuleSet {
                men: 4,
                ..variant("three")
            };
        }
        other => panic!("no variant is called {other}"),
    };
    let (board, men, mill, move_while_placing, movement, fly_at, min_men) = row;
    RuleSet {
        board,
        men,
        mill,
        capture_while_placing: true,
        removable: "outside_mills_first",
        removals_per_turn: "one",
        move_while_placing,
        movement,
        fly_at,
        min_men,
        blocked: "loses",
        board_full: "draw",
        repetition: 3,
        quiet_plies: 100,
    }
}

impl RuleSet {
    /// Sets one field by its name; yes and no may be `true` and `false`.
    pub fn set(&mut self, field: &str, value: &str) -> Result<(), String> {
        let number = || {
            value
                .parse::<u64>()
                .map_err(|error| format!("{field}={value}: {error}"))
        };
        let yes_or_no = || match value {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            _ => Err(format!("{field}={value}: neither yes nor no")),
        };
        let word = || {
            let (_, words) = WORDS
                .iter()
                .find(|(known, _)| *known == field)
                .expect("a field");
            let word = words.iter().find(|known| **known == value);
            word.copied()
                .ok_or_else(|| format!("{field}={value}: no such word"))
        };
        match field {
            "board" => self.board = word()?,
            "men" => self.men = number()?,
            "mill" => self.mill = word()?,
            "capture_while_placing" => self.capture_while_placing = yes_or_no()?,
            "removable" => self.removable = word()?,
            "removals_per_turn" => self.removals_per_turn = word()?,
            "move_while_placing" => self.move_while_placing = yes_or_no()?,
            "movement" => self.movement = word()?,
            "fly_at" => self.fly_at = number()?,
            "min_men" => self.min_men = number()?,
            "blocked" => self.blocked = word()?,
            "board_full" => self.board_full = word()?,
            "repetition" => self.repetition = number()?,
            "quiet_plies" => self.quiet_plies = number()?,
            other => return Err(format!("no field is called {other}")),
        }
        Ok(())
    }

    /// Whether every number is one that the page allows; the words can be no others.
    pub fn is_valid(&self) -> bool {
        let points = board(self.board).points.len() as u64;
        (3..=12).contains(&self.men)
            && 2 * self.men <= points
            && (self.fly_at == 0 || (3..=self.men).contains(&self.fly_at))
            && self.min_men == if self.mill == "win" { 0 } else { 3 }
            && (self.repetition == 0 || (2..=10).contains(&self.repetition))
            && (self.quiet_plies == 0 || (10..=1000).contains(&self.quiet_plies))
    }

    /// The field=value lines of the page, without the fields that it marks `–`.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let mut lines = vec![
            ("board", self.board.to_owned()),
            ("men", self.men.to_string()),
            ("mill", self.mill.to_owned()),
            ("capture_while_placing", word(self.capture_while_placing)),
            ("removable", self.removable.to_owned()),
            ("removals_per_turn", self.removals_per_turn.to_owned()),
            ("move_while_placing", word(self.move_while_placing)),
            ("movement", self.movement.to_owned()),
            ("fly_at", self.fly_at.to_string()),
            ("min_men", self.min_men.to_string()),
            ("blocked", self.blocked.to_owned()),
            ("board_full", self.board_full.to_owned()),
            ("repetition", self.repetition.to_string()),
            ("quiet_plies", self.quiet_plies.to_string()),
        ];
        if self.mill == "win" {
            let dashed = ["capture_while_placing", "removable", "removals_per_turn"];
            lines.retain(|(field, _)| !dashed.contains(field));
        }
        lines
    }
}
