//! Everything that can end a game, at once.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::StreamExt as _;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use serde_json::{Value, json};
use tonic::Status;
use tonic::transport::Channel;

use super::number_of;
use crate::support::database::let_time_pass;
use crate::support::grpc::{failure, with_token};
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::watching::Audience;

on_one_service_and_on_three_replicas!(resigning_while_a_turn_is_played_ends_the_game_once);

type Replica = GameServiceClient<Channel>;

/// Rounds at once.
const AT_ONCE: usize = 6;

async fn resigning_while_a_turn_is_played_ends_the_game_once(services: &Services) {
    for _ in 0..30 {
        let table = Table::open(&services.http, &json!({"variant": "nine"})).await;
        let audience = Audience::of(services, &table.id, table.revision()).await;
        let resign = Call::post(table.path("/resign"), &json!({})).token(&table.black);
        let turn = Call::post(table.path("/turns"), &json!({"turn": "a1"})).token(&table.white);
        let (resigned, played) = tokio::join!(services.http.send(resign), services.http.send(turn));
        resigned.expect(200);
        if played.status != 200 {
            played.problem(409, "game_over");
        }
        let game = table.read().await;
        assert_eq!(game["status"], "finished");
        assert_eq!(game["outcome"]["termination"], "resignation");
        table.send("a4").await.problem(409, "stale_revision");
        let late = Call::post(table.path("/resign"), &json!({})).token(&table.white);
        services.http.send(late).await.problem(409, "game_over");
        let revisions = audience.until_the_end().await.revisions();
        let last = game["revision"].as_u64().expect("a revision");
        assert_eq!(revisions, (table.revision() + 1..=last).collect::<Vec<_>>());
    }
}

/// What one round was like.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Round {
    was_played: bool,
    termination: String,
}

/// `MOELLE_ENDS_ROUNDS` sets how many games end so, 1,000 before a release.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_two_resignations_and_a_flag_at_once_end_a_game_once_and_for_all() {
    let rounds = number_of("MOELLE_ENDS_ROUNDS", 150);
    let plan = Plan {
        replicas: 3,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let replicas: Vec<Replica> = (0..processes.replicas())
        .map(|replica| Replica::new(processes.channel(replica)))
        .collect();
    let played: Vec<(Table, Round)> = futures::stream::iter(0..rounds)
        .map(|n| round(&processes, &replicas, &http, n))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let mut kinds: BTreeMap<Round, usize> = BTreeMap::new();
    for (table, round) in played {
        // Sweepers have passed meanwhile, and what is over stays as it is.
        let now = table.read().await;
        for field in ["revision", "status", "outcome", "position", "updatedAt"] {
            assert_eq!(now[field], table.game[field], "{field} of {now}");
        }
        *kinds.entry(round).or_default() += 1;
    }
    println!("{rounds} games ended: {kinds:?}");
    for kind in ["resignation", "timeout"] {
        let count: usize = kinds
            .iter()
            .filter(|(round, _)| round.termination == kind)
            .map(|(_, count)| count)
            .sum();
        assert!(count > 0, "{kind} never came in time: {kinds:?}");
    }
}

/// Plays a round, and gives the game as it ended.
async fn round(
    processes: &Processes,
    replicas: &[Replica],
    http: &Http,
    n: usize,
) -> (Table, Round) {
    let request = json!({"variant": "nine", "clock": {"totalMs": 10_000}});
    let mut table = Table::open_both(http, &request).await;
    for turn in ["a1", "g7"] {
        table.play(turn).await;
    }
    let mut session = processes.session().await;
    let games = |replica: usize| replicas[(n + replica) % replicas.len()].clone();
    let resign = |token: &str, mut games: Replica| {
        let request = v1::ResignRequest {
            game_id: table.id.clone(),
            ..v1::ResignRequest::default()
        };
        let request = with_token(request, token);
        async move { games.resign(request).await.map(drop) }
    };
    let play = async {
        let request = v1::PlayTurnRequest {
            game_id: table.id.clone(),
            turn: "d1".to_owned(),
            ..v1::PlayTurnRequest::default()
        };
        let played = games(1).play_turn(with_token(request, &table.white)).await;
        played.map(drop)
    };
    // From a millisecond to two seconds: on any machine some flags fall in time and some do not.
    let left = Duration::from_millis(1 << (n % 12));
    let_time_pass(&mut session, &table.id, left).await;
    let (played, white, black) = tokio::join!(
        play,
        resign(&table.white, games(0)),
        resign(&table.black, games(2))
    );
    let resigned = [&white, &black]
        .iter()
        .filter(|answer| answer.is_ok())
        .count();
    for answer in [&played, &white, &black] {
        if let Err(status) = answer {
            assert_over(status);
        }
    }
    table.game = table.read().await;
    assert_eq!(table.game["status"], "finished");
    let page = http
        .send(Call::get(table.path("/events")))
        .await
        .expect(200);
    let events = page["events"].as_array().expect("events");
    let ends = |event: &&Value| !event["outcome"].is_null();
    assert_eq!(events.iter().filter(ends).count(), 1, "{page}");
    let last = events.last().expect("events");
    assert_eq!(last["outcome"], table.game["outcome"]);
    assert_eq!(last["revision"], table.game["revision"]);
    let turns = events.iter().filter(|event| event["turn"] == "d1").count();
    assert_eq!(turns, usize::from(played.is_ok()), "{page}");
    let (kind, termination) = match resigned {
        0 => ("time_fell", "timeout"),
        1 => ("resigned", "resignation"),
        _ => panic!("both have resigned: {page}"),
    };
    assert_eq!(last["type"], kind);
    assert_eq!(last["outcome"]["termination"], termination);
    let round = Round {
        was_played: played.is_ok(),
        termination: termination.to_owned(),
    };
    (table, round)
}

#[track_caller]
fn assert_over(status: &Status) {
    assert_eq!(failure(status).code(), ErrorCode::GameOver, "{status:?}");
}
