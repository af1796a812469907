//! The key of an application that a call comes with: checked before the call is, whatever it asks.

use std::sync::Arc;
use std::task::{Context, Poll};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use http::{Extensions, HeaderMap, Request, Response};
use moelle_games::{ApiKeySecret, ApplicationId, GameError, Games, KeyRefusal, SecretHash};
use tonic::Status;
use tonic::body::Body;
use tower_layer::Layer;
use tower_service::Service;

use crate::guard::{Kind, Methods};
use crate::{caller, edge};

/// The header, and the metadata of gRPC.
pub(crate) const API_KEY: &str = "x-api-key";

/// The application that a call is in the name of, and the hash of its key, in the extensions of its
/// request.
#[derive(Clone, Copy, Debug)]
struct Identified(ApplicationId, SecretHash);

/// The application whose key a call came with.
pub(crate) fn application(extensions: &Extensions) -> Option<ApplicationId> {
    let Identified(application, _) = extensions.get()?;
    Some(*application)
}

/// The hash of the key that a call came with, for what goes on after its answer has begun.
pub(crate) fn key(extensions: &Extensions) -> Option<SecretHash> {
    let Identified(_, key) = extensions.get()?;
    Some(*key)
}

/// The tower layer that finds it out.
#[derive(Clone)]
pub(crate) struct KeysLayer {
    methods: Arc<Methods>,
    games: Arc<Games>,
}

impl KeysLayer {
    /// For the methods of the contract. Health and reflection are nobody's.
    pub(crate) fn new(methods: Methods, games: Arc<Games>) -> Self {
        Self {
            methods: Arc::new(methods),
            games,
        }
    }
}

impl<S> Layer<S> for KeysLayer {
    type Service = Keys<S>;

    fn layer(&self, inner: S) -> Self::Service {
        Keys {
            inner,
            layer: self.clone(),
        }
    }
}

/// The service of [`KeysLayer`].
#[derive(Clone)]
pub(crate) struct Keys<S> {
    inner: S,
    layer: KeysLayer,
}

impl<S> Service<Request<Body>> for Keys<S>
where
    S: Service<Request<Body>, Response = Response<Body>> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let brings_a_key = request.headers().contains_key(API_KEY);
        if !brings_a_key || self.layer.methods.kind(request.uri().path()) == Kind::Other {
            return self.inner.call(request).boxed();
        }
        let next = self.inner.clone();
        // The service that was asked whether it is ready is the one that is called.
        let mut inner = std::mem::replace(&mut self.inner, next);
        let games = Arc::clone(&self.layer.games);
        async move {
            let language = caller::language_of(request.headers());
            match identify(&games, request.headers()).await {
                Ok(identified) => {
                    // Nobody behind this needs it, so nobody can tell of it.
                    request.headers_mut().remove(API_KEY);
                    request.extensions_mut().insert(identified);
                    inner.call(request).await
                }
                Err(error) => {
                    let failure = edge::failure(&error, &games, language);
                    let status: Status = edge::refuse(failure, language);
                    Ok(status.into_http())
                }
            }
        }
        .boxed()
    }
}

/// Whose the one key is. What is no key is one that nobody has.
async fn identify(games: &Games, headers: &HeaderMap) -> Result<Identified, GameError> {
    let mut keys = headers.get_all(API_KEY).iter();
    let (Some(key), None) = (keys.next(), keys.next()) else {
        return Err(GameError::KeyRefused(KeyRefusal::Unknown));
    };
    let key: Option<ApiKeySecret> = key.to_str().ok().and_then(|key| key.trim().parse().ok());
    let key = key.ok_or(GameError::KeyRefused(KeyRefusal::Unknown))?;
    let hash = key.hash();
    let application = games.applications().owner_of(&hash).await?;
    Ok(Identified(application, hash))
}
