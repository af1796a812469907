//! The log: JSON lines that lead to their trace, and no errors that are a client's.

use std::collections::BTreeSet;
use std::net::TcpListener;

use serde_json::{Value, json};

use super::{Caller, Observed, turn};
use crate::support::database::until_waiting;
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::table::Table;

/// What is said of a statement that took a second, as any may on a machine that is busy.
const SLOW: &str = "a statement was slow";

fn parsed(printed: &str) -> Vec<Value> {
    printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_json_with_the_trace_and_a_clients_mistake_is_no_error() {
    let told = "info,moelle_game=debug,moelle_gateway=debug";
    let observed = Observed::start_with(&[("RUST_LOG", told)]).await;
    let table = observed.table().await;
    let caller = Caller::new(true);
    for (call, status) in [
        (turn(&table, "d6xa7"), 422),
        (turn(&table, "nonsense"), 422),
        (Call::post(table.path("/turns"), &json!({"turn": 7})), 400),
        (
            Call::post(table.path("/turns"), &json!({"turn": "d6"})),
            401,
        ),
        (Call::get("/v1/games/2222222222222222222222"), 404),
        (Call::get("/v1/no/such/route"), 404),
        (Call::delete("/v1/variants"), 405),
        (Call::get("/v1/variants").header("accept", "image/png"), 406),
        (Call::post("/v1/games", &json!({"variant": "none"})), 400),
    ] {
        let answer = observed.http.send(caller.of(call)).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    let lines = parsed(&observed.processes.printed());
    for line in &lines {
        for field in ["timestamp", "level", "target", "message"] {
            assert!(line[field].is_string(), "{field} of {line}");
        }
        let is_bad = line["level"] == "ERROR" || line["level"] == "WARN";
        // What the programs say of themselves while they start is no matter of a client's.
        let is_expected = line["message"] == SLOW || line["trace_id"] != caller.trace.as_str();
        assert!(!is_bad || is_expected, "{line}");
    }
    let targets: BTreeSet<&str> = lines
        .iter()
        .filter(|line| line["trace_id"] == caller.trace.as_str())
        .filter_map(|line| line["target"].as_str()?.split("::").next())
        .collect();
    assert_eq!(targets, BTreeSet::from(["moelle_game", "moelle_gateway"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_statement_is_told_of_and_its_text_never_is() {
    let observed = Observed::start_with(&[("RUST_LOG", "info,sqlx=trace")]).await;
    let table = observed.table().await;
    let mut lock = observed.processes.session().await;
    let mut session = observed.processes.session().await;
    sqlx::raw_sql("BEGIN; SELECT 1 FROM games FOR UPDATE")
        .execute(&mut lock)
        .await
        .expect("a lock");
    let caller = Caller::new(true);
    let played = observed.http.send(caller.of(turn(&table, "d6")));
    let released = async {
        until_waiting(&mut session, 1).await;
        sqlx::raw_sql("SELECT pg_sleep(1.1); ROLLBACK")
            .execute(&mut lock)
            .await
            .expect("the lock is released");
    };
    let (answer, ()) = tokio::join!(played, released);
    answer.expect(200);

    let printed = observed.processes.printed();
    let lines = parsed(&printed);
    let slow = lines.iter().find(|line| {
        line["message"] == SLOW
            && line["trace_id"] == caller.trace.as_str()
            && line["operation"] == "UPDATE"
    });
    let slow = slow.unwrap_or_else(|| panic!("nothing is said of it: {printed}"));
    assert_eq!(slow["table"], "games", "{slow}");
    assert!(slow["seconds"].as_f64().expect("seconds") > 1.0, "{slow}");
    for text in ["sqlx::query", "RETURNING", " FROM games"] {
        assert!(!printed.contains(text), "{text}: {printed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_or_silent_fails_no_request_and_fills_no_log() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent_at = silent.local_addr().expect("bound");
    let away_at = TcpListener::bind("127.0.0.1:0").and_then(|gone| gone.local_addr());
    let away_at = away_at.expect("bound");
    for address in [silent_at, away_at] {
        let plan = Plan {
            variables: vec![
                ("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{address}")),
                ("OTEL_BSP_SCHEDULE_DELAY", "20".to_owned()),
                ("OTEL_METRIC_EXPORT_INTERVAL", "50".to_owned()),
            ],
            ..Plan::default()
        };
        let processes = Processes::start(&plan).await;
        let http = Http::new(processes.gateway_url());
        let started = std::time::Instant::now();
        for _ in 0..50 {
            let mut table = Table::open(&http, &json!({"variant": "nine"})).await;
            for turn in ["d6", "f4", "d2", "b4"] {
                table.play(turn).await;
            }
        }
        let lines = parsed(&processes.printed());
        let about_export = lines.iter().filter(|line| {
            let target = line["target"].as_str();
            target.is_some_and(|target| target.starts_with("opentelemetry"))
        });
        // Two processes, a line in ten seconds each.
        let allowed = 2 * (1 + started.elapsed().as_secs() / 10) + 2;
        let count = about_export.count();
        assert!(
            count as u64 <= allowed,
            "{address}: {count} lines: {lines:#?}"
        );
    }
}
