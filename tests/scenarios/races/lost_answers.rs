//! The connection dies after a change is stored and before its answer arrives.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use serde_json::json;
use tokio::time::Instant;

use super::random_uuid;
use crate::support::grpc::{failure, with_token};
use crate::support::http::{Call, Http};
use crate::support::line::Line;
use crate::support::processes::channel;
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::vectors::text;

on_one_service_and_on_three_replicas!(
    a_turn_whose_answer_is_lost_over_rest_is_played_once_and_answered_when_it_is_sent_again,
    a_turn_whose_answer_is_lost_over_grpc_is_played_once_and_answered_when_it_is_sent_again,
    a_seat_whose_token_is_lost_on_the_way_can_be_had_again_by_its_request_alone,
);

/// Waits until a change is stored.
async fn until_stored(services: &Services, id: &str, revision: u64) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let call = Call::get(format!("/v1/games/{id}"));
        let game = services.http.send(call).await.expect(200);
        if game["game"]["revision"] == revision {
            return;
        }
        assert!(Instant::now() < deadline, "it is never stored: {game}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

async fn a_turn_whose_answer_is_lost_over_rest_is_played_once_and_answered_when_it_is_sent_again(
    services: &Services,
) {
    let [gateway, _] = services.addresses();
    let line = Line::to(&gateway).await;
    let http = Http::new(line.url());
    let table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let turn = || {
        let body = json!({"turn": "a1", "revision": table.revision()});
        Call::post(table.path("/turns"), &body).token(&table.white)
    };
    let key = random_uuid();
    line.swallow_answers();
    let stored = async {
        until_stored(services, &table.id, table.revision() + 1).await;
        line.cut();
    };
    let (lost, ()) = tokio::join!(http.try_send(turn().request_id(&key)), stored);
    assert!(lost.is_err(), "the answer came through: {lost:?}");

    let again = http.send(turn().request_id(&key)).await.expect(200);
    assert_eq!(again["game"]["revision"], table.revision() + 1);
    assert_eq!(again["game"]["lastTurn"], "a1");
    // Who cannot say that it is the same turn is told how the game stands.
    let problem = http.send(turn()).await.problem(409, "stale_revision");
    assert_eq!(problem["game"], again["game"]);
    let events = Call::get(table.path(&format!("/events?after={}", table.revision())));
    let events = services.http.send(events).await.expect(200);
    assert_eq!(events["events"].as_array().expect("events").len(), 1);
}

async fn a_turn_whose_answer_is_lost_over_grpc_is_played_once_and_answered_when_it_is_sent_again(
    services: &Services,
) {
    let [_, replica] = services.addresses();
    let line = Line::to(&replica).await;
    let table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let turn = |request_id: &str| {
        let request = v1::PlayTurnRequest {
            game_id: table.id.clone(),
            turn: "a1".to_owned(),
            revision: Some(table.revision()),
            request_id: request_id.to_owned(),
        };
        with_token(request, &table.white)
    };
    let mut games = GameServiceClient::new(channel(&line.url()));
    // The connection is there before answers are lost.
    let request = v1::GetGameRequest {
        game_id: table.id.clone(),
    };
    games.get_game(request).await.expect("the line is whole");
    let key = random_uuid();
    line.swallow_answers();
    let stored = async {
        until_stored(services, &table.id, table.revision() + 1).await;
        line.cut();
    };
    let (lost, ()) = tokio::join!(games.play_turn(turn(&key)), stored);
    assert!(lost.is_err(), "the answer came through: {lost:?}");

    let mut first = None;
    for replica in 0..services.count() {
        let again = services.games(replica).play_turn(turn(&key)).await;
        let again = again.expect("the answer").into_inner();
        assert_eq!(
            again.game.as_ref().expect("a game").revision,
            table.revision() + 1
        );
        assert_eq!(*first.get_or_insert_with(|| again.clone()), again);
        let stale = services.games(replica).play_turn(turn("")).await;
        let stale = failure(&stale.expect_err("it is stale"));
        assert_eq!(stale.code(), ErrorCode::StaleRevision);
        assert_eq!(stale.game(), again.game.as_ref());
    }
    assert_eq!(table.read().await["revision"], table.revision() + 1);
}

async fn a_seat_whose_token_is_lost_on_the_way_can_be_had_again_by_its_request_alone(
    services: &Services,
) {
    let [gateway, _] = services.addresses();
    let line = Line::to(&gateway).await;
    let http = Http::new(line.url());
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    let created = services.http.send(call).await.expect(201);
    let id = text(&created["game"], "id");
    let body = json!({"invitation": created["invitations"][0]["invitation"]});
    let join = |key: &str| Call::post(format!("/v1/games/{id}/join"), &body).request_id(key);
    let key = random_uuid();
    line.swallow_answers();
    let stored = async {
        until_stored(services, id, 2).await;
        line.cut();
    };
    let (lost, ()) = tokio::join!(http.try_send(join(&key)), stored);
    assert!(lost.is_err(), "the answer came through: {lost:?}");

    let joined = http.send(join(&key)).await.expect(200);
    let token = text(&joined["seat"], "token");
    let other = http.send(join(&random_uuid())).await;
    other.problem(409, "invitation_used");
    let resign = Call::post(format!("/v1/games/{id}/resign"), &json!({}));
    http.send(resign.token(token)).await.expect(200);
}
