//! Many callers at once, and callers that try again.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::http::{Answer, Call};
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::text;

fn count(answers: &[Answer], status: u16) -> usize {
    answers
        .iter()
        .filter(|answer| answer.status == status)
        .count()
}

fn random_uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_join_at_once_and_one_gets_the_seat() {
    let stack = Stack::on_postgres().await;
    let created = stack
        .http
        .send(Call::post("/v1/games", &json!({"variant": "nine"})))
        .await
        .expect(201);
    let path = format!("/v1/games/{}/join", text(&created["game"], "id"));
    let body = json!({"invitation": created["invitations"][0]["invitation"]});
    let answers = join_all((0..50).map(|_| stack.http.send(Call::post(&path, &body)))).await;
    assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 49));
    for answer in answers.iter().filter(|answer| answer.status == 409) {
        answer.problem(409, "invitation_used");
    }
    let wrong = json!({"invitation": created["ownerToken"]});
    stack
        .http
        .send(Call::post(&path, &wrong))
        .await
        .problem(404, "invitation_unknown");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_turns_at_one_revision_and_one_wins() {
    let stack = Stack::on_postgres().await;
    for _ in 0..20 {
        let table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
        let answers = join_all(["a1", "a4", "a7", "d1"].map(|turn| table.send(turn))).await;
        assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 3));
        for answer in answers.iter().filter(|answer| answer.status == 409) {
            let problem = answer.problem(409, "stale_revision");
            assert_eq!(
                problem["game"]["revision"],
                table.revision() + 1,
                "{problem}"
            );
        }
        assert_eq!(table.read().await["revision"], table.revision() + 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_sent_again_gets_the_same_answer_and_is_played_once() {
    let stack = Stack::on_postgres().await;
    let table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    let key = random_uuid();
    let send = |turn: &str| {
        let body = json!({"turn": turn, "revision": table.revision()});
        let call = Call::post(table.path("/turns"), &body).token(&table.white);
        stack.http.send(call.header("idempotency-key", &key))
    };
    let answers = join_all((0..20).map(|_| send("a1"))).await;
    let first = answers[0].expect(200);
    for answer in &answers {
        assert_eq!(answer.expect(200), first);
    }
    assert_eq!(table.read().await["revision"], table.revision() + 1);
    send("a4").await.problem(409, "request_id_reused");
    // The same id on the other seat is another request.
    let body = json!({"turn": "g7"});
    let call = Call::post(table.path("/turns"), &body).token(&table.black);
    let other = stack
        .http
        .send(call.header("idempotency-key", &key))
        .await
        .expect(200);
    assert_eq!(other["game"]["revision"], table.revision() + 2);
    // Without an id the same turn again is one that the player did not know of.
    let body = json!({"turn": "a1", "revision": table.revision()});
    let again = Call::post(table.path("/turns"), &body).token(&table.white);
    let problem = stack.http.send(again).await.problem(409, "stale_revision");
    assert_eq!(problem["game"]["revision"], table.revision() + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_created_again_is_the_same_game_with_the_same_tokens() {
    let stack = Stack::on_postgres().await;
    let key = random_uuid();
    let create = |body: Value| {
        let call = Call::post("/v1/games", &body).header("idempotency-key", &key);
        stack.http.send(call)
    };
    let answers = join_all((0..20).map(|_| create(json!({"variant": "nine"})))).await;
    let first = answers[0].expect(201);
    for answer in &answers {
        assert_eq!(answer.expect(201), first);
    }
    create(json!({"variant": "six"}))
        .await
        .problem(409, "request_id_reused");
    let token = text(&first["seats"][0], "token");
    let path = format!("/v1/games/{}/turns", text(&first["game"], "id"));
    let call = Call::post(path, &json!({"turn": "a1"})).token(token);
    stack.http.send(call).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_while_a_turn_is_played_ends_the_game_once() {
    let stack = Stack::on_postgres().await;
    for _ in 0..50 {
        let table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
        let resign = Call::post(table.path("/resign"), &json!({})).token(&table.black);
        let turn = Call::post(table.path("/turns"), &json!({"turn": "a1"})).token(&table.white);
        let (resigned, played) = tokio::join!(stack.http.send(resign), stack.http.send(turn));
        resigned.expect(200);
        if played.status != 200 {
            played.problem(409, "game_over");
        }
        let game = table.read().await;
        assert_eq!(game["status"], "finished");
        assert_eq!(game["outcome"]["termination"], "resignation");
        table.send("a4").await.problem(409, "stale_revision");
        let late = Call::post(table.path("/resign"), &json!({})).token(&table.white);
        stack.http.send(late).await.problem(409, "game_over");
    }
}
