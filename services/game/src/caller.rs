//! What a caller says beside its message: its language, its token, and the key of its application.

use http::HeaderMap;
use moelle_games::{Credentials, Secret};
use moelle_words::Language;
use tonic::Request;
use tonic::metadata::MetadataMap;

use crate::keys;

/// The language to answer in, by the `accept-language` metadata.
pub(crate) fn language(metadata: &MetadataMap) -> Language {
    language_of(metadata.as_ref())
}

/// The same of headers that no message has been read with yet.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    let header = headers
        .get("accept-language")
        .and_then(|value| value.to_str().ok());
    header.map_or(Language::English, Language::negotiate)
}

/// The token of the `authorization` metadata, and the application of the key that was checked. A token
/// that cannot be read is as good as none.
pub(crate) fn credentials<Q>(request: &Request<Q>) -> Credentials {
    Credentials {
        token: bearer(request.metadata()),
        application: keys::application(request.extensions()),
    }
}

fn bearer(metadata: &MetadataMap) -> Option<Secret> {
    let header = metadata.get("authorization")?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        token.trim().parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(key: &'static str, value: &str) -> MetadataMap {
        let mut metadata = MetadataMap::new();
        metadata.insert(key, value.parse().expect("metadata"));
        metadata
    }

    #[test]
    fn the_language_is_negotiated() {
        assert_eq!(language(&MetadataMap::new()), Language::English);
        let metadata = with("accept-language", "fr, da;q=0.8");
        assert_eq!(language(&metadata), Language::Danish);
    }

    #[test]
    fn a_token_is_a_bearer_token_of_the_right_form() {
        let secret = Secret::from_bytes([7; 32]);
        for (header, expected) in [
            (format!("Bearer {secret}"), Some(&secret)),
            (format!("bearer {secret}"), Some(&secret)),
            (format!("Basic {secret}"), None),
            (secret.to_string(), None),
            ("Bearer abc".to_owned(), None),
            ("Bearer".to_owned(), None),
        ] {
            let mut request = Request::new(());
            *request.metadata_mut() = with("authorization", &header);
            let credentials = credentials(&request);
            assert_eq!(credentials.token.as_ref(), expected, "{header}");
        }
    }
}
