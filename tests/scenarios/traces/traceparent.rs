//! The context of callers: honoured, ignored where it is malformed, and given back with every
//! answer.

use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use serde_json::json;
use tonic::Request;

use super::{Caller, Observed, parts, turn};
use crate::support::http::Call;

#[tokio::test(flavor = "multi_thread")]
async fn what_the_caller_does_not_sample_is_not_exported() {
    let observed = Observed::start().await;
    let mut table = observed.table().await;
    let unsampled = Caller::new(false);
    let answer = observed.http.send(unsampled.of(turn(&table, "d6"))).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let (trace, _, flags) = parts(answer.header("traceparent"));
    assert_eq!((trace, flags.as_str()), (unsampled.trace.clone(), "00"));
    table.game = answer.json()["game"].clone();

    // Both services export in order, so what comes after has come after.
    let sampled = Caller::new(true);
    observed.http.send(sampled.of(turn(&table, "f4"))).await;
    let play = "moelle.v1.GameService/PlayTurn";
    let names = ["POST /v1/games/{id}/turns", play, play];
    observed.trace(&sampled.trace, &names).await;
    let mut spans = observed.collector.spans();
    spans.retain(|span| span.trace() == unsampled.trace);
    assert!(spans.is_empty(), "{spans:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_context_is_ignored() {
    let observed = Observed::start().await;
    let given = uuid::Uuid::new_v4().simple().to_string();
    for header in [
        "garbage".to_owned(),
        format!("00-{given}-00f067aa0ba902b7"),
        format!("00-{given}-00f067aa0ba902b7-01-more"),
        format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
        format!("00-{given}-{}-01", "0".repeat(16)),
        format!("ff-{given}-00f067aa0ba902b7-01"),
        format!("00-{}X-00f067aa0ba902b7-01", &given[..31]),
    ] {
        let call = Call::get("/v1/variants/nine").header("traceparent", &header);
        let answer = observed.http.send(call).await;
        assert_eq!(answer.status, 200, "{header}");
        let (trace, _, flags) = parts(answer.header("traceparent"));
        assert_ne!(trace, given, "{header}");
        assert_eq!(flags, "01", "{header}");
        let get = "moelle.v1.RulesService/GetVariant";
        let spans = observed
            .trace(&trace, &["GET /v1/variants/{id}", get, get])
            .await;
        let roots = spans.iter().filter(|span| span.parent().is_empty());
        assert_eq!(roots.count(), 1, "{header}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_rest_carries_its_context() {
    let observed = Observed::start().await;
    let mut table = observed.table().await;
    let refused = turn(&table, "d6xa7");
    let json = json!({"position": "x"});
    for (call, status) in [
        (Call::get("/v1/variants"), 200),
        (Call::get("/v1/no/such/route"), 404),
        (Call::get("/"), 200),
        (Call::get("/openapi.json"), 200),
        (Call::get("/livez"), 200),
        (Call::get("/v1/games/0000000000000000000000"), 404),
        (Call::delete("/v1/variants"), 405),
        (Call::post("/v1/rules/check-turn", &json), 400),
        (
            Call::post(
                "/v1/rules/check-turn",
                &json!({"position": "x".repeat(100_000)}),
            ),
            413,
        ),
        (Call::get("/v1/variants").header("accept", "text/html"), 406),
        (refused, 422),
        (Call::post(table.path("/resign"), &json!({})), 401),
    ] {
        let answer = observed.http.send(call).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        let (trace, _, _) = parts(answer.header("traceparent"));
        if answer.header("content-type") == "application/problem+json" {
            assert_eq!(answer.json()["traceId"], trace, "{}", answer.text);
        }
    }
    table.play("d6").await;
    let stream = observed.http.events(Call::get(table.path("/events"))).await;
    assert_eq!(stream.status(), 200);
    parts(stream.header("traceparent"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_grpc_carries_its_context() {
    let observed = Observed::start().await;
    let table = observed.table().await;
    let channel = observed.processes.channel(0);
    let mut games = GameServiceClient::new(channel.clone());
    let caller = Caller::new(true);
    let traced = |message| {
        let mut request = Request::new(message);
        let header = caller.header.parse().expect("a header");
        request.metadata_mut().insert("traceparent", header);
        request
    };
    let trace_of = |metadata: &tonic::metadata::MetadataMap| {
        let header = metadata.get("traceparent").expect("a traceparent");
        parts(header.to_str().expect("ASCII")).0
    };
    let game = |game_id: &str| v1::GetGameRequest {
        game_id: game_id.to_owned(),
    };
    let found = games
        .get_game(traced(game(&table.id)))
        .await
        .expect("there");
    assert_eq!(trace_of(found.metadata()), caller.trace);
    let failed = games.get_game(traced(game("none"))).await;
    let failed = failed.expect_err("no game");
    assert_eq!(trace_of(failed.metadata()), caller.trace);

    let mut request = Request::new(v1::WatchGameRequest {
        game_id: table.id.clone(),
        ..v1::WatchGameRequest::default()
    });
    let header = caller.header.parse().expect("a header");
    request.metadata_mut().insert("traceparent", header);
    let watching = games.watch_game(request).await.expect("a stream");
    assert_eq!(trace_of(watching.metadata()), caller.trace);

    let mut unknown = tonic::client::Grpc::new(channel);
    unknown.ready().await.expect("a connection");
    let path = http::uri::PathAndQuery::from_static("/moelle.v1.GameService/Cheat");
    let codec = tonic_prost::ProstCodec::<v1::GetGameRequest, v1::GetGameResponse>::default();
    let refused = unknown.unary(traced(game("none")), path, codec).await;
    let refused = refused.expect_err("no such method");
    assert_eq!(refused.code(), tonic::Code::Unimplemented);
    assert_eq!(trace_of(refused.metadata()), caller.trace);
}
