//! Seats: who gets the last one, and what the token of one that was made anew is worth.

use futures::future::join_all;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use serde_json::{Value, json};

use super::{accepted, count};
use crate::support::grpc::{failure, with_token};
use crate::support::http::Call;
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::vectors::text;

on_one_service_and_on_three_replicas!(
    fifty_join_at_once_and_one_gets_the_seat,
    a_token_that_was_made_anew_and_one_of_nobody_are_refused,
    of_many_tokens_made_anew_at_once_the_last_one_works,
);

async fn open_game(services: &Services) -> Value {
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    services.http.send(call).await.expect(201)
}

async fn fifty_join_at_once_and_one_gets_the_seat(services: &Services) {
    let created = open_game(services).await;
    let path = format!("/v1/games/{}/join", text(&created["game"], "id"));
    let body = json!({"invitation": created["invitations"][0]["invitation"]});
    let answers = join_all((0..50).map(|_| services.http.send(Call::post(&path, &body)))).await;
    assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 49));
    for answer in answers.iter().filter(|answer| answer.status == 409) {
        answer.problem(409, "invitation_used");
    }
    let wrong = json!({"invitation": created["ownerToken"]});
    let answer = services.http.send(Call::post(&path, &wrong)).await;
    answer.problem(404, "invitation_unknown");

    let created = open_game(services).await;
    let request = v1::JoinGameRequest {
        game_id: text(&created["game"], "id").to_owned(),
        invitation: text(&created["invitations"][0], "invitation").to_owned(),
        ..v1::JoinGameRequest::default()
    };
    let answers = (0..50).map(|n| {
        let (mut games, request) = (services.games(n), request.clone());
        async move { games.join_game(request).await }
    });
    let joined = accepted(join_all(answers).await, ErrorCode::InvitationUsed);
    let [joined] = &joined[..] else {
        panic!("{} have the seat", joined.len())
    };
    assert_eq!(joined.game.as_ref().expect("a game").revision, 2);
    assert_eq!(
        joined.seat.as_ref().expect("a seat").side(),
        v1::Side::Black
    );
}

async fn a_token_that_was_made_anew_and_one_of_nobody_are_refused(services: &Services) {
    let created = open_game(services).await;
    let id = text(&created["game"], "id");
    let at = |path: &str| format!("/v1/games/{id}/{path}");
    let owner = text(&created, "ownerToken");
    let old = text(&created["seats"][0], "token");
    let reissue = Call::post(at("reissue"), &json!({"side": "white"})).token(old);
    let new = services.http.send(reissue).await.expect(200);
    let revoke = Call::delete(at("invitations/black")).token(owner);
    services.http.send(revoke).await.expect(200);

    let revoked = json!({"invitation": created["invitations"][0]["invitation"]});
    let join = services.http.send(Call::post(at("join"), &revoked)).await;
    join.problem(404, "invitation_unknown");
    let reissue = json!({"side": "white"});
    let turn = json!({"turn": "a1"});
    for (path, body) in [
        ("turns", &turn),
        ("resign", &json!({})),
        ("abort", &json!({})),
        ("draw-offers", &json!({})),
        ("takeback-requests", &json!({})),
        ("rematch", &json!({})),
        ("invitations", &json!({"side": "black"})),
        ("reissue", &reissue),
    ] {
        for token in [old, &"1".repeat(43), &format!("{old}x")] {
            let call = Call::post(at(path), body).token(token);
            let answer = services.http.send(call).await;
            answer.problem(401, "unauthenticated");
        }
    }
    for replica in 0..services.count() {
        let turn = v1::PlayTurnRequest {
            game_id: id.to_owned(),
            turn: "a1".to_owned(),
            ..v1::PlayTurnRequest::default()
        };
        let refused = services
            .games(replica)
            .play_turn(with_token(turn, old))
            .await;
        let refused = failure(&refused.expect_err("the token is old"));
        assert_eq!(refused.code(), ErrorCode::Unauthenticated);
    }
    let call = Call::post(at("turns"), &turn).token(text(&new["seat"], "token"));
    services.http.send(call).await.expect(200);
}

async fn of_many_tokens_made_anew_at_once_the_last_one_works(services: &Services) {
    let table = Table::open_both(&services.http, &json!({"variant": "nine"})).await;
    // Each comes with the token that the others replace; those that come too late are refused.
    let request = v1::ReissueSeatRequest {
        game_id: table.id.clone(),
        side: v1::Side::White.into(),
        ..v1::ReissueSeatRequest::default()
    };
    let answers = (0..10).map(|n| {
        let (mut games, request) = (services.games(n), request.clone());
        let request = with_token(request, &table.white);
        async move { games.reissue_seat(request).await }
    });
    let made = accepted(join_all(answers).await, ErrorCode::Unauthenticated);
    let [made] = &made[..] else {
        panic!("{} tokens were made of one", made.len())
    };
    assert_eq!(
        made.game.as_ref().expect("a game").revision,
        table.revision() + 1
    );
    let turn = Call::post(table.path("/turns"), &json!({"turn": "a1"}));
    let token = &made.seat.as_ref().expect("a seat").token;
    services.http.send(turn.token(token)).await.expect(200);
}
