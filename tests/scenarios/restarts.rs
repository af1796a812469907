//! Services that are killed while a game is on.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::support::http::{Answer, Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::table::Table;
use crate::support::vectors::{read_nine, texts};

/// How long a service may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks until the answer has this status.
async fn until(http: &Http, path: &str, status: u16) -> Answer {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match http.try_send(Call::get(path)).await {
            Ok(answer) if answer.status == status => return answer,
            other => assert!(Instant::now() < deadline, "{path} gives {other:?}"),
        }
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_the_game_service_was_killed() {
    let line = &read_nine("games.jsonl")[0];
    let turns = texts(line, "turns");
    let processes = Processes::start(&Plan::default()).await;
    let http = Http::new(processes.gateway_url());
    let mut table = Table::of_line(&http, line).await;
    let (before, after) = turns.split_at(turns.len() / 2);
    for turn in before {
        table.play(turn).await;
    }
    processes.kill(0);
    let away = table.send(after[0]).await;
    away.problem(503, "unavailable");
    assert_ne!(away.header("retry-after"), "");
    processes.start_again(0);
    until(&http, &table.path(""), 200).await;
    assert_eq!(table.read().await, table.game);
    for turn in after {
        table.play(turn).await;
    }
    assert_eq!(table.game["position"], line["final"]);
    assert_eq!(table.game["outcome"]["termination"], line["termination"]);
}
