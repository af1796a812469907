//! Who calls, and in which language they want to be answered.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};
use moelle_words::Language;
use tonic::Request;
use tonic::metadata::{Ascii, MetadataValue};

/// The header and the metadata that hold the key of an application.
const API_KEY: &str = "x-api-key";
/// The address that stands for the caller between the services.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// What of a request's head goes along to the game service: the token, the key of an application and
/// the languages; and whom it counts for.
#[derive(Clone)]
pub(crate) struct Caller {
    counted: Option<moelle_rates::Caller>,
    token: Option<MetadataValue<Ascii>>,
    key: Option<MetadataValue<Ascii>>,
    languages: Option<MetadataValue<Ascii>>,
}

impl Caller {
    /// Nobody in particular, who reads a language.
    pub(crate) fn anonymous(language: Language) -> Self {
        Self {
            counted: None,
            token: None,
            key: None,
            languages: Some(MetadataValue::from_static(language.tag())),
        }
    }

    /// The same in nobody's name in particular: what is asked is for others too.
    pub(crate) fn uncounted(&self) -> Self {
        Self {
            counted: None,
            ..self.clone()
        }
    }

    /// Somebody without a token who reads a language, for whom this caller counts.
    pub(crate) fn stranger(&self, language: Language) -> Self {
        Self {
            counted: self.counted,
            ..Self::anonymous(language)
        }
    }

    /// Whom its requests count for.
    pub(crate) fn counted(&self) -> Option<&moelle_rates::Caller> {
        self.counted.as_ref()
    }

    /// The language in which the caller is answered.
    pub(crate) fn language(&self) -> Language {
        let languages = self.languages.as_ref();
        let languages = languages.and_then(|languages| languages.to_str().ok());
        Language::negotiate(languages.unwrap_or_default())
    }

    /// The caller's token, as it was sent.
    pub(crate) fn token(&self) -> Option<&[u8]> {
        self.token.as_ref().map(MetadataValue::as_bytes)
    }

    /// The key of the caller's application, as it was sent.
    pub(crate) fn key(&self) -> Option<&[u8]> {
        self.key.as_ref().map(MetadataValue::as_bytes)
    }

    /// A call with this message in the caller's name, which may take so long.
    pub(crate) fn request<M>(&self, message: M, deadline: Duration) -> Request<M> {
        let mut request = self.stream_request(message);
        request.set_timeout(deadline);
        request
    }

    /// A call without a deadline.
    pub(crate) fn stream_request<M>(&self, message: M) -> Request<M> {
        let mut request = Request::new(message);
        if let Some(counted) = &self.counted
            && let Ok(address) = counted.address().to_string().parse()
        {
            request.metadata_mut().insert(FORWARDED_FOR, address);
        }
        if let Some(token) = &self.token {
            request
                .metadata_mut()
                .insert("authorization", token.clone());
        }
        if let Some(key) = &self.key {
            request.metadata_mut().insert(API_KEY, key.clone());
        }
        if let Some(languages) = &self.languages {
            request
                .metadata_mut()
                .insert("accept-language", languages.clone());
        }
        request
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            counted: parts.extensions.get().copied(),
            token: bearer(&parts.headers),
            key: api_key(&parts.headers),
            languages: joined(&parts.headers, &ACCEPT_LANGUAGE).and_then(|text| text.parse().ok()),
        })
    }
}

/// The Bearer token, marked so that nothing prints it. Credentials of another scheme are not ours:
/// a site behind Basic authentication sends them with everything.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<MetadataValue<Ascii>> {
    let is_bearer = |value: &&HeaderValue| {
        value
            .as_bytes()
            .get(..7)
            .is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer "))
    };
    let value = headers.get_all(AUTHORIZATION).iter().find(is_bearer)?;
    let mut token = MetadataValue::try_from(value.as_bytes()).ok()?;
    token.set_sensitive(true);
    Some(token)
}

/// The key of an application, marked like a token. What can be none goes along as well, so that it is
/// refused: several, or one that is no text.
pub(crate) fn api_key(headers: &HeaderMap) -> Option<MetadataValue<Ascii>> {
    let mut keys = headers.get_all(API_KEY).iter();
    let value = keys.next()?;
    let key = MetadataValue::try_from(value.as_bytes()).ok();
    let mut key = key
        .filter(|_| keys.next().is_none())
        .unwrap_or(MetadataValue::from_static("none"));
    key.set_sensitive(true);
    Some(key)
}

fn joined(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let values: Vec<&str> = headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    (!values.is_empty()).then(|| values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn caller(headers: &[(&str, &str)]) -> Caller {
        let mut request = http::Request::new(());
        for (name, value) in headers {
            request.headers_mut().append(
                HeaderName::try_from(*name).expect("a name"),
                HeaderValue::from_str(value).expect("a value"),
            );
        }
        let (mut parts, ()) = request.into_parts();
        Caller::from_request_parts(&mut parts, &())
            .await
            .expect("it cannot fail")
    }

    #[tokio::test]
    async fn token_language_and_deadline_go_along() {
        let caller = caller(&[
            ("authorization", "Bearer abc"),
            ("accept-language", "da"),
            ("accept-language", "en;q=0.5"),
        ])
        .await;
        let request = caller.request((), Duration::from_millis(1500));
        let metadata = request.metadata();
        assert_eq!(
            metadata.get("authorization").expect("a token"),
            "Bearer abc"
        );
        assert!(
            metadata
                .get("authorization")
                .expect("a token")
                .is_sensitive()
        );
        assert_eq!(
            metadata.get("accept-language").expect("languages"),
            "da, en;q=0.5"
        );
        assert!(metadata.get("grpc-timeout").is_some());
        assert!(
            caller
                .stream_request(())
                .metadata()
                .get("grpc-timeout")
                .is_none()
        );
        assert!(!format!("{request:?}").contains("abc"), "{request:?}");
    }

    #[tokio::test]
    async fn a_key_goes_along_hidden_and_what_is_none_is_not_left_out() {
        for (headers, expected) in [
            (&[("x-api-key", "abc")][..], "abc"),
            (&[("x-api-key", "")], ""),
            (&[("x-api-key", "abc"), ("x-api-key", "abc")], "none"),
        ] {
            let request = caller(headers).await.stream_request(());
            let key = request.metadata().get("x-api-key").expect("a key");
            assert_eq!(key, expected, "{headers:?}");
            assert!(key.is_sensitive());
        }
    }

    #[tokio::test]
    async fn credentials_of_another_scheme_stay_behind() {
        for value in ["Basic dXNlcjpwYXNz", "Bearer", ""] {
            let request = caller(&[("authorization", value)]).await.stream_request(());
            assert!(
                request.metadata().get("authorization").is_none(),
                "{value:?}"
            );
        }
    }
}
