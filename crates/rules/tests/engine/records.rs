use std::path::Path;

use moelle_rules::{
    BySide, Course, Field, FieldValue, GameResult, Outcome, Position, Record, RuleSet, Side,
    Termination, Turn, Variant,
};
use serde_json::Value;

use crate::given::{position, rules, rules_with, texts};

fn variant(name: &str) -> &'static Variant {
    Variant::find(name).expect("the variant is offered")
}

fn record(variant_name: &str, start: Position, turns: &str) -> Record {
    let mut record = Record::new(variant(variant_name), start);
    for text in turns.split_whitespace() {
        let turn = Turn::parse(start.board(), text).expect("a turn");
        record
            .play(&turn)
            .unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }
    record
}

fn start(variant: &str) -> Position {
    Position::start(rules(variant), Side::White)
}

#[test]
fn a_record_is_written_as_the_rules_show_it() {
    let mut record = record("three", start("three"), "b2 a3 b1 c1 b3");
    record.event = "Kitchen table".to_owned();
    assert_eq!(
        record.to_string(),
        "[Event \"Kitchen table\"]\n[Variant \"three\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[Termination \"mill\"]\n\n1. b2 a3 2. b1 c1 3. b3 1-0\n"
    );
}

#[test]
fn a_game_that_is_on_has_no_termination() {
    let record = record("nine", start("nine"), "d6 f4 d7");
    let text = record.to_string();
    assert!(
        text.contains("[Result \"*\"]\n\n1. d6 f4 2. d7 *\n"),
        "{text}"
    );
    assert_eq!(Record::parse(&text), Ok(record));
}

#[test]
fn fields_that_differ_and_the_start_are_tags_after_the_rest() {
    let changes = [
        (Field::FlyAt, "0"),
        (Field::CaptureWhilePlacing, "no"),
        (Field::QuietPlies, "50"),
    ];
    let begun = position(rules_with("nine", &changes), "3/1w1/3/6/3/3/3 b 8,9 0 0 1");
    let mut record = record("nine", begun, "f4 d5");
    record.players = BySide {
        white: "Ada \"the\" \\ first".to_owned(),
        black: "Bo\nB".to_owned(),
    };
    record.tags = vec![
        ("Date".to_owned(), "2026.11.30".to_owned()),
        ("Result".to_owned(), "0-1".to_owned()),
        ("not a name".to_owned(), String::new()),
    ];
    let text = record.to_string();
    let tags: Vec<_> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(
        tags,
        [
            "[Event \"?\"]",
            "[Variant \"nine\"]",
            "[White \"Ada \\\"the\\\" \\\\ first\"]",
            "[Black \"Bo B\"]",
            "[Result \"*\"]",
            "[CaptureWhilePlacing \"no\"]",
            "[FlyAt \"0\"]",
            "[QuietPlies \"50\"]",
            "[Position \"3/1w1/3/6/3/3/3 b 8,9 0 0 1\"]",
            "[Date \"2026.11.30\"]",
        ]
    );
    assert!(text.ends_with("\n\n1. … f4 2. d5 *\n"), "{text}");
    let read = Record::parse(&text).expect("what is written is read");
    assert_eq!(read.players.white, record.players.white);
    assert_eq!((read.rules(), *read.start()), (record.rules(), begun));
    assert_eq!(read.tags, record.tags[..1]);
    assert_eq!(read.to_string(), text);
}

#[test]
fn the_missing_half_is_written_where_a_side_passes() {
    let passes = rules_with("nine", &[(Field::Blocked, "passes"), (Field::FlyAt, "0")]);
    let begun = position(passes, "wbw/3/3/b2b1b/3/3/wb1 b 0,0 0 0 30");
    let black = record("nine", begun, "e4-e3 e3-d3 d3-d2");
    let text = black.to_string();
    assert!(
        text.ends_with("\n\n1. … e4-e3 2. … e3-d3 3. … d3-d2 *\n"),
        "{text}"
    );
    assert_eq!(Record::parse(&text), Ok(black));

    let begun = position(passes, "bwb/3/3/w2w1w/3/3/bw1 w 0,0 0 0 30");
    let white = record("nine", begun, "e4-e3 e3-d3 d3-d2");
    let text = white.to_string();
    assert!(
        text.ends_with("\n\n1. e4-e3 … 2. e3-d3 … 3. d3-d2 *\n"),
        "{text}"
    );
    assert_eq!(Record::parse(&text), Ok(white.clone()));
    assert_eq!(Record::parse(&text.replace('…', "...")), Ok(white));
}

#[test]
fn black_acts_first_where_the_first_half_is_missing() {
    for text in [
        "1. … d6 2. f4",
        "1... d6 2. f4",
        "1… D6 f4",
        "1.…d6 2.f4",
        "… d6 f4",
        "1. ... d6 f4 *",
    ] {
        let read = Record::parse(text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!(
            read.start(),
            &Position::start(rules("nine"), Side::Black),
            "{text}"
        );
        assert_eq!(
            read.turns().map(|(side, _)| side).collect::<Vec<_>>(),
            [Side::Black, Side::White]
        );
        assert_eq!(Record::parse(&read.to_string()), Ok(read), "{text}");
    }
}

#[test]
fn records_are_read_with_patience() {
    let plain = Record::parse("1. d6 f4 2. d7 b4 3. d5xb4 *").expect("plain");
    for text in [
        "d6 f4 d7 b4 d5xb4",
        "1.d6 f4 2.d7 b4 3.d5xb4",
        "1 d6 f4\r\n2 d7 b4\r\n3 d5xb4",
        "{a comment} 1. D6{another}F4 ; to the end 2. a1\n2. D7 B4 3. D5XB4",
        "1. d6! f4?! 2. d7 $1 b4 $14 3. d5xb4!!",
        "1. d6 f4 (1... a1 2. g1 {(}) 2. d7 b4 3. d5xb4 *",
        "[Event \"?\"]\n[Black \"?\"] [Result \"*\"]\n1. d6 1... f4 2. d7 2... b4 3. d5 xb4 *",
        "\u{feff}[variant \"nine\"]\n[result \"?\"]\n\n% skipped\n1. d6 f4 2. d7 b4 3. d5\nxb4",
        "[Termination \"unterminated\"]\n1. d6 f4 2. d7 b4 3. d5xb4",
    ] {
        let read = Record::parse(text).unwrap_or_else(|refused| panic!("{text:?}: {refused}"));
        assert_eq!(read.course(), plain.course(), "{text:?}");
        assert_eq!(
            texts(read.turns().map(|(_, turn)| *turn)),
            texts(plain.turns().map(|(_, turn)| *turn)),
            "{text:?}"
        );
    }
}

#[test]
fn an_empty_text_is_a_game_of_nine_that_has_not_begun() {
    let read = Record::parse("").expect("nothing is wrong with it");
    assert_eq!(read, Record::new(variant("nine"), start("nine")));
}

#[test]
fn a_turn_that_lacks_its_removal_stays_open() {
    let read = Record::parse("1. d6 f4 2. d7 b4 3. d5 *").expect("the removal is still to come");
    assert_eq!(read.course().position().owed(), 1);
    assert_eq!(Record::parse(&read.to_string()), Ok(read));
}

#[test]
fn players_end_a_game_whatever_the_turns_say() {
    for (result, termination) in [
        ("1-0", "resignation"),
        ("0-1", "timeout"),
        ("1/2-1/2", "agreement"),
        ("*", "aborted"),
    ] {
        let text =
            format!("[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n1. d6 {result}\n");
        let read = Record::parse(&text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        let expected = Outcome {
            result: result.parse().expect("a result"),
            termination: termination.parse().expect("a termination"),
        };
        assert_eq!(
            (read.outcome(), read.course().outcome()),
            (Some(expected), Some(expected))
        );
        assert!(read.to_string().ends_with(&text), "{read}");
    }
    let mut record = record("nine", start("nine"), "d6");
    record.end(Outcome::win(Side::White, Termination::Resignation));
    assert_eq!(record.result(), GameResult::WhiteWins);
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
}

#[test]
fn lines_of_turns_end_before_column_80() {
    let mut course = Course::new(start("nine"));
    let mut long = Record::new(variant("nine"), start("nine"));
    for step in 0..150_usize {
        let turns: Vec<_> = course.position().legal_turns().collect();
        let Some(turn) = turns.get(step * 17 % turns.len().max(1)) else {
            break;
        };
        course.play(turn).expect("legal turns are played");
        long.play(turn).expect("legal turns are played");
    }
    let text = long.to_string();
    let lines: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
    assert!(lines.iter().all(|length| *length < 80), "{text}");
    assert!(
        lines.iter().filter(|length| **length > 65).count() > 5,
        "{text}"
    );
    assert_eq!(Record::parse(&text), Ok(long));
}

/// Every game of the vectors, as a record, comes back as it was.
#[test]
fn every_game_survives_being_written_and_read() {
    for file in ["games.jsonl", "split_games.jsonl"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/vectors")
            .join(file);
        let text = std::fs::read_to_string(&path).expect("the vectors are there");
        for line in text.lines() {
            let game: Value = serde_json::from_str(line).expect(line);
            let word = |name: &str| game[name].as_str().expect(line);
            let begun = position(rule_set(&game), word("start"));
            let turns: Vec<_> = game["turns"]
                .as_array()
                .expect(line)
                .iter()
                .map(|turn| turn.as_str().expect(line))
                .collect();
            let written = record(word("variant"), begun, &turns.join(" "));
            let text = written.to_string();
            assert_eq!(Record::parse(&text).as_ref(), Ok(&written), "{line}");
            assert_eq!(written.result().name(), word("result"), "{line}");
            assert_eq!(
                written.course().position().to_string(),
                word("final"),
                "{line}"
            );
            assert!(
                text.lines()
                    .skip_while(|line| !line.is_empty())
                    .all(|line| line.chars().count() < 80)
            );
        }
    }
}

fn rule_set(game: &Value) -> RuleSet {
    let mut fields = rules(game["variant"].as_str().expect("a variant")).fields();
    for (name, value) in game["rules"].as_object().expect("fields") {
        let value = match value {
            Value::Bool(yes) => FieldValue::from(*yes),
            Value::Number(number) => FieldValue::from(number.as_u64().expect("a number")),
            other => FieldValue::from(other.as_str().expect("a word")),
        };
        fields
            .set_value(name.parse().expect("a field"), &value)
            .expect("its value");
    }
    RuleSet::try_from(fields).expect("a rule set")
}

#[test]
fn custom_rule_sets_are_written_as_differing_from_the_nearest_variant() {
    let mut fields = rules("nine").fields();
    for (field, value) in [
        (Field::Mill, "win"),
        (Field::MinMen, "0"),
        (Field::Men, "4"),
    ] {
        fields.set(field, value).expect("the field has the value");
    }
    let custom = RuleSet::try_from(fields).expect("a rule set");
    for variant in [Variant::nearest(&custom), variant("nine"), variant("three")] {
        let written = Record::new(variant, Position::start(custom, Side::White));
        assert_eq!(Record::parse(&written.to_string()), Ok(written));
    }
    let captures = Record::new(variant("three"), start("nine"));
    let text = captures.to_string();
    assert!(
        text.contains("[Removable \"outside_mills_first\"]"),
        "{text}"
    );
    assert_eq!(Record::parse(&text), Ok(captures));
}
