//! The document of the API and the page to try it.

use std::collections::BTreeSet;

use prost::Message as _;
use prost_types::{FileDescriptorSet, MethodDescriptorProto};
use serde_json::Value;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;

/// Write it anew with `MOELLE_UPDATE=1 cargo test -p moelle-gateway the_document`.
#[test]
fn the_document_of_the_api_is_the_one_that_is_committed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let document = moelle_gateway::openapi_json();
    if std::env::var_os("MOELLE_UPDATE").is_some() {
        std::fs::write(path, &document).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(path).expect("the committed document");
    assert!(
        document == committed,
        "the API has changed: write openapi.json anew, and look at what is different"
    );
}

#[tokio::test]
async fn the_document_speaks_of_everything_that_is_served_under_v1() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let answer = gateway.http.send(Call::get("/openapi.json")).await;
    let document = answer.expect(200);
    assert_eq!(
        document["openapi"].as_str().map(|version| &version[..4]),
        Some("3.1.")
    );
    let paths = document["paths"].as_object().expect("paths");
    let mut operations = BTreeSet::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("an item") {
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            assert!(operations.insert(id), "{path} {method} twice");
            let responses = operation["responses"].as_object().expect("responses");
            for (status, response) in responses {
                let shared = response["$ref"].as_str().map(|reference| {
                    let pointer = reference.strip_prefix('#').expect("of this document");
                    document.pointer(pointer).expect("a response")
                });
                let response = shared.unwrap_or(response);
                assert!(
                    response["description"].is_string(),
                    "{path} {method} {status}"
                );
            }
        }
    }
    assert_eq!(operations.len(), 49, "{operations:?}");
    // Every reference leads somewhere.
    let text = answer.text();
    for reference in text.split("\"#/components/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        let place = format!("/components/{name}");
        assert!(document.pointer(&place).is_some(), "{name}");
    }
}

/// A file in `examples` that is named for the operation id gives them.
#[test]
fn every_call_and_every_failure_has_an_example() {
    let document: Value = serde_json::from_str(&moelle_gateway::openapi_json()).expect("JSON");
    let mut without = Vec::new();
    let operations = document["paths"].as_object().expect("paths").values();
    for operation in operations.flat_map(|item| item.as_object().expect("an item").values()) {
        let id = &operation["operationId"];
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|it| it["in"] == "path") {
            if parameter.get("example").is_none() && parameter["schema"].get("$ref").is_none() {
                without.push(format!("{id}: {}", parameter["name"]));
            }
        }
        let bodies = operation["responses"].as_object().expect("responses");
        let mut bodies: Vec<_> = bodies.iter().collect();
        let asked = "request".to_owned();
        bodies.extend(operation.get("requestBody").map(|body| (&asked, body)));
        for (name, body) in bodies {
            let contents = body.get("content").and_then(Value::as_object);
            for (form, content) in contents.into_iter().flatten() {
                if form != "image/png" && content.get("examples").is_none() {
                    without.push(format!("{id}: {name} as {form}"));
                }
            }
        }
    }
    assert_eq!(without, Vec::<String>::new());
    let examples = document["components"]["examples"]
        .as_object()
        .expect("examples");
    let reasons = &document["components"]["schemas"]["Reason"]["enum"];
    let reasons = reasons.as_array().expect("reasons").iter();
    let reasons: BTreeSet<_> = reasons.map(Value::as_str).collect();
    let shown: BTreeSet<_> = examples
        .values()
        .map(|it| it["value"]["reason"].as_str())
        .collect();
    assert_eq!(shown, reasons);
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let answer = gateway.http.send(Call::get("/docs")).await;
    assert_eq!((answer.status, answer.header("location")), (307, "/docs/"));
    let page = gateway.http.send(Call::get("/docs/")).await;
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-type").starts_with("text/html"),
        "{:?}",
        page.headers
    );
    assert!(
        page.header("content-security-policy")
            .contains("default-src 'none'")
    );
    let mut parts = 0;
    for attribute in ["src=\"", "href=\""] {
        for part in page.text().split(attribute).skip(1) {
            let part = part
                .split('"')
                .next()
                .expect("a value")
                .trim_start_matches("./");
            assert!(!part.contains("//"), "{part}");
            let answer = gateway.http.send(Call::get(format!("/docs/{part}"))).await;
            assert_eq!(answer.status, 200, "{part}");
            parts += 1;
        }
    }
    assert!(parts > 3);
    let initializer = gateway
        .http
        .send(Call::get("/docs/swagger-initializer.js"))
        .await;
    assert!(
        initializer.text().contains("\"/openapi.json\""),
        "{}",
        initializer.text()
    );
}

/// What gRPC alone offers, and why.
const WITHOUT_A_ROUTE: &[(&str, &str)] = &[
    (
        "WatchGame",
        "it is `list_events` with `Accept: text/event-stream`",
    ),
    (
        "NoteSpectators",
        "gateways tell each other by it how many watch",
    ),
];

#[test]
fn every_rpc_has_a_route_or_a_reason_to_have_none() {
    let document: Value = serde_json::from_str(&moelle_gateway::openapi_json()).expect("JSON");
    let operations = document["paths"].as_object().expect("paths").values();
    let operations: BTreeSet<_> = operations
        .flat_map(|item| item.as_object().expect("an item").values())
        .map(|operation| operation["operationId"].as_str().expect("an id"))
        .collect();
    let contract =
        FileDescriptorSet::decode(moelle_proto::FILE_DESCRIPTOR_SET).expect("descriptors");
    let files = contract
        .file
        .iter()
        .filter(|file| file.package() == "moelle.v1");
    let methods: Vec<_> = files
        .flat_map(|file| &file.service)
        .flat_map(|service| &service.method)
        .map(MethodDescriptorProto::name)
        .collect();
    for method in &methods {
        let excused = WITHOUT_A_ROUTE.iter().any(|(name, _)| name == method);
        let served = operations.contains(snake(method).as_str());
        assert!(
            served != excused,
            "{method}: route {served}, reason {excused}"
        );
    }
    for (name, _) in WITHOUT_A_ROUTE {
        assert!(methods.contains(name), "{name} is no RPC any more");
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
