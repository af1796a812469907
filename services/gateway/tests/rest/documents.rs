//! The document of the API and the page to try it.

use std::collections::BTreeSet;

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
            let problem = &responses["default"]["content"]["application/problem+json"];
            assert_eq!(
                problem["schema"]["$ref"], "#/components/schemas/Problem",
                "{path}"
            );
            for (status, response) in responses {
                assert_ne!(
                    response["description"],
                    Value::Null,
                    "{path} {method} {status}"
                );
            }
        }
    }
    assert_eq!(operations.len(), 40, "{operations:?}");
    // Every reference leads somewhere.
    let text = answer.text();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(
            document["components"]["schemas"].get(name).is_some(),
            "{name}"
        );
    }
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
