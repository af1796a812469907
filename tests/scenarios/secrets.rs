//! What must not be seen.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use moelle_games::QuotaOverrides;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use serde_json::{Value, json};
use tokio::time::Instant;
use tonic::Code;

use crate::support::collector::Collector;
use crate::support::grpc::with_token;
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
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
async fn who_may_not_see_a_private_game_sees_none_of_its_events() {
    let stack = Stack::on_postgres().await;
    let request = json!({"variant": "nine", "visibility": "private"});
    let table = Table::open(&stack.http, &request).await;
    let other = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    let events = || Call::get(table.path("/events")).header("accept", "text/event-stream");
    let both = format!("/v1/events?game={}&game={}", other.id, table.id);
    let both = || Call::get(&*both).header("accept", "text/event-stream");
    for (token, status) in [("", 401), ("guess", 401), (&*other.white, 403)] {
        for call in [events(), both(), events().header("last-event-id", "1")] {
            let call = if token.is_empty() {
                call
            } else {
                call.token(token)
            };
            let answer = stack.http.send(call).await;
            assert_eq!(answer.status, status, "{answer:?}");
            assert_eq!(answer.header("content-type"), "application/problem+json");
            assert!(!answer.text.contains("event:"), "{answer:?}");
        }
        let request = v1::WatchGameRequest {
            game_id: table.id.clone(),
            after_revision: Some(1),
            ..v1::WatchGameRequest::default()
        };
        let opened = stack.games().watch_game(with_token(request, token)).await;
        let refused = match opened {
            Err(status) => status,
            Ok(stream) => stream.into_inner().message().await.expect_err("an event"),
        };
        assert!(
            [Code::Unauthenticated, Code::PermissionDenied].contains(&refused.code()),
            "{refused:?}"
        );
    }
    let mut stream = stack.http.events(events().token(&table.black)).await;
    assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_not_public_are_in_no_list_and_move_no_page() {
    let stack = Stack::on_postgres().await;
    let mut public = Vec::new();
    for n in 0..12 {
        let visibility = ["private", "public", "unlisted"][n % 3];
        let request = json!({
            "variant": "nine", "visibility": visibility, "names": {"white": "Ada", "black": "Bo"},
        });
        let table = Table::open(&stack.http, &request).await;
        if visibility == "public" {
            public.insert(0, json!(table.id));
        }
    }
    for query in [
        "",
        "&player=ada",
        "&player=bo",
        "&variant=nine",
        "&status=running",
    ] {
        let (mut found, mut page) = (Vec::new(), String::new());
        loop {
            let path = format!("/v1/games?limit=2{query}{page}");
            let answer = stack.http.send(Call::get(path)).await.expect(200);
            let games = answer["games"].as_array().expect("games");
            assert_eq!(games.len(), 2, "{answer}");
            found.extend(games.iter().map(|game| game["id"].clone()));
            match answer["nextPage"].as_str() {
                Some(next) => page = format!("&page={next}"),
                None => break,
            }
        }
        assert_eq!(found, public, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_that_is_shared_opens_a_seat_once_and_is_no_token() {
    let stack = Stack::on_postgres().await;
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    let created = stack.http.send(call).await.expect(201);
    let path = |path: &str| format!("/v1/games/{}{path}", text(&created["game"], "id"));
    let link = text(&created["invitations"][0], "url");
    let (address, secret) = link.split_once('#').expect("a fragment");
    for token in ["ownerToken", "seats"] {
        let token = created[token]
            .as_str()
            .or(created[token][0]["token"].as_str());
        assert!(!link.contains(token.expect("a token")), "{link}");
    }
    // Who only opens the link sends no fragment, and spends nothing.
    let page = format!("/{}", address.splitn(4, '/').last().expect("a path"));
    stack.http.send(Call::get(page)).await;
    let turn = Call::post(path("/turns"), &json!({"turn": "a1"})).token(secret);
    stack.http.send(turn).await.problem(401, "unauthenticated");
    let join = || Call::post(path("/join"), &json!({"invitation": secret}));
    stack.http.send(join()).await.expect(200);
    stack
        .http
        .send(join())
        .await
        .problem(409, "invitation_used");
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
    let applications = stack.applications();
    let label = || "canary".parse().expect("a label");
    let application = applications
        .create(label(), QuotaOverrides::default())
        .await;
    let application = application.expect("an application");
    let key = applications.create_key(&application, label(), None).await;
    let key = key.expect("a key").secret.to_string();
    let secrets = [
        white,
        black,
        invitation,
        text(&created, "ownerToken"),
        part_of_key(&key),
    ];
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
        Call::get(&path).key(&key),
        Call::get("/v1/games?own=true").key(&key),
        keyed(Call::post("/v1/games", &request).key(&key)),
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

/// Everything that the programs say about what they do, to whomever.
#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_in_no_log_line_and_in_no_span() {
    let collector = Collector::start().await;
    let mut variables = collector.variables();
    variables.push(("RUST_LOG", "debug,moelle=trace".to_owned()));
    let plan = Plan {
        variables,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let call = Call::post(
        "/v1/games",
        &json!({"variant": "nine", "visibility": "private"}),
    );
    let created = http.send(call).await.expect(201);
    let id = text(&created["game"], "id");
    let path = |path: &str| format!("/v1/games/{id}{path}");
    let invitation = text(&created["invitations"][0], "invitation");
    let join = || Call::post(path("/join"), &json!({"invitation": invitation}));
    let joined = http.send(join()).await.expect(200);
    let (white, black) = (
        text(&created["seats"][0], "token"),
        text(&joined["seat"], "token"),
    );
    processes.operate_json(&["applications", "create", "--name=canary"]);
    let made = ["keys", "create", "--application=canary", "--name=canary"];
    let made = processes.operate_json(&made);
    let key = text(&made, "key");
    // Messages go to an address that is refused; the secret is used before.
    let webhook = json!({"url": "https://localhost/"});
    let webhook = Call::post("/v1/application/webhooks", &webhook).key(key);
    let webhook = http.send(webhook).await.expect(201);
    let rotate = text(&webhook["webhook"], "id");
    let below = |below: &str| format!("/v1/application/webhooks/{rotate}/{below}");
    let rotate = Call::post(below("secret"), &json!({})).key(key);
    let rotated = http.send(rotate).await.expect(200);
    let own = json!({"variant": "nine", "seat": "both"});
    let own = http.send(Call::post("/v1/games", &own).key(key)).await;
    own.expect(201);
    let ping = Call::post(below("pings"), &json!({})).key(key);
    let pinged = http.send(ping).await.expect(200);
    assert_eq!(pinged["failure"], "private_address", "{pinged}");
    let listed = processes.operate(&["webhooks", "list", "--application=canary"]);
    assert!(listed.status.success(), "{listed:?}");
    let turn =
        |token: &str, turn: Value| Call::post(path("/turns"), &json!({"turn": turn})).token(token);
    for call in [
        turn(white, json!("a1")),
        turn(white, json!("a1")),
        turn(black, json!("zz")),
        turn(black, json!(7)),
        // Where a secret does not belong, too. A path is another thing: it is told whole.
        turn(black, json!(white)),
        Call::get(format!("{}?token={black}", path(""))).token(black),
        Call::get(path("/events")).token(&format!("{white}{black}")),
        join(),
        Call::get(path("")).key(key),
        Call::get("/v1/games?own=true").key(key),
        Call::get("/v1/games").key(&format!("{key}x")),
        // Where it does not belong.
        Call::get(path("")).token(key),
    ] {
        http.send(call).await;
    }
    let revoked = processes.operate(&["keys", "revoke", text(&made, "id")]);
    assert!(revoked.status.success(), "{revoked:?}");
    let told = format!("{revoked:?}{:?}", processes.operate(&["keys", "list"]));
    assert!(!told.contains(part_of_key(key)), "{told}");
    let mut games = GameServiceClient::new(processes.channel(0));
    let request = v1::PlayTurnRequest {
        game_id: id.to_owned(),
        turn: black.to_owned(),
        request_id: white.to_owned(),
        ..v1::PlayTurnRequest::default()
    };
    let refused = games.play_turn(with_token(request, black)).await;
    refused.expect_err("it is no turn");
    let resign = Call::post(path("/resign"), &json!({})).token(black);
    http.send(resign).await.expect(200);

    // The last span to come is there when that of the last call is; one of the courier comes when it may.
    let until = Instant::now() + Duration::from_secs(30);
    for name in ["Resign", "deliver webhook"] {
        while !contains(&collector.taken(), name.as_bytes()) {
            assert!(Instant::now() < until, "the span {name} never comes");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let (printed, exported) = (processes.printed(), collector.taken());
    assert!(printed.lines().count() > 20, "{printed}");
    let owner = text(&created, "ownerToken");
    let tokens = [white, black, invitation, owner, part_of_key(key)];
    let signing = [text(&webhook, "secret"), text(&rotated, "secret")];
    let signing = signing.map(|secret| secret.strip_prefix("whsec_").expect("a secret"));
    let forms = tokens.into_iter().flat_map(forms);
    for form in forms.chain(signing.into_iter().flat_map(forms_of_signing)) {
        let line = printed.lines().find(|line| line.contains(&form));
        assert_eq!(line, None, "a secret is printed as {form}");
        let is_exported = contains(&exported, form.as_bytes());
        assert!(!is_exported, "a secret is exported as {form}");
    }
    assert!(!format!("{listed:?}").contains(signing[1]), "{listed:?}");
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// The key of an application without what every key begins with.
fn part_of_key(key: &str) -> &str {
    key.strip_prefix("moelle_key_").expect("a key")
}

/// A secret in base58 as text, and as the hexadecimal digits of its text and of its bytes.
fn forms(secret: &str) -> [String; 3] {
    let bytes = bs58::decode(secret).into_vec().expect("base58");
    forms_of(secret, &bytes)
}

/// The same of what webhooks are signed with, which is base64.
fn forms_of_signing(secret: &str) -> [String; 3] {
    let bytes = STANDARD.decode(secret).expect("base64");
    forms_of(secret, &bytes)
}

fn forms_of(secret: &str, bytes: &[u8]) -> [String; 3] {
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    };
    assert_eq!(bytes.len(), 32);
    [secret.to_owned(), hex(secret.as_bytes()), hex(bytes)]
}
