//! The life of a game: offers, clocks, seats, records and lists.

use http::Method;
use moelle_proto::error::{ErrorCode, Failure};
use serde_json::{Value, json};
use tonic::Status;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::{ID, OTHER_ID, game};

fn at(path: &str) -> String {
    format!("/v1/games/{ID}/{path}")
}

/// Every change: its method, its path, a body, and what its message must say.
fn changes() -> Vec<(Method, String, Value, &'static str)> {
    let post = |path: &str, body, says| (Method::POST, at(path), body, says);
    vec![
        post("join", json!({"invitation": "x"}), "JoinGameRequest"),
        post("turns", json!({"turn": "d6"}), "PlayTurnRequest"),
        post("resign", json!({}), "ResignRequest"),
        post("abort", json!({}), "AbortGameRequest"),
        post("draw-offers", json!({}), "OfferDrawRequest"),
        post("draw-answers", json!({"accept": true}), "accept: true"),
        post("draw-answers", json!({"accept": false}), "accept: false"),
        post("takeback-requests", json!({}), "RequestTakebackRequest"),
        post("takeback-answers", json!({"accept": true}), "accept: true"),
        post("rematch", json!({}), "OfferRematchRequest"),
        post("invitations", json!({"side": "black"}), "side: Black"),
        post("reissue", json!({"side": "white"}), "side: White"),
        (
            Method::DELETE,
            at("invitations/black"),
            Value::Null,
            "RevokeInvitationRequest",
        ),
    ]
}

/// A call that expects a revision in its body, or where it has none in its query.
fn expecting(method: &Method, path: &str, body: &Value, revision: u64) -> Call {
    if body.is_null() {
        return Call::new(method.clone(), format!("{path}?revision={revision}"));
    }
    let mut body = body.clone();
    body["revision"] = json!(revision);
    Call::post(path, &body)
}

#[tokio::test]
async fn every_change_takes_token_request_id_and_revision_along() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let key = "00000000-0000-4000-8000-000000000000";
    for (method, path, body, says) in changes() {
        let plain = || match &body {
            Value::Null => Call::new(method.clone(), &*path),
            body => Call::post(&*path, body),
        };
        for (call, revision) in [
            (plain(), "revision: None"),
            (plain().header("if-match", "\"7\""), "revision: Some(7)"),
            (expecting(&method, &path, &body, 7), "revision: Some(7)"),
        ] {
            let call = call
                .header("authorization", "Bearer token")
                .header("idempotency-key", key);
            let answer = gateway.http.send(call).await;
            let game = &answer.expect(200)["game"];
            assert_eq!(game["revision"], 8, "{path}");
            assert_eq!(answer.header("etag"), "\"8\"", "{path}");
            assert_eq!(answer.header("cache-control"), "no-store", "{path}");
            let (metadata, message) = fake.last_seen();
            assert_eq!(
                metadata.get("authorization").expect("a token"),
                "Bearer token"
            );
            for part in [revision, key, says, ID] {
                assert!(message.contains(part), "{path}: {part} in {message}");
            }
        }
    }
}

#[tokio::test]
async fn a_stale_revision_is_409_or_412_and_brings_the_game_along() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let stale = Failure::new(ErrorCode::StaleRevision)
        .with("current_revision", 9)
        .with_game(game(9));
    fake.fail_with(Status::from(stale));
    for (method, path, body, _) in changes() {
        let call = expecting(&method, &path, &body, 7);
        for (call, status) in [(call.clone(), 409), (call.header("if-match", "\"7\""), 412)] {
            let answer = gateway.http.send(call).await;
            let problem = answer.problem(status, "stale_revision");
            assert_eq!(problem["currentRevision"], 9, "{path}");
            assert_eq!(problem["game"]["revision"], 9, "{path}");
        }
    }
}

#[tokio::test]
async fn a_change_without_a_body_needs_none_where_nothing_must_be_said() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for path in [
        "resign",
        "abort",
        "draw-offers",
        "takeback-requests",
        "rematch",
    ] {
        let answer = gateway.http.send(Call::new(Method::POST, at(path))).await;
        answer.expect(200);
    }
    for (path, body, field) in [
        ("draw-answers", json!({}), "accept"),
        ("draw-answers", json!({"accept": "yes"}), "accept"),
        ("takeback-answers", json!({"accept": null}), "accept"),
        ("invitations", json!({}), "side"),
        ("invitations", json!({"side": "both"}), "side"),
        ("reissue", json!({"side": "black", "token": "x"}), "token"),
        ("abort", json!({"accept": true}), "accept"),
    ] {
        let answer = gateway.http.send(Call::post(at(path), &body)).await;
        let problem = answer.problem(400, "invalid_argument");
        assert_eq!(problem["errors"][0]["field"], field, "{path} {body}");
    }
    let revoke = Call::new(Method::DELETE, at("invitations/both"));
    let problem = gateway
        .http
        .send(revoke)
        .await
        .problem(400, "invalid_argument");
    assert_eq!(problem["errors"][0]["field"], "side");
    let nowhere = Call::new(Method::DELETE, "/v1/games/x/invitations/black");
    gateway
        .http
        .send(nowhere)
        .await
        .problem(404, "game_not_found");
    let wrong = Call::new(Method::DELETE, at("invitations"));
    gateway.http.send(wrong).await.problem(405, "wrong_method");
}

#[tokio::test]
async fn secrets_of_seats_come_once_with_a_link_and_are_kept_by_nobody() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.service.public_url = Some("https://play.example/".parse().expect("an address"));
    })
    .await;
    let body = json!({"side": "black"});
    let invited = gateway
        .http
        .send(Call::post(at("invitations"), &body))
        .await;
    assert_eq!(
        invited.expect(200)["invitation"],
        json!({
            "side": "black",
            "invitation": "black-invitation",
            "url": format!("https://play.example/play/{ID}#black-invitation"),
        })
    );
    let reissued = gateway.http.send(Call::post(at("reissue"), &body)).await;
    let seat = json!({"side": "black", "token": "new-token"});
    assert_eq!(reissued.expect(200)["seat"], seat);
    let body = json!({"record": "1. d6 *", "seat": "none", "visibility": "public"});
    let imported = gateway
        .http
        .send(Call::post("/v1/games/import", &body))
        .await;
    let created = imported.expect(201);
    assert_eq!(created["game"]["revision"], 9);
    assert_eq!(created["seats"], json!([]));
    assert_eq!(created["ownerToken"], "owner-token");
    let url = created["invitations"][0]["url"].as_str().expect("a link");
    assert!(url.ends_with("#black-invitation"), "{url}");
    assert_eq!(imported.header("location"), format!("/v1/games/{ID}"));
    let (_, message) = fake.last_seen();
    for part in ["1. d6 *", "seat: None", "visibility: Public"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    for answer in [invited, reissued, imported] {
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn clock_offers_spectators_and_invitations_are_told_of_a_game() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let answer = gateway
        .http
        .send(Call::post(at("draw-offers"), &json!({})))
        .await;
    let game = &answer.expect(200)["game"];
    assert_eq!(
        game["clock"],
        json!({
            "control": {
                "totalMs": 300_000, "incrementMs": 3_000, "delayMs": 0, "firstTurnMs": 120_000,
            },
            "whiteMs": 295_000,
            "blackMs": 300_000,
            "deadline": "2026-03-01T12:04:55Z",
            "serverTime": "2026-03-01T12:00:00.5Z",
        })
    );
    assert_eq!(
        game["offers"],
        json!({
            "draw": "black", "takeback": "white", "rematch": "black", "rematchGameId": OTHER_ID,
        })
    );
    assert_eq!(game["spectators"], 3);
    let expires_at = &game["seats"]["black"]["invitationExpiresAt"];
    assert_eq!(expires_at, "2026-03-01T13:00:00Z");
}

#[tokio::test]
async fn a_clock_is_chosen_as_the_game_is_created() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let create =
        |clock: Value| Call::post("/v1/games", &json!({"variant": "nine", "clock": clock}));
    for (clock, says) in [
        (Value::Null, "time_control: None"),
        (json!({"totalMs": 60_000, "delayMs": 5}), "delay_ms: 5"),
        (json!({"turnDays": 3, "firstTurnMs": 10_000}), "TurnDays(3)"),
    ] {
        gateway.http.send(create(clock)).await.expect(201);
        let (_, message) = fake.last_seen();
        assert!(message.contains(says), "{says} in {message}");
    }
    for (clock, field) in [
        (json!({}), "clock"),
        (json!([60_000]), "clock"),
        (json!({"totalMs": -1}), "clock.totalMs"),
        (json!({"seconds": 60}), "clock.seconds"),
        (json!({"turnDays": 1, "delayMs": 1}), "clock.delayMs"),
    ] {
        let answer = gateway.http.send(create(clock)).await;
        let problem = answer.problem(400, "invalid_argument");
        assert_eq!(problem["errors"][0]["field"], field);
    }
}

#[tokio::test]
async fn public_games_come_in_pages() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let first = gateway
        .http
        .send(Call::get("/v1/games?player=Ada&limit=2"))
        .await;
    let page = first.expect(200);
    assert_eq!(page["nextPage"], "next");
    assert_eq!(page["games"].as_array().map(Vec::len), Some(2));
    let (_, message) = fake.last_seen();
    assert!(message.contains("player: \"Ada\""), "{message}");
    let last = gateway.http.send(Call::get("/v1/games?page=next")).await;
    assert_eq!(last.expect(200)["nextPage"], Value::Null);
    let wrong = gateway.http.send(Call::get("/v1/games?limit=0")).await;
    let problem = wrong.problem(400, "invalid_argument");
    assert_eq!(problem["errors"][0]["field"], "limit");
}

#[tokio::test]
async fn a_record_is_text_that_may_be_kept_as_a_file() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let record = || Call::get(at("record"));
    let answer = gateway
        .http
        .send(record().header("accept", "text/plain"))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.text(), "[White \"Åse\"]\n\n1. d6 *\n");
    let disposition = format!("inline; filename=\"moelle-{ID}.pgn\"");
    for (name, value) in [
        ("content-type", "text/plain; charset=utf-8"),
        ("content-disposition", &disposition),
        ("etag", "\"7\""),
        ("cache-control", "private, no-cache"),
    ] {
        assert_eq!(answer.header(name), value);
    }
    let known = gateway
        .http
        .send(record().header("if-none-match", "\"7\""))
        .await;
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    let other = gateway
        .http
        .send(record().header("accept", "application/json"))
        .await;
    other.problem(406, "not_acceptable");
}
