//! The twin against the vectors: what checks the engine is itself checked first.
//!
//! Perft lines of more than 20,000 leaves are left to the engine, which plays faster.

#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "a module of several test binaries, each of which uses another part of it"
)]
mod twin;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use twin::{Game, Refused, RuleSet, perft, variant};

const PERFT_LEAVES_MAX: u64 = 20_000;

/// The lines of a vector file.
fn lines(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"));
    let lines: Vec<Value> = lines.collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}

fn word<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} is no text in {line}"))
}

fn words(value: &Value) -> Vec<String> {
    let list = value
        .as_array()
        .unwrap_or_else(|| panic!("{value} is no list"));
    list.iter()
        .map(|word| word.as_str().expect("a list of texts").to_owned())
        .collect()
}

/// The rule set of a line: its variant and the fields that differ.
fn rules(line: &Value) -> RuleSet {
    let mut rules = variant(word(line, "variant"));
    for (field, value) in line["rules"].as_object().expect("rules are an object") {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), ToOwned::to_owned);
        rules.set(field, &value).expect("a field and its value");
    }
    assert!(rules.is_valid(), "the rules of {line}");
    rules
}

fn game(line: &Value, key: &str) -> Game {
    let text = word(line, key);
    let game = Game::from_text(rules(line), text);
    game.unwrap_or_else(|reason| panic!("{reason}: {line}"))
}

fn outcome(value: &Value) -> Option<(String, String)> {
    let text = |key: &str| value[key].as_str().map(ToOwned::to_owned);
    text("result").zip(text("termination"))
}

/// Mills as a set of sets of points: the vectors promise no order of the lines.
fn mills(game: &Game, side: char) -> BTreeSet<BTreeSet<String>> {
    let mills = game.mills(side).into_iter();
    mills
        .map(|mill| mill.into_iter().map(ToOwned::to_owned).collect())
        .collect()
}

#[test]
fn boards_have_the_points_and_lines_that_the_page_counts() {
    let counts = [
        ("square24", 24, 16, 0),
        ("square24_diagonal", 24, 20, 0),
        ("square16", 16, 8, 4),
        ("square17", 17, 14, 4),
        ("square25", 25, 22, 4),
        ("grid9_diagonal", 9, 8, 0),
        ("grid9", 9, 6, 0),
    ];
    assert_eq!(counts.map(|(name, ..)| name), twin::BOARDS);
    for (name, points, lines, links) in counts {
        let board = twin::board(name);
        let known = (board.points.len(), board.lines.len(), board.links.len());
        assert_eq!(known, (points, lines, links), "{name}");
        for point in board
            .lines
            .iter()
            .flatten()
            .chain(board.links.iter().flatten())
        {
            assert!(board.points.contains(point), "{point} of {name}");
        }
    }
}

#[test]
fn positions_show_what_the_vectors_show() {
    for line in lines("positions.jsonl")
        .into_iter()
        .chain(lines("positions_more.jsonl"))
    {
        let game = game(&line, "position");
        assert_eq!(game.text(), word(&line, "position"), "{line}");
        assert_eq!(game.phase(), word(&line, "phase"), "{line}");
        assert_eq!(game.outcome(), outcome(&line["outcome"]), "{line}");
        assert_eq!(game.legal_turns(), words(&line["legal_turns"]), "{line}");
        assert_eq!(game.removable(), words(&line["removable"]), "{line}");
        for side in ['w', 'b'] {
            let expected = line["mills"][side.to_string()]
                .as_array()
                .expect("a list of mills");
            let expected = expected
                .iter()
                .map(|mill| words(mill).into_iter().collect());
            assert_eq!(mills(&game, side), expected.collect(), "{side} in {line}");
        }
    }
}

#[test]
fn games_end_with_their_last_turn_and_not_before() {
    for line in lines("games.jsonl")
        .into_iter()
        .chain(lines("split_games.jsonl"))
    {
        let mut game = game(&line, "start");
        for turn in words(&line["turns"]) {
            assert_eq!(game.outcome(), None, "before {turn} of {line}");
            game.send(&turn)
                .unwrap_or_else(|refused| panic!("{turn}: {refused:?} in {line}"));
        }
        assert_eq!(game.text(), word(&line, "final"), "{line}");
        assert_eq!(game.outcome(), outcome(&line), "{line}");
    }
}

#[test]
fn refusals_name_reason_action_and_point() {
    for line in lines("refusals.jsonl") {
        let mut game = game(&line, "position");
        let before = game.clone();
        let refused = game
            .send(word(&line, "turn"))
            .expect_err("the turn is refused");
        assert!(is_refused_as(&refused, &line), "{refused:?} for {line}");
        assert_eq!(game, before, "a refused turn changes nothing: {line}");
    }
}

fn is_refused_as(refused: &Refused, expected: &Value) -> bool {
    refused.reason == word(expected, "reason")
        && Some(refused.action as u64) == expected["action"].as_u64()
        && refused.point.as_deref() == expected["point"].as_str()
}

#[test]
fn bad_positions_are_refused() {
    for line in lines("bad_positions.jsonl") {
        let game = Game::from_text(rules(&line), word(&line, "position"));
        assert!(game.is_err(), "{line}");
    }
}

#[test]
fn reported_faults_are_absent() {
    for line in lines("reported.jsonl") {
        let expect = &line["expect"];
        let start = line["start"].as_str();
        let game = match start {
            Some(text) => Game::from_text(rules(&line), text),
            None => Ok(Game::start(rules(&line))),
        };
        if expect["bad_position"] == true {
            assert!(game.is_err(), "{line}");
            continue;
        }
        let mut game = game.unwrap_or_else(|reason| panic!("{reason}: {line}"));
        for (index, turn) in words(&line["turns"]).iter().enumerate() {
            check_earlier(&game, index, &line);
            let refusal =
                Some(&expect["refusal"]).filter(|it| it["at"].as_u64() == Some(index as u64));
            match (game.send(turn), refusal) {
                (Ok(()), None) => {}
                (Err(refused), Some(expected)) if is_refused_as(&refused, expected) => {}
                (answer, _) => panic!("{turn} at {index}: {answer:?} in {line}"),
            }
        }
        check_earlier(&game, words(&line["turns"]).len(), &line);
        check(&game, expect, &line);
    }
}

fn check_earlier(game: &Game, after: usize, line: &Value) {
    for earlier in line["earlier"].as_array().into_iter().flatten() {
        if earlier["after"].as_u64() == Some(after as u64) {
            check(game, earlier, line);
        }
    }
}

/// Holds a game against what an expectation names.
fn check(game: &Game, expect: &Value, line: &Value) {
    for (key, value) in expect.as_object().expect("an object") {
        let context = || format!("{key} of {line}");
        match key.as_str() {
            "position" => assert_eq!(game.text(), word(expect, key), "{}", context()),
            "side" => assert_eq!(game.side().to_string(), word(expect, key), "{}", context()),
            "owed" => assert_eq!(Some(game.owed()), value.as_u64(), "{}", context()),
            "quiet" => assert_eq!(Some(game.quiet()), value.as_u64(), "{}", context()),
            "phase" => assert_eq!(game.phase(), word(expect, key), "{}", context()),
            "outcome" => assert_eq!(game.outcome(), outcome(value), "{}", context()),
            "legal_turns" => assert_eq!(game.legal_turns(), words(value), "{}", context()),
            "removable" => {
                let mut removable = game.removable();
                removable.sort_unstable();
                assert_eq!(removable, words(value), "{}", context());
            }
            "refusal" | "after" => {}
            other => panic!("nothing here checks {other}"),
        }
    }
}

#[test]
fn perft_counts_the_leaves_of_the_vectors() {
    let mut checked = 0;
    for line in lines("perft.jsonl")
        .into_iter()
        .chain(lines("perft_more.jsonl"))
    {
        let nodes = line["nodes"].as_u64().expect("nodes");
        if nodes <= PERFT_LEAVES_MAX {
            let depth = line["depth"].as_u64().expect("depth");
            assert_eq!(perft(&game(&line, "position"), depth), nodes, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 300, "only {checked} lines are small enough");
}

/// The value of each position follows from those of all positions that a turn reaches.
#[test]
fn the_values_of_three_follow_from_one_another() {
    let lines = lines("three_solved.jsonl");
    let rules = RuleSet {
        repetition: 0,
        quiet_plies: 0,
        ..variant("three")
    };
    let key = |text: &str| text.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let value = |line: &Value| (word(line, "value").to_owned(), line["plies"].as_u64());
    let known: BTreeMap<String, (String, Option<u64>)> = lines
        .iter()
        .map(|line| (key(word(line, "position")), value(line)))
        .collect();
    for line in &lines {
        let game = Game::from_text(rules.clone(), word(line, "position")).expect("a position");
        let after = |turn: String| {
            let mut after = game.clone();
            after.send(&turn).expect("a legal turn");
            known[&key(&after.text())].clone()
        };
        let children: Vec<_> = game.legal_turns().into_iter().map(after).collect();
        let of = |value: &str| {
            let plies = children.iter().filter(move |child| child.0 == value);
            plies
                .filter_map(|child| child.1)
                .map(|plies| plies + 1)
                .collect::<Vec<_>>()
        };
        let expected = if let Some((result, _)) = game.outcome() {
            let act_wins = (result == "1-0") == (game.side() == 'w');
            (if act_wins { "win" } else { "loss" }, Some(0))
        } else if let Some(plies) = of("loss").into_iter().min() {
            ("win", Some(plies))
        } else if children.iter().any(|child| child.0 == "draw") {
            ("draw", None)
        } else {
            ("loss", of("win").into_iter().max())
        };
        assert_eq!(value(line), (expected.0.to_owned(), expected.1), "{line}");
    }
}
