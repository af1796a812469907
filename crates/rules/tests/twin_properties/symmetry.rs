//! The symmetries of each board: a game and its mirror image are the same game.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::cases;
use crate::engine::Engine;
use crate::strategies::set_ups;
use crate::twin::{BOARDS, Board, Game, board};

/// Where each point goes.
type Symmetry = BTreeMap<&'static str, &'static str>;

/// All maps of a board's points onto themselves that keep neighbours and lines, found by trying.
fn symmetries(board: &Board) -> Vec<Symmetry> {
    let mut found = Vec::new();
    extend(board, &mut Symmetry::new(), &mut found);
    found
}

fn extend(board: &Board, map: &mut Symmetry, found: &mut Vec<Symmetry>) {
    let Some(point) = board.points.get(map.len()).copied() else {
        if keeps_lines(board, map) {
            found.push(map.clone());
        }
        return;
    };
    for image in &board.points {
        let is_free = map.values().all(|taken| taken != image);
        let keeps_neighbours = map.iter().all(|(from, to)| {
            board.adjacent.contains(&(from, point)) == board.adjacent.contains(&(to, image))
        });
        if is_free && keeps_neighbours {
            map.insert(point, image);
            extend(board, map, found);
            map.remove(point);
        }
    }
}

fn keeps_lines(board: &Board, map: &Symmetry) -> bool {
    let set = |line: [&'static str; 3]| BTreeSet::from(line);
    let lines: BTreeSet<_> = board.lines.iter().map(|line| set(*line)).collect();
    board
        .lines
        .iter()
        .all(|line| lines.contains(&set(line.map(|point| map[point]))))
}

#[test]
fn every_board_has_its_symmetries() {
    // The square's eight; on boards of two or three squares also inside out.
    let expected = [16, 16, 16, 8, 8, 8, 8];
    let counts = BOARDS.map(|name| symmetries(board(name)).len());
    assert_eq!(counts, expected, "{BOARDS:?}");
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn a_mirrored_position_has_the_mirrored_turns((rules, text) in set_ups(), choice in any::<u8>()) {
        let Ok(engine) = Engine::from_text(&rules, &text) else { return Ok(()) };
        let symmetries = symmetries(board(rules.board));
        let map = &symmetries[usize::from(choice) % symmetries.len()];
        let mirrored = mirror_position(&rules, &text, map);
        let image = Engine::from_text(&rules, &mirrored).expect("a mirrored position is valid");
        let mut turns: Vec<String> =
            engine.legal_turns().iter().map(|turn| mirror_turn(turn, map)).collect();
        turns.sort();
        prop_assert_eq!(image.legal_turns(), turns);
        prop_assert_eq!(image.outcome(), engine.outcome());
        prop_assert_eq!(image.phase(), engine.phase());
        let depth = if engine.legal_turns().len() > 60 { 1 } else { 2 };
        prop_assert_eq!(image.perft(depth), engine.perft(depth));
    }
}

#[test]
fn every_symmetry_of_a_board_gives_the_same_perft() {
    for (variant, text) in [
        ("nine", "w2/1wb/2b/3w1b/2w/b2/2b w 3,3 0 0 12"),
        ("twelve", "w1b/1wb/b1w/w1bw1b/2w/b1w/2b b 0,0 0 3 40"),
        ("five", "w1b/1b1/2w1/w1b/b1w w 0,0 0 2 20"),
        ("seven", "w1b/1b1/1bw2/w1b/b1w w 1,1 0 0 12"),
        ("sesotho", "w2/1wb/2b/3w1b1/2w/b2/2b w 2,2 0 0 12"),
        ("three", "w1b/1w1/b2 w 0,1 0 0 5"),
        ("nine_holes", "w1b/1w1/b2 b 1,1 0 0 4"),
    ] {
        let rules = crate::twin::variant(variant);
        let read = |text: &str| Engine::from_text(&rules, text).expect("a position of the test");
        let expected = read(text).perft(3);
        for map in symmetries(board(rules.board)) {
            let mirrored = mirror_position(&rules, text, &map);
            assert_eq!(
                read(&mirrored).perft(3),
                expected,
                "{mirrored} mirrors {text}"
            );
        }
    }
}

/// The image of a position text, man by man.
fn mirror_position(rules: &crate::twin::RuleSet, text: &str, map: &Symmetry) -> String {
    let game = Game::from_text(rules.clone(), text).expect("the twin reads it too");
    game.text_with(|point| map[point])
}

/// The image of a turn, point by point.
fn mirror_turn(turn: &str, map: &Symmetry) -> String {
    let mut mirrored = String::new();
    let mut rest = turn;
    while let Some(letter) = rest.chars().next() {
        let after = if let Some(image) = rest.get(..2).and_then(|point| map.get(point)) {
            mirrored.push_str(image);
            2
        } else {
            mirrored.push(letter);
            1
        };
        rest = &rest[after..];
    }
    mirrored
}
