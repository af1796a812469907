//! The page about telemetry says what there is, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::json;

use super::{Observed, turn};
use crate::support::application::key_of_application;
use crate::support::http::Call;

/// The label that only failures have.
const ON_FAILURE: &str = "error.type";

/// The page's table of metrics: name, unit and labels.
fn documented() -> BTreeMap<String, (String, BTreeSet<String>)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/telemetry.md");
    let page = fs::read_to_string(page).expect("the page");
    let words = |cell: &str| -> Vec<String> {
        let quoted = cell.split('`').skip(1).step_by(2);
        quoted.map(str::to_owned).collect()
    };
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| metric |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    table
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, name, unit, labels, _, _] = cells[..] else {
                panic!("not four cells: {line}")
            };
            let name = words(name).remove(0);
            let unit = words(unit).remove(0);
            (name, (unit, words(labels).into_iter().collect()))
        })
        .collect()
}

/// Does a little of everything that is measured.
async fn use_everything(observed: &Observed) {
    let mut table = observed.table().await;
    let mut stream = observed.http.events(Call::get(table.path("/events"))).await;
    table.play("d6").await;
    observed.http.send(turn(&table, "d6")).await;
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
    observed.http.send(resign).await.expect(200);
    while stream.next().await.is_some() {}
    let batch = Call::post("/v1/rules/check-turns", &json!({})).header("x-nothing", "");
    observed.http.send(batch).await;
    // A message that goes nowhere is a try too.
    let key = key_of_application(observed.processes.database_url(), "measured").await;
    let calls = [
        (
            "/v1/application/webhooks",
            json!({"url": "https://localhost/"}),
        ),
        ("/v1/games", json!({"variant": "nine", "seat": "both"})),
    ];
    for (path, body) in calls {
        let call = Call::post(path, &body).header("x-api-key", &key);
        observed.http.send(call).await.expect(201);
    }
    let variants = || Call::get("/v1/variants").token(&table.white);
    observed.http.send(variants()).await.expect(200);
    observed.http.send(variants()).await.expect(429);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_names_every_metric_with_its_unit_and_labels() {
    let observed = Observed::start_with(&[
        ("MOELLE_RATE_LIMITS", "true"),
        ("MOELLE_SEAT_RULES_PER_MINUTE", "1"),
        ("MOELLE_PURGE_SWEEP_MS", "1000"),
    ])
    .await;
    use_everything(&observed).await;
    let documented = documented();
    assert!(!documented.is_empty(), "the page has no table of metrics");
    let collector = &observed.collector;
    let missing = || {
        let exported = collector.metrics();
        let names = documented.keys().cloned();
        let missing = names.filter(|name| !exported.contains_key(name));
        missing.collect::<Vec<String>>()
    };
    let all_came = collector.until(|| missing().is_empty()).await;
    assert!(all_came, "on the page only: {:?}", missing());
    let exported = collector.metrics();
    let undocumented: Vec<_> = exported
        .keys()
        .filter(|name| !documented.contains_key(*name))
        .collect();
    assert!(undocumented.is_empty(), "not on the page: {undocumented:?}");
    for (name, (unit, labels)) in &documented {
        let metric = &exported[name];
        assert_eq!(metric.unit, *unit, "the unit of {name}");
        assert_ne!(metric.description, "", "{name}");
        let mut seen: BTreeSet<String> = metric.labels.keys().cloned().collect();
        if labels.contains(ON_FAILURE) {
            seen.insert(ON_FAILURE.to_owned());
        }
        assert_eq!(seen, *labels, "the labels of {name}");
    }
}
