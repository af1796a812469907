//! The fuzz targets over their seeds, mutated: a few seconds of what a fuzzer does for hours.
//!
//! Seeded, so that every run is the same. `FUZZ_SMOKE_ROUNDS=1000000` makes it longer; how to run
//! the real fuzzer is said in `fuzz/src/lib.rs`.

#[allow(
    unreachable_pub,
    reason = "the library of the fuzz targets, which are crates of their own"
)]
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Mutated texts of each target, unless `FUZZ_SMOKE_ROUNDS` says another number.
const ROUNDS: usize = 200_000;

/// Pieces of the notations, which bytes at random would seldom make.
const PIECES: [&str; 36] = [
    "w",
    "b",
    "/",
    "1",
    "3",
    "7",
    " ",
    "x",
    "X",
    "-",
    "a7",
    "d6",
    "g1",
    "b4",
    "0",
    "9",
    "10",
    ",",
    "\n",
    "4294967295",
    "4294967296",
    "=",
    "\"",
    "[",
    "]",
    "[Variant \"",
    "nine",
    "three",
    "yes",
    "any",
    "one_per_mill",
    "passes",
    "…",
    "1. ",
    "1-0",
    "*",
];

#[test]
fn any_position_text_is_read_or_refused() {
    run("position", targets::position);
}

#[test]
fn any_turn_text_is_read_or_refused() {
    run("turn", targets::turn);
}

#[test]
fn any_rule_set_is_read_or_refused() {
    run("rule_set", targets::rule_set);
}

#[test]
fn any_record_is_read_or_refused() {
    run("record", targets::record);
}

#[test]
fn any_text_of_sanmill_is_read_or_refused() {
    run("sanmill", targets::sanmill);
}

/// Runs a target over its seeds, all of which it reads, and over what mutations make of them.
fn run(name: &str, target: fn(&[u8]) -> bool) {
    let seeds = seeds(name);
    for seed in &seeds {
        assert!(
            check(name, target, seed),
            "{name} refuses {}",
            seed.escape_ascii()
        );
    }
    let rounds = std::env::var("FUZZ_SMOKE_ROUNDS").ok();
    let rounds = rounds.map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));
    let mut random = Random(0x6D6F_656C_6C65);
    let mut read = 0;
    for _ in 0..rounds {
        let mut text = random.choose(&seeds).clone();
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut text, &seeds);
        }
        read += usize::from(check(name, target, &text));
    }
    // Both must happen, or the mutations are too wild or too tame.
    assert!(
        read > rounds / 200,
        "{name} read {read} of {rounds} mutated texts"
    );
    assert!(
        read < rounds * 3 / 4,
        "{name} read {read} of {rounds} mutated texts"
    );
}

/// Whether the target reads the text; a panic of the target names the text.
fn check(name: &str, target: fn(&[u8]) -> bool, text: &[u8]) -> bool {
    let answer = catch_unwind(AssertUnwindSafe(|| target(text)));
    answer.unwrap_or_else(|_| panic!("{name} panics at b\"{}\"", text.escape_ascii()))
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(name);
    let files = std::fs::read_dir(&folder).expect("the target has seeds");
    let mut paths: Vec<_> = files.map(|file| file.expect("a seed").path()).collect();
    paths.sort();
    assert!(paths.len() >= 5, "{name} has {} seeds", paths.len());
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a seed can be read"))
        .collect()
}

/// Changes a text in one place.
fn mutate(random: &mut Random, text: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(4)).min(text.len());
    match random.below(12) {
        0 => drop(text.drain(at..end)),
        1 => text.insert(at, random.byte()),
        2 | 3 => drop(text.splice(at..end, random.choose(&PIECES).bytes())),
        4 => drop(text.splice(at..at, random.choose(&PIECES).bytes())),
        5 => drop(text.splice(at..at, text[at..end].to_vec())),
        6 => {
            let other = random.choose(seeds);
            let from = random.below(other.len() + 1);
            text.truncate(at);
            text.extend(&other[from..]);
        }
        7 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte = random.alike(*byte);
            }
        }
    }
}

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("below 256")
    }

    /// Another byte of the same kind: a man for a man, a digit for a digit, a file for a file.
    fn alike(&mut self, byte: u8) -> u8 {
        let kinds: [&[u8]; 4] = [b"wb", b"0123456789", b"abcdefg", b"/ ,\n=-x"];
        let kind = kinds.into_iter().find(|kind| kind.contains(&byte));
        kind.map_or(byte, |kind| *self.choose(kind))
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
