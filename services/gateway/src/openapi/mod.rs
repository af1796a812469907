//! The document of the API, in `OpenAPI` 3.1.

mod choices;
mod examples;

use std::collections::BTreeMap;

use moelle_proto::error::ErrorCode;
use serde_json::{Map, Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::routes;
use crate::{FieldProblem, PROBLEM_JSON, ProblemDocument};

const DESCRIPTION: &str = "\
Mill games (nine men's morris and its family): the rules as a service, and games as a service.

Every failure is `application/problem+json`; machines read its `reason`, and `GET /problems` lists \
them all. Texts for people come in the language of `Accept-Language`: English, Danish, Norwegian or \
German.

Seats and owners are known by tokens, sent as `Authorization: Bearer`; a token is shown once, in the \
answer that hands it out. Changes take an `Idempotency-Key`, which makes retries safe. An id that no \
game can have is answered as one that no game has: 404.

Bodies may have 64 KiB; a replay, a record to import and the lines of `check-turns` 2 MiB. Fields that are not known are \
refused.

Callers are limited by their address, their token and their application's key. Answers tell what is left in \
`RateLimit` and `RateLimit-Policy`; a request too many is answered 429, and `Retry-After` says when to \
come back.";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Mølle", description = DESCRIPTION),
    tags(
        (name = "rules", description = "Questions about the rules. Nothing is stored and no token is needed."),
        (name = "variants", description = "The variants and how they differ."),
        (name = "lessons", description = "A guide in steps, with tasks that are checked."),
        (name = "games", description = "Stored games."),
        (name = "application", description = "Webhooks of the application whose key comes along, and what they were told."),
        (name = "problems", description = "What can go wrong."),
        (name = "health", description = "Whether the service runs and is ready."),
    ),
    components(schemas(ProblemDocument, FieldProblem)),
)]
struct Document;

/// The document of the API as JSON, its keys in a fixed order.
#[must_use]
pub fn openapi_json() -> String {
    let mut document = serde_json::to_value(document()).unwrap_or_default();
    for (path, item) in document["paths"].as_object_mut().into_iter().flatten() {
        let operations = item.as_object_mut().into_iter().flat_map(Map::values_mut);
        for operation in operations {
            complete(operation);
            if path.starts_with("/v1/") && operation["responses"].get("429").is_none() {
                operation["responses"]["429"] = json!({"$ref": "#/components/responses/TooMany"});
            }
        }
    }
    choices::simplify(&mut document);
    document["components"]["responses"] = json!({"Problem": problem(), "TooMany": too_many()});
    document["components"]["examples"] = examples::of_failures().into();
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn document() -> OpenApi {
    let mut document = Document::openapi();
    document.merge(routes::operations());
    if let Some(components) = &mut document.components {
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a seat, or of a game's owner."));
        components.add_security_scheme("token", SecurityScheme::Http(token.build()));
        let key = ApiKeyValue::with_description(
            "x-api-key",
            "The key of an application, which creates games and sees its own. A service may be set to \
             need one for creating, importing and listing games. A key that does not work is refused \
             everywhere: `api_key_unknown`, `api_key_expired` or `api_key_revoked`.",
        );
        components.add_security_scheme("apiKey", SecurityScheme::ApiKey(ApiKey::Header(key)));
    }
    document
}

/// Adds what the code beside the handler does not say of an operation.
fn complete(operation: &mut Value) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let examples = examples::of_call(id).unwrap_or_default();
    let parameters = operation.get_mut("parameters");
    for parameter in parameters
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        complete_parameter(parameter);
    }
    if let Some(body) = operation.get_mut("requestBody") {
        add_examples(body, &examples.requests);
    }
    let mut refused: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    for code in examples
        .refusals
        .iter()
        .filter_map(|it| ErrorCode::find(it))
    {
        refused.entry(code.http()).or_default().push(code);
    }
    if operation["responses"].get("412").is_some() {
        refused.insert(412, vec![ErrorCode::StaleRevision]);
    }
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, codes) in refused {
        let response = responses.entry(status.to_string()).or_insert_with(|| {
            let titles: Vec<_> = codes.iter().map(|code| code.title()).collect();
            json!({"description": format!("{}.", titles.join("; "))})
        });
        let named =
            |code: &ErrorCode| (code.reason().to_owned(), examples::reference(code.reason()));
        response["content"] = problems(&codes.iter().map(named).collect());
    }
    for (status, answers) in &examples.answers {
        if let Some(response) = responses.get_mut(status) {
            add_examples(response, answers);
        }
    }
    for response in responses.values_mut() {
        if let Some(picture) = response.pointer_mut("/content/image~1png/schema") {
            picture["format"] = json!("binary");
        }
    }
    responses.insert(
        "default".to_owned(),
        json!({"$ref": "#/components/responses/Problem"}),
    );
}

/// A parameter that is given has a value, and the same name means the same everywhere.
fn complete_parameter(parameter: &mut Value) {
    let kind = parameter["schema"].get_mut("type");
    if let Some(kind) = kind
        && let Some(types) = kind.as_array_mut()
    {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            *kind = only.clone();
        }
    }
    let example = match parameter["name"].as_str().unwrap_or_default() {
        "id" => json!("1BqkzVJm2xXQnS7TjGzR9a"),
        "Idempotency-Key" => json!("0b6f4d0e-6f0c-4f5e-9a53-3a9a3f6b1c55"),
        "If-Match" | "If-None-Match" => json!("\"12\""),
        "Last-Event-ID" | "after" | "revision" => json!(12),
        "createdFrom" | "createdBefore" => json!("2026-03-01T12:00:00Z"),
        _ => return,
    };
    if parameter.get("example").is_none() {
        parameter["example"] = example;
    }
}

/// Adds examples to the forms of a body that they are written in. Of a body in lines or events the
/// schema is that of one of them: the body itself is a text.
fn add_examples(body: &mut Value, named: &BTreeMap<String, Value>) {
    let contents = body.get_mut("content").and_then(Value::as_object_mut);
    for (form, content) in contents.into_iter().flatten() {
        let is_json = form == "application/json";
        if !is_json && content["schema"].get("$ref").is_some() {
            content["x-item-schema"] = content["schema"].take();
            content["schema"] = json!({"type": "string"});
        }
        let fitting: Map<_, _> = named
            .iter()
            .filter(|(_, value)| value.is_string() != is_json)
            .map(|(name, value)| {
                (
                    name.clone(),
                    examples::example(&name.replace('_', " "), value),
                )
            })
            .collect();
        if !fitting.is_empty() {
            content["examples"] = fitting.into();
        }
    }
}

/// What every call that is limited may answer.
fn too_many() -> Value {
    let header = |about: &str| json!({"description": about, "schema": {"type": "string"}});
    let code = ErrorCode::TooMany.reason();
    let named = Map::from_iter([(code.to_owned(), examples::reference(code))]);
    json!({
        "description": "The caller has made as many requests as it may for now, or holds as many streams open.",
        "headers": {
            "Retry-After": header("After how many seconds there is room again."),
            "RateLimit-Policy": header("The limits that such requests count for."),
            "RateLimit": header("What is left of them, and when they are whole again."),
        },
        "content": problems(&named),
    })
}

/// What every operation may answer beside what it says itself.
fn problem() -> Value {
    let all =
        ErrorCode::all().map(|code| (code.reason().to_owned(), examples::reference(code.reason())));
    json!({
        "description": "Any failure.",
        "headers": {
            "Retry-After": {
                "description": "Seconds after which to try again; always with 429 and 503.",
                "schema": {"type": "integer", "minimum": 1},
            },
        },
        "content": problems(&all.collect()),
    })
}

fn problems(examples: &Map<String, Value>) -> Value {
    let schema = json!({"$ref": "#/components/schemas/Problem"});
    json!({PROBLEM_JSON: {"schema": schema, "examples": examples}})
}
