//! The shapes of answers that went well.

use serde_json::{Value, json};

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::{DIGEST, ID, START};

fn state() -> Value {
    json!({
        "position": START,
        "side": "white",
        "phase": "placing",
        "removalsOwed": 0,
        "removable": [],
        "mills": {"white": [["a7", "d7", "g7"]], "black": []},
        "outcome": null,
        "occurrences": null,
        "occurrencesMax": 3,
        "quietPlies": 0,
        "quietPliesMax": 100,
        "ply": 0,
        "flying": {
            "white": {"flies": false, "reason": "men_in_hand"},
            "black": {"flies": false, "reason": "too_many_men"},
        },
    })
}

/// The state, the rules it is of, and more.
fn with_state(more: &Value) -> Value {
    let mut all = state();
    all["variant"] = json!("nine");
    all["digest"] = json!(DIGEST);
    for (key, value) in more.as_object().expect("an object") {
        all[key] = value.clone();
    }
    all
}

fn rules() -> Value {
    json!({
        "board": "square24", "men": 9, "mill": "capture", "captureWhilePlacing": true,
        "removable": "outside_mills_first", "removalsPerTurn": "one", "moveWhilePlacing": false,
        "movement": "adjacent", "flyAt": 3, "minMen": 3, "blocked": "loses", "boardFull": "draw",
        "repetition": 3, "quietPlies": 100,
    })
}

fn game(revision: u64) -> Value {
    with_state(&json!({
        "id": ID,
        "revision": revision,
        "rules": rules(),
        "status": "running",
        "start": START,
        "lastTurn": null,
        "seats": {
            "white": {"name": "Ada", "taken": true, "invitationExpiresAt": null},
            "black": {"name": null, "taken": false, "invitationExpiresAt": null},
        },
        "visibility": "unlisted",
        "createdAt": "2026-03-01T12:00:00Z",
        "updatedAt": "2026-03-01T12:00:00Z",
        "clock": null,
        "offers": {"draw": null, "takeback": null, "rematch": null, "rematchGameId": null},
    }))
}

#[tokio::test]
async fn questions_about_the_rules_are_answered_in_the_shapes_of_the_contract() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let board = json!({
        "board": "square24", "name": "Three squares", "width": 7,
        "points": [{"name": "a7", "x": 0, "y": 6}], "lines": [["a7", "d7", "g7"]],
        "links": [["a7", "b6"]],
    });
    let analysis = json!({
        "phase": "moving", "mills": [], "closingPoints": [],
        "doubleMills": [{
            "man": "d6", "to": "d5",
            "opens": ["b6", "d6", "f6"], "closes": ["c5", "d5", "e5"],
        }],
        "mobility": 7, "blockedMen": [], "exposedMen": [],
        "flying": {"flies": false, "reason": "men_in_hand"},
    });
    for (path, body, expected) in [
        (
            "/v1/rules/check-turn",
            json!({"variant": "nine", "turn": "a1"}),
            with_state(&json!({"accepted": true, "closedMills": [["c5", "d5", "e5"]]})),
        ),
        (
            "/v1/rules/check-turn",
            json!({"variant": "nine", "turn": "zz"}),
            json!({
                "accepted": false,
                "refusal": {
                    "reason": "bad_notation", "action": 0, "point": null,
                    "message": "That is no turn.",
                },
                "variant": "nine",
                "digest": DIGEST,
            }),
        ),
        (
            "/v1/rules/legal-turns",
            json!({"variant": "nine"}),
            with_state(&json!({
                "turns": ["a1"],
                "truncated": true,
                "actions": {
                    "placements": [
                        {"point": "a1", "closedMills": [], "removalsOwed": 0, "removable": []},
                    ],
                    "movements": [],
                    "removals": [],
                },
            })),
        ),
        (
            "/v1/rules/replay",
            json!({"variant": "nine", "turns": ["a1", "b1xa7"]}),
            with_state(&json!({
                "plies": 1,
                "start": START,
                "steps": [{"turn": "a1", "position": START, "closedMills": []}],
                "refusal": {
                    "turn": 1, "reason": "man_in_mill", "action": 1, "point": "a7",
                    "message": "The man on a7 stands in a mill.",
                },
            })),
        ),
        (
            "/v1/rules/describe",
            json!({"variant": "nine"}),
            json!({
                "variant": "nine", "digest": DIGEST, "rules": rules(), "rulesInWords": [],
                "board": board, "start": START,
            }),
        ),
        (
            "/v1/rules/compare",
            json!({"left": {"variant": "nine"}, "right": {"variant": "six"}}),
            json!({
                "left": {"variant": "nine", "digest": DIGEST},
                "right": {"variant": null, "digest": DIGEST},
                "differences": [
                    {"field": "flyAt", "left": 3, "right": null, "text": "Nobody flies."},
                ],
                "rows": [],
            }),
        ),
        (
            "/v1/rules/analysis",
            json!({"variant": "nine"}),
            with_state(&json!({"white": analysis, "black": analysis})),
        ),
    ] {
        let answer = gateway.http.send(Call::post(path, &body)).await;
        assert_eq!(answer.expect(200), expected, "{path}");
        assert_eq!(answer.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn variants_are_told_for_machines_and_people_and_may_be_kept() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let list = gateway.http.send(Call::get("/v1/variants")).await;
    let one = gateway.http.send(Call::get("/v1/variants/nine")).await;
    let compared = gateway
        .http
        .send(Call::get("/v1/variants/nine/compare/six"))
        .await;
    assert_eq!(list.expect(200)["variants"], json!([one.expect(200)]));
    assert_eq!(
        one.json()["options"],
        json!([
            {"field": "flyAt", "values": [3, 0], "min": null, "max": null, "name": "Flying"},
            {"field": "quietPlies", "values": [], "min": 10, "max": 1000, "name": "Quiet plies"},
        ])
    );
    compared.expect(200);
    for answer in [list, one, compared] {
        assert_eq!(answer.header("cache-control"), "public, max-age=3600");
        assert!(
            answer.header("vary").contains("accept-language"),
            "{:?}",
            answer.headers
        );
    }
}

#[tokio::test]
async fn a_game_is_created_at_an_address_of_its_own_and_its_tokens_are_kept_by_nobody() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.service.public_url =
            Some("https://play.example/moelle/".parse().expect("an address"));
    })
    .await;
    let call = Call::post("/v1/games", &json!({"variant": "nine", "seat": "white"}));
    let answer = gateway
        .http
        .send(call.header("accept-encoding", "gzip"))
        .await;
    assert_eq!(
        answer.expect(201),
        json!({
            "game": game(1),
            "seats": [{"side": "white", "token": "white-token"}],
            "invitations": [{
                "side": "black",
                "invitation": "black-invitation",
                "url": format!("https://play.example/moelle/play/{ID}#black-invitation"),
            }],
            "ownerToken": "owner-token",
        })
    );
    assert_eq!(answer.header("location"), format!("/v1/games/{ID}"));
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("etag"), "\"1\"");

    let join = Call::post(
        format!("/v1/games/{ID}/join"),
        &json!({"invitation": "x", "name": "Bo"}),
    );
    let answer = gateway.http.send(join).await;
    let seat = json!({"side": "black", "token": "black-token"});
    assert_eq!(answer.expect(200), json!({"game": game(8), "seat": seat}));
    assert_eq!(answer.header("cache-control"), "no-store");
    let (_, message) = fake.last_seen();
    assert!(
        message.contains("\"Bo\"") && message.contains(ID),
        "{message}"
    );
}

#[tokio::test]
async fn a_link_is_null_where_no_public_address_is_known() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let created = gateway
        .http
        .send(Call::post("/v1/games", &json!({"variant": "nine"})))
        .await;
    assert_eq!(created.expect(201)["invitations"][0]["url"], Value::Null);
}

#[tokio::test]
async fn a_game_is_read_with_its_revision_as_entity_tag() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let read = || Call::get(format!("/v1/games/{ID}"));
    let answer = gateway.http.send(read()).await;
    assert_eq!(answer.expect(200), json!({"game": game(7)}));
    assert_eq!(answer.header("etag"), "\"7\"");
    for (known, status) in [("\"7\"", 304), ("W/\"7\"", 304), ("\"6\"", 200), ("*", 304)] {
        let answer = gateway
            .http
            .send(read().header("if-none-match", known))
            .await;
        assert_eq!(answer.status, status, "{known}");
        assert_eq!(answer.header("etag"), "\"7\"");
        assert_eq!(answer.bytes.is_empty(), status == 304);
    }
    let head = gateway
        .http
        .send(Call::new(http::Method::HEAD, format!("/v1/games/{ID}")))
        .await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
}

#[tokio::test]
async fn turns_and_resignations_answer_with_the_game_and_its_new_revision() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let body = json!({"turn": "d6-d5xa7", "revision": 7});
    let answer = gateway
        .http
        .send(Call::post(format!("/v1/games/{ID}/turns"), &body))
        .await;
    let closed = json!([["c5", "d5", "e5"]]);
    assert_eq!(
        answer.expect(200),
        json!({"game": game(8), "closedMills": closed})
    );
    assert_eq!(answer.header("etag"), "\"8\"");
    for call in [
        Call::new(http::Method::POST, format!("/v1/games/{ID}/resign")),
        Call::post(format!("/v1/games/{ID}/resign"), &json!({})),
        Call::post(format!("/v1/games/{ID}/resign"), &json!({"revision": 7})),
    ] {
        let game = gateway.http.send(call).await.expect(200)["game"].clone();
        assert_eq!(game["status"], "finished");
        assert_eq!(
            game["outcome"],
            json!({
                "result": "1-0", "termination": "too_few_men",
                "message": "Black has too few men.",
            })
        );
    }
}

#[tokio::test]
async fn events_come_in_pages() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let call = Call::get(format!("/v1/games/{ID}/events?after=1&limit=2"));
    let event = |revision| {
        json!({
            "revision": revision, "at": "2026-03-01T12:00:00Z", "type": "turn_played",
            "side": "white", "turn": "d6", "closedMills": [], "position": START, "outcome": null,
            "state": state(), "clock": null,
        })
    };
    let page = gateway.http.send(call).await.expect(200);
    assert_eq!(page, json!({"events": [event(2), event(3)], "more": true}));
    let (_, message) = fake.last_seen();
    assert!(
        message.contains("after_revision: 1, page_size: 2"),
        "{message}"
    );
}
