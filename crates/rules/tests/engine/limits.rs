//! Ply and quiet never wrap: a turn that would pass 2^32 - 1 is refused.

use moelle_rules::{Action, Field, Refusal};

use crate::given::{position, rules, rules_with, turn};

#[test]
fn no_action_is_legal_once_no_more_plies_can_be_counted() {
    let last = position(rules("nine"), "w2/3/3/b5/3/3/3 w 8,8 0 0 4294967295");
    assert_eq!(last.outcome(), None);
    assert_eq!(last.legal_turns().count(), 0);
    assert_eq!(last.legal_actions().len(), 0);
    assert!(last.grouped().placements.is_empty());
    let refused = last
        .play(&turn(&last, "d6"))
        .expect_err("the ply would pass its limit");
    assert_eq!(refused.refusal, Refusal::GameOver);
    let before = position(rules("nine"), "w2/3/3/b5/3/3/3 w 8,8 0 0 4294967294");
    let played = before
        .play(&turn(&before, "d6"))
        .expect("one ply more can be counted");
    assert_eq!(played.position.ply(), u32::MAX);
}

#[test]
fn an_owed_removal_cannot_pass_the_limit_either() {
    let owing = position(rules("nine"), "www/3/3/b5/3/3/bb1 w 0,0 1 0 4294967295");
    let refused = owing
        .play(&turn(&owing, "xa4"))
        .expect_err("the ply would pass its limit");
    assert_eq!((refused.refusal, refused.action), (Refusal::GameOver, 0));
    assert_eq!(owing.legal_turns().count(), 0);
}

#[test]
fn where_no_more_quiet_plies_can_be_counted_only_captures_are_legal() {
    let endless = rules_with("nine", &[(Field::QuietPlies, "0")]);
    let quiet = position(endless, "ww1/3/3/b1b2w/3/3/bb1 w 0,0 0 4294967295 9");
    let legal: Vec<_> = quiet.legal_turns().map(|turn| turn.to_string()).collect();
    assert!(
        !legal.is_empty() && legal.iter().all(|turn| turn.contains('x')),
        "{legal:?}"
    );
    for action in quiet.legal_actions() {
        assert_eq!(
            quiet.act(action).map(|after| after.owed()),
            Ok(1),
            "{action}"
        );
    }
    let refused = quiet
        .play(&turn(&quiet, "g4-g1"))
        .expect_err("the quiet ply would be one too many");
    assert_eq!(refused.refusal, Refusal::GameOver);
    let refused = quiet
        .play(&turn(&quiet, "g4-b4"))
        .expect_err("b4 is empty, and a flight");
    assert_eq!(refused.refusal, Refusal::GameOver);
    let refused = quiet.play(&turn(&quiet, "g4-a4")).expect_err("taken");
    assert_eq!(
        refused.refusal,
        Refusal::PointOccupied,
        "what is illegal anyway says so"
    );
}

#[test]
fn a_placement_resets_quiet_plies_that_are_at_their_limit() {
    let endless = rules_with("lasker", &[(Field::QuietPlies, "0")]);
    let quiet = position(endless, "w2/3/3/b5/3/3/3 w 9,9 0 4294967295 9");
    assert_eq!(quiet.legal_turns().count(), 22, "placements only");
    assert!(
        quiet
            .legal_actions()
            .all(|action| matches!(action, Action::Place(_)))
    );
    let played = quiet
        .play(&turn(&quiet, "d6"))
        .expect("a placement is not quiet");
    assert_eq!(played.position.quiet(), 0);
}
