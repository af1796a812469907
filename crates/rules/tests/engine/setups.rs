use moelle_rules::{
    BoardKind, BySide, Field, Outcome, PointSet, Position, PositionProblem, Setup, Side,
    Termination,
};

use crate::given::{position, rules, rules_with};

#[test]
fn every_reason_against_a_text_is_told_at_once() {
    let refused = Position::parse(rules("nine"), "www1/wx1/12/6/3/3/3 W 9;9 7 -1 x");
    let reasons = refused.expect_err("everything is wrong").reasons;
    assert_eq!(
        reasons,
        [
            PositionProblem::Row {
                row: 1,
                found: 4,
                expected: 3
            },
            PositionProblem::Letter {
                row: 2,
                letter: 'x'
            },
            PositionProblem::DigitsSideBySide { row: 3 },
            PositionProblem::Side,
            PositionProblem::Hands,
            PositionProblem::Owed,
            PositionProblem::Quiet,
            PositionProblem::Ply,
        ]
    );
    let refused = Position::parse(rules("nine"), "www/www/www/w5/3/3/3 w 0,12 x 0 0");
    assert_eq!(
        refused.expect_err("too many men, too").reasons,
        [
            PositionProblem::Owed,
            PositionProblem::TooManyMen {
                side: Side::White,
                found: 10,
                men: 9
            },
            PositionProblem::TooManyMen {
                side: Side::Black,
                found: 12,
                men: 9
            },
        ]
    );
}

#[test]
fn fields_are_single_and_nothing_follows_them() {
    for (text, found) in [
        ("", 1),
        ("3/3/3/6/3/3/3", 1),
        ("3/3/3/6/3/3/3 w 9,9 0 0 0 ", 7),
        ("3/3/3/6/3/3/3  w 9,9 0 0 0", 7),
        ("3/3/3/6/3/3/3\tw\t9,9\t0\t0\t0", 1),
    ] {
        let refused = Position::parse(rules("nine"), text).expect_err(text);
        assert_eq!(
            refused.reasons,
            [PositionProblem::Fields { found }],
            "{text:?}"
        );
    }
}

#[test]
fn rows_are_those_of_the_board() {
    let refused = Position::parse(rules("six"), "3/3/3/6/3/3/3 w 6,6 0 0 0").expect_err("of nine");
    let expected = PositionProblem::Rows {
        found: 7,
        expected: 5,
        board: BoardKind::Square16,
    };
    assert_eq!(refused.reasons, [expected]);
    let long_row = format!("{}/3/3/6/3/3/3 w 9,9 0 0 0", "w".repeat(100));
    let refused = Position::parse(rules("nine"), &long_row).expect_err("a long row");
    assert_eq!(
        refused.reasons,
        [PositionProblem::Row {
            row: 1,
            found: 100,
            expected: 3
        }]
    );
}

#[test]
fn what_is_owed_must_have_been_earned() {
    let several = rules_with("sesotho", &[(Field::RemovalsPerTurn, "one_per_mill")]);
    let star = |owed: u8, black: &str| {
        let text = format!("3/1w1/1w1/1wwwww1/1w1/1w1/{black} w 0,6 {owed} 0 20");
        Position::parse(several, &text)
    };
    assert!(star(6, "bbb").is_err(), "three men are on the board");
    let six = Position::parse(several, "bbb/bwb/1w1/1wwwww1/1w1/1w1/bbb w 0,4 6 0 20");
    assert_eq!(six.expect("six mills cross on d4").owed(), 6);
    let one = rules("sesotho");
    let refused = Position::parse(one, "bbb/bwb/1w1/1wwwww1/1w1/1w1/bbb w 0,4 6 0 20");
    let expected = PositionProblem::OwedMoreThanEarned { owed: 6, most: 1 };
    assert_eq!(refused.expect_err("one is earned").reasons, [expected]);
}

#[test]
fn more_than_six_owed_is_out_of_range_in_texts_and_setups() {
    let rules = rules("nine");
    let start = Position::start(rules, Side::White).setup();
    let refused = Position::from_setup(rules, Setup { owed: 7, ..start }).expect_err("seven");
    assert!(
        refused.reasons.contains(&PositionProblem::Owed),
        "{refused}"
    );
}

#[test]
fn points_of_another_board_and_shared_points_are_refused() {
    let rules = rules("nine");
    let board = rules.board();
    let start = Position::start(rules, Side::White).setup();
    let foreign = BySide {
        white: PointSet::empty(BoardKind::Grid9),
        ..start.men
    };
    let refused = Position::from_setup(
        rules,
        Setup {
            men: foreign,
            ..start
        },
    )
    .expect_err("grid9");
    assert_eq!(
        refused.reasons,
        [PositionProblem::OtherBoard { side: Side::White }]
    );
    let d6 = board.point("d6").expect("d6 is on the board");
    let shared = BySide::both(PointSet::from_points(board.kind(), [d6]));
    let setup = Setup {
        men: shared,
        hands: BySide::both(8),
        ..start
    };
    let refused = Position::from_setup(rules, setup).expect_err("both stand there");
    assert_eq!(
        refused.reasons,
        [PositionProblem::BothSides { point: d6.name() }]
    );
}

#[test]
fn a_position_is_the_same_by_text_and_by_setup() {
    for text in [
        "3/3/3/6/3/3/3 w 9,9 0 0 0",
        "www/b1b/3/1b3w/3/2b/2w w 4,5 1 0 8",
        "1w1/1w1/1w1/bb1b2/3/3/3 b 0,0 0 100 4294967295",
    ] {
        let read = position(rules("nine"), text);
        assert_eq!(
            Position::from_setup(rules("nine"), read.setup()),
            Ok(read),
            "{text}"
        );
        assert_eq!(read.to_string(), text);
    }
}

#[test]
fn a_position_shows_the_end_that_it_stands_at() {
    let ends = [
        (
            "nine",
            "3/3/ww1/bbb3/3/3/3 w 0,0 0 0 40",
            Some((Some(Side::Black), Termination::TooFewMen)),
        ),
        (
            "nine",
            "3/3/ww1/bbb3/3/3/3 b 0,0 1 0 40",
            Some((Some(Side::Black), Termination::TooFewMen)),
        ),
        (
            "three",
            "www/bb1/3 w 0,1 0 0 5",
            Some((Some(Side::White), Termination::Mill)),
        ),
        (
            "three",
            "www/bbb/3 w 0,0 0 0 6",
            Some((Some(Side::Black), Termination::Mill)),
        ),
        (
            "three",
            "www/bbb/3 b 0,0 0 0 6",
            Some((Some(Side::White), Termination::Mill)),
        ),
        (
            "nine",
            "www/3/3/bbb3/3/3/3 w 0,0 0 100 200",
            Some((None, Termination::Quiet)),
        ),
        ("nine", "www/3/3/bbb3/3/3/3 w 0,0 0 99 200", None),
        ("nine", "www/3/3/bbb3/3/3/3 w 0,0 1 100 200", None),
    ];
    for (variant, text, end) in ends {
        let expected = end.map(|(winner, termination)| match winner {
            Some(winner) => Outcome::win(winner, termination),
            None => Outcome::draw(termination),
        });
        let read = position(rules(variant), text);
        assert_eq!(read.outcome(), expected, "{variant}: {text}");
        let ended = expected.is_some();
        assert_eq!(
            read.legal_turns().next().is_none(),
            ended,
            "{variant}: {text}"
        );
        assert_eq!(read.to_string(), text, "the text stays as it is");
    }
}

#[test]
fn a_blocked_side_is_read_as_having_passed() {
    let text = "wbw/3/3/b2b1b/3/3/wb1 w 0,0 0 7 33";
    let passes = rules_with("nine", &[(Field::Blocked, "passes"), (Field::FlyAt, "0")]);
    assert_eq!(
        position(passes, text).to_string(),
        text.replace(" w ", " b ")
    );
    for (blocked, winner) in [("loses", Some(Side::Black)), ("draw", None)] {
        let rules = rules_with("nine", &[(Field::Blocked, blocked), (Field::FlyAt, "0")]);
        let outcome = position(rules, text).outcome().expect("White is blocked");
        assert_eq!(
            (outcome.winner(), outcome.termination),
            (winner, Termination::Blocked)
        );
    }
}

#[test]
fn keys_tell_positions_apart_that_differ_in_men_hands_or_side() {
    let rules = rules("sesotho");
    let texts = [
        "3/3/3/7/3/3/3 w 12,12 0 0 0",
        "3/3/3/7/3/3/3 b 12,12 0 0 0",
        "3/3/3/7/3/3/3 w 11,12 0 0 0",
        "3/3/3/7/3/3/3 w 12,11 0 0 0",
        "w2/3/3/7/3/3/3 w 11,12 0 0 0",
        "b2/3/3/7/3/3/3 w 12,11 0 0 0",
        "3/3/3/7/3/3/2w w 11,12 0 0 0",
        "3/3/3/7/3/3/2b w 12,11 0 0 0",
    ];
    let keys: std::collections::BTreeSet<u64> = texts
        .iter()
        .map(|text| position(rules, text).key().to_u64())
        .collect();
    assert_eq!(keys.len(), texts.len());
    assert!(keys.iter().all(|key| *key < 1 << 59));
    let later = position(rules, "w2/3/3/7/3/3/3 w 11,12 0 0 500");
    assert_eq!(
        later.key(),
        position(rules, texts[4]).key(),
        "the ply makes no difference"
    );
}
