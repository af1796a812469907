//! Clients that go away right after they have asked for something.

use std::time::Duration;

use futures::future::join_all;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::time::Instant;

use super::{number_of, random_uuid};
use crate::support::database::{idle_in_transaction, revision_seen};
use crate::support::grpc::with_token;
use crate::support::http::Http;
use crate::support::line::send_and_reset;
use crate::support::processes::{Plan, Processes};
use crate::support::random::Random;
use crate::support::table::Table;
use crate::support::vectors::{read_nine, texts};

/// Clients that go away again and again, side by side.
const CLIENTS: u64 = 6;
/// Requests of each that are reset at least, however slow the machine is.
const GONE_MIN: usize = 10;
/// How long somebody stays who waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Turns that are played in peace afterwards.
const CLEAN: usize = 100;

/// `MOELLE_RESETS_SECONDS` sets how long it goes on, 20 before a release.
#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_reset_spoil_no_session_and_lose_no_acknowledged_turn() {
    let seconds = number_of("MOELLE_RESETS_SECONDS", 3);
    let plan = Plan {
        connections: 2,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let mut session = processes.session().await;
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let clients = (0..CLIENTS).map(|seed| client(&processes, seed, until));
    let (gone, acknowledged) = join_all(clients)
        .await
        .into_iter()
        .fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    println!("{gone} requests were reset, {acknowledged} turns acknowledged");
    assert!(gone > 0 && acknowledged > 0);
    assert_eq!(idle_in_transaction(&mut session).await, 0);

    let http = Http::new(processes.gateway_url());
    let mut clean = 0;
    for line in read_nine("games.jsonl").iter().cycle() {
        if clean >= CLEAN {
            break;
        }
        clean += play_in_peace(&http, line, &mut session).await;
    }
    assert_eq!(idle_in_transaction(&mut session).await, 0);
    let sessions: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = 'moelle'",
    )
    .fetch_one(&mut session)
    .await
    .expect("an answer");
    assert!(sessions <= 2, "{sessions} sessions of a pool of 2");
}

/// Plays a game, and sees every turn that is acknowledged in another session at once.
async fn play_in_peace(http: &Http, line: &Value, session: &mut PgConnection) -> usize {
    let mut table = Table::of_line(http, line).await;
    let turns = texts(line, "turns");
    for turn in &turns {
        table.play(turn).await;
        let revision = u64::try_from(revision_seen(session, &table.id).await).expect("a revision");
        assert_eq!(
            revision,
            table.revision(),
            "an acknowledged turn is not there"
        );
    }
    turns.len()
}

/// Asks and goes away, and says how often, and how many turns were acknowledged before.
async fn client(processes: &Processes, seed: u64, until: Instant) -> (usize, usize) {
    let mut random = Random::from_seed(seed);
    let http = Http::new(processes.gateway_url());
    let mut session = processes.session().await;
    let (mut gone, mut acknowledged) = (0, 0);
    while Instant::now() < until || gone < GONE_MIN || acknowledged == 0 {
        let stay = Duration::from_micros(1_000 + random.below(9_000) as u64);
        let table = Table::open_both(&http, &json!({"variant": "nine"})).await;
        let address = http.base().replace("http://", "");
        let requests = [
            written("POST", "/v1/games", "", r#"{"variant":"nine"}"#),
            written(
                "POST",
                &table.path("/turns"),
                &table.white,
                r#"{"turn":"a1"}"#,
            ),
            written("POST", &table.path("/resign"), &table.black, "{}"),
            written("GET", &table.path("/events"), "", ""),
        ];
        // Some wait for their answer, so that there are acknowledged turns among the others.
        let kind = random.below(requests.len() + 3);
        let stay = if kind == requests.len() {
            PATIENCE
        } else {
            stay
        };
        if let Some(request) = requests.get(kind) {
            let sent = send_and_reset(&address, request.as_bytes(), stay).await;
            sent.expect("the gateway takes connections");
            gone += 1;
            continue;
        }
        let mut games = GameServiceClient::new(processes.channel(0));
        let request = v1::PlayTurnRequest {
            game_id: table.id.clone(),
            turn: "a1".to_owned(),
            request_id: random_uuid(),
            ..v1::PlayTurnRequest::default()
        };
        let played = games.play_turn(with_token(request, &table.white));
        match tokio::time::timeout(stay, played).await {
            Err(_) => gone += 1,
            Ok(played) => {
                played.expect("nothing is in the way of a turn");
                acknowledged += 1;
                let revision = revision_seen(&mut session, &table.id).await;
                assert_eq!(revision, 2, "an acknowledged turn is not there");
            }
        }
    }
    (gone, acknowledged)
}

/// A request as it goes over the wire.
fn written(method: &str, path: &str, token: &str, body: &str) -> String {
    let bearer = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\n{bearer}content-type: application/json\r\n\
         idempotency-key: {}\r\ncontent-length: {}\r\n\r\n{body}",
        random_uuid(),
        body.len()
    )
}
