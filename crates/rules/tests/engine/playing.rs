use moelle_rules::{
    Action, BoardKind, Course, Field, IllegalTurn, Phase, Position, Refusal, RuleSet, Side,
    Termination, Turn,
};

use crate::given::{position, rules, rules_with, turn};

#[test]
fn texts_that_are_no_turn_are_refused_before_anything_else() {
    let board = BoardKind::Square24.board();
    for text in [
        "", " ", "d", "d66", "6d", "d6-", "-d5", "d6--d5", "d6d5", "d6 d5", "d6-d5-d4", "x", "xx",
        "xd6d5", "xd6-d5", "d6x", "d6xa", "d6-xa7", "a10", "d6xa10", "đ6", "d６", "d6\n", "d0 ",
        "d0-z", "pass", "1-0",
    ] {
        assert_eq!(
            Turn::parse(board, text),
            Err(IllegalTurn {
                refusal: Refusal::BadNotation,
                action: 0,
                point: None
            }),
            "{text:?}"
        );
    }
}

#[test]
fn the_first_unknown_point_is_named_with_its_action() {
    let board = BoardKind::Square24.board();
    for (text, action, point) in [
        ("d4", 0, "d4"),
        ("x1", 0, "x1"),
        ("X1-d6", 0, "x1"),
        ("d6-H9", 0, "h9"),
        ("d6xd0", 1, "d0"),
        ("d6-d5xa7xx1", 2, "x1"),
        ("xx1", 0, "x1"),
        ("d0-e0xf0", 0, "d0"),
    ] {
        let refused = Turn::parse(board, text).expect_err(text);
        let named = refused.point.map(|point| point.to_string());
        assert_eq!(
            (refused.refusal, refused.action, named.as_deref()),
            (Refusal::UnknownPoint, action, Some(point)),
            "{text:?}"
        );
    }
}

#[test]
fn turns_are_read_and_written_the_same() {
    let board = BoardKind::Square25.board();
    for text in [
        "d4",
        "d4xa7",
        "d4-d5",
        "d4-d5xa7xg7xa1xg1xd1xd7",
        "xa7",
        "xa7xg7",
    ] {
        let turn = Turn::parse(board, &text.to_uppercase()).expect(text);
        assert_eq!(turn.to_string(), text);
        assert_eq!(Turn::from_actions(turn.actions()), Some(turn), "{text}");
    }
    let point = |name| board.point(name).expect(name);
    let place = Action::Place(point("d4"));
    assert_eq!(Turn::from_actions([place, place]), None);
    assert_eq!(Turn::from_actions([]), None);
    assert_eq!(
        Turn::from_actions([Action::Remove(point("a7")), place]),
        None
    );
}

#[test]
fn of_more_removals_than_can_be_owed_the_first_too_many_is_refused() {
    let several = any_of_sesotho();
    let owing = position(several, "bbb/bwb/1w1/1wwwww1/1w1/bw1/bbb w 0,3 6 0 20");
    let men = ["a7", "d7", "g7", "b6", "f6", "a1", "d1", "g1"];
    let text = format!("x{}{}", men.join("x"), "xb2".repeat(300));
    let refused = owing.play(&turn(&owing, &text)).expect_err("six are owed");
    assert_eq!(
        (refused.refusal, refused.action),
        (Refusal::NoRemovalOwed, 6)
    );
    let start = Position::start(several, Side::White);
    let refused = start
        .play(&turn(&start, &format!("d4{text}")))
        .expect_err("none is owed");
    assert_eq!(
        (refused.refusal, refused.action),
        (Refusal::NoRemovalOwed, 1)
    );
}

#[test]
fn six_mills_at_once_owe_six_removals() {
    let several = any_of_sesotho();
    let before = position(several, "bbb/1w1/1w1/bww1ww1/1w1/bw1/bbb w 4,4 0 0 20");
    let played = before.play(&turn(&before, "d4")).expect("d4 is empty");
    assert_eq!(
        (
            played.closed.len(),
            played.position.owed(),
            played.ended_turn
        ),
        (6, 6, false)
    );
    assert_eq!(played.position.removable().len(), 8);
    let whole = before
        .play(&turn(&before, "d4xa4xb2xa7xd7xg7xa1"))
        .expect("six removals");
    assert!(whole.ended_turn);
    assert_eq!(
        whole.position.to_string(),
        "3/1w1/1w1/1wwwww1/1w1/1w1/1bb b 3,4 0 0 21"
    );
}

#[test]
fn no_more_is_owed_than_may_be_removed_when_the_mills_close() {
    let several = rules_with("nine", &[(Field::RemovalsPerTurn, "one_per_mill")]);
    let before = position(several, "ww1/bbb/3/2b2w/3/3/2w w 4,5 0 0 10");
    let played = before.play(&turn(&before, "g7")).expect("g7 is empty");
    assert_eq!((played.closed.len(), played.position.owed()), (2, 1));
    let only = rules_with("nine", &[(Field::Removable, "outside_mills_only")]);
    let before = position(only, "ww1/bbb/3/6/3/3/3 w 7,6 0 0 5");
    let played = before.play(&turn(&before, "g7")).expect("g7 is empty");
    assert_eq!(played.closed.len(), 1);
    assert!(played.ended_turn, "there is no man that may be removed");
    assert_eq!(played.position.side(), Side::Black);
}

#[test]
fn a_removal_that_decides_the_game_ends_the_turn() {
    let several = rules_with("nine", &[(Field::RemovalsPerTurn, "one_per_mill")]);
    let before = position(several, "ww1/3/3/b1b2w/3/3/b1w w 1,0 0 0 40");
    let played = before
        .play(&turn(&before, "g7xa4"))
        .expect("two men are too few");
    let outcome = played.outcome.expect("the game has ended");
    assert_eq!(
        (outcome.winner(), outcome.termination),
        (Some(Side::White), Termination::TooFewMen)
    );
    assert!(played.ended_turn && !played.passed);
    assert_eq!(
        played.position.to_string(),
        "www/3/3/2b2w/3/3/b1w b 0,0 0 0 41"
    );
    let refused = before
        .play(&turn(&before, "g7xa4xa1"))
        .expect_err("nothing is owed any more");
    assert_eq!((refused.refusal, refused.action), (Refusal::GameOver, 2));
}

#[test]
fn a_turn_goes_whole_or_action_by_action_to_the_same_position() {
    let before = position(rules("nine"), "ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40");
    let whole = before
        .play(&turn(&before, "g4-g7xd5"))
        .expect("legal")
        .position;
    let half = before.play(&turn(&before, "g4-g7")).expect("legal");
    assert_eq!(
        (half.position.quiet(), half.position.ply(), half.ended_turn),
        (12, 40, false)
    );
    let point = before.board().point("d5").expect("d5 is on the board");
    assert_eq!(half.position.act(Action::Remove(point)), Ok(whole));
    assert_eq!(
        (whole.quiet(), whole.ply(), whole.side()),
        (0, 41, Side::Black)
    );
}

#[test]
fn points_of_other_boards_are_taken_by_their_names() {
    let position = Position::start(rules("six"), Side::White);
    let grid = BoardKind::Grid9.board();
    let a1 = Action::Place(grid.point("a1").expect("a1 is on the board"));
    assert_eq!(
        position.act(a1).expect("a1 is on both").to_string(),
        "3/3/4/3/w2 b 5,6 0 0 1"
    );
    let a2 = Action::Place(grid.point("a2").expect("a2 is on the board"));
    let refused = position.act(a2).expect_err("six men's morris has no a2");
    assert_eq!(
        (refused.refusal, refused.point.to_string()),
        (Refusal::UnknownPoint, "a2".into())
    );
}

#[test]
fn phases_follow_each_sides_own_hand_and_men() {
    let position = position(rules("nine"), "www/3/3/bbb3/3/3/3 w 0,1 0 0 40");
    assert_eq!(position.phase(), Phase::Flying);
    assert_eq!(position.phase_of(Side::Black), Phase::Placing);
    assert!(position.flies(Side::White) && !position.flies(Side::Black));
    assert_eq!(
        (
            position.men_left(Side::White),
            position.men_left(Side::Black)
        ),
        (3, 4)
    );
}

#[test]
fn a_refused_turn_changes_nothing() {
    let before = position(rules("nine"), "ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40");
    let mut course = Course::new(before);
    let untouched = course.clone();
    for text in ["g4-g7xa7", "g4-g7xd5xe3", "g4-a7", "d5-d6", "xd5", "d6"] {
        let turn = turn(&before, text);
        assert!(
            before.play(&turn).is_err() && course.play(&turn).is_err(),
            "{text}"
        );
        assert_eq!(course, untouched, "{text}");
    }
}

/// Sesotho morabaraba in which every mill takes any man.
fn any_of_sesotho() -> RuleSet {
    let any = [
        (Field::RemovalsPerTurn, "one_per_mill"),
        (Field::Removable, "any"),
    ];
    rules_with("sesotho", &any)
}
