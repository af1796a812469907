//! Who calls too often.

use std::net::IpAddr;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Method};
use moelle_rates::{Caller, Class};
use tonic::metadata::MetadataValue;

use crate::Problem;
use crate::extract::{Acceptable, api_key, bearer};
use crate::games::EVENT_STREAM;
use crate::gateway::{Gateway, too_many};
use crate::guard::JSON;

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Notes whom a request counts for, and refuses it where that is one too many.
pub(crate) async fn limited(
    State(gateway): State<Gateway>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(caller) = caller(&gateway, &request) else {
        return next.run(request).await;
    };
    request.extensions_mut().insert(caller);
    let path = request.extensions().get::<MatchedPath>();
    let class = path.and_then(|path| class(request.method(), path.as_str(), request.headers()));
    let Some(class) = class else {
        return next.run(request).await;
    };
    match gateway.rates().admit(&caller, class) {
        Ok(admission) => {
            let mut response = next.run(request).await;
            admission.tell(response.headers_mut());
            response
        }
        Err(refusal) => {
            let mut response = Problem::from(too_many(&refusal)).into_response();
            refusal.tell(response.headers_mut());
            response
        }
    }
}

fn caller(gateway: &Gateway, request: &Request) -> Option<Caller> {
    let Peer(peer) = *request.extensions().get()?;
    let headers = request.headers();
    let trusted = gateway.rates().trusted();
    let address = trusted.caller(peer, headers, gateway.forwarded_by());
    let token = bearer(headers);
    let token = token.as_ref().map(MetadataValue::as_bytes);
    let caller = Caller::at(address.unwrap_or(peer)).with_token(token);
    let key = api_key(headers);
    let key = key.as_ref().map(MetadataValue::as_bytes);
    Some(gateway.rates().with_key(caller, key))
}

/// What a request to a route does. `None`: it is for everybody, such as health and the page.
fn class(method: &Method, route: &str, headers: &HeaderMap) -> Option<Class> {
    let call = route.strip_prefix("/v1/")?;
    let reads = method == Method::GET || method == Method::HEAD;
    let class = match call {
        "events" | "rules/check-turns" => Class::Stream,
        "games/{id}/events" if Acceptable::of(headers).prefers(EVENT_STREAM, JSON) => Class::Stream,
        "games/import" | "games/{id}/invitations" | "games/{id}/reissue" => Class::Create,
        "games" if !reads => Class::Create,
        _ if is_within(call, "rules") => Class::Rules,
        _ if is_within(call, "variants") || is_within(call, "lessons") => Class::Rules,
        _ if reads => Class::Read,
        _ => Class::Change,
    };
    Some(class)
}

fn is_within(call: &str, part: &str) -> bool {
    call.split('/').next() == Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_of_the_api_is_limited_and_nothing_else_is() {
        let operations = crate::routes::operations();
        for (path, _) in operations.paths.paths {
            let class = class(&Method::GET, &path, &HeaderMap::new());
            assert_eq!(class.is_some(), path.starts_with("/v1/"), "{path}");
        }
    }

    #[test]
    fn a_request_is_of_the_class_of_what_it_does() {
        let (get, post) = (Method::GET, Method::POST);
        for (method, route, accept, expected) in [
            (&get, "/v1/games", "", Some(Class::Read)),
            (&post, "/v1/games", "", Some(Class::Create)),
            (&post, "/v1/games/import", "", Some(Class::Create)),
            (&get, "/v1/games/{id}", "", Some(Class::Read)),
            (&get, "/v1/games/{id}/record", "", Some(Class::Read)),
            (&get, "/v1/games/{id}/board.svg", "", Some(Class::Read)),
            (&get, "/v1/games/{id}/events", "", Some(Class::Read)),
            (
                &get,
                "/v1/games/{id}/events",
                "text/event-stream",
                Some(Class::Stream),
            ),
            (&get, "/v1/events", "text/event-stream", Some(Class::Stream)),
            (&post, "/v1/games/{id}/turns", "", Some(Class::Change)),
            (&post, "/v1/games/{id}/join", "", Some(Class::Change)),
            (&post, "/v1/games/{id}/rematch", "", Some(Class::Change)),
            (&post, "/v1/games/{id}/invitations", "", Some(Class::Create)),
            (&post, "/v1/games/{id}/reissue", "", Some(Class::Create)),
            (&get, "/v1/variants/{id}", "", Some(Class::Rules)),
            (&post, "/v1/rules/legal-turns", "", Some(Class::Rules)),
            (&post, "/v1/rules/check-turns", "", Some(Class::Stream)),
            (&get, "/v1/lessons/{id}", "", Some(Class::Rules)),
            (&get, "/readyz", "", None),
            (&get, "/play/{id}", "", None),
            (&get, "/page/{version}/{*name}", "", None),
        ] {
            let mut headers = HeaderMap::new();
            if !accept.is_empty() {
                headers.insert("accept", accept.parse().expect("a header"));
            }
            assert_eq!(class(method, route, &headers), expected, "{route} {accept}");
        }
    }
}
