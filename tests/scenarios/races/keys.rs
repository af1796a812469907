//! Requests that say who they are: the same again is answered again, another is refused.

use futures::future::join_all;
use moelle_proto::v1;
use serde_json::{Value, json};

use super::{count, random_uuid};
use crate::support::database::until_waiting;
use crate::support::grpc::with_token;
use crate::support::http::{Answer, Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::vectors::text;

on_one_service_and_on_three_replicas!(
    a_turn_that_is_sent_again_gets_the_same_answer_and_is_played_once,
    a_game_that_is_created_again_is_the_same_game_with_the_same_tokens,
    a_seat_that_is_taken_again_is_the_same_seat_with_the_same_token,
    of_different_requests_with_one_key_at_once_one_is_carried_out,
    one_key_in_other_games_and_for_other_seats_is_another_request,
);

async fn nine(http: &Http) -> Table {
    Table::open(http, &json!({"variant": "nine"})).await
}

/// Sends a turn of White's at the revision that White has seen.
async fn send(table: &Table, turn: &str, key: &str) -> Answer {
    let body = json!({"turn": turn, "revision": table.revision()});
    let call = Call::post(table.path("/turns"), &body).token(&table.white);
    table.http.send(call.request_id(key)).await
}

async fn a_turn_that_is_sent_again_gets_the_same_answer_and_is_played_once(services: &Services) {
    let table = nine(&services.http).await;
    let key = random_uuid();
    let answers = join_all((0..20).map(|_| send(&table, "a1", &key))).await;
    let first = answers[0].expect(200);
    for answer in &answers {
        assert_eq!(answer.expect(200), first);
    }
    assert_eq!(table.read().await["revision"], table.revision() + 1);
    send(&table, "a4", &key)
        .await
        .problem(409, "request_id_reused");
    // Without an id the same turn again is one that the player did not know of.
    let body = json!({"turn": "a1", "revision": table.revision()});
    let again = Call::post(table.path("/turns"), &body).token(&table.white);
    let problem = services.http.send(again).await;
    let problem = problem.problem(409, "stale_revision");
    assert_eq!(problem["game"]["revision"], table.revision() + 1);

    let table = nine(&services.http).await;
    let request = v1::PlayTurnRequest {
        game_id: table.id.clone(),
        turn: "a1".to_owned(),
        request_id: random_uuid(),
        ..v1::PlayTurnRequest::default()
    };
    let answers = (0..20).map(|n| {
        let (mut games, request) = (services.games(n), with_token(request.clone(), &table.white));
        async move {
            games
                .play_turn(request)
                .await
                .expect("an answer")
                .into_inner()
        }
    });
    let answers = join_all(answers).await;
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(table.read().await["revision"], table.revision() + 1);
}

async fn a_game_that_is_created_again_is_the_same_game_with_the_same_tokens(services: &Services) {
    let key = random_uuid();
    let create = |body: Value| {
        let call = Call::post("/v1/games", &body).request_id(&key);
        services.http.send(call)
    };
    let answers = join_all((0..20).map(|_| create(json!({"variant": "nine"})))).await;
    let first = answers[0].expect(201);
    for answer in &answers {
        assert_eq!(answer.expect(201), first);
    }
    let other = create(json!({"variant": "six"})).await;
    other.problem(409, "request_id_reused");
    let token = text(&first["seats"][0], "token");
    let path = format!("/v1/games/{}/turns", text(&first["game"], "id"));
    let call = Call::post(path, &json!({"turn": "a1"})).token(token);
    services.http.send(call).await.expect(200);
}

async fn a_seat_that_is_taken_again_is_the_same_seat_with_the_same_token(services: &Services) {
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    let created = services.http.send(call).await.expect(201);
    let path = format!("/v1/games/{}/join", text(&created["game"], "id"));
    let key = random_uuid();
    let join = |name: &str| {
        let invitation = &created["invitations"][0]["invitation"];
        let body = json!({"invitation": invitation, "name": name});
        services
            .http
            .send(Call::post(&path, &body).request_id(&key))
    };
    let answers = join_all((0..20).map(|_| join("Bo"))).await;
    let first = answers[0].expect(200);
    for answer in &answers {
        assert_eq!(answer.expect(200), first);
    }
    join("Cy").await.problem(409, "request_id_reused");
    assert_eq!(first["game"]["revision"], 2);
}

async fn of_different_requests_with_one_key_at_once_one_is_carried_out(services: &Services) {
    for _ in 0..10 {
        let table = nine(&services.http).await;
        let key = random_uuid();
        let turns = ["a1", "a4"];
        let sent = (0..20).map(|n| send(&table, turns[n % 2], &key));
        let answers = join_all(sent).await;
        assert_eq!((count(&answers, 200), count(&answers, 409)), (10, 10));
        let won = answers.iter().position(|answer| answer.status == 200);
        let won = won.expect("one is carried out");
        for (n, answer) in answers.iter().enumerate() {
            if n % 2 == won % 2 {
                assert_eq!(answer.expect(200), answers[won].expect(200));
            } else {
                answer.problem(409, "request_id_reused");
            }
        }
        let game = table.read().await;
        assert_eq!(game["revision"], table.revision() + 1);
        assert_eq!(game["lastTurn"], turns[won % 2]);
    }
}

async fn one_key_in_other_games_and_for_other_seats_is_another_request(services: &Services) {
    let key = random_uuid();
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(nine(&services.http).await);
    }
    let answers = join_all(tables.iter().map(|table| send(table, "a1", &key))).await;
    for (table, answer) in tables.iter().zip(&answers) {
        let game = &answer.expect(200)["game"];
        assert_eq!(
            (&game["id"], &game["lastTurn"]),
            (&json!(table.id), &json!("a1"))
        );
    }
    // Both seats of one game, at once: whoever is to act plays, the other is told the truth.
    for table in &tables {
        let offer = |token: &str| {
            let call = Call::post(table.path("/draw-offers"), &json!({}));
            services.http.send(call.token(token).request_id(&key))
        };
        // White's key is that of its turn.
        offer(&table.white).await.problem(409, "request_id_reused");
        let offered = offer(&table.black).await.expect(200);
        assert_eq!(offered["game"]["offers"]["draw"], "black");
        assert_eq!(offered["game"]["revision"], table.revision() + 2);
    }
    let table = Table::open_both(&services.http, &json!({"variant": "nine"})).await;
    let offer = |token: &str| {
        let call = Call::post(table.path("/draw-offers"), &json!({}));
        services.http.send(call.token(token).request_id(&key))
    };
    let (white, black) = tokio::join!(offer(&table.white), offer(&table.black));
    white.expect(200);
    black.expect(200);
    let outcome = &table.read().await["outcome"];
    assert_eq!(outcome["termination"], "agreement");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_request_with_the_key_of_one_that_is_under_way_is_refused() {
    let plan = Plan {
        replicas: 3,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let (mut lock, mut session) = (processes.session().await, processes.session().await);
    let table = nine(&Http::new(processes.gateway_url())).await;
    let key = random_uuid();
    // As long as the row is locked nobody can finish.
    sqlx::raw_sql("BEGIN; SELECT 1 FROM games FOR UPDATE")
        .execute(&mut lock)
        .await
        .expect("a lock");
    let first = send(&table, "a1", &key);
    let others = async {
        until_waiting(&mut session, 1).await;
        let others = async { tokio::join!(send(&table, "a4", &key), send(&table, "a1", &key)) };
        let released = async {
            until_waiting(&mut session, 3).await;
            let released = sqlx::raw_sql("ROLLBACK").execute(&mut lock).await;
            released.expect("the lock is released");
        };
        tokio::join!(others, released).0
    };
    let (first, (other, same)) = tokio::join!(first, others);
    let game = first.expect(200);
    assert_eq!(game["game"]["lastTurn"], "a1");
    assert_eq!(same.expect(200), game);
    other.problem(409, "request_id_reused");
    assert_eq!(table.read().await["revision"], table.revision() + 1);
}
