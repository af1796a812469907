//! `ReplayGame`: a game with its history, turn by turn.

use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::limits::REPLAY_TURNS_MAX;
use moelle_proto::v1;
use moelle_proto::v1::replay_game_request::Source;
use moelle_proto::wire::{
    ChosenRules, Problems, Standing, identity, invalid_record, mills, read_position, record_size,
    refusal, state, too_many_turns,
};
use moelle_rules::{Course, IllegalTurn, ParseRecordError, Position, Record, RecordFault, Turn};
use moelle_words::Language;

pub(super) fn replay(
    request: v1::ReplayGameRequest,
    language: Language,
) -> Result<v1::ReplayGameResponse, Failure> {
    match request.source {
        Some(Source::TurnList(list)) => of_turns(&list, language),
        Some(Source::Record(text)) => of_record(&text, language),
        None => {
            let mut problems = Problems::new(language);
            let message = "Neither turns nor a record are given.";
            problems.add("turn_list", ErrorCode::InvalidArgument, message);
            Err(problems.into())
        }
    }
}

fn of_turns(list: &v1::TurnList, language: Language) -> Result<v1::ReplayGameResponse, Failure> {
    if list.turns.len() > REPLAY_TURNS_MAX {
        return Err(too_many_turns());
    }
    let mut problems = Problems::new(language);
    let chosen = ChosenRules::read(list.rules.as_ref(), "turn_list.rules", &mut problems);
    let asked = chosen.and_then(|chosen| {
        let start = read_position(
            chosen.rules,
            list.start.as_deref(),
            "turn_list.start",
            &mut problems,
        )?;
        Some((chosen, start))
    });
    let (chosen, start) = problems.or(asked)?;
    let mut replay = Replay::new(start);
    let refused = list
        .turns
        .iter()
        .try_for_each(|text| replay.play(text))
        .err();
    Ok(replay.finish(chosen, refused, language))
}

fn of_record(text: &str, language: Language) -> Result<v1::ReplayGameResponse, Failure> {
    record_size(text)?;
    let (record, refused) = match Record::parse(text) {
        Ok(record) => (record, None),
        Err(ParseRecordError {
            what: RecordFault::IllegalTurn {
                refused, played, ..
            },
            ..
        }) => (*played, Some(refused)),
        Err(ParseRecordError {
            what: RecordFault::TooManyTurns,
            ..
        }) => {
            return Err(too_many_turns());
        }
        Err(fault) => return Err(invalid_record(&fault, language)),
    };
    let mut replay = Replay::new(*record.start());
    let replayed = record
        .turns()
        .try_for_each(|(_, turn)| replay.play_turn(*turn));
    if let Some(outcome) = record.outcome() {
        replay.course.end(outcome);
    }
    let chosen = ChosenRules {
        variant: Some(record.variant()),
        rules: record.rules(),
    };
    // What a record holds has been played before.
    Ok(replay.finish(chosen, replayed.err().or(refused), language))
}

/// A replay as far as it has come.
struct Replay {
    start: Position,
    course: Course,
    steps: Vec<v1::ReplayStep>,
    plies: u32,
}

impl Replay {
    fn new(start: Position) -> Self {
        Self {
            start,
            course: Course::new(start),
            steps: Vec::new(),
            plies: 0,
        }
    }

    fn play(&mut self, text: &str) -> Result<(), IllegalTurn> {
        self.play_turn(Turn::parse(self.start.board(), text)?)
    }

    fn play_turn(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        let played = self.course.play(&turn)?;
        self.plies += u32::from(played.ended_turn);
        self.steps.push(v1::ReplayStep {
            turn: turn.to_string(),
            position: played.position.to_string(),
            closed_mills: mills(played.closed),
        });
        Ok(())
    }

    fn finish(
        self,
        chosen: ChosenRules,
        refused: Option<IllegalTurn>,
        language: Language,
    ) -> v1::ReplayGameResponse {
        let standing = Standing {
            position: self.course.position(),
            outcome: self.course.outcome(),
            occurrences: Some(self.course.occurrences()).filter(|count| *count > 0),
        };
        let refused = refused.map(|illegal| {
            moelle_telemetry::record_refusal(illegal.refusal.name());
            v1::ReplayRefusal {
                turn: u32::try_from(self.steps.len()).unwrap_or(u32::MAX),
                refusal: Some(refusal(&illegal, language)),
            }
        });
        v1::ReplayGameResponse {
            rules: Some(identity(chosen.variant, &chosen.rules)),
            start: self.start.to_string(),
            state: Some(state(standing, language)),
            plies: self.plies,
            refusal: refused,
            steps: self.steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestServer, failure, of_variant};

    fn turns(variant: &str, start: &str, turns: &[&str]) -> v1::ReplayGameRequest {
        let list = v1::TurnList {
            rules: Some(of_variant(variant)),
            start: (!start.is_empty()).then(|| start.to_owned()),
            turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
        };
        v1::ReplayGameRequest {
            source: Some(Source::TurnList(list)),
        }
    }

    async fn replayed(request: v1::ReplayGameRequest) -> v1::ReplayGameResponse {
        let server = TestServer::start().await;
        let response = server.rules().replay_game(request).await;
        response.expect("a replay").into_inner()
    }

    #[tokio::test]
    async fn every_text_is_a_step_and_every_completed_turn_a_ply() {
        let texts = ["D6", "f4", "d7", "b4", "d5", "xb4", "b2"];
        let replay = replayed(turns("nine", "", &texts)).await;
        assert_eq!((replay.steps.len(), replay.plies), (7, 6));
        assert_eq!(replay.steps[0].turn, "d6");
        assert_eq!(replay.steps[4].closed_mills[0].points, ["d7", "d6", "d5"]);
        assert_eq!(replay.start, "3/3/3/6/3/3/3 w 9,9 0 0 0");
        assert_eq!(replay.refusal, None);
        let state = replay.state.expect("a state");
        assert_eq!(state.position, replay.steps[6].position);
        assert_eq!(state.occurrences, Some(1));
    }

    #[tokio::test]
    async fn between_the_actions_of_a_turn_nothing_occurs() {
        let replay = replayed(turns("nine", "", &["d6", "f4", "d7", "b4", "d5"])).await;
        let state = replay.state.expect("a state");
        assert_eq!(
            (state.removals_owed, state.occurrences, replay.plies),
            (1, None, 4)
        );
    }

    #[tokio::test]
    async fn the_first_refusal_stops_the_replay_and_names_its_index() {
        let replay = replayed(turns("nine", "", &["d6", "d6", "f4"])).await;
        assert_eq!((replay.steps.len(), replay.plies), (1, 1));
        let refusal = replay.refusal.expect("a refusal");
        assert_eq!(refusal.turn, 1);
        let reason = refusal.refusal.expect("a reason").reason();
        assert_eq!(reason, v1::RefusalReason::PointOccupied);
    }

    #[tokio::test]
    async fn a_third_occurrence_ends_the_game() {
        let start = "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30";
        let cycle = ["a4-b4", "g4-f4", "b4-a4", "f4-g4"];
        let mut texts = cycle.repeat(2);
        texts.push("a4-b4");
        let replay = replayed(turns("nine", start, &texts)).await;
        assert_eq!((replay.steps.len(), replay.plies), (8, 8));
        let reason = replay
            .refusal
            .expect("a refusal")
            .refusal
            .expect("a reason")
            .reason();
        assert_eq!(reason, v1::RefusalReason::GameOver);
        let state = replay.state.expect("a state");
        assert_eq!(state.occurrences, Some(3));
        let outcome = state.outcome.expect("an outcome");
        assert_eq!(outcome.termination(), v1::Termination::Repetition);
    }

    fn record(text: &str) -> v1::ReplayGameRequest {
        v1::ReplayGameRequest {
            source: Some(Source::Record(text.to_owned())),
        }
    }

    #[tokio::test]
    async fn a_record_is_replayed_turn_by_turn() {
        let text = "[Variant \"three\"]\n[Result \"1-0\"]\n\n1. b2 a3 2. b1 c1 3. B3 1-0\n";
        let replay = replayed(record(text)).await;
        assert_eq!((replay.steps.len(), replay.plies), (5, 5));
        assert_eq!(replay.steps[4].closed_mills[0].points, ["b3", "b2", "b1"]);
        assert_eq!(replay.rules.expect("rules").variant, "three");
        let outcome = replay.state.expect("a state").outcome.expect("an outcome");
        assert_eq!(outcome.termination(), v1::Termination::Mill);
        assert_eq!(replay.refusal, None);
    }

    #[tokio::test]
    async fn an_end_that_players_caused_is_in_the_state() {
        let text = "[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. d6 0-1\n";
        let outcome = replayed(record(text)).await.state.expect("a state").outcome;
        let outcome = outcome.expect("an outcome");
        assert_eq!(outcome.result(), v1::GameResult::BlackWins);
        assert_eq!(outcome.termination(), v1::Termination::Resignation);
    }

    #[tokio::test]
    async fn a_refused_turn_of_a_record_is_an_answer() {
        let text = "[Result \"1-0\"]\n\n1. d6 f4 2. d7 d7 3. d5 1-0";
        let replay = replayed(record(text)).await;
        assert_eq!((replay.steps.len(), replay.plies), (3, 3));
        let refusal = replay.refusal.expect("a refusal");
        assert_eq!(refusal.turn, 3);
        let reason = refusal.refusal.expect("a reason").reason();
        assert_eq!(reason, v1::RefusalReason::PointOccupied);
        assert_eq!(replay.state.expect("a state").outcome, None);
    }

    #[tokio::test]
    async fn a_text_that_is_no_record_fails_and_says_where() {
        let server = TestServer::start().await;
        let status = server
            .rules()
            .replay_game(record("1. d6 f4\n2. d7 {open"))
            .await;
        let failure = failure(&status.expect_err("no record"));
        assert_eq!(failure.code(), ErrorCode::InvalidRecord);
        assert_eq!(
            (
                failure.metadata()["line"].as_str(),
                failure.violations().len()
            ),
            ("2", 1)
        );
    }

    #[tokio::test]
    async fn a_record_over_either_limit_is_too_large() {
        let server = TestServer::start().await;
        let long = " ".repeat(moelle_proto::limits::RECORD_BYTES_MAX + 1);
        let shuffle = "a4-b4 g4-f4 b4-a4 f4-g4 ".repeat(REPLAY_TURNS_MAX / 4);
        let many = format!(
            "[Repetition \"0\"]\n[QuietPlies \"0\"]\n\
             [Position \"www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30\"]\n{shuffle}"
        );
        let longest = server
            .rules()
            .replay_game(record(&many))
            .await
            .expect("a replay");
        assert_eq!(longest.into_inner().steps.len(), REPLAY_TURNS_MAX);
        for text in [long, format!("{many} a4-b4")] {
            let status = server.rules().replay_game(record(&text)).await;
            let failure = failure(&status.expect_err("too large"));
            assert_eq!(failure.code(), ErrorCode::TooLarge);
        }
    }

    #[tokio::test]
    async fn a_list_over_the_limit_is_refused_and_one_at_it_is_not() {
        let server = TestServer::start().await;
        let at_limit = turns("nine", "", &vec!["x"; REPLAY_TURNS_MAX]);
        server
            .rules()
            .replay_game(at_limit)
            .await
            .expect("a replay");
        let over = turns("nine", "", &vec!["x"; REPLAY_TURNS_MAX + 1]);
        let status = server
            .rules()
            .replay_game(over)
            .await
            .expect_err("too many");
        assert_eq!(failure(&status).code(), ErrorCode::TooLarge);
    }

    #[tokio::test]
    async fn a_start_that_is_refused_names_its_field() {
        let server = TestServer::start().await;
        let status = server.rules().replay_game(turns("nine", "w", &[])).await;
        let failure = failure(&status.expect_err("no position"));
        assert_eq!(failure.code(), ErrorCode::InvalidPosition);
        assert_eq!(failure.violations()[0].field, "turn_list.start");
    }

    #[tokio::test]
    async fn a_replay_of_nothing_says_what_is_absent() {
        let server = TestServer::start().await;
        let status = server
            .rules()
            .replay_game(v1::ReplayGameRequest { source: None })
            .await;
        let failure = failure(&status.expect_err("nothing to replay"));
        assert_eq!(failure.code(), ErrorCode::InvalidArgument);
    }
}
