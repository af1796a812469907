//! Turns that are refused, and those that only look as if they should be.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::both::Both;
use crate::cases;
use crate::strategies::{choices, set_ups, spoil, turn_texts};

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn any_turn_text_gets_the_same_answer(
        (rules, text) in set_ups(),
        choices in choices(12),
        turns in vec(turn_texts(), 1..40),
    ) {
        if let Some(mut both) = Both::from_text(&rules, &text) {
            advance(&mut both, &choices);
            for turn in &turns {
                try_and_undo(&both, turn);
            }
        }
    }

    #[test]
    fn legal_turns_with_one_fault_get_the_same_answer(
        (rules, text) in set_ups(),
        choices in choices(12),
        faults in vec((any::<u16>(), any::<u16>(), turn_texts(), any::<char>()), 1..20),
    ) {
        if let Some(mut both) = Both::from_text(&rules, &text) {
            advance(&mut both, &choices);
            let legal = both.twin.legal_turns();
            for (choice, at, other, letter) in faults {
                let Some(turn) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
                try_and_undo(&both, &spoil(turn, at, letter));
                try_and_undo(&both, &format!("{turn}{other}"));
                try_and_undo(&both, &format!("{turn}x{}", &turn[turn.len() - 2..]));
                try_and_undo(&both, turn.split_at(turn.len() - 3.min(turn.len())).0);
            }
        }
    }
}

/// Plays on by the choices, perhaps into the middle of a turn.
fn advance(both: &mut Both, choices: &[(u16, u8)]) {
    for (choice, way) in choices {
        let legal = both.twin.legal_turns();
        if legal.is_empty() {
            break;
        }
        let turn = &legal[usize::from(*choice) % legal.len()];
        // A first action alone may leave a removal owed; the next choice goes on from there.
        let first_removal = turn[1..].find('x').filter(|_| way % 4 == 0);
        let part = first_removal.map_or(&turn[..], |index| &turn[..=index]);
        both.send(part).expect("a legal turn or its first action");
    }
}

/// Sends a turn to a copy: the answers agree, and a refusal changes nothing.
fn try_and_undo(both: &Both, turn: &str) {
    let mut after = both.clone();
    match after.send(turn) {
        Ok(()) => drop(after.look()),
        Err(_) => assert!(after == *both, "{turn} was refused and changes something"),
    }
}
