//! Streams through a proxy that would rather collect what it passes on.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, timeout};

use crate::support::http::{Call, Http};
use crate::support::nginx::Nginx;
use crate::support::processes::{Plan, Processes};
use crate::support::sse::{EventSource, ServerEvent};
use crate::support::table::Table;

/// Longer than anything takes that is not held back.
const PATIENCE: Duration = Duration::from_secs(20);

async fn next(source: &mut EventSource) -> ServerEvent {
    let event = timeout(PATIENCE, source.next()).await;
    event
        .expect("nginx holds it back")
        .expect("the stream is on")
}

#[tokio::test(flavor = "multi_thread")]
async fn events_and_signs_of_life_come_through_nginx_as_they_happen() {
    let plan = Plan {
        replicas: 2,
        variables: vec![("MOELLE_HEARTBEAT_MS", "100".to_owned())],
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let nginx = Nginx::before(&processes.gateway_url());
    let http = Http::new(nginx.url());
    let deadline = Instant::now() + PATIENCE;
    while http.try_send(Call::get("/livez")).await.is_err() {
        assert!(Instant::now() < deadline, "nginx does not come");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut table = Table::open(&http, &json!({"variant": "nine"})).await;
    let mut source = http.events(Call::get(table.path("/events"))).await;
    assert_eq!(source.status(), 200);
    assert_eq!(next(&mut source).await.name, "snapshot");
    // No turn is played before the one before it has been seen.
    for turn in ["a1", "g7", "d1", "g4"] {
        table.play(turn).await;
        let event = next(&mut source).await;
        assert_eq!(
            (event.id, &event.data["turn"]),
            (Some(table.revision()), &json!(turn))
        );
    }
    // Nothing happens, and that is told too.
    for _ in 0..3 {
        let sign = timeout(PATIENCE, source.next_block()).await;
        let sign = sign.expect("nginx holds it back");
        assert_eq!(sign.as_deref(), Some(":"));
    }
    drop(source);

    table.play("g1").await;
    let known = (table.revision() - 1).to_string();
    let call = || Call::get(table.path("/events")).header("last-event-id", &known);
    let mut source = http.events(call()).await;
    assert_eq!(next(&mut source).await.data["turn"], "g1");
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.black);
    http.send(resign).await.expect(200);
    assert_eq!(next(&mut source).await.data["type"], "resigned");
    assert_eq!(next(&mut source).await.name, "end");
    let ended = timeout(PATIENCE, source.next()).await;
    assert_eq!(ended.expect("nginx keeps it open"), None);
}
