//! The document of the API, in `OpenAPI` 3.1.

use utoipa::OpenApi as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, PathItem, Ref, RefOr, Response, ResponseBuilder};

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
refused.";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Mølle", description = DESCRIPTION),
    tags(
        (name = "rules", description = "Questions about the rules. Nothing is stored and no token is needed."),
        (name = "variants", description = "The variants and how they differ."),
        (name = "lessons", description = "A guide in steps, with tasks that are checked."),
        (name = "games", description = "Stored games."),
        (name = "problems", description = "What can go wrong."),
        (name = "health", description = "Whether the service runs and is ready."),
    ),
    components(schemas(ProblemDocument, FieldProblem)),
)]
struct Document;

/// The document of the API as JSON, its keys in a fixed order.
#[must_use]
pub fn openapi_json() -> String {
    document().to_pretty_json().unwrap_or_default() + "\n"
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
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            operation
                .responses
                .responses
                .insert("default".to_owned(), RefOr::T(problem()));
        }
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.delete]
        .into_iter()
        .flatten()
}

/// What every operation may answer beside what it says itself.
fn problem() -> Response {
    let document = Ref::from_schema_name("Problem");
    ResponseBuilder::new()
        .description("Any failure.")
        .content(
            PROBLEM_JSON,
            ContentBuilder::new().schema(Some(document)).build(),
        )
        .build()
}
