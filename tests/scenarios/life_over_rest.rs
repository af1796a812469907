//! Games that two players keep up over REST, as they live: offers, clocks, seats, records.

use serde_json::{Value, json};

use crate::support::http::{Answer, Call};
use crate::support::sse::EventSource;
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::text;

/// Makes a change in the name of a seat.
async fn change(table: &Table, token: &str, path: &str, body: Value) -> Answer {
    let call = Call::post(table.path(path), &body).token(token);
    table.http.send(call).await
}

async fn game(table: &Table, token: &str, path: &str, body: Value) -> Value {
    change(table, token, path, body).await.expect(200)["game"].clone()
}

async fn nine(stack: &Stack) -> Table {
    Table::open(&stack.http, &json!({"variant": "nine"})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_declined_offered_again_and_agreed() {
    let stack = Stack::on_sqlite().await;
    let mut table = nine(&stack).await;
    for turn in ["d6", "f4"] {
        table.play(turn).await;
    }
    let nothing = change(
        &table,
        &table.black,
        "/draw-answers",
        json!({"accept": true}),
    )
    .await;
    assert_eq!(nothing.status, 409, "{}", nothing.text);
    let offered = game(&table, &table.white, "/draw-offers", json!({})).await;
    assert_eq!(offered["offers"]["draw"], "white");
    let declined = game(
        &table,
        &table.black,
        "/draw-answers",
        json!({"accept": false}),
    )
    .await;
    assert_eq!(declined["offers"]["draw"], Value::Null);
    assert_eq!(declined["status"], "running");
    game(&table, &table.black, "/draw-offers", json!({})).await;
    let agreed = game(
        &table,
        &table.white,
        "/draw-answers",
        json!({"accept": true}),
    )
    .await;
    assert_eq!(agreed["outcome"]["termination"], "agreement");
    let page = stack
        .http
        .send(Call::get(table.path("/events")))
        .await
        .expect(200);
    let told: Vec<_> = page["events"]
        .as_array()
        .expect("events")
        .iter()
        .skip(4)
        .map(|event| {
            (
                event["type"].clone(),
                event["side"].clone(),
                event["accepted"].clone(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (json!("draw_offered"), json!("white"), Value::Null),
            (json!("draw_answered"), json!("black"), json!(false)),
            (json!("draw_offered"), json!("black"), Value::Null),
            (json!("draw_answered"), json!("white"), json!(true)),
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_taken_back_and_left_out_of_the_record() {
    let stack = Stack::on_sqlite().await;
    let mut table = nine(&stack).await;
    for turn in ["d6", "f4", "a1"] {
        table.play(turn).await;
    }
    let asked = game(&table, &table.white, "/takeback-requests", json!({})).await;
    assert_eq!(asked["offers"]["takeback"], "white");
    let granted = game(
        &table,
        &table.black,
        "/takeback-answers",
        json!({"accept": true}),
    )
    .await;
    assert_eq!(
        (&granted["side"], &granted["ply"]),
        (&json!("white"), &json!(2))
    );
    table.game = granted;
    table.play("g7").await;
    let record = stack.http.send(Call::get(table.path("/record"))).await;
    assert_eq!(record.status, 200, "{}", record.text);
    assert_eq!(record.header("content-type"), "text/plain; charset=utf-8");
    assert!(
        record.text.contains("g7") && !record.text.contains("a1"),
        "{}",
        record.text
    );
    assert_eq!(record.header("etag"), format!("\"{}\"", table.revision()));

    let body = json!({"record": record.text, "seat": "black", "visibility": "public"});
    let imported = stack.http.send(Call::post("/v1/games/import", &body)).await;
    let created = imported.expect(201);
    assert_eq!(created["game"]["position"], table.position());
    assert_eq!(created["seats"][0]["side"], "black");
    assert_eq!(imported.header("cache-control"), "no-store");
    assert_eq!(created["invitations"][0]["side"], "white");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_want_a_rematch_and_keep_their_tokens_with_colours_swapped() {
    let stack = Stack::on_sqlite().await;
    let table = nine(&stack).await;
    let early = change(&table, &table.white, "/rematch", json!({})).await;
    assert_eq!(early.status, 409, "{}", early.text);
    let aborted = game(&table, &table.black, "/abort", json!({})).await;
    assert_eq!(aborted["outcome"]["termination"], "aborted");
    let wanted = game(&table, &table.white, "/rematch", json!({})).await;
    assert_eq!(wanted["offers"]["rematch"], "white");
    let both = game(&table, &table.black, "/rematch", json!({})).await;
    let id = text(&both["offers"], "rematchGameId");
    let turn = Call::post(format!("/v1/games/{id}/turns"), &json!({"turn": "d6"}));
    // Who was black is white now.
    let played = stack.http.send(turn.token(&table.black)).await.expect(200);
    assert_eq!(played["game"]["seats"]["black"]["taken"], true);
    assert_eq!(played["game"]["side"], "black");
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_and_tokens_are_made_anew_and_the_old_ones_are_worth_nothing() {
    let stack = Stack::on_sqlite().await;
    let body = json!({"variant": "nine", "seat": "white"});
    let created = stack
        .http
        .send(Call::post("/v1/games", &body))
        .await
        .expect(201);
    let id = text(&created["game"], "id");
    let at = |path: &str| format!("/v1/games/{id}/{path}");
    let owner = text(&created, "ownerToken");
    assert!(created["game"]["seats"]["black"]["invitationExpiresAt"].is_string());
    let join = |invitation: &Value| Call::post(at("join"), &json!({"invitation": invitation}));

    let body = json!({"side": "black"});
    let call = Call::post(at("invitations"), &body).token(owner);
    let invited = stack.http.send(call).await;
    assert_eq!(invited.header("cache-control"), "no-store");
    let invited = invited.expect(200);
    let old = &created["invitations"][0]["invitation"];
    let refused = stack.http.send(join(old)).await;
    assert!((400..500).contains(&refused.status), "{}", refused.text);
    let revision = &invited["game"]["revision"];
    let stale = Call::delete(at("invitations/black")).token(owner);
    let stale = stack.http.send(stale.header("if-match", "\"1\"")).await;
    assert_eq!(
        stale.problem(412, "stale_revision")["game"]["revision"],
        *revision
    );
    let revoke = Call::delete(at("invitations/black")).token(owner);
    let revoked = stack.http.send(revoke).await.expect(200);
    let seat = &revoked["game"]["seats"]["black"];
    assert_eq!(seat["invitationExpiresAt"], Value::Null);
    let refused = stack
        .http
        .send(join(&invited["invitation"]["invitation"]))
        .await;
    assert!((400..500).contains(&refused.status), "{}", refused.text);

    let old = text(&created["seats"][0], "token");
    let call = Call::post(at("reissue"), &json!({"side": "white"})).token(old);
    let new = stack.http.send(call).await.expect(200);
    let turn = || Call::post(at("turns"), &json!({"turn": "d6"}));
    let refused = stack.http.send(turn().token(old)).await;
    assert_eq!(refused.status, 401, "{}", refused.text);
    let token = text(&new["seat"], "token");
    stack.http.send(turn().token(token)).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_in_every_answer_and_event() {
    let stack = Stack::on_sqlite().await;
    let clock = json!({"totalMs": 60_000, "incrementMs": 1_000});
    let mut table = Table::open(&stack.http, &json!({"variant": "nine", "clock": clock})).await;
    for turn in ["d6", "f4", "a1"] {
        table.play(turn).await;
    }
    let clock = &table.game["clock"];
    assert_eq!(clock["control"]["totalMs"], 60_000);
    assert!(
        clock["deadline"].is_string() && clock["serverTime"].is_string(),
        "{clock}"
    );
    let events = stack
        .http
        .send(Call::get(table.path("/events")))
        .await
        .expect(200);
    let last = events["events"].as_array().and_then(|events| events.last());
    let last = &last.expect("an event")["clock"];
    assert_eq!(last["deadline"], clock["deadline"]);
    let wrong = json!({"variant": "nine", "clock": {"totalMs": 1}});
    let problem = stack.http.send(Call::post("/v1/games", &wrong)).await;
    let problem = problem.problem(400, "invalid_argument");
    let field = problem["errors"][0]["field"].as_str().expect("a field");
    assert!(field.starts_with("clock"), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn public_games_are_found_by_player_page_by_page() {
    let stack = Stack::on_sqlite().await;
    let mut ids = Vec::new();
    for visibility in ["public", "unlisted", "public", "private", "public"] {
        let body = json!({
            "variant": "nine", "visibility": visibility, "names": {"white": "Åse B"},
        });
        let created = stack
            .http
            .send(Call::post("/v1/games", &body))
            .await
            .expect(201);
        if visibility == "public" {
            ids.insert(0, created["game"]["id"].clone());
        }
    }
    let mut found = Vec::new();
    let mut page = String::new();
    loop {
        let path =
            format!("/v1/games?variant=nine&status=waiting&player=%C3%A5se%20b&limit=2{page}");
        let answer = stack.http.send(Call::get(path)).await.expect(200);
        let games = answer["games"].as_array().expect("games");
        found.extend(games.iter().map(|game| game["id"].clone()));
        let Some(next) = answer["nextPage"].as_str() else {
            break;
        };
        page = format!("&page={next}");
    }
    assert_eq!(found, ids);
    let none = stack
        .http
        .send(Call::get("/v1/games?player=Bo"))
        .await
        .expect(200);
    assert_eq!(none, json!({"games": [], "nextPage": null}));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_are_followed_on_one_stream_that_resumes() {
    let stack = Stack::on_sqlite().await;
    let (mut one, mut two) = (nine(&stack).await, nine(&stack).await);
    let path = format!("/v1/events?game={}&game={}", one.id, two.id);
    let mut source = stack.http.events(Call::get(&*path)).await;
    assert_eq!(source.status(), 200);
    for _ in 0..2 {
        assert_eq!(source.next().await.expect("an event").name, "snapshot");
    }
    one.play("d6").await;
    let event = source.next().await.expect("an event");
    assert_eq!(
        (&event.data["gameId"], &event.data["turn"]),
        (&json!(one.id), &json!("d6"))
    );
    let known = event.id_text.expect("an id");
    drop(source);

    two.play("a1").await;
    game(&one, &one.black, "/resign", json!({})).await;
    game(&two, &two.black, "/resign", json!({})).await;
    let call = || Call::get(&*path).header("last-event-id", &known);
    let source = stack.http.events(call()).await;
    let (told, last) = drain(source).await;
    let of = |table: &Table| {
        let about = told.iter().filter(|(id, _)| *id == table.id);
        about.map(|(_, what)| what.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of(&one), ["resigned", "end"]);
    assert_eq!(of(&two), ["turn_played", "resigned", "end"]);
    let call = Call::get(&*path).header("last-event-id", &last);
    assert_eq!(stack.http.events(call).await.status(), 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_told_by_the_names_of_the_request() {
    let stack = Stack::on_sqlite().await;
    let table = nine(&stack).await;
    let long = "x".repeat(65);
    let clock = |clock: Value| Call::post("/v1/games", &json!({"variant": "nine", "clock": clock}));
    let import = |record: &str| Call::post("/v1/games/import", &json!({"record": record}));
    let mut wrong = Vec::new();
    for (call, status, reason, field) in [
        (
            Call::get("/v1/games?page=x"),
            400,
            "invalid_argument",
            Some("page"),
        ),
        (
            Call::get(format!("/v1/games?player={long}")),
            400,
            "invalid_argument",
            Some("player"),
        ),
        (
            Call::get("/v1/games?variant=ten"),
            400,
            "unknown_variant",
            Some("variant"),
        ),
        (
            clock(json!({"totalMs": 1})),
            400,
            "invalid_argument",
            Some("clock.totalMs"),
        ),
        (
            clock(json!({"turnDays": 31})),
            400,
            "invalid_argument",
            Some("clock.turnDays"),
        ),
        (
            clock(json!({"totalMs": 60_000, "incrementMs": 1, "delayMs": 1})),
            400,
            "invalid_argument",
            Some("clock.delayMs"),
        ),
        (
            clock(json!({"totalMs": 60_000, "firstTurnMs": 1})),
            400,
            "invalid_argument",
            Some("clock.firstTurnMs"),
        ),
        (import("no record"), 400, "invalid_record", Some("record")),
        (import("1. d6 d6"), 400, "invalid_record", Some("record")),
        (import(&" ".repeat(1024 * 1024 + 1)), 413, "too_large", None),
        (
            Call::get(table.path("/events?limit=501")),
            400,
            "invalid_argument",
            Some("limit"),
        ),
    ] {
        let answer = stack.http.send(call).await;
        let problem = answer.json();
        let told = &problem["errors"][0]["field"];
        let told = (answer.status, &problem["reason"], told.as_str());
        let expected = (status, &json!(reason), field);
        if told != expected {
            wrong.push(format!("{expected:?}: {problem}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The record that the document of the API shows.
    let shown = "[Variant \"nine\"]\n[Result \"*\"]\n\n1. d6 f4 *\n";
    stack.http.send(import(shown)).await.expect(201);
}

/// What is told to the end, as game and what happened, and the last id.
async fn drain(mut source: EventSource) -> (Vec<(String, String)>, String) {
    let (mut told, mut last) = (Vec::new(), String::new());
    while let Some(event) = source.next().await {
        last = event.id_text.unwrap_or(last);
        if let Some(id) = event.data["gameId"].as_str() {
            let what = event.data["type"].as_str().unwrap_or(&event.name);
            told.push((id.to_owned(), what.to_owned()));
        }
    }
    (told, last)
}
