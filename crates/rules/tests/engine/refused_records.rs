use moelle_rules::{GameResult, ParseRecordError, Record, RecordFault, Refusal, Side, Termination};

fn fault(text: &str) -> ParseRecordError {
    match Record::parse(text) {
        Err(fault) => fault,
        Ok(record) => panic!("{text:?} is read as\n{record}"),
    }
}

#[test]
fn faults_are_told_with_line_and_column() {
    let faults = [
        ("1. d6 {open", 1, 7, "`{`"),
        ("1. d6\n (1... a1 {) }", 2, 2, "`(`"),
        ("1. d6 } f4", 1, 7, "`}`"),
        ("1. d6 ] f4", 1, 7, "`]`"),
        ("[Event]\n", 1, 1, "tag"),
        ("[Event \"a\nb\"]\n", 1, 1, "tag"),
        ("[Event \"a\" b]", 1, 1, "tag"),
        ("[ \"a\"]", 1, 1, "tag"),
        ("[Event \"a\"]\n[EVENT \"b\"]", 2, 1, "twice"),
        ("1. d6\n[Event \"a\"]", 2, 1, "one game"),
        ("\n[Variant \"ten\"]", 2, 1, "`ten`"),
        ("[FlyAt \"two\"]", 1, 1, "fly_at"),
        ("[FlyAt \"3\"]\n[Men \"13\"]", 2, 1, "men is 13"),
        ("[Variant \"six\"]\n[FlyAt \"2\"]", 2, 1, "fly_at is 2"),
        ("[Mill \"win\"]", 1, 1, "min_men"),
        ("[Position \"3/3/3 w 3,3 0 0 0\"]", 1, 1, "rows"),
        ("[Result \"2-0\"]", 1, 1, "`2-0`"),
        ("[Result \"1-0\"]\n[Termination \"mate\"]", 2, 1, "`mate`"),
        ("1. d6\n2.  d6", 2, 5, "point_occupied"),
        ("1. é4", 1, 4, "bad_notation"),
        ("12.d0", 1, 4, "unknown_point"),
        ("1. d6 * 2. f4", 1, 9, "follow"),
        ("1. d6 * *", 1, 9, "follow"),
        ("[Result \"1-0\"]\n1. d6 0-1", 2, 7, "0-1"),
        ("1. d6 … f4", 1, 9, "black is to act"),
        ("1. d6 f4 2. … d7", 1, 15, "white is to act"),
    ];
    for (text, line, column, says) in faults {
        let fault = fault(text);
        assert_eq!(
            (fault.line, fault.column),
            (line, column),
            "{text:?}: {fault}"
        );
        assert!(fault.to_string().contains(says), "{text:?}: {fault}");
    }
}

#[test]
fn the_refused_turn_and_its_action_are_named() {
    let fault = fault("1. d6 f4 2. d7 b4 3. d5xd6");
    let RecordFault::IllegalTurn {
        turn,
        refused,
        played,
    } = fault.what
    else {
        panic!("{fault} is no refusal")
    };
    assert_eq!(
        (turn.as_str(), refused.refusal, refused.action),
        ("d5xd6", Refusal::OwnMan, 1)
    );
    assert_eq!(fault.column, 22);
    assert_eq!(played.turns().len(), 4);
    assert_eq!(played.course().position().ply(), 4);
}

#[test]
fn a_record_of_too_many_turns_is_refused() {
    let tags = "[Repetition \"0\"]\n[QuietPlies \"0\"]\n\
                [Position \"www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30\"]\n";
    let shuffle = "a4-b4 g4-f4 b4-a4 f4-g4 ".repeat(Record::TURNS_MAX / 4);
    let longest = Record::parse(&format!("{tags}{shuffle}")).expect("as many as there may be");
    assert_eq!(longest.turns().len(), Record::TURNS_MAX);
    let fault = fault(&format!("{tags}{shuffle}a4-b4"));
    assert_eq!(fault.what, RecordFault::TooManyTurns);
}

#[test]
fn a_result_that_the_turns_contradict_is_refused() {
    let won = "1. b2 a3 2. b1 c1 3. b3";
    for (tags, end) in [
        ("[Result \"0-1\"]", ""),
        ("[Result \"1/2-1/2\"]", ""),
        ("[Result \"*\"]", ""),
        ("", "0-1"),
        ("", "*"),
        ("[Result \"1-0\"][Termination \"quiet\"]", ""),
        ("[Termination \"blocked\"]", ""),
    ] {
        let text = format!("[Variant \"three\"]\n{tags}\n{won} {end}");
        let fault = fault(&text);
        assert!(
            matches!(fault.what, RecordFault::EndsOtherwise { .. }),
            "{text}: {fault}"
        );
    }
    for end in ["", "1-0"] {
        assert!(Record::parse(&format!("[Variant \"three\"]\n{won} {end}")).is_ok());
    }
}

#[test]
fn a_game_that_the_turns_do_not_end_needs_a_player_who_did() {
    for text in [
        "[Result \"1-0\"]\n1. d6",
        "1. d6 0-1",
        "1. d6 1/2-1/2",
        "[Termination \"mill\"]\n1. d6",
        "[Termination \"blocked\"]\n1. d6 *",
        "[Result \"1-0\"]\n[Termination \"too_few_men\"]\n1. d6",
    ] {
        let fault = fault(text);
        assert!(
            matches!(fault.what, RecordFault::DoesNotEnd { .. }),
            "{text}: {fault}"
        );
    }
}

#[test]
fn nobody_ends_a_game_with_a_result_that_cannot_be() {
    for (result, termination) in [
        ("1/2-1/2", Termination::Resignation),
        ("*", Termination::Timeout),
        ("1-0", Termination::Agreement),
        ("1-0", Termination::Aborted),
        ("?", Termination::Resignation),
    ] {
        let text = format!("[Result \"{result}\"]\n[Termination \"{termination}\"]\n1. d6");
        let result = result.parse().unwrap_or(GameResult::NoResult);
        assert_eq!(
            fault(&text).what,
            RecordFault::Impossible {
                result,
                termination
            },
            "{text}"
        );
    }
}

#[test]
fn the_side_that_is_written_must_be_the_side_to_act() {
    let fault = fault("1. d6 f4 2... d7");
    let expected = RecordFault::OtherSideToAct {
        written: Side::Black,
        to_act: Side::White,
    };
    assert_eq!(fault.what, expected);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let text = "[Event \"a\\\"b\"] {c} 1. d6 (1. a1) f4 2. d7 b4 3. d5xb4 ; e\n… $1 1/2-1/2";
    let letters: Vec<char> = text.chars().collect();
    for from in 0..letters.len() {
        for to in from..letters.len() {
            let _ = Record::parse(&letters[from..to].iter().collect::<String>());
        }
    }
}
