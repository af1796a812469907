use moelle_rules::sanmill::{self, NotExpressible, ParseSanmillError};
use moelle_rules::{BoardKind, Position, Side, Variant};

use crate::given::{position, rules};

#[test]
fn squares_are_read_from_the_inside_out_and_clockwise_from_the_top() {
    let text = "O@******/*O@*****/**O@**@O w p p 4 5 4 5 0 0 0 0 0 0 0 0 5";
    let read = sanmill::parse(rules("nine"), text).expect("a position of nine");
    assert_eq!(read.to_string(), "w2/2w/1wb/b3bw/3/3/2b w 5,5 0 0 8");
    assert_eq!(sanmill::write(&read).as_deref(), Ok(text));
}

#[test]
fn every_position_of_a_game_is_written_and_read_back() {
    for variant in Variant::ALL
        .iter()
        .filter(|variant| variant.rules().board().points().len() == 24)
    {
        let mut position = Position::start(variant.rules(), Side::White);
        for step in 0..200_usize {
            let actions: Vec<_> = position.legal_actions().collect();
            let Some(action) = actions.get(step * 13 % actions.len().max(1)) else {
                break;
            };
            let text = sanmill::write(&position).expect("the game is on");
            assert_eq!(
                sanmill::parse(variant.rules(), &text),
                Ok(position),
                "{text}"
            );
            position = position.act(*action).expect("legal actions are played");
        }
    }
}

#[test]
fn a_removal_that_is_owed_is_read_and_written() {
    let text = "********/********/OO****@O w p r 3 6 1 7 1 0 0 0 0 0 0 0 3";
    let owing = sanmill::parse(
        rules("nine"),
        &text
            .replace("OO****@O", "OO*****O")
            .replace("3 6 1 7", "3 6 0 8"),
    );
    assert!(
        matches!(owing, Err(ParseSanmillError::Invalid(_))),
        "nobody can be removed"
    );
    let owing = sanmill::parse(rules("nine"), text).expect("a mill stands on top");
    assert_eq!((owing.owed(), owing.side()), (1, Side::White));
    assert_eq!(sanmill::write(&owing).as_deref(), Ok(text));
}

#[test]
fn older_and_newer_texts_are_read() {
    let start = Position::start(rules("twelve"), Side::White);
    for text in [
        "********/********/******** w p p 0 12 0 12 0 0 0 1",
        "********/********/******** w r p 0 12 0 12 0 0 0 0 0 0 0 0 1",
        "********/********/******** w p p 0 12 0 12 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "********/********/******** w p p 0 12 0 12 0 0 8 16 0 24 123456789012345 0 1\n",
    ] {
        assert_eq!(sanmill::parse(rules("twelve"), text), Ok(start), "{text}");
    }
}

#[test]
fn what_cannot_be_said_here_is_refused() {
    let good = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";
    for (was, is) in [
        ("******** w", "*******X w"),
        ("******** w", "******* w"),
        ("********/********/", "********/"),
        (" w p", " x p"),
        (" w p", " w o"),
        (" w p", " w m"),
        ("p p 0", "p r 0"),
        ("p p 0", "p ? 0"),
        ("0 9 0 9", "1 8 0 9"),
        ("0 9 0 9", "0 9 0 10"),
        ("0 9 0 9", "0 300 0 9"),
        ("9 0 0 0 0", "9 0 1 0 0"),
        ("9 0 0 0 0", "9 -1 0 0 0"),
        ("0 0 1", "0 0 4294967295"),
        ("0 0 1", "0 0 one"),
        ("0 0 1", "0 0 1 c:w-1-8|b-0-"),
        ("0 0 0 0 0 0 0 0 1", "0 0 0 1 7"),
        (" w p p", ""),
    ] {
        let text = good.replacen(was, is, 1);
        assert_ne!(text, good);
        assert!(sanmill::parse(rules("nine"), &text).is_err(), "{text}");
    }
    let refused = sanmill::parse(rules("six"), good);
    assert_eq!(refused, Err(ParseSanmillError::Board(BoardKind::Square16)));
}

#[test]
fn what_cannot_be_said_there_is_not_written() {
    let six = Position::start(rules("six"), Side::White);
    assert_eq!(
        sanmill::write(&six),
        Err(NotExpressible::Board(BoardKind::Square16))
    );
    let over = position(rules("nine"), "3/3/ww1/bbb3/3/3/3 w 0,0 0 0 40");
    assert_eq!(sanmill::write(&over), Err(NotExpressible::Ended));
}

#[test]
fn quiet_plies_are_counted_as_sanmill_does_while_a_removal_is_owed() {
    let owing = position(rules("nine"), "www/3/1b1/1b4/w1b/2b/3 w 0,0 1 12 40");
    let text = sanmill::write(&owing).expect("the game is on");
    assert!(text.ends_with(" 13 21"), "{text}");
    assert_eq!(sanmill::parse(rules("nine"), &text), Ok(owing));
}
