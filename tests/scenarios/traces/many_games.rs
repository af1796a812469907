//! However many games there are, names and labels are few.

use std::collections::BTreeSet;

use futures::StreamExt as _;
use serde_json::json;

use super::Observed;
use crate::support::collector::Exported;
use crate::support::http::Call;
use crate::support::table::Table;

const GAMES: usize = 1_000;
/// Games that are played at once.
const AT_ONCE: usize = 8;
/// Longer than any of them waits for the database, however busy the machine is.
const PATIENCE: [(&str, &str); 1] = [("MOELLE_DATABASE_ACQUIRE_TIMEOUT_MS", "60000")];
const NAMES_MAX: usize = 30;
/// The calls of one game.
const CALLS: usize = 8;

/// Plays a short game with every kind of call, and gives the id.
async fn play(observed: &Observed, number: usize) -> String {
    let variant = ["nine", "six", "twelve"][number % 3];
    let request = json!({"variant": variant, "names": {"white": format!("Player {number}")}});
    let mut table = Table::open(&observed.http, &request).await;
    let legal = json!({"variant": variant, "position": table.position()});
    let legal = Call::post("/v1/rules/legal-turns", &legal);
    let legal = observed.http.send(legal).await.expect(200);
    let turn = legal["turns"][number % 7].as_str().expect("a turn");
    table.play(turn).await;
    let refused = table.send(turn).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    let answer = observed.http.send(Call::get(table.path(""))).await;
    assert_eq!(answer.status, 200);
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
    assert_eq!(observed.http.send(resign).await.status, 200);
    let unknown = format!("/v1/games/{}/unknown/{number}", table.id);
    assert_eq!(observed.http.send(Call::get(unknown)).await.status, 404);
    table.id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_games_make_few_names_and_no_id_is_in_any() {
    let observed = Observed::start_with(&PATIENCE).await;
    let ids: BTreeSet<String> = futures::stream::iter(0..GAMES)
        .map(|number| play(&observed, number))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    assert_eq!(ids.len(), GAMES);
    let collector = &observed.collector;
    let all_came = collector.until(|| collector.roots() >= CALLS * GAMES).await;
    assert!(all_came, "{} traces", collector.roots());
    let spans = collector.spans();
    let names: BTreeSet<&str> = spans.iter().map(Exported::name).collect();
    assert!(
        names.len() <= NAMES_MAX,
        "{} names: {names:#?}",
        names.len()
    );
    for name in &names {
        assert_no_id(name, &ids);
    }
    let metrics = observed.collector.metrics();
    for name in ["http.server.request.duration", "moelle.turns.accepted"] {
        assert!(metrics.contains_key(name), "{metrics:#?}");
    }
    for (name, metric) in &metrics {
        for (label, values) in &metric.labels {
            let few = values.len() <= NAMES_MAX;
            assert!(few, "{label} of {name}: {values:#?}");
            for value in values {
                assert_no_id(value, &ids);
            }
        }
    }
}

/// No word of the text is the id of a game or looks like one, like a UUID or a number that counts.
#[track_caller]
fn assert_no_id(text: &str, ids: &BTreeSet<String>) {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    for word in words {
        assert!(!ids.contains(word), "{text}");
        assert!(word.len() < 22, "{text}");
        let is_number = word.len() > 3 && word.chars().all(|letter| letter.is_ascii_digit());
        assert!(!is_number || text.parse::<u16>().is_ok(), "{text}");
    }
}
