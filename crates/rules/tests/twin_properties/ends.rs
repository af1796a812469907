//! Every end happens in random play, so that the properties above really look at each.

use std::collections::BTreeMap;

use crate::both::Both;
use crate::twin::{RuleSet, variant};

/// How often each end came, and how often a side was passed over.
#[derive(Default)]
struct Seen {
    ends: BTreeMap<String, u64>,
    passes: u64,
}

#[test]
fn every_end_and_the_pass_are_met_in_random_play() {
    let small = |name: &str| RuleSet {
        quiet_plies: 10,
        repetition: 2,
        ..variant(name)
    };
    let mut seen = Seen::default();
    for seed in 0..40 {
        play(&small("nine"), seed, &mut seen);
        play(&small("three"), seed, &mut seen);
        play(
            &RuleSet {
                repetition: 0,
                ..small("lasker")
            },
            seed,
            &mut seen,
        );
        play(
            &RuleSet {
                blocked: "passes",
                ..small("achi")
            },
            seed,
            &mut seen,
        );
        play(
            &RuleSet {
                removals_per_turn: "one_per_mill",
                ..small("seven")
            },
            seed,
            &mut seen,
        );
        play(
            &RuleSet {
                removable: "outside_mills_only",
                ..small("morabaraba")
            },
            seed,
            &mut seen,
        );
        let full = RuleSet {
            men: 8,
            capture_while_placing: false,
            ..small("five")
        };
        play(&full, seed, &mut seen);
        play(
            &RuleSet {
                board_full: "blocked",
                ..full.clone()
            },
            seed,
            &mut seen,
        );
        let passing = RuleSet {
            board_full: "blocked",
            blocked: "passes",
            ..full
        };
        play(&passing, seed, &mut seen);
        play(&RuleSet { men: 7, ..passing }, seed, &mut seen);
    }
    for end in [
        "mill",
        "too_few_men",
        "board_full",
        "blocked",
        "repetition",
        "quiet",
    ] {
        let count = seen.ends.get(end).copied().unwrap_or(0);
        assert!(count >= 5, "{end} came {count} times: {:?}", seen.ends);
    }
    assert!(
        seen.passes >= 5,
        "a side was passed over {} times",
        seen.passes
    );
}

fn play(rules: &RuleSet, seed: u64, tally: &mut Seen) {
    let mut both = Both::start(rules);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x6A09_E667_F3BC_C909;
    for _ in 0..300 {
        let shown = both.look();
        if let Some((_, end)) = shown.outcome {
            *tally.ends.entry(end).or_default() += 1;
            return;
        }
        let side = both.twin.side();
        let turn = &shown.legal_turns[next(&mut state, shown.legal_turns.len())];
        both.send(turn).expect("a legal turn");
        let is_on = both.twin.outcome().is_none();
        tally.passes += u64::from(is_on && both.twin.side() == side);
    }
    panic!("a game with these limits ends: {}", both.twin.text());
}

/// The next number below a bound (xorshift).
fn next(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).expect("31 bits") % bound
}
