//! `moelle.v1.GameService`: stored games, one file a group of calls.

mod create_game;
mod join_game;
mod list_events;
mod play_turn;
mod watch_game;

use std::sync::Arc;
use std::time::Duration;

use futures::stream::BoxStream;
use moelle_games::{Credentials, Game, GameError, Games, Reply, StoreError};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameService;
use moelle_proto::wire;
use moelle_telemetry::Metrics;
use moelle_words::Language;
use prost::Message;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};
use url::Url;

use crate::server::ServerOptions;
use crate::{caller, edge};

/// The service.
#[derive(Clone)]
pub(crate) struct GameApi {
    games: Arc<Games>,
    heartbeat: Duration,
    public_url: Option<Url>,
    shutdown: CancellationToken,
}

/// What a caller says beside its message.
struct Caller {
    language: Language,
    credentials: Credentials,
}

impl GameApi {
    pub(crate) fn new(
        games: Arc<Games>,
        options: &ServerOptions,
        shutdown: CancellationToken,
    ) -> Self {
        Self {
            games,
            heartbeat: options.heartbeat,
            public_url: options.public_url.clone(),
            shutdown,
        }
    }
}

/// A request and its caller.
fn open<Q>(request: Request<Q>) -> (Q, Caller) {
    let caller = Caller {
        language: caller::language(request.metadata()),
        credentials: caller::credentials(request.metadata()),
    };
    (request.into_inner(), caller)
}

/// The answer, or the status of its failure.
fn close<A>(answer: Result<A, Failure>, caller: &Caller) -> Result<Response<A>, Status> {
    answer
        .map(Response::new)
        .map_err(|failure| edge::refuse(failure, caller.language))
}

/// The failure of a use case. What a store says of itself goes to the log and no further.
fn failure(error: &GameError, caller: &Caller) -> Failure {
    match error {
        GameError::Store(error @ (StoreError::Unavailable(_) | StoreError::Busy)) => {
            tracing::warn!(error = error as &dyn std::error::Error, "the store is away");
        }
        GameError::Store(error @ (StoreError::Inconsistent(_) | StoreError::Internal(_))) => {
            tracing::error!(error = error as &dyn std::error::Error, "the store failed");
        }
        _ => {}
    }
    wire::game_failure(error, caller.language)
}

/// The answer of a change, and what was done if it was done now; a repeated request gets the answer
/// that it got before.
fn answer<T, A: Message + Default>(
    reply: Reply<T>,
    write: impl FnOnce(&T) -> A,
) -> Result<(A, Option<T>), Failure> {
    match reply {
        Reply::Done(done) => Ok((write(&done), Some(done))),
        Reply::Repeated(bytes) => match A::decode(bytes.as_slice()) {
            Ok(answer) => Ok((answer, None)),
            Err(error) => {
                tracing::error!(%error, "the stored answer to a repeated request cannot be read");
                Err(Failure::new(ErrorCode::Internal))
            }
        },
    }
}

/// Counts the end of a game that a change has ended.
fn count_end(game: &Game) {
    if let Some(outcome) = game.outcome() {
        Metrics::global().game_ended(variant_label(game), outcome.termination.name());
    }
}

/// What a game's rules are called in a metric: few names, whatever callers bring.
fn variant_label(game: &Game) -> &'static str {
    game.variant().map_or("custom", moelle_rules::Variant::name)
}

#[tonic::async_trait]
impl GameService for GameApi {
    async fn create_game(
        &self,
        request: Request<v1::CreateGameRequest>,
    ) -> Result<Response<v1::CreateGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.create(&request, &caller).await, &caller)
    }

    async fn join_game(
        &self,
        request: Request<v1::JoinGameRequest>,
    ) -> Result<Response<v1::JoinGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.join(&request, &caller).await, &caller)
    }

    async fn get_game(
        &self,
        request: Request<v1::GetGameRequest>,
    ) -> Result<Response<v1::GetGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.get(&request, &caller).await, &caller)
    }

    async fn play_turn(
        &self,
        request: Request<v1::PlayTurnRequest>,
    ) -> Result<Response<v1::PlayTurnResponse>, Status> {
        let (request, caller) = open(request);
        close(self.play(&request, &caller).await, &caller)
    }

    async fn resign(
        &self,
        request: Request<v1::ResignRequest>,
    ) -> Result<Response<v1::ResignResponse>, Status> {
        let (request, caller) = open(request);
        close(self.give_up(&request, &caller).await, &caller)
    }

    type WatchGameStream = BoxStream<'static, Result<v1::WatchGameResponse, Status>>;

    async fn watch_game(
        &self,
        request: Request<v1::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let (request, caller) = open(request);
        close(self.watch(&request, &caller).await, &caller)
    }

    async fn list_events(
        &self,
        request: Request<v1::ListEventsRequest>,
    ) -> Result<Response<v1::ListEventsResponse>, Status> {
        let (request, caller) = open(request);
        close(self.events(&request, &caller).await, &caller)
    }
}
