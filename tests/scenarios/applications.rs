//! Applications: their keys, their games and their quotas, over gRPC and REST.

use std::time::Duration;

use moelle_games::{Application, Limit, QuotaOverrides};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use serde_json::{Value, json};

use crate::support::grpc::with_key;
use crate::support::http::Call;
use crate::support::processes::{Plan, Processes};
use crate::support::stack::Stack;
use crate::support::vectors::text;

/// An application and a key of its own.
async fn made(stack: &Stack, name: &str, quotas: QuotaOverrides) -> (Application, String) {
    let label = || name.parse().expect("a label");
    let applications = stack.applications();
    let made = applications.create(label(), quotas).await.expect("made");
    let key = applications.create_key(&made, label(), None).await;
    (made, key.expect("made").secret.to_string())
}

fn new_game(visibility: &str) -> Call {
    let request = json!({"variant": "nine", "visibility": visibility, "seat": "both"});
    Call::post("/v1/games", &request)
}

fn code(status: &tonic::Status) -> ErrorCode {
    Failure::from(status).code()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_keys_are_needed_games_are_created_and_listed_with_one_and_played_without() {
    let stack = Stack::that_needs_keys().await;
    let (_, key) = made(&stack, "Kros", QuotaOverrides::default()).await;
    let record = json!({"record": "[Variant \"nine\"]\n\n*"});
    for call in [
        new_game("public"),
        Call::get("/v1/games"),
        Call::post("/v1/games/import", &record),
    ] {
        stack.http.send(call).await.problem(401, "api_key_required");
    }
    let mut games = stack.games();
    let refused = games.create_game(v1::CreateGameRequest::default()).await;
    let refused = refused.expect_err("no key");
    assert_eq!(code(&refused), ErrorCode::ApiKeyRequired);

    let request = json!({"variant": "nine", "visibility": "private"});
    let create = Call::post("/v1/games", &request).key(&key);
    let created = stack.http.send(create).await.expect(201);
    let id = text(&created["game"], "id");
    let join = json!({"invitation": created["invitations"][0]["invitation"]});
    let join = Call::post(format!("/v1/games/{id}/join"), &join);
    stack.http.send(join).await.expect(200);
    let turn = Call::post(format!("/v1/games/{id}/turns"), &json!({"turn": "d6"}));
    let turn = turn.token(text(&created["seats"][0], "token"));
    stack.http.send(turn).await.expect(200);
    let check = json!({"variant": "nine", "position": created["game"]["position"], "turn": "d6"});
    let check = Call::post("/v1/rules/check-turn", &check);
    stack.http.send(check).await.expect(200);
    let listed = stack.http.send(Call::get("/v1/games").key(&key)).await;
    assert_eq!(listed.expect(200)["games"], json!([]), "it is private");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_sees_its_own_games_and_moves_no_seat() {
    let stack = Stack::on_postgres().await;
    let (own, key) = made(&stack, "Kros", QuotaOverrides::default()).await;
    let (_, foreign) = made(&stack, "Other", QuotaOverrides::default()).await;
    let created = stack.http.send(new_game("private").key(&key)).await;
    let created = created.expect(201);
    let id = text(&created["game"], "id");
    let path = |path: &str| format!("/v1/games/{id}{path}");
    for below in ["", "/events", "/record", "/board.svg"] {
        let own = stack.http.send(Call::get(path(below)).key(&key)).await;
        assert_eq!(own.status, 200, "{below}: {own:?}");
        for call in [Call::get(path(below)), Call::get(path(below)).key(&foreign)] {
            stack.http.send(call).await.problem(401, "unauthenticated");
        }
    }
    let events = || Call::get(path("/events")).header("accept", "text/event-stream");
    let mut stream = stack.http.events(events().key(&key)).await;
    assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");
    let refused = stack.http.send(events().key(&foreign)).await;
    assert_eq!(refused.status, 401, "{refused:?}");
    let request = v1::GetGameRequest {
        game_id: id.to_owned(),
    };
    let seen = stack.games().get_game(with_key(request, &key)).await;
    seen.expect("its own");

    for (below, body) in [
        ("/turns", json!({"turn": "d6"})),
        ("/resign", json!({})),
        ("/reissue", json!({"side": "white"})),
        ("/invitations", json!({"side": "white"})),
    ] {
        let call = Call::post(path(below), &body).key(&key);
        stack.http.send(call).await.problem(401, "unauthenticated");
    }

    let ids = |page: &Value| -> Vec<String> {
        let games = page["games"].as_array().expect("games");
        games
            .iter()
            .map(|game| text(game, "id").to_owned())
            .collect()
    };
    let own_list = || Call::get("/v1/games?own=true");
    let listed = stack.http.send(own_list().key(&key)).await.expect(200);
    assert_eq!(ids(&listed), [id]);
    let listed = stack.http.send(own_list().key(&foreign)).await.expect(200);
    assert_eq!(ids(&listed), [""; 0]);
    stack
        .http
        .send(own_list())
        .await
        .problem(401, "api_key_required");
    let game = stack.applications().find(&own.id.to_string()).await;
    assert_eq!(game.expect("it is there"), own);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_a_private_game_ends_when_its_key_is_revoked() {
    let stack = Stack::on_postgres().await;
    let applications = stack.applications();
    let (own, key) = made(&stack, "Kros", QuotaOverrides::default()).await;
    let created = stack.http.send(new_game("private").key(&key)).await;
    let created = created.expect(201);
    let id = text(&created["game"], "id");
    let white = text(&created["seats"][0], "token");
    let events =
        || Call::get(format!("/v1/games/{id}/events")).header("accept", "text/event-stream");
    let mut by_key = stack.http.events(events().key(&key)).await;
    let mut by_seat = stack.http.events(events().token(white)).await;
    let request = v1::WatchGamesRequest {
        games: vec![v1::WatchedGame {
            game_id: id.to_owned(),
            ..v1::WatchedGame::default()
        }],
        ..v1::WatchGamesRequest::default()
    };
    let many = stack.games().watch_games(with_key(request, &key)).await;
    let mut many = many.expect("its own").into_inner();
    for stream in [&mut by_key, &mut by_seat] {
        assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");
    }
    let keys = applications.list_keys(Some(own.id)).await.expect("a list");
    applications.revoke_key(keys[0].id).await.expect("revoked");
    let ends = async {
        let end = by_key.next().await.expect("an end");
        assert_eq!(
            (&*end.name, &end.data["reason"]),
            ("end", &json!("unauthorized"))
        );
        assert!(by_key.next().await.is_none());
        let mut last = None;
        while let Some(message) = many.message().await.expect("no failure") {
            last = message.message.and_then(|message| message.message);
        }
        let Some(v1::watch_game_response::Message::End(end)) = last else {
            panic!("{last:?}")
        };
        assert_eq!(end.reason(), v1::StreamEndReason::Unauthorized);
    };
    let ends = tokio::time::timeout(Duration::from_secs(30), ends).await;
    ends.expect("the streams end");
    let turn = Call::post(format!("/v1/games/{id}/turns"), &json!({"turn": "d6"}));
    stack.http.send(turn.token(white)).await.expect(200);
    assert_eq!(by_seat.next().await.expect("the turn").name, "event");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_does_not_work_is_refused_by_every_call_with_its_reason() {
    let stack = Stack::on_postgres().await;
    let applications = stack.applications();
    let (own, revoked) = made(&stack, "Kros", QuotaOverrides::default()).await;
    let keys = applications.list_keys(Some(own.id)).await.expect("a list");
    applications.revoke_key(keys[0].id).await.expect("revoked");
    let unknown = format!("moelle_key_{}", "2".repeat(43));
    let start = "3/3/3/6/3/3/3 w 9,9 0 0 0";
    let check = json!({"variant": "nine", "position": start, "turn": "d6"});
    for (key, reason, expected) in [
        (&*revoked, "api_key_revoked", ErrorCode::ApiKeyRevoked),
        (&*unknown, "api_key_unknown", ErrorCode::ApiKeyUnknown),
        ("", "api_key_unknown", ErrorCode::ApiKeyUnknown),
        ("secret", "api_key_unknown", ErrorCode::ApiKeyUnknown),
    ] {
        for call in [
            new_game("public"),
            Call::get("/v1/games"),
            Call::get("/v1/variants"),
            Call::post("/v1/rules/check-turn", &check),
        ] {
            stack.http.send(call.key(key)).await.problem(401, reason);
        }
        let listed = stack
            .games()
            .list_games(with_key(v1::ListGamesRequest::default(), key))
            .await;
        assert_eq!(code(&listed.expect_err(reason)), expected, "{key}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quota_that_is_used_up_says_when_to_come_back() {
    let stack = Stack::on_postgres().await;
    let limit = |number| Some(Limit::from_number(number));
    let quotas = QuotaOverrides {
        running_games: limit(1),
        games_per_day: limit(2),
        ..QuotaOverrides::default()
    };
    let (_, key) = made(&stack, "Kros", quotas).await;
    let created = stack.http.send(new_game("public").key(&key)).await;
    let created = created.expect(201);
    let refused = stack.http.send(new_game("public").key(&key)).await;
    refused.problem(429, "quota_exceeded");
    assert_eq!(refused.header("retry-after"), "60");
    stack.http.send(new_game("public")).await.expect(201);

    let resign = format!("/v1/games/{}/resign", text(&created["game"], "id"));
    let resign = Call::post(resign, &json!({})).token(text(&created["seats"][0], "token"));
    stack.http.send(resign).await.expect(200);
    stack
        .http
        .send(new_game("public").key(&key))
        .await
        .expect(201);
    let refused = stack.http.send(new_game("public").key(&key)).await;
    refused.problem(429, "quota_exceeded");
    let seconds: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((80_000..=86_400).contains(&seconds), "{seconds}");
}

/// What an operator types, on a service that runs.
#[tokio::test(flavor = "multi_thread")]
async fn keys_are_made_rotated_and_revoked_by_subcommands() {
    let plan = Plan {
        variables: vec![
            ("MOELLE_API_KEYS", "required".to_owned()),
            ("MOELLE_API_KEY_CACHE_MS", "0".to_owned()),
        ],
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = crate::support::http::Http::new(processes.gateway_url());
    let application = processes.operate_json(&["applications", "create", "--name=Kros"]);
    let create = ["keys", "create", "--application=Kros", "--name=site"];
    let first = processes.operate_json(&[&create[..], &["--expires=90d"]].concat());
    assert_eq!(first["application"], application["id"]);
    let lists = async |key: &Value| {
        let key = text(key, "key").to_owned();
        http.send(Call::get("/v1/games").key(&key)).await
    };
    lists(&first).await.expect(200);

    let rotate = ["keys", "rotate", text(&first, "id"), "--overlap=1h"];
    let second = processes.operate_json(&rotate);
    lists(&first).await.expect(200);
    lists(&second).await.expect(200);
    processes.operate_json(&["keys", "revoke", text(&first, "id")]);
    lists(&first).await.problem(401, "api_key_revoked");
    lists(&second).await.expect(200);
    let rotate = ["keys", "rotate", text(&second, "id"), "--overlap=0m"];
    let third = processes.operate_json(&rotate);
    lists(&second).await.problem(401, "api_key_expired");
    lists(&third).await.expect(200);

    let listed = processes.operate_json(&["keys", "list", "--application=Kros"]);
    let listed = listed.as_array().expect("keys");
    let ids: Vec<_> = listed.iter().map(|key| key["id"].clone()).collect();
    assert_eq!(
        ids,
        [&first, &second, &third].map(|key| key["id"].clone()),
        "the oldest first"
    );
    assert!(listed.iter().all(|key| key.get("key").is_none()));

    let quota = ["applications", "set-quota", "Kros", "--running-games=1"];
    processes.operate_json(&quota);
    let create = || new_game("public").key(text(&third, "key"));
    http.send(create()).await.expect(201);
    http.send(create()).await.problem(429, "quota_exceeded");

    for (args, status, told) in [
        (
            &["applications", "create", "--name=Kros"][..],
            1,
            "of this name already",
        ),
        (
            &["keys", "list", "--application=x"],
            1,
            "no such application",
        ),
        (&["keys", "rotate", text(&first, "id")], 1, "works no more"),
        (&["keys", "revoke", "x"], 64, "22 characters"),
        (&["keys", "create", "--name=x"], 64, "--application"),
    ] {
        let output = processes.operate(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
        assert!(error.contains(told), "{args:?}: {error}");
        assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    }
}
