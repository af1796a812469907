//! Random rule sets, positions, turns and garbage, all in the words of the twin.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::twin::{BOARDS, Board, RuleSet, board, variant};

/// A valid rule set on any board, every field free.
///
/// The limits of repetition and quiet plies lean towards small values, so that games reach them.
pub(crate) fn rule_sets() -> impl Strategy<Value = RuleSet> {
    (select(&BOARDS[..]), 0..100_u64).prop_flat_map(|(name, men)| rule_sets_of(name, men))
}

/// A rule set on one board; `men` chooses among the numbers of men that the board allows.
fn rule_sets_of(name: &'static str, men: u64) -> impl Strategy<Value = RuleSet> {
    let most = (board(name).points.len() as u64 / 2).min(12);
    let men = 3 + men % (most - 2);
    let words = (
        prop_oneof![3 => Just("capture"), 1 => Just("win")],
        select(vec!["outside_mills_first", "outside_mills_only", "any"]),
        select(vec!["one", "one_per_mill"]),
        select(vec!["adjacent", "any"]),
        select(vec!["loses", "passes", "draw"]),
        select(vec!["draw", "blocked"]),
    );
    let flags = (any::<bool>(), any::<bool>());
    let numbers = (
        prop_oneof![Just(0), 3..=men],
        prop_oneof![Just(0), Just(2), 2..=10_u64],
        prop_oneof![Just(0), 10..=16_u64, 10..=1000_u64],
    );
    (words, flags, numbers).prop_map(move |(words, flags, numbers)| {
        let (mill, removable, removals_per_turn, movement, blocked, board_full) = words;
        let (capture_while_placing, move_while_placing) = flags;
        let (fly_at, repetition, quiet_plies) = numbers;
        RuleSet {
            board: name,
            men,
            mill,
            capture_while_placing,
            removable,
            removals_per_turn,
            move_while_placing,
            movement,
            fly_at,
            min_men: if mill == "win" { 0 } else { 3 },
            blocked,
            board_full,
            repetition,
            quiet_plies,
        }
    })
}

/// One of the twelve variants, or a rule set of one's own.
pub(crate) fn rules_of_games() -> impl Strategy<Value = RuleSet> {
    prop_oneof![
        select(&crate::twin::VARIANTS[..]).prop_map(variant),
        rule_sets(),
        rule_sets()
    ]
}

/// A rule set and a position text for it: well formed, and valid often but not always.
pub(crate) fn set_ups() -> impl Strategy<Value = (RuleSet, String)> {
    rules_of_games().prop_flat_map(|rules| {
        let text = position_texts(&rules);
        (Just(rules), text)
    })
}

/// Position texts of a rule set.
fn position_texts(rules: &RuleSet) -> impl Strategy<Value = String> + use<> {
    let rules = rules.clone();
    let points = board(rules.board).points.len();
    let men = rules.men;
    // The men in hand: the rest, fewer, or now and then one too many.
    let hand = prop_oneof![
        8 => Just(None),
        6 => Just(Some(0)),
        6 => (0..=men).prop_map(Some),
        1 => Just(Some(men + 1)),
    ];
    let owed = prop_oneof![6 => Just(0), 2 => Just(1), 3 => 2..=3_u64, 1 => 4..=7_u64];
    let quiet = prop_oneof![12 => 0..10_u64, 3 => 0..1100_u64, 1 => AT_THE_LIMIT];
    let ply = prop_oneof![12 => 0..100_u64, 1 => AT_THE_LIMIT];
    let mills = prop_oneof![2 => Just(0), 1 => Just(1), 1 => 2..=6_usize];
    (
        (
            0..points,
            mills,
            0..=10_u32,
            vec((0..10_u32, any::<bool>()), points),
        ),
        [hand.clone(), hand],
        prop_oneof![Just('w'), Just('b')],
        (owed, prop::bool::weighted(0.9), quiet, ply),
    )
        .prop_map(move |(men, hands, side, counts)| {
            let (hub, mills, density, others) = men;
            let (owed, honest, quiet, ply) = counts;
            let owed = if honest { earnable(&rules, owed) } else { owed };
            let mills = if rules.mill == "win" && honest {
                0
            } else {
                mills.max(owed.try_into().expect("a small number"))
            };
            let mut placement = Placement::new(&rules);
            placement.add_mills(hub, mills, side);
            placement.add_men(density, &others);
            let [white, black] = placement.hands(hands);
            format!(
                "{} {side} {white},{black} {owed} {quiet} {ply}",
                placement.text()
            )
        })
}

/// As many of the removals as a rule set lets one action earn.
///
/// No more than four: six of twelve men are 665,280 turns, too many to try them all.
fn earnable(rules: &RuleSet, owed: u64) -> u64 {
    match (rules.mill, rules.removals_per_turn) {
        ("win", _) => 0,
        (_, "one") => owed.min(1),
        _ => owed.min(4),
    }
}

/// Quiet and ply around the largest number that a text may hold.
const AT_THE_LIMIT: std::ops::RangeInclusive<u64> = 4_294_967_290..=4_294_967_297;

/// A board that is filled at random and never holds more men of a side than there are.
struct Placement<'a> {
    rules: &'a RuleSet,
    board: &'static Board,
    points: Vec<char>,
}

impl<'a> Placement<'a> {
    fn new(rules: &'a RuleSet) -> Self {
        let board = board(rules.board);
        Self {
            rules,
            board,
            points: vec!['.'; board.points.len()],
        }
    }

    fn standing(&self, man: char) -> u64 {
        self.points.iter().filter(|point| **point == man).count() as u64
    }

    fn add(&mut self, index: usize, man: char) {
        if self.points[index] == '.' && self.standing(man) < self.rules.men {
            self.points[index] = man;
        }
    }

    /// Lets some mills of a side stand on lines through one point, as if one action closed them.
    fn add_mills(&mut self, hub: usize, mills: usize, man: char) {
        let hub = self.board.points[hub];
        let lines = self.board.lines.iter().filter(|line| line.contains(&hub));
        for point in lines.take(mills).flatten() {
            let index = self.board.points.iter().position(|known| known == point);
            self.add(index.expect("a line has points of its board"), man);
        }
    }

    /// Adds men of both sides; from nearly none to as many as there are, by the density.
    fn add_men(&mut self, density: u32, others: &[(u32, bool)]) {
        for (index, (taken, white)) in others.iter().enumerate() {
            if *taken < density {
                let (man, other) = if *white { ('w', 'b') } else { ('b', 'w') };
                self.add(index, man);
                self.add(index, other);
            }
        }
    }

    fn hands(&self, wanted: [Option<u64>; 2]) -> [u64; 2] {
        [('w', wanted[0]), ('b', wanted[1])].map(|(man, wanted)| {
            let rest = self.rules.men - self.standing(man);
            match wanted {
                None => rest,
                Some(hand) if hand > self.rules.men => rest + 1,
                Some(hand) => hand.min(rest),
            }
        })
    }

    fn text(&self) -> String {
        let rows: Vec<usize> = self.board.rows.iter().map(Vec::len).collect();
        write_rows(&rows, &self.points)
    }
}

fn write_rows(rows: &[usize], placement: &[char]) -> String {
    let mut written = Vec::new();
    let mut rest = placement;
    for length in rows {
        let (row, after) = rest.split_at(*length);
        let mut text: String = row.iter().collect();
        for empty in (1..=7).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        written.push(text);
        rest = after;
    }
    written.join("/")
}

/// Choices of a game: the first number chooses the turn, the second how it is sent.
pub(crate) fn choices(plies: usize) -> impl Strategy<Value = Vec<(u16, u8)>> {
    vec(any::<(u16, u8)>(), 0..plies)
}

/// Texts that look like turns, with points of any board, and texts that do not.
pub(crate) fn turn_texts() -> impl Strategy<Value = String> {
    let near = (b'a'..=b'g', b'1'..=b'7');
    let far = (b'a'..=b'z', b'0'..=b'9');
    let letters = |(file, rank): (u8, u8)| String::from_utf8_lossy(&[file, rank]).into_owned();
    let point = prop_oneof![20 => near.prop_map(letters), 1 => far.prop_map(letters)];
    let first = prop_oneof![
        2 => point.clone(),
        3 => (point.clone(), point.clone()).prop_map(|(from, to)| format!("{from}-{to}")),
        2 => point.clone().prop_map(|point| format!("x{point}")),
    ];
    let removals = prop_oneof![
        3 => Just(Vec::new()),
        2 => vec(point.clone(), 1..2),
        1 => vec(point, 2..8),
    ];
    let turn = (first, removals).prop_map(|(first, removals)| {
        removals
            .iter()
            .fold(first, |turn, point| turn + "x" + point)
    });
    prop_oneof![
        12 => turn.clone(),
        1 => turn.clone().prop_map(|turn| turn.to_ascii_uppercase()),
        2 => (turn, any::<u16>(), any::<char>()).prop_map(|(turn, at, letter)| spoil(&turn, at, letter)),
        1 => "[a-gA-Gx1-7 -]{0,8}",
        1 => any::<String>(),
    ]
}

/// Replaces, drops or doubles one letter of a text.
pub(crate) fn spoil(text: &str, at: u16, letter: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return letter.to_string();
    }
    let index = usize::from(at / 4) % letters.len();
    match at % 4 {
        0 => letters[index] = letter,
        1 => drop(letters.remove(index)),
        2 => letters.insert(index, letters[index]),
        _ => letters.insert(index, letter),
    }
    letters.into_iter().collect()
}
