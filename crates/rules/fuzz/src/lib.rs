//! What the fuzz targets do with their bytes. Each reads a text and, where it is accepted, holds
//! it against what must be true of anything that was read. A target says whether it was.
//!
//! Texts that need a rule set begin with a line that names a variant and perhaps fields that
//! differ, such as `nine fly_at=0 removals_per_turn=one_per_mill`. So the seeds can be read.
//!
//! With a nightly compiler and `cargo install cargo-fuzz`, in `crates/rules`:
//!
//! ```text
//! cargo +nightly fuzz run position fuzz/corpus/position fuzz/seeds/position
//! cargo +nightly fuzz run turn fuzz/corpus/turn fuzz/seeds/turn
//! cargo +nightly fuzz run rule_set fuzz/corpus/rule_set fuzz/seeds/rule_set
//! cargo +nightly fuzz run record fuzz/corpus/record fuzz/seeds/record
//! cargo +nightly fuzz run sanmill fuzz/corpus/sanmill fuzz/seeds/sanmill
//! ```
//!
//! What the fuzzer finds goes into `corpus`, which is not kept; a text worth keeping is copied to
//! `seeds`. `tests/fuzz_smoke.rs` runs the same functions over mutated seeds with a stable
//! compiler, in every test run.

use std::str;

use moelle_rules::{
    Blocked, Field, IllegalTurn, Position, Record, Refusal, RuleSet, RuleSetFields, Setup, Side,
    Turn, Variant, sanmill,
};

/// So many turns of a position are looked at.
const TURNS_MAX: usize = 40;

/// A position text after a line with its rule set.
pub fn position(data: &[u8]) -> bool {
    let Some((rules, text)) = after_rules(data) else {
        return false;
    };
    let Ok(position) = Position::parse(rules, text) else {
        return false;
    };
    let written = position.to_string();
    assert_eq!(
        Position::parse(rules, &written),
        Ok(position),
        "what is written can be read"
    );
    if rules.blocked() != Blocked::Passes {
        assert_eq!(written, text, "it is written as it was read");
    }
    for side in [Side::White, Side::Black] {
        assert!(
            position.men_left(side) <= rules.men(),
            "no more men than the rule set gives"
        );
    }
    look_at_turns(&position);
    true
}

/// A turn text after a line with its rule set and a line with a position (none: the start).
pub fn turn(data: &[u8]) -> bool {
    let Some((rules, rest)) = after_rules(data) else {
        return false;
    };
    let Some((start, text)) = rest.split_once('\n') else {
        return false;
    };
    let position = match start {
        "" => Position::start(rules, Side::White),
        start => match Position::parse(rules, start) {
            Ok(position) => position,
            Err(_) => return false,
        },
    };
    match Turn::parse(position.board(), text) {
        Ok(turn) => {
            assert!(
                text.to_ascii_lowercase().starts_with(&turn.to_string()),
                "written in lower case"
            );
            assert_eq!(
                Turn::from_actions(turn.actions()),
                Some(turn),
                "a turn is its actions"
            );
            play(&position, &turn);
            true
        }
        Err(IllegalTurn {
            refusal: Refusal::BadNotation,
            action: 0,
            point: None,
        }) => false,
        Err(IllegalTurn {
            refusal: Refusal::UnknownPoint,
            point: Some(point),
            ..
        }) => {
            assert!(
                position.board().named(point).is_none(),
                "{point} is on the board"
            );
            false
        }
        Err(illegal) => panic!("{illegal} is no refusal of a text"),
    }
}

/// Lines `field=value`; fields that are not named are those of nine men's morris.
pub fn rule_set(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else {
        return false;
    };
    let Some(rules) = rules_with(nine(), text.lines()) else {
        return false;
    };
    let fields = rules.fields();
    assert_eq!(
        RuleSet::try_from(fields),
        Ok(rules),
        "a rule set is its fields"
    );
    let mut copied = nine().fields();
    for field in rules.used_fields() {
        copied
            .set(field, &fields.get(field))
            .expect("a value that was written can be read");
    }
    assert_eq!(
        RuleSet::try_from(copied),
        Ok(rules),
        "a rule set is its used fields"
    );
    assert_eq!(
        RuleSet::try_from(copied).map(|rules| rules.digest()),
        Ok(rules.digest())
    );
    look_at_turns(&Position::start(rules, Side::White));
    true
}

/// A game record.
pub fn record(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else {
        return false;
    };
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(fault) => {
            assert!(
                fault.line > 0 && fault.column > 0,
                "lines and columns count from 1"
            );
            return false;
        }
    };
    let written = record.to_string();
    for line in written.lines().filter(|line| !line.starts_with('[')) {
        assert!(
            line.chars().count() < 80,
            "a line of turns ends before column 80: {line}"
        );
    }
    let again = Record::parse(&written).unwrap_or_else(|fault| panic!("{fault}:\n{written}"));
    assert_eq!(again.to_string(), written, "written a second time");
    assert_eq!(again.start(), record.start(), "{written}");
    assert_eq!(again.course(), record.course(), "{written}");
    assert_eq!(again.outcome(), record.outcome(), "{written}");
    assert!(again.turns().eq(record.turns()), "{written}");
    true
}

/// A position text of Sanmill's after a line with its rule set.
pub fn sanmill(data: &[u8]) -> bool {
    let Some((rules, text)) = after_rules(data) else {
        return false;
    };
    let Ok(position) = sanmill::parse(rules, text) else {
        return false;
    };
    match sanmill::write(&position) {
        Ok(written) => {
            // The text has no ply of its own: after a pass it is not what follows from the rest.
            let without_ply = |position: Position| Setup {
                ply: 0,
                ..position.setup()
            };
            let again = sanmill::parse(rules, &written).map(without_ply);
            assert_eq!(again, Ok(without_ply(position)), "{written}");
        }
        Err(_) => assert!(
            position.outcome().is_some(),
            "{position} is of one of its boards"
        ),
    }
    true
}

fn nine() -> RuleSet {
    Variant::find("nine").expect("nine is offered").rules()
}

/// Splits off the first line and reads it as a variant and fields that differ.
fn after_rules(data: &[u8]) -> Option<(RuleSet, &str)> {
    let (line, rest) = str::from_utf8(data).ok()?.split_once('\n')?;
    let mut words = line.split(' ');
    let variant = Variant::find(words.next()?)?;
    Some((rules_with(variant.rules(), words)?, rest))
}

fn rules_with<'a>(rules: RuleSet, lines: impl Iterator<Item = &'a str>) -> Option<RuleSet> {
    let mut fields: RuleSetFields = rules.fields();
    for line in lines {
        let (field, value) = line.split_once('=')?;
        fields.set(field.parse::<Field>().ok()?, value).ok()?;
    }
    RuleSet::try_from(fields).ok()
}

/// Legal turns are accepted, can be written and read, and are what their actions are.
fn look_at_turns(position: &Position) {
    let turns: Vec<Turn> = position.legal_turns().take(TURNS_MAX).collect();
    assert!(
        turns.iter().map(Turn::to_string).is_sorted(),
        "in byte order"
    );
    for turn in turns {
        let read = Turn::parse(position.board(), &turn.to_string());
        assert_eq!(read, Ok(turn), "a turn that is written can be read");
        assert!(play(position, &turn), "{turn} is legal at {position}");
    }
}

/// Plays a turn whole and action by action: both are accepted and reach the same position, or
/// both are refused at the same action. Whether they are accepted.
fn play(position: &Position, turn: &Turn) -> bool {
    let mut by_actions = Ok(*position);
    for (index, action) in turn.actions().enumerate() {
        by_actions = by_actions.and_then(|position| {
            position
                .act(action)
                .map_err(|illegal| illegal.in_turn(index))
        });
    }
    let whole = position.play(turn).map(|played| played.position);
    assert_eq!(
        whole, by_actions,
        "{turn} at {position}, whole and in parts"
    );
    whole.is_ok()
}
