//! Turns at one revision.

use futures::future::join_all;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use serde_json::json;

use super::{accepted, count};
use crate::support::grpc::{failure, with_token};
use crate::support::http::Call;
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::vectors::text;
use crate::support::watching::Audience;

on_one_service_and_on_three_replicas!(
    of_different_turns_at_one_revision_one_wins_and_watchers_see_it_alone,
    a_stale_turn_is_refused_with_the_game_as_it_stands,
);

const ROUNDS: usize = 10;
const TURNS: [&str; 4] = ["a1", "a4", "a7", "d1"];

async fn nine(services: &Services) -> Table {
    Table::open(&services.http, &json!({"variant": "nine"})).await
}

fn play(table: &Table, turn: &str, revision: u64) -> tonic::Request<v1::PlayTurnRequest> {
    let request = v1::PlayTurnRequest {
        game_id: table.id.clone(),
        turn: turn.to_owned(),
        revision: Some(revision),
        ..v1::PlayTurnRequest::default()
    };
    with_token(request, table.token())
}

async fn of_different_turns_at_one_revision_one_wins_and_watchers_see_it_alone(
    services: &Services,
) {
    for round in 0..ROUNDS {
        let mut table = nine(services).await;
        let seen = table.revision();
        let audience = Audience::of(services, &table.id, seen).await;
        let winner = if round % 2 == 0 {
            let answers = join_all(TURNS.map(|turn| table.send(turn))).await;
            assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 3));
            for answer in answers.iter().filter(|answer| answer.status == 409) {
                let problem = answer.problem(409, "stale_revision");
                assert_eq!(problem["game"]["revision"], seen + 1, "{problem}");
            }
            let won = answers.iter().position(|answer| answer.status == 200);
            TURNS[won.expect("one has won")]
        } else {
            let answers = join_all(TURNS.iter().enumerate().map(|(n, turn)| {
                let (mut games, request) = (services.games(n), play(&table, turn, seen));
                async move { games.play_turn(request).await }
            }));
            let won = accepted(answers.await, ErrorCode::StaleRevision);
            let [won] = &won[..] else {
                panic!("{} turns have won", won.len())
            };
            let game = won.game.as_ref().expect("a game");
            assert_eq!(game.revision, seen + 1);
            *TURNS
                .iter()
                .find(|turn| **turn == game.last_turn)
                .expect("one of the turns")
        };
        table.game = table.read().await;
        assert_eq!(table.revision(), seen + 1);
        assert_eq!(text(&table.game, "lastTurn"), winner);
        let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
        services.http.send(resign).await.expect(200);
        let told = audience.until_the_end().await;
        assert_eq!(told.revisions(), [seen + 1, seen + 2]);
        assert_eq!(told.by_sse[0]["turn"], winner);
        for events in &told.by_grpc {
            let Some(Change::TurnPlayed(played)) = &events[0].change else {
                panic!("no turn: {events:?}")
            };
            assert_eq!(played.turn, winner);
        }
    }
}

async fn a_stale_turn_is_refused_with_the_game_as_it_stands(services: &Services) {
    let mut table = nine(services).await;
    let before = table.revision();
    table.play("a1").await;
    // White's turn came through, though White may not have learned it.
    let again = json!({"turn": "a1", "revision": before});
    let again = || Call::post(table.path("/turns"), &again).token(&table.white);
    let problem = services.http.send(again()).await;
    let problem = problem.problem(409, "stale_revision");
    for field in ["id", "revision", "position", "side", "lastTurn", "seats"] {
        assert_eq!(problem["game"][field], table.game[field], "{field}");
    }
    let body = json!({"turn": "a1"});
    let header = Call::post(table.path("/turns"), &body).token(&table.white);
    let header = header.header("if-match", &format!("\"{before}\""));
    let problem = services.http.send(header).await;
    let problem = problem.problem(412, "stale_revision");
    assert_eq!(problem["game"]["revision"], table.revision());
    for replica in 0..services.count() {
        let mut request = play(&table, "a1", before);
        let bearer = format!("Bearer {}", table.white).parse().expect("metadata");
        request.metadata_mut().insert("authorization", bearer);
        let status = services.games(replica).play_turn(request).await;
        let refused = failure(&status.expect_err("it is stale"));
        assert_eq!(refused.code(), ErrorCode::StaleRevision);
        let game = refused.game().expect("the game is told");
        assert_eq!(game.revision, table.revision());
        assert_eq!(
            game.state.as_ref().expect("a state").position,
            table.position()
        );
    }
    assert_eq!(table.read().await, table.game);
}
