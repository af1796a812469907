//! A database that is overrun, restarted or cut off, or that several replicas find empty.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_store_postgres::migrate;
use moelle_store_postgres::testing::{Cluster, TestDatabase};
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::time::{Instant, sleep, timeout};

use crate::support::database::{half_done, idle_in_transaction, revision_seen, terminate};
use crate::support::grpc::{failure, with_token};
use crate::support::http::{Answer, Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::services::Services;
use crate::support::table::Table;
use crate::support::watching::Audience;

/// Turns of a game in which nobody closes a mill.
const TURNS: [&str; 12] = [
    "d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3",
];
/// Longer than anything here may take.
const HANGS: Duration = Duration::from_mins(1);
/// Parallel calls.
const CALLS: usize = 200;
/// Games that are played while the database is restarted.
const TABLES: usize = 8;
/// How often it is.
const RESTARTS: usize = 3;
/// Replicas that start at the same instant on an empty database, and how often they do.
const REPLICAS: usize = 4;
const ROUNDS: usize = 10;

/// Whether a call was served. Nothing else may be said than that the caller should come back.
fn is_served(answer: &Answer) -> bool {
    if answer.status < 300 {
        return true;
    }
    answer.problem(503, "unavailable");
    assert_ne!(answer.header("retry-after"), "");
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn more_calls_than_sessions_are_served_or_told_when_to_come_back() {
    let plan = Plan {
        // Nobody gives up before the service does.
        variables: vec![("MOELLE_DEADLINE_MS", "30000".to_owned())],
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let table = Table::open_both(&http, &json!({"variant": "nine"})).await;

    // Somebody holds the game's row, so that every change of it has to wait.
    let mut holder = processes.session().await;
    let held = sqlx::raw_sql("BEGIN; SELECT FROM games FOR UPDATE");
    held.execute(&mut holder).await.expect("a lock");
    let by_rest = join_all((0..CALLS / 2).map(|_| table.send("d6")));
    let by_grpc = join_all((0..CALLS / 2).map(|_| play(&processes, &table)));
    let answers = async { tokio::join!(by_rest, by_grpc) };
    let (by_rest, by_grpc) = timeout(HANGS, answers).await.expect("a hang");
    assert!(!by_rest.iter().any(is_served));
    for answer in by_grpc {
        let failure = failure(&answer.expect_err("the row is held"));
        assert_eq!(failure.code(), ErrorCode::Unavailable);
        assert!(failure.retry_after().is_some());
    }

    // It lets go, and all is well: one of the turns is played, the others are late or come back.
    holder.close().await.expect("closed");
    let answers = join_all((0..CALLS).map(|_| table.send("d6")));
    let answers = timeout(HANGS, answers).await.expect("a hang");
    let played = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(played, 1);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert!(answer.status == 409 || !is_served(answer), "{answer:?}");
    }
    let reads = join_all((0..CALLS).map(|_| http.send(Call::get(table.path("")))));
    let reads = timeout(HANGS, reads).await.expect("a hang");
    let read = reads.iter().filter(|read| is_served(read)).count();
    assert!(read > 0);
    let read = http.send(Call::get(table.path(""))).await.expect(200);
    assert_eq!(read["game"]["revision"], 2);
    let mut session = processes.session().await;
    assert_eq!(half_done(&mut session).await, 0);
    assert_eq!(idle_in_transaction(&mut session).await, 0);
}

/// Plays the first turn of a game at the game service.
async fn play(processes: &Processes, table: &Table) -> Result<v1::Game, tonic::Status> {
    let request = v1::PlayTurnRequest {
        game_id: table.id.clone(),
        turn: "d6".to_owned(),
        revision: Some(1),
        ..v1::PlayTurnRequest::default()
    };
    let mut games = GameServiceClient::new(processes.channel(0));
    let played = games.play_turn(with_token(request, &table.white)).await?;
    Ok(played.into_inner().game.expect("a game"))
}

/// What came of the calls while the database was restarted.
#[derive(Default)]
struct Counts {
    is_over: AtomicBool,
    played: AtomicUsize,
    put_off: AtomicUsize,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_of_the_database_under_load_fails_no_read_and_loses_no_turn() {
    let cluster = Arc::new(Cluster::start());
    let database = TestDatabase::empty_on(cluster.url()).await;
    migrate(database.url()).await.expect("migrated");
    let plan = Plan {
        replicas: 2,
        ..Plan::default()
    };
    let processes = Processes::launch(&plan, database);
    processes.until_ready().await;
    let http = Http::new(processes.gateway_url());
    let counts = Counts::default();
    let playing = join_all((0..TABLES).map(|_| play_on(&http, &counts)));
    let restarting = async {
        for _ in 0..RESTARTS {
            let before = counts.played.load(Ordering::Relaxed);
            while counts.played.load(Ordering::Relaxed) < before + TABLES * 2 {
                sleep(Duration::from_millis(10)).await;
            }
            on(&cluster, Cluster::stop).await;
            on(&cluster, Cluster::start_again).await;
        }
        counts.is_over.store(true, Ordering::Relaxed);
    };
    let (ids, ()) = tokio::join!(playing, restarting);
    println!(
        "{:?} turns were played over {RESTARTS} restarts, and {:?} calls told to come back",
        counts.played, counts.put_off
    );
    processes.until_ready().await;
    let mut session = processes.session().await;
    for id in ids.iter().flatten() {
        let revision = revision_seen(&mut session, id).await;
        assert_eq!(revision, 13, "{id}");
    }
    assert_eq!(half_done(&mut session).await, 0);
    assert_eq!(idle_in_transaction(&mut session).await, 0);
    assert!(
        !processes.printed().contains("ERROR"),
        "{}",
        processes.printed()
    );
}

/// Works with the server on a thread where waiting for it harms nobody.
async fn on(cluster: &Arc<Cluster>, work: fn(&Cluster)) {
    let cluster = Arc::clone(cluster);
    let worked = tokio::task::spawn_blocking(move || work(&cluster));
    worked.await.expect("the server obeys");
}

/// Plays games until it is over, each turn once, and reads them in between.
async fn play_on(http: &Http, counts: &Counts) -> Vec<String> {
    let mut finished = Vec::new();
    while !counts.is_over.load(Ordering::Relaxed) {
        let request = json!({"variant": "nine", "seat": "both"});
        let created = until_served(http, "/v1/games", &request, None, counts).await;
        let id = created["game"]["id"].as_str().expect("an id").to_owned();
        let seats = created["seats"].as_array().expect("seats");
        for (n, turn) in TURNS.iter().enumerate() {
            let body = json!({"turn": turn, "revision": n + 1});
            let token = seats[n % 2]["token"].as_str();
            let path = format!("/v1/games/{id}/turns");
            let played = until_served(http, &path, &body, token, counts).await;
            assert_eq!(played["game"]["revision"], n + 2);
            counts.played.fetch_add(1, Ordering::Relaxed);
            let read = http.send(Call::get(format!("/v1/games/{id}"))).await;
            assert_eq!(read.expect(200)["game"]["revision"], n + 2);
        }
        finished.push(id);
    }
    finished
}

/// Asks for a change, under one id, until it is made.
async fn until_served(
    http: &Http,
    path: &str,
    body: &Value,
    token: Option<&str>,
    counts: &Counts,
) -> Value {
    let id = uuid::Uuid::new_v4().to_string();
    let deadline = Instant::now() + HANGS;
    loop {
        let call = Call::post(path, body).request_id(&id);
        let call = match token {
            Some(token) => call.token(token),
            None => call,
        };
        let answer = http.send(call).await;
        if is_served(&answer) {
            return answer.json();
        }
        counts.put_off.fetch_add(1, Ordering::Relaxed);
        assert!(Instant::now() < deadline, "{answer:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stream_has_every_event_though_the_sessions_that_listen_are_cut() {
    let services = Services::three().await;
    let mut table = Table::open_both(&services.http, &json!({"variant": "nine"})).await;
    let audience = Audience::of(&services, &table.id, 1).await;
    let mut session = services.processes().session().await;
    let is_over = AtomicBool::new(false);
    let cutting = async {
        let mut cut = 0;
        while !is_over.load(Ordering::Relaxed) {
            cut += terminate(&mut session, "moelle-hints").await;
            sleep(Duration::from_millis(100)).await;
        }
        cut
    };
    let playing = async {
        for turn in TURNS {
            table.play(turn).await;
            sleep(Duration::from_millis(60)).await;
        }
        let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
        services.http.send(resign).await.expect(200);
        let seen = timeout(HANGS, audience.until_the_end()).await;
        is_over.store(true, Ordering::Relaxed);
        seen.expect("a stream hangs")
    };
    let (cut, seen) = tokio::join!(cutting, playing);
    println!("{cut} sessions were cut");
    assert!(cut >= services.count().try_into().expect("few"), "{cut}");
    assert_eq!(seen.revisions(), (2..=14).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_find_the_database_empty_at_one_instant_all_serve() {
    let plan = Plan {
        replicas: REPLICAS,
        variables: vec![("MOELLE_MIGRATE_ON_START", "true".to_owned())],
        ..Plan::default()
    };
    for round in 1..=ROUNDS {
        let processes = Processes::launch(&plan, TestDatabase::empty().await);
        processes.until_ready().await;
        let http = Http::new(processes.gateway_url());
        let mut table = Table::open_both(&http, &json!({"variant": "nine"})).await;
        table.play("d6").await;
        let printed = processes.printed();
        assert!(!printed.contains("ERROR"), "round {round}: {printed}");
    }
}
