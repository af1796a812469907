//! Records of random games: what is written can be read, and is the same game.

use moelle_rules::{Course, Outcome, Position, Record, Side, Termination, Turn, Variant, sanmill};
use proptest::prelude::*;

use crate::cases;
use crate::engine::rules;
use crate::strategies::{choices, rules_of_games, set_ups};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_record_of_a_game_from_anywhere_reads_back((twin, text) in set_ups(), choices in choices(80)) {
        if let Ok(start) = Position::parse(rules(&twin), &text) {
            record(start, &choices);
        }
    }

    #[test]
    fn a_record_of_a_game_from_the_start_reads_back(
        twin in rules_of_games(),
        black_first in any::<bool>(),
        choices in choices(150),
    ) {
        let first = if black_first { Side::Black } else { Side::White };
        record(Position::start(rules(&twin), first), &choices);
    }

    #[test]
    fn a_position_in_the_text_of_sanmill_reads_back((twin, text) in set_ups()) {
        let Ok(position) = Position::parse(rules(&twin), &text) else { return Ok(()) };
        if let Ok(text) = sanmill::write(&position)
            && position.ply() < u32::MAX / 2
            && position.quiet() < u32::MAX
        {
            let read = sanmill::parse(position.rules(), &text).expect("what is written can be read");
            let ply = read.ply();
            prop_assert_eq!(moelle_rules::Setup { ply, ..position.setup() }, read.setup());
        }
    }
}

/// Plays a game into a record, ends it or not, writes it and reads it.
fn record(start: Position, choices: &[(u16, u8)]) {
    let mut record = Record::new(Variant::nearest(&start.rules()), start);
    let mut whole = Course::new(start);
    for (choice, way) in choices {
        let position = *record.course().position();
        let turns: Vec<Turn> = position.legal_turns().collect();
        let Some(turn) = turns.get(usize::from(*choice) % turns.len().max(1)) else {
            break;
        };
        if record.outcome().is_some() {
            break;
        }
        whole.play(turn).expect("a legal turn");
        let mut actions = turn.actions();
        if way % 3 == 0 {
            // Action by action; the record still has one turn.
            actions.by_ref().for_each(|action| {
                record
                    .play(&action.into())
                    .expect("an action of a legal turn");
            });
        } else {
            record.play(turn).expect("a legal turn");
        }
        assert_eq!(record.course(), &whole, "the record is where the game is");
    }
    leave_unfinished(&mut record, choices);
    let text = record.to_string();
    let read = Record::parse(&text).unwrap_or_else(|fault| panic!("{fault}:\n{text}"));
    assert_eq!(read, record, "{text}");
    assert_eq!(read.to_string(), text);
}

/// Stops inside a turn, or lets a player end the game, or neither.
fn leave_unfinished(record: &mut Record, choices: &[(u16, u8)]) {
    let Some((choice, way)) = choices.first().filter(|_| record.outcome().is_none()) else {
        return;
    };
    let closing = record
        .course()
        .position()
        .legal_turns()
        .find(|turn| turn.actions().count() > 1);
    if let Some(first) = closing
        .and_then(|turn| turn.actions().next())
        .filter(|_| way % 2 == 0)
    {
        record
            .play(&first.into())
            .expect("the first action of a legal turn");
    }
    match choice % 5 {
        0 => record.end(Outcome::win(Side::White, Termination::Resignation)),
        1 => record.end(Outcome::win(Side::Black, Termination::Timeout)),
        2 => record.end(Outcome::draw(Termination::Agreement)),
        _ => {}
    }
}
