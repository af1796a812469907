//! One call over REST is one trace, from the caller to the statements.

use opentelemetry_proto::tonic::trace::v1::{span::SpanKind, status::StatusCode};
use serde_json::json;

use super::{Caller, Observed, only, parts, turn};
use crate::support::http::Call;

const GATEWAY: &str = "moelle-gateway";
const GAME: &str = "moelle-game";
const ROUTE: &str = "POST /v1/games/{id}/turns";
const PLAY: &str = "moelle.v1.GameService/PlayTurn";

#[tokio::test(flavor = "multi_thread")]
async fn one_turn_is_one_trace_from_the_caller_to_the_statements() {
    let observed = Observed::start().await;
    let table = observed.table().await;
    let caller = Caller::new(true);
    let call = caller
        .of(turn(&table, "d6"))
        .header("tracestate", "vendor=1,other=2");
    let answer = observed.http.send(call).await;
    assert_eq!(answer.status, 200, "{}", answer.text);

    let statements = ["SELECT games", "UPDATE games", "NOTIFY moelle_games"];
    let names = [&[ROUTE, PLAY, PLAY][..], &statements].concat();
    let spans = observed.trace(&caller.trace, &names).await;
    assert_eq!(spans.len(), 6, "{spans:#?}");
    let http = only(&spans, GATEWAY, ROUTE);
    let client = only(&spans, GATEWAY, PLAY);
    let server = only(&spans, GAME, PLAY);
    assert_eq!(http.kind(), SpanKind::Server);
    assert_eq!(client.kind(), SpanKind::Client);
    assert_eq!(server.kind(), SpanKind::Server);
    assert_eq!(http.parent(), caller.span);
    assert_eq!(client.parent(), http.id());
    assert_eq!(server.parent(), client.id());
    for name in statements {
        let statement = only(&spans, GAME, name);
        assert_eq!(statement.kind(), SpanKind::Client, "{name}");
        assert_eq!(statement.parent(), server.id(), "{name}");
    }
    for span in &spans {
        assert_eq!(span.status(), StatusCode::Unset, "{}", span.name());
        assert_eq!(span.attribute("moelle.refusal"), "", "{}", span.name());
        assert_eq!(span.span.trace_state, "vendor=1,other=2", "{}", span.name());
    }
    let (trace, span, flags) = parts(answer.header("traceparent"));
    assert_eq!(
        (trace, span, flags.as_str()),
        (http.trace(), http.id(), "01")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn spans_say_what_the_conventions_ask_for() {
    let observed = Observed::start().await;
    let table = observed.table().await;
    let caller = Caller::new(true);
    let answer = observed.http.send(caller.of(turn(&table, "d6"))).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let names = [ROUTE, PLAY, PLAY, "SELECT games", "UPDATE games"];
    let spans = observed.trace(&caller.trace, &names).await;
    let path = table.path("/turns");
    for (service, name, attributes) in [
        (
            GATEWAY,
            ROUTE,
            vec![
                ("http.request.method", "POST"),
                ("http.route", "/v1/games/{id}/turns"),
                ("http.response.status_code", "200"),
                ("url.path", path.as_str()),
                ("url.scheme", "http"),
                ("error.type", ""),
            ],
        ),
        (
            GATEWAY,
            PLAY,
            vec![
                ("rpc.system.name", "grpc"),
                ("rpc.method", PLAY),
                ("rpc.response.status_code", "OK"),
                ("server.address", "127.0.0.1"),
            ],
        ),
        (
            GAME,
            PLAY,
            vec![
                ("rpc.system.name", "grpc"),
                ("rpc.method", PLAY),
                ("rpc.response.status_code", "OK"),
                ("moelle.game.id", table.id.as_str()),
            ],
        ),
        (
            GAME,
            "UPDATE games",
            vec![
                ("db.system.name", "postgresql"),
                ("db.operation.name", "UPDATE"),
                ("db.collection.name", "games"),
                ("server.address", "127.0.0.1"),
                ("error.type", ""),
            ],
        ),
    ] {
        let span = only(&spans, service, name);
        for (key, expected) in attributes {
            assert_eq!(span.attribute(key), expected, "{key} of {name}: {span:#?}");
        }
        if name == "UPDATE games" {
            assert_ne!(span.attribute("db.namespace"), "");
            assert_ne!(span.attribute("server.port"), "");
            assert_eq!(span.attribute("db.query.text"), "");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_turn_and_a_lost_race_leave_the_status_unset_and_say_why() {
    let observed = Observed::start().await;
    let mut table = observed.table().await;
    table.play("d6").await;
    let stale = json!({"turn": "f4", "revision": table.revision() - 1});
    let stale = Call::post(table.path("/turns"), &stale).token(table.token());
    for (call, status, reason) in [
        (turn(&table, "d6"), 422, "point_occupied"),
        (stale, 409, "stale_revision"),
    ] {
        let caller = Caller::new(true);
        observed
            .http
            .send(caller.of(call))
            .await
            .problem(status, reason);
        let spans = observed.trace(&caller.trace, &[ROUTE, PLAY, PLAY]).await;
        for (service, name) in [(GATEWAY, ROUTE), (GAME, PLAY)] {
            let span = only(&spans, service, name);
            assert_eq!(span.status(), StatusCode::Unset, "{reason}: {name}");
            assert_eq!(span.attribute("moelle.refusal"), reason, "{name}");
            assert_eq!(span.attribute("error.type"), "", "{reason}: {name}");
        }
    }
}
