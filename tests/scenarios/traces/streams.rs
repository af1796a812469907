//! Streams: a span is as long as its stream, and says how it ended.

use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use serde_json::json;

use super::{Caller, Observed, only};
use crate::support::http::Call;
use crate::support::table::Table;

const GATEWAY: &str = "moelle-gateway";
const GAME: &str = "moelle-game";
const ROUTE: &str = "GET /v1/games/{id}/events";
const WATCH: &str = "moelle.v1.GameService/WatchGame";

async fn resign(observed: &Observed, table: &Table) {
    let call = Call::post(table.path("/resign"), &json!({})).token(&table.white);
    let answer = observed.http.send(call).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_one_trace_as_long_as_it_is_open() {
    let observed = Observed::start().await;
    let mut table = observed.table().await;
    let caller = Caller::new(true);
    let call = caller.of(Call::get(table.path("/events")));
    let mut stream = observed.http.events(call).await;
    assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");
    let beginning = std::time::Instant::now();
    for turn in ["d6", "f4"] {
        table.play(turn).await;
        assert_eq!(stream.next().await.expect("an event").name, "event");
    }
    resign(&observed, &table).await;
    let open = beginning.elapsed();
    while stream.next().await.is_some() {}

    let spans = observed.trace(&caller.trace, &[ROUTE, WATCH, WATCH]).await;
    let http = only(&spans, GATEWAY, ROUTE);
    let client = only(&spans, GATEWAY, WATCH);
    let server = only(&spans, GAME, WATCH);
    assert_eq!(http.parent(), caller.span);
    assert_eq!(client.parent(), http.id());
    assert_eq!(server.parent(), client.id());
    for span in [http, client, server] {
        let name = span.name();
        assert!(span.duration() >= open, "{name}: {:?}", span.duration());
        assert_eq!(span.status(), StatusCode::Unset, "{name}");
        assert_eq!(span.attribute("error.type"), "", "{name}");
    }
    assert_eq!(http.attribute("http.response.status_code"), "200");
    assert_eq!(http.attribute("moelle.stream.end"), "game_over");
    // Whether the last client goes before the game service has said that there is no more is a race.
    for span in [client, server] {
        let status = span.attribute("rpc.response.status_code");
        assert!(["OK", "CANCELLED"].contains(&status.as_str()), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_whose_reader_goes_is_no_failure() {
    let observed = Observed::start().await;
    let table = observed.table().await;
    let caller = Caller::new(true);
    let call = caller.of(Call::get(table.path("/events")));
    let mut stream = observed.http.events(call).await;
    stream.next().await.expect("a snapshot");
    drop(stream);
    let spans = observed.trace(&caller.trace, &[ROUTE, WATCH, WATCH]).await;
    for (service, name) in [(GATEWAY, ROUTE), (GATEWAY, WATCH), (GAME, WATCH)] {
        let span = only(&spans, service, name);
        assert_eq!(span.status(), StatusCode::Unset, "{service} {name}");
        assert_eq!(span.attribute("error.type"), "", "{service} {name}");
    }
    let http = only(&spans, GATEWAY, ROUTE);
    assert_eq!(http.attribute("moelle.stream.end"), "reader_gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_breaks_off_is_an_error() {
    let observed = Observed::start().await;
    let table = observed.table().await;
    let caller = Caller::new(true);
    let call = caller.of(Call::get(table.path("/events")));
    let mut stream = observed.http.events(call).await;
    stream.next().await.expect("a snapshot");
    observed.processes.kill(0);
    while stream.next().await.is_some() {}
    let spans = observed.trace(&caller.trace, &[ROUTE, WATCH]).await;
    let http = only(&spans, GATEWAY, ROUTE);
    assert_eq!(http.status(), StatusCode::Error);
    assert_eq!(http.attribute("moelle.stream.end"), "interrupted");
    assert_eq!(http.attribute("error.type"), "unavailable");
    let client = only(&spans, GATEWAY, WATCH);
    assert_eq!(client.status(), StatusCode::Error);
}
