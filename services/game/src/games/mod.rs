//! `moelle.v1.GameService`: stored games, one file a call.

mod abort_game;
mod answer_draw;
mod answer_takeback;
mod change;
mod create_game;
mod create_invitation;
mod follow;
mod get_game;
mod get_record;
mod given;
mod import_game;
mod join_game;
mod list_events;
mod list_games;
mod note_spectators;
mod offer_draw;
mod offer_rematch;
mod play_turn;
mod reissue_seat;
mod request_takeback;
mod resign;
mod revoke_invitation;
mod service;
mod watch_game;
mod watch_games;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use moelle_games::{ApplicationId, Credentials, Game, GameError, GameId, Games, Reply, SecretHash};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::wire;
use moelle_telemetry::Metrics;
use moelle_words::Language;
use prost::Message;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};
use url::Url;

use crate::server::ServerOptions;
use crate::{caller, edge, keys};

/// The service.
#[derive(Clone)]
pub(crate) struct GameApi {
    games: Arc<Games>,
    streams: Streams,
    public_url: Option<Url>,
    needs_keys: bool,
    shutdown: CancellationToken,
}

/// How streams are fed.
#[derive(Clone, Copy)]
struct Streams {
    /// How often a quiet stream gives a sign of life.
    heartbeat: Duration,
    /// How long a reader that takes nothing is waited for.
    patience: Duration,
    /// How long a stream goes on after the last change of a game that has ended, where it waits for
    /// a rematch.
    rematch_window: Duration,
}

/// What a caller says beside its message.
struct Caller {
    language: Language,
    credentials: Credentials,
    /// The hash of the key of an application.
    key: Option<SecretHash>,
}

impl GameApi {
    pub(crate) fn new(
        games: Arc<Games>,
        options: &ServerOptions,
        shutdown: CancellationToken,
    ) -> Self {
        games.tell_ends(count_end);
        Self {
            games,
            streams: Streams {
                heartbeat: options.heartbeat,
                patience: options.patience,
                rematch_window: options.rematch_window,
            },
            public_url: options.public_url.clone(),
            needs_keys: options.needs_keys,
            shutdown,
        }
    }

    fn failure(&self, error: &GameError, caller: &Caller) -> Failure {
        edge::failure(error, &self.games, caller.language)
    }

    /// The application that creates or lists games here, if one does.
    fn on_behalf_of(&self, caller: &Caller) -> Result<Option<ApplicationId>, Failure> {
        match caller.credentials.application {
            None if self.needs_keys => Err(self.failure(&GameError::KeyRequired, caller)),
            application => Ok(application),
        }
    }
}

/// A request and its caller.
fn open<Q>(request: Request<Q>) -> (Q, Caller) {
    let caller = Caller {
        language: caller::language(request.metadata()),
        credentials: caller::credentials(&request),
        key: keys::key(request.extensions()),
    };
    (request.into_inner(), caller)
}

/// Tells the span of the call which game it is about.
fn about(game: GameId) {
    moelle_telemetry::mark_game(|| game.to_string());
}

/// The answer, or the status of its failure.
fn close<A>(answer: Result<A, Failure>, caller: &Caller) -> Result<Response<A>, Status> {
    answer
        .map(Response::new)
        .map_err(|failure| edge::refuse(failure, caller.language))
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

/// A game as it stands now, with its spectators counted, where the store can tell them.
async fn counted(games: &Games, game: &Game, language: Language) -> v1::Game {
    let spectators = games.spectators(game.id()).await;
    let spectators = spectators.inspect_err(|error| {
        tracing::warn!(
            error = error as &dyn std::error::Error,
            "spectators cannot be counted"
        );
    });
    v1::Game {
        spectators: spectators.ok(),
        ..wire::game(game, games.now(), language)
    }
}

/// Counts the end of a game.
fn count_end(game: &Game) {
    if let Some(outcome) = game.outcome() {
        Metrics::global().game_ended(variant_label(game), outcome.termination.name());
    }
}

/// What a game's rules are called in a metric: few names, whatever callers bring.
fn variant_label(game: &Game) -> &'static str {
    game.variant().map_or("custom", moelle_rules::Variant::name)
}
