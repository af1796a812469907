//! Services that are told to stop in the middle of everything, and services that start before what
//! they need.

use std::time::Duration;

use futures::future::join_all;
use futures::stream::{self, StreamExt as _};
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::StreamEndReason;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use moelle_proto::v1::watch_game_response::Message;
use moelle_store_postgres::migrate;
use moelle_store_postgres::testing::{Cluster, TestDatabase};
use serde_json::json;
use sqlx::PgConnection;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tonic::{Status, Streaming};

use crate::support::database::{half_done, revision_seen, until_waiting};
use crate::support::grpc::{failure, with_token};
use crate::support::http::{Answer, Call, Http};
use crate::support::processes::{Plan, Processes, Program};
use crate::support::sse::{EventSource, ServerEvent};
use crate::support::table::Table;
use crate::support::watching::drain;

/// Streams that are open when a service is told to stop.
const STREAMS: usize = 100;
/// Turns that are under way then.
const TURNS: u32 = 200;
/// Games that are opened at once beforehand.
const AT_ONCE: usize = 10;
/// Sessions of the game service with the database.
const SESSIONS: u32 = 10;
/// How long a service may take to stop, as it is told.
const DRAIN: Duration = Duration::from_secs(10);
/// What a slow machine may add to that, for saying farewell to the database and to the collector.
const GRACE: Duration = Duration::from_secs(10);
/// How long a service may take to do what it does in the end.
const PATIENCE: Duration = Duration::from_mins(1);

fn plan() -> Plan {
    Plan {
        connections: SESSIONS,
        variables: vec![("MOELLE_DRAIN_MS", DRAIN.as_millis().to_string())],
        ..Plan::default()
    }
}

/// Games of which every first turn is still to be played.
async fn tables(http: &Http) -> Vec<Table> {
    let request = json!({"variant": "nine"});
    let opened = (0..TURNS).map(|_| Table::open_both(http, &request));
    stream::iter(opened).buffered(AT_ONCE).collect().await
}

/// Keeps every turn from being stored until the session lets go.
async fn hold_every_turn(session: &mut PgConnection) {
    let held = sqlx::raw_sql("BEGIN; LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE");
    held.execute(session).await.expect("a lock");
}

async fn let_go(session: &mut PgConnection) {
    let gone = sqlx::raw_sql("ROLLBACK");
    gone.execute(session).await.expect("no lock any more");
}

/// Watchers of a game at the gateway, all of whom have seen it.
async fn sse_watchers(http: &Http, table: &Table) -> Vec<EventSource> {
    let opened = (0..STREAMS).map(|_| http.events(Call::get(table.path("/events"))));
    let mut streams = join_all(opened).await;
    for stream in &mut streams {
        let first = stream.next().await.expect("a snapshot");
        assert_eq!((first.name.as_str(), first.id), ("snapshot", Some(1)));
    }
    streams
}

/// Checks that a stream ends with a hint where to go on, and with nothing after it.
fn assert_hint(events: &[ServerEvent]) {
    let [end] = events else { panic!("{events:?}") };
    let hint = json!({"reason": "shutting_down", "afterRevision": 1});
    assert_eq!((end.name.as_str(), &end.data), ("end", &hint));
}

/// Watchers of a game at a replica, all of whom have seen it.
async fn grpc_watchers(
    games: &GameServiceClient<tonic::transport::Channel>,
    id: &str,
) -> Vec<Streaming<v1::WatchGameResponse>> {
    let opened = (0..STREAMS).map(|_| async {
        let request = v1::WatchGameRequest {
            game_id: id.to_owned(),
            ..v1::WatchGameRequest::default()
        };
        let opened = games.clone().watch_game(request).await;
        let mut stream = opened.expect("a stream").into_inner();
        let first = stream
            .message()
            .await
            .expect("an answer")
            .expect("a message");
        assert!(matches!(first.message, Some(Message::Snapshot(_))));
        stream
    });
    join_all(opened).await
}

/// Connections that say nothing, or not enough.
async fn silent(program: &Program) -> [TcpStream; 2] {
    let connect = || TcpStream::connect(program.address());
    let silent = [connect().await, connect().await].map(|opened| opened.expect("a connection"));
    silent[1].writable().await.expect("it is open");
    let half = silent[1].try_write(b"PO").expect("there is room");
    assert_eq!(half, 2);
    silent
}

/// Waits until a program that was told to stop has done so, and checks how it ended.
async fn assert_it_stops(program: &Program, told: Instant) {
    let status = program.until_stopped(DRAIN + GRACE).await;
    assert_eq!(status.code(), Some(0), "{status}");
    println!("it stopped {:?} after it was told to", told.elapsed());
}

/// Checks that a turn that was acknowledged is there, and that none is there by halves.
async fn assert_kept(session: &mut PgConnection, acknowledged: &[&Table]) {
    for table in acknowledged {
        let revision = revision_seen(session, &table.id).await;
        assert_eq!(revision, 2, "an acknowledged turn of {} is lost", table.id);
    }
    assert_eq!(half_done(session).await, 0, "games are half done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_is_told_to_stop_answers_every_call_and_ends_every_stream() {
    let processes = Processes::start(&plan()).await;
    let http = Http::new(processes.gateway_url());
    let tables = tables(&http).await;
    let watched = Table::open_both(&http, &json!({"variant": "nine"})).await;
    let streams = sse_watchers(&http, &watched).await;
    let silent = silent(processes.gateway()).await;
    processes.game(0).freeze();
    let turns = join_all(tables.iter().map(|table| table.send("d6")));
    let meanwhile = async {
        until_active(processes.gateway(), TURNS).await;
        let told = Instant::now();
        processes.gateway().tell_to_stop();
        processes.until_printed("shutting down").await;
        processes.game(0).go_on();
        told
    };
    let ends = join_all(streams.into_iter().map(EventSource::drain));
    let (answers, told, ends) = tokio::join!(turns, meanwhile, ends);
    for end in ends {
        assert_hint(&end);
    }
    assert_it_stops(processes.gateway(), told).await;
    drop(silent);
    let refused = http.try_send(Call::get("/livez")).await;
    assert!(refused.is_err(), "{refused:?}");
    let acknowledged: Vec<&Table> = tables
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| was_acknowledged(answer))
        .map(|(table, _)| table)
        .collect();
    println!("{} of {TURNS} turns were acknowledged", acknowledged.len());
    assert!(acknowledged.len() >= SESSIONS as usize);
    let mut session = processes.session().await;
    assert_kept(&mut session, &acknowledged).await;
}

/// Whether a turn was played; if it was not, the caller is told to come back.
fn was_acknowledged(answer: &Answer) -> bool {
    if answer.status == 200 {
        return true;
    }
    answer.problem(503, "unavailable");
    assert_ne!(answer.header("retry-after"), "");
    false
}

/// Waits until so many requests that change something are under way at the gateway.
async fn until_active(gateway: &Program, count: u32) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let metrics = gateway.admin().send(Call::get("/metrics")).await.text;
        let active: f64 = metrics
            .lines()
            .filter(|line| line.starts_with("http_server_active_requests{"))
            .filter(|line| line.contains("\"POST\""))
            .filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok())
            .sum();
        if active >= f64::from(count) {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "{active} are under way: {metrics}"
        );
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_is_told_to_stop_answers_every_call_and_ends_every_stream() {
    let plan = Plan {
        replicas: 2,
        ..plan()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let tables = tables(&http).await;
    let mut watched = Table::open_both(&http, &json!({"variant": "nine"})).await;
    let mut by_sse = sse_watchers(&http, &watched).await;
    let games = GameServiceClient::new(processes.channel(0));
    let by_grpc = grpc_watchers(&games, &watched.id).await;
    let silent = silent(processes.game(0)).await;
    let mut session = processes.session().await;
    hold_every_turn(&mut session).await;
    let channel = processes.channel(0);
    let turns: Vec<_> = tables
        .iter()
        .map(|table| play(GameServiceClient::new(channel.clone()), table))
        .collect();
    let mut looking = processes.session().await;
    let meanwhile = async {
        until_waiting(&mut looking, SESSIONS.into()).await;
        // What came before on the connection has arrived when this is answered.
        let asked = RulesServiceClient::new(channel.clone());
        until_answered(asked).await;
        let told = Instant::now();
        processes.game(0).tell_to_stop();
        processes.until_printed("SIGTERM: shutting down").await;
        let_go(&mut session).await;
        told
    };
    let by_grpc = join_all(by_grpc.into_iter().map(drain));
    let (answers, told, by_grpc) = tokio::join!(join_all(turns), meanwhile, by_grpc);
    for messages in by_grpc {
        let Some(Message::End(end)) = messages.last() else {
            panic!("{messages:?}")
        };
        assert_eq!(end.reason(), StreamEndReason::ShuttingDown);
        assert_eq!(end.after_revision, 1);
    }
    assert_it_stops(processes.game(0), told).await;
    drop(silent);
    let mut acknowledged = Vec::new();
    for (table, answer) in tables.iter().zip(answers) {
        match answer.expect("no panic") {
            Ok(game) => {
                assert_eq!(game.revision, 2);
                acknowledged.push(table);
            }
            Err(status) => assert_eq!(failure(&status).code(), ErrorCode::Unavailable),
        }
    }
    println!("{} of {TURNS} turns were acknowledged", acknowledged.len());
    assert!(acknowledged.len() >= SESSIONS as usize);
    assert_kept(&mut session, &acknowledged).await;

    // Who watches at the gateway is not told: the other replica has what comes next.
    watched.play("d6").await;
    for stream in &mut by_sse {
        let next = stream.next().await.expect("an event");
        assert_eq!((next.name.as_str(), next.id), ("event", Some(2)));
    }
}

/// Plays the first turn of a game at a replica, on a task of its own.
fn play(
    mut games: GameServiceClient<tonic::transport::Channel>,
    table: &Table,
) -> JoinHandle<Result<v1::Game, Status>> {
    let request = v1::PlayTurnRequest {
        game_id: table.id.clone(),
        turn: "d6".to_owned(),
        revision: Some(1),
        ..v1::PlayTurnRequest::default()
    };
    let request = with_token(request, &table.white);
    tokio::spawn(async move {
        let played = games.play_turn(request).await?.into_inner();
        Ok(played.game.expect("a game"))
    })
}

/// Asks what needs no database.
async fn until_answered(mut rules: RulesServiceClient<tonic::transport::Channel>) {
    let asked = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await;
    asked.expect("the rules need no database");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_named_and_waited_for() {
    let cluster = Cluster::start();
    let migrated = TestDatabase::empty_on(cluster.url()).await;
    migrate(migrated.url()).await.expect("migrated");
    let empty = TestDatabase::empty_on(cluster.url()).await;
    tokio::task::block_in_place(|| cluster.stop());
    let waiting = [(migrated, "false"), (empty, "true")].map(|(database, migrates)| {
        let variables = vec![
            ("DATABASE_PASSWORD", "canary".to_owned()),
            ("MOELLE_MIGRATE_ON_START", migrates.to_owned()),
        ];
        let plan = Plan {
            variables,
            ..Plan::default()
        };
        Processes::launch(&plan, database)
    });
    let address = address_of(cluster.url());
    for processes in &waiting {
        assert_named(processes, address).await;
        assert_not_served(processes).await;
    }
    tokio::task::block_in_place(|| cluster.start_again());
    let came = Instant::now();
    for processes in &waiting {
        while !processes.game(0).is_ready().await {
            assert!(came.elapsed() < PATIENCE, "{}", processes.printed());
            sleep(Duration::from_millis(10)).await;
        }
        println!("ready {:?} after the database came", came.elapsed());
        assert!(came.elapsed() < Duration::from_secs(2));
    }
    for processes in &waiting {
        processes.until_ready().await;
        let http = Http::new(processes.gateway_url());
        let mut table = Table::open_both(&http, &json!({"variant": "nine"})).await;
        table.play("d6").await;
        assert!(!processes.printed().contains("canary"));
    }
}

/// The host and port in an address of a database.
fn address_of(url: &str) -> &str {
    let (_, rest) = url.split_once('@').expect("a user");
    rest.split_once('/').expect("a database").0
}

/// Checks that the log warns of a database within a second of the first thing that it says.
async fn assert_named(processes: &Processes, address: &str) {
    processes.until_printed("health and metrics are told").await;
    let said = Instant::now();
    let is_warning = |line: &str| line.contains("WARN") && line.contains(address);
    while !processes.printed().lines().any(is_warning) {
        let waited = said.elapsed();
        assert!(waited < Duration::from_secs(1), "{}", processes.printed());
        sleep(Duration::from_millis(10)).await;
    }
}

/// Checks that whoever comes while the database is away is told to come back, but for the rules.
async fn assert_not_served(processes: &Processes) {
    assert!(!processes.game(0).is_ready().await);
    let http = Http::new(processes.gateway_url());
    let deadline = Instant::now() + PATIENCE;
    while http.try_send(Call::get("/livez")).await.is_err() {
        assert!(Instant::now() < deadline, "{}", processes.printed());
        sleep(Duration::from_millis(10)).await;
    }
    let ready = http.send(Call::get("/readyz")).await;
    assert_eq!(ready.status, 503);
    let create = Call::post("/v1/games", &json!({"variant": "nine"}));
    let created = http.send(create).await;
    created.problem(503, "unavailable");
    assert_ne!(created.header("retry-after"), "");
}
