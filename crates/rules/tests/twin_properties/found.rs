//! Cases in which the engine and the twin once differed, or might: by name, so that they stay.

use crate::both::Both;
use crate::twin::{RuleSet, perft, variant};

#[test]
fn a_side_without_men_does_not_fly_where_nobody_flies() {
    let both = Both::from_text(&variant("six"), "3/3/4/3/3 b 6,0 0 0 0").expect("a position");
    assert_eq!(both.look().phase, "moving");
}

#[test]
fn perft_goes_on_at_the_limit_of_quiet_plies() {
    let rules = RuleSet {
        men: 4,
        quiet_plies: 14,
        ..variant("five")
    };
    let both = Both::from_text(&rules, "bbb/b1w/1w1w/w2/3 b 0,0 0 201 30").expect("a position");
    assert_eq!(both.look().legal_turns.len(), 0, "drawn");
    assert_eq!(both.engine.perft(1), 3);
    assert_eq!(perft(&both.twin, 1), 3);
}

#[test]
fn perft_ends_where_the_plies_do() {
    let rules = RuleSet {
        men: 5,
        fly_at: 0,
        quiet_plies: 0,
        ..variant("twelve")
    };
    for (ply, leaves) in [(u32::MAX - 1, [1, 5, 0]), (u32::MAX, [1, 0, 0])] {
        let text = format!("bbb/bbw/www/w5/3/3/3 w 0,0 0 0 {ply}");
        let both = Both::from_text(&rules, &text).expect("a position");
        both.look();
        assert_eq!(
            [0, 1, 2].map(|depth| both.engine.perft(depth)),
            leaves,
            "{text}"
        );
        assert_eq!(
            [0, 1, 2].map(|depth| perft(&both.twin, depth)),
            leaves,
            "{text}"
        );
    }
}

#[test]
fn a_movement_that_would_pass_the_largest_quiet_is_refused() {
    let rules = RuleSet {
        quiet_plies: 0,
        repetition: 0,
        ..variant("nine")
    };
    let text = format!("ww1/3/bbb/5w/2b/3/2w w 0,0 0 {} 7", u32::MAX);
    let mut both = Both::from_text(&rules, &text).expect("a position");
    assert_eq!(
        both.look().legal_turns,
        ["d7-g7xe3", "g4-g7xe3"],
        "only a removal starts the count afresh"
    );
    let refused = both
        .send("g4-f4")
        .expect_err("quiet would pass its largest value");
    assert_eq!(
        (refused.reason, refused.point.as_deref()),
        ("game_over", Some("g4"))
    );
    both.send("g4-g7")
        .expect("inside the turn quiet is unchanged");
    both.look();
    both.send("xe3")
        .expect("the removal starts the count afresh");
    assert_eq!(both.look().text, "www/3/bbb/6/3/3/2w b 0,0 0 0 8");
}

#[test]
fn more_may_be_owed_than_can_be_removed() {
    // The text is valid although no game leads here: the second removal can never come.
    let rules = RuleSet {
        removable: "outside_mills_only",
        removals_per_turn: "one_per_mill",
        ..variant("lasker")
    };
    let mut both =
        Both::from_text(&rules, "www/3/3/bbb2w/1b1/3/2w w 0,0 2 0 34").expect("a position");
    let shown = both.look();
    assert_eq!(
        (shown.legal_turns.len(), shown.removable),
        (0, vec!["d3".to_owned()])
    );
    both.send("xd3").expect("one of the two is possible");
    assert!(both.look().removable.is_empty());
    let refused = both.send("xb4").expect_err("it stands in a mill");
    assert_eq!(refused.reason, "man_in_mill");
}

#[test]
fn what_follows_a_draw_in_the_same_text_comes_after_the_end() {
    let shuttle = ["a4-b4", "g4-f4", "b4-a4", "f4-g4"];
    let draws = [("repetition", 2, 0, 4), ("quiet", 0, 10, 10)];
    for (end, repetition, quiet_plies, plies) in draws {
        let rules = RuleSet {
            repetition,
            quiet_plies,
            ..variant("nine")
        };
        let start = "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30";
        let mut both = Both::from_text(&rules, start).expect("a position");
        let mut turns = shuttle
            .iter()
            .cycle()
            .take(plies)
            .copied()
            .collect::<Vec<_>>();
        let last = turns.pop().expect("the turn that draws");
        for turn in turns {
            both.send(turn).expect("a quiet turn");
        }
        let refused = both
            .send(&format!("{last}xd6"))
            .expect_err("the game is over before d6");
        assert_eq!((refused.reason, refused.action), ("game_over", 1), "{end}");
        both.send(last).expect("without the removal it is a turn");
        assert_eq!(
            both.look().outcome.map(|(_, termination)| termination),
            Some(end.to_owned())
        );
    }
}
