//! Games that are forgotten, as operators and watchers see it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::table::Table;

/// Lets every change of a game have been made long ago.
const LONG_AGO: &str = "UPDATE games SET created_at = created_at - interval '400 days', \
    updated_at = updated_at - interval '400 days'";

#[tokio::test(flavor = "multi_thread")]
async fn old_games_are_counted_first_and_then_forgotten_before_their_watchers() {
    let processes = Processes::start(&Plan::default()).await;
    let http = Http::new(processes.gateway_url());
    let waiting = Call::post("/v1/games", &json!({"variant": "nine"}));
    http.send(waiting).await.expect(201);
    let running = Table::open(&http, &json!({"variant": "nine"})).await;
    let mut session = processes.session().await;
    let aged = sqlx::query(LONG_AGO).execute(&mut session).await;
    assert_eq!(aged.expect("they are there").rows_affected(), 2);
    let young = Table::open(&http, &json!({"variant": "nine"})).await;
    let mut stream = http.events(Call::get(running.path("/events"))).await;
    assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");

    let told: Value =
        serde_json::from_str(&processes.purge(&["--dry-run", "--json"])).expect("JSON");
    for (state, games) in [("waiting", 1), ("running", 1), ("finished", 0)] {
        assert_eq!(told[state]["games"], games, "{told}");
        assert_eq!(told[state]["oldest"].is_string(), games == 1, "{told}");
    }
    http.send(Call::get(running.path(""))).await.expect(200);

    let told = processes.purge(&[]);
    assert!(told.contains("running: 1 forgotten"), "{told}");
    let last = async {
        let mut last = None;
        while let Some(event) = stream.next().await {
            last = Some(event);
        }
        last
    };
    let last = tokio::time::timeout(Duration::from_mins(1), last).await;
    let last = last.expect("the stream ends").expect("a last word");
    assert_eq!(last.name, "end");
    let problem = &last.data["problem"]["reason"];
    assert_eq!(problem, "game_not_found", "{:?}", last.data);
    let gone = http.send(Call::get(running.path(""))).await;
    assert_eq!(gone.status, 404);
    http.send(Call::get(young.path(""))).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_forget_old_games_by_themselves_and_count_them_once() {
    let plan = Plan {
        replicas: 2,
        variables: vec![("MOELLE_PURGE_SWEEP_MS", "1000".to_owned())],
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(Table::open(&http, &json!({"variant": "nine"})).await);
    }
    let mut session = processes.session().await;
    let aged = sqlx::query(LONG_AGO).execute(&mut session).await;
    aged.expect("they are there");
    let young = Table::open(&http, &json!({"variant": "nine"})).await;
    let counted = async |state: &str| {
        let line = format!("moelle_games_purged_total{{moelle_state=\"{state}\"}} ");
        let mut sum = 0;
        for replica in 0..processes.replicas() {
            let admin = processes.game(replica).admin();
            let metrics = admin.send(Call::get("/metrics")).await.text;
            let value = metrics.lines().find_map(|it| it.strip_prefix(&line));
            sum += value.map_or(0, |value| value.parse::<u64>().expect("a number"));
        }
        sum
    };
    let all = async {
        while counted("running").await < 3 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let all = tokio::time::timeout(Duration::from_mins(1), all).await;
    all.expect("they are forgotten within seconds");
    for game in &games {
        let gone = http.send(Call::get(game.path(""))).await;
        assert_eq!(gone.status, 404);
    }
    http.send(Call::get(young.path(""))).await.expect(200);
    let states = (counted("waiting").await, counted("running").await);
    assert_eq!(states, (0, 3));
}
