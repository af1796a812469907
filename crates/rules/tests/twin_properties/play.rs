//! Whole games, turn by turn and action by action.

use proptest::prelude::*;

use crate::both::{Both, Shown};
use crate::cases;
use crate::engine::Engine;
use crate::strategies::{choices, rules_of_games, set_ups};
use crate::twin::RuleSet;

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn games_from_the_start_are_played_alike(rules in rules_of_games(), choices in choices(120)) {
        play(&Both::start(&rules), &rules, &choices);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn games_from_anywhere_are_played_alike((rules, text) in set_ups(), choices in choices(60)) {
        if let Some(both) = Both::from_text(&rules, &text) {
            play(&both, &rules, &choices);
        }
    }
}

/// Plays by the choices until the game ends, and looks at everything after each turn.
fn play(start: &Both, rules: &RuleSet, choices: &[(u16, u8)]) {
    let mut both = start.clone();
    let mut shown = both.look();
    let mut played: Vec<(String, String)> = Vec::new();
    for (choice, way) in choices {
        if shown.legal_turns.is_empty() {
            break;
        }
        let turn = shown.legal_turns[usize::from(*choice) % shown.legal_turns.len()].clone();
        let before = both.clone();
        send_in_some_way(&mut both, &turn, *way);
        let after = both.look();
        assert_eq!(
            whole(&before, &turn),
            after.text,
            "{turn} whole and in parts"
        );
        assert_men_are_conserved(&before, &both, &turn);
        assert_counts_go_on(&shown, &before, &both, &turn);
        assert_reads_back(rules, &after);
        played.push((turn, shown.text));
        shown = after;
    }
    assert_replay_undoes(start, &played);
}

/// The text after the whole turn, from the engine alone.
fn whole(before: &Both, turn: &str) -> String {
    let mut engine = before.engine.clone();
    engine.send(turn).expect("a legal turn sent whole");
    engine.text()
}

/// Sends a turn whole, action by action, or its removals together.
fn send_in_some_way(both: &mut Both, turn: &str, way: u8) {
    let first_removal = turn[1..].find('x').map(|index| index + 1);
    let parts: Vec<String> = match (way % 3, first_removal) {
        (0, _) | (_, None) => vec![turn.to_owned()],
        (1, Some(index)) => vec![turn[..index].to_owned(), turn[index..].to_owned()],
        (_, Some(_)) => actions(turn),
    };
    for (index, part) in parts.iter().enumerate() {
        both.send(part).expect("a part of a legal turn");
        if index + 1 < parts.len() {
            let shown = both.look();
            let rest = parts[index + 1..].concat();
            assert!(
                shown.legal_turns.contains(&rest),
                "{rest} is left of {turn}"
            );
            assert!(!shown.removable.is_empty(), "after {part} of {turn}");
        }
    }
}

/// The single actions of a turn.
fn actions(turn: &str) -> Vec<String> {
    let mut actions: Vec<String> = turn.split('x').map(|point| format!("x{point}")).collect();
    // What stands before the first x is no removal; where nothing does, the turn is removals only.
    let first = actions.remove(0);
    if first.len() > 1 {
        actions.insert(0, first[1..].to_owned());
    }
    actions
}

fn assert_men_are_conserved(before: &Both, after: &Both, turn: &str) {
    let side = before.twin.side();
    let removals = actions(turn)
        .iter()
        .filter(|action| action.starts_with('x'))
        .count() as u64;
    for man in ['w', 'b'] {
        let lost = if man == side { 0 } else { removals };
        assert_eq!(
            before.twin.men_of(man),
            after.twin.men_of(man) + lost,
            "{man} after {turn}"
        );
        assert_eq!(
            after.twin.men_of(man),
            after.engine.men_of(man),
            "{man} after {turn}"
        );
    }
}

fn assert_counts_go_on(shown: &Shown, before: &Both, after: &Both, turn: &str) {
    assert_eq!(
        after.twin.ply(),
        before.twin.ply() + 1,
        "a turn is a ply: {turn} at {}",
        shown.text
    );
    let is_quiet = turn.contains('-') && !turn.contains('x');
    let quiet = if is_quiet { before.twin.quiet() + 1 } else { 0 };
    assert_eq!(after.twin.quiet(), quiet, "{turn} at {}", shown.text);
    assert_eq!(after.twin.owed(), 0, "{turn} at {}", shown.text);
}

/// A text has no history, so it shows every end but repetition.
fn assert_reads_back(rules: &RuleSet, shown: &Shown) {
    let again = Both::from_text(rules, &shown.text)
        .expect("what is written can be read")
        .look();
    assert_eq!(again.text, shown.text);
    let is_repetition = shown
        .outcome
        .as_ref()
        .is_some_and(|(_, end)| end == "repetition");
    if !is_repetition {
        assert_eq!(&again, shown, "read back");
    }
}

/// Playing all turns but the last ones again gives each earlier position.
fn assert_replay_undoes(start: &Both, played: &[(String, String)]) {
    let mut engine: Engine = start.engine.clone();
    for (turn, before) in played {
        assert_eq!(&engine.text(), before, "before {turn}");
        engine.send(turn).expect("the turn was legal");
    }
}
