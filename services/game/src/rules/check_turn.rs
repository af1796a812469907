//! `CheckTurn`: may this be played in that position?

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::check_turn_response::Answer;
use moelle_proto::wire::{
    ChosenRules, Problems, Standing, identity, mills, read_position, refusal, state,
};
use moelle_rules::{IllegalTurn, Played, Position, Turn};
use moelle_words::Language;

/// A refused turn is an answer; only what makes no sense as a question fails.
pub(super) fn check(
    request: &v1::CheckTurnRequest,
    language: Language,
) -> Result<v1::CheckTurnResponse, Failure> {
    let (chosen, position) = question(
        request.rules.as_ref(),
        request.position.as_deref(),
        language,
    )?;
    let answer = match play(&position, &request.turn) {
        Ok(played) => Answer::Accepted(v1::AcceptedTurn {
            state: Some(state(Standing::from(&played.position), language)),
            closed_mills: mills(played.closed),
        }),
        Err(illegal) => {
            moelle_telemetry::record_refusal(illegal.refusal.name());
            Answer::Refusal(refusal(&illegal, language))
        }
    };
    Ok(v1::CheckTurnResponse {
        rules: Some(identity(chosen.variant, &chosen.rules)),
        answer: Some(answer),
    })
}

/// The rules and the position that a request is about.
pub(super) fn question(
    rules: Option<&v1::RuleSetSelection>,
    position: Option<&str>,
    language: Language,
) -> Result<(ChosenRules, Position), Failure> {
    let mut problems = Problems::new(language);
    let chosen = ChosenRules::read(rules, "rules", &mut problems);
    let asked = chosen.and_then(|chosen| {
        let position = read_position(chosen.rules, position, "position", &mut problems)?;
        Some((chosen, position))
    });
    problems.or(asked)
}

fn play(position: &Position, turn: &str) -> Result<Played, IllegalTurn> {
    position.play(&Turn::parse(position.board(), turn)?)
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;
    use moelle_proto::v1::rule_set_selection::Base;
    use tonic::Request;

    use super::*;
    use crate::testing::{TestServer, failure, of_variant};

    fn ask(variant: &str, position: &str, turn: &str) -> v1::CheckTurnRequest {
        v1::CheckTurnRequest {
            rules: Some(of_variant(variant)),
            position: (!position.is_empty()).then(|| position.to_owned()),
            turn: turn.to_owned(),
        }
    }

    async fn accepted(server: &TestServer, request: v1::CheckTurnRequest) -> v1::AcceptedTurn {
        let response = server.rules().check_turn(request).await.expect("an answer");
        match response.into_inner().answer {
            Some(Answer::Accepted(accepted)) => accepted,
            other => panic!("not accepted: {other:?}"),
        }
    }

    async fn refused(server: &TestServer, request: Request<v1::CheckTurnRequest>) -> v1::Refusal {
        let response = server.rules().check_turn(request).await.expect("an answer");
        match response.into_inner().answer {
            Some(Answer::Refusal(refusal)) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    #[tokio::test]
    async fn a_legal_turn_gives_the_position_after_it() {
        let server = TestServer::start().await;
        let request = ask("nine", "1w1/1w1/3/4b1/3/b2/3 w 7,7 0 0 4", "d5xf4");
        let accepted = accepted(&server, request).await;
        assert_eq!(accepted.closed_mills[0].points, ["d7", "d6", "d5"]);
        let state = accepted.state.expect("a state");
        assert_eq!(state.position, "1w1/1w1/1w1/6/3/b2/3 b 6,7 0 0 5");
        assert_eq!(state.occurrences, None);
    }

    #[tokio::test]
    async fn no_position_is_the_start() {
        let server = TestServer::start().await;
        let accepted = accepted(&server, ask("nine", "", "D6")).await;
        let state = accepted.state.expect("a state");
        assert_eq!(state.position, "3/1w1/3/6/3/3/3 b 8,9 0 0 1");
    }

    #[tokio::test]
    async fn a_refused_turn_is_an_answer_in_the_language_of_the_caller() {
        let server = TestServer::start().await;
        let ask = || ask("nine", "3/1w1/3/6/3/3/3 b 8,9 0 0 1", "d6");
        let english = refused(&server, Request::new(ask())).await;
        assert_eq!(english.reason(), v1::RefusalReason::PointOccupied);
        assert_eq!((english.action, english.point.as_deref()), (0, Some("d6")));
        let mut request = Request::new(ask());
        request
            .metadata_mut()
            .insert("accept-language", "da".parse().expect("metadata"));
        let danish = refused(&server, request).await;
        assert_ne!(danish.message, english.message);
    }

    #[tokio::test]
    async fn the_answer_names_the_rules() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .check_turn(ask("three", "", "b2"))
            .await
            .expect("an answer");
        let rules = response.into_inner().rules.expect("an identity");
        assert_eq!(rules.variant, "three");
        assert_eq!(
            rules.digest,
            "8693ae65bfb0c9b83de37967840e22a0f6457d67dff1cc686cb6e6599156a893"
        );
    }

    #[tokio::test]
    async fn a_question_that_makes_no_sense_fails_and_says_why() {
        let server = TestServer::start().await;
        let options = v1::RuleSetSelection {
            base: Some(Base::Variant("six".to_owned())),
            options: Some(v1::RuleSet {
                fly_at: Some(3),
                ..v1::RuleSet::default()
            }),
            custom_rules: false,
        };
        let not_offered = v1::CheckTurnRequest {
            rules: Some(options),
            ..ask("six", "", "a5")
        };
        for (request, code, field) in [
            (
                ask("eight", "", "d6"),
                ErrorCode::UnknownVariant,
                "rules.variant",
            ),
            (
                ask("nine", "w", "d6"),
                ErrorCode::InvalidPosition,
                "position",
            ),
            (
                not_offered,
                ErrorCode::OptionNotOffered,
                "rules.options.fly_at",
            ),
            (
                v1::CheckTurnRequest {
                    rules: None,
                    ..ask("", "", "d6")
                },
                ErrorCode::InvalidArgument,
                "rules.variant",
            ),
        ] {
            let status = server
                .rules()
                .check_turn(request)
                .await
                .expect_err("no question");
            let failure = failure(&status);
            assert_eq!(failure.code(), code, "{failure:?}");
            assert_eq!(failure.violations()[0].field, field);
        }
    }
}
