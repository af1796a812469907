//! What must not be seen.

use serde_json::{Value, json};

use crate::support::http::Call;
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::text;

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_seen_by_its_seats_and_its_owner_alone() {
    let stack = Stack::on_postgres().await;
    let request = json!({"variant": "nine", "visibility": "private", "seat": "none"});
    let created = stack
        .http
        .send(Call::post("/v1/games", &request))
        .await
        .expect(201);
    let other = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    let id = text(&created["game"], "id");
    for path in [format!("/v1/games/{id}"), format!("/v1/games/{id}/events")] {
        stack
            .http
            .send(Call::get(&path))
            .await
            .problem(401, "unauthenticated");
        stack
            .http
            .send(Call::get(&path).token("guess"))
            .await
            .problem(401, "unauthenticated");
        stack
            .http
            .send(Call::get(&path).token(&other.white))
            .await
            .problem(403, "private_game");
        let owner = Call::get(&path).token(text(&created, "ownerToken"));
        stack.http.send(owner).await.expect(200);
        let stream = Call::get(&path).header("accept", "text/event-stream");
        assert!([401, 406].contains(&stack.http.send(stream).await.status));
    }
    // Changes are refused as reads are.
    for (path, body) in [
        ("turns", json!({"turn": "d6"})),
        ("resign", json!({})),
        ("rematch", json!({"revision": 77})),
        ("invitations", json!({"side": "black"})),
        ("reissue", json!({"side": "white"})),
    ] {
        let call = || Call::post(format!("/v1/games/{id}/{path}"), &body);
        for (call, status, reason) in [
            (call(), 401, "unauthenticated"),
            (call().token("guess"), 401, "unauthenticated"),
            (call().token(&other.white), 403, "private_game"),
        ] {
            let problem = stack.http.send(call).await.problem(status, reason);
            assert_eq!(problem.get("game"), None, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_in_the_answer_that_hands_them_out_and_nowhere_else() {
    let stack = Stack::on_postgres().await;
    let keyed = |call: Call| call.header("idempotency-key", &uuid::Uuid::new_v4().to_string());
    let request = json!({"variant": "nine", "names": {"white": "Ada"}});
    let created = stack
        .http
        .send(keyed(Call::post("/v1/games", &request)))
        .await
        .expect(201);
    let path = format!("/v1/games/{}", text(&created["game"], "id"));
    let invitation = text(&created["invitations"][0], "invitation");
    let join = || Call::post(format!("{path}/join"), &json!({"invitation": invitation}));
    let joined = stack.http.send(keyed(join())).await.expect(200);
    let (white, black) = (
        text(&created["seats"][0], "token"),
        text(&joined["seat"], "token"),
    );
    let secrets = [white, black, invitation, text(&created, "ownerToken")];
    let turn = |token: &str, turn: Value| {
        keyed(Call::post(format!("{path}/turns"), &json!({"turn": turn})).token(token))
    };
    let mut seen = vec![created["game"].to_string(), joined["game"].to_string()];
    for call in [
        turn(white, json!("a1")),
        turn(white, json!("a1")),
        turn(black, json!("zz")),
        turn(black, json!(7)),
        Call::get(&path).token(black),
        Call::get(format!("{path}/events")).token(black),
        join(),
        Call::post(format!("{path}/resign"), &json!({})).token(black),
    ] {
        let answer = stack.http.send(call).await;
        seen.push(format!("{:?} {}", answer.headers, answer.text));
    }
    let mut stream = stack.http.events(Call::get(format!("{path}/events"))).await;
    while let Some(event) = stream.next().await {
        seen.push(event.data.to_string());
    }
    seen.push(stack.everything_stored().await);
    for secret in secrets {
        for form in forms(secret) {
            let leak = seen.iter().find(|text| text.contains(&form));
            assert_eq!(leak, None, "a secret is seen as {form}");
        }
    }
}

/// A secret as text, and as the hexadecimal digits of its text and of its bytes.
fn forms(secret: &str) -> [String; 3] {
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    };
    let bytes = bs58::decode(secret).into_vec().expect("base58");
    assert_eq!(bytes.len(), 32);
    [secret.to_owned(), hex(secret.as_bytes()), hex(&bytes)]
}
