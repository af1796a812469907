//! A server of its own for every test, on a port of its own, with a file of games of its own.

mod store;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use moelle_games::{Clock, Games, SystemClock, SystemIds};
use moelle_proto::error::Failure;
use moelle_proto::limits::ANSWER_BYTES_MAX;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
pub(crate) use store::TestStore;
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::health::Readiness;
use crate::server::{Parts, ServeError, ServerOptions, serve};

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) channel: Channel,
    pub(crate) shutdown: CancellationToken,
    pub(crate) readiness: Readiness,
    pub(crate) store: Arc<TestStore>,
    pub(crate) clock: Arc<TestClock>,
    games: Arc<Games>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(ServerOptions::default()).await
    }

    pub(crate) async fn with(options: ServerOptions) -> Self {
        let store = Arc::new(TestStore::open().await);
        Self::on(store, Arc::default(), options).await
    }

    /// Another replica on the same store, at the same time.
    pub(crate) async fn beside(&self) -> Self {
        let options = ServerOptions::default();
        Self::on(Arc::clone(&self.store), Arc::clone(&self.clock), options).await
    }

    async fn on(store: Arc<TestStore>, clock: Arc<TestClock>, options: ServerOptions) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let games = Arc::new(Games::new(
            store.clone(),
            clock.clone(),
            Arc::new(SystemIds),
        ));
        let readiness = Readiness::default();
        let parts = Parts {
            games: Arc::clone(&games),
            options,
            readiness: readiness.clone(),
        };
        let shutdown = CancellationToken::new();
        let serving = tokio::spawn(serve(listener, parts, shutdown.clone()));
        let channel = Endpoint::from_shared(format!("http://{address}"))
            .expect("an address")
            .connect_lazy();
        Self {
            address,
            channel,
            shutdown,
            readiness,
            store,
            clock,
            games,
            serving,
        }
    }

    pub(crate) fn rules(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::new(self.channel.clone()).max_decoding_message_size(ANSWER_BYTES_MAX)
    }

    pub(crate) fn games(&self) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.channel.clone())
    }

    pub(crate) fn watchers(&self) -> usize {
        self.games.watchers().count()
    }

    /// Waits until the server has stopped; longer than a graceful shutdown takes is a failure.
    pub(crate) async fn stopped(self) {
        drop(self.channel);
        let stopped = tokio::time::timeout(Duration::from_secs(5), self.serving).await;
        stopped
            .expect("the server stops by itself")
            .expect("no panic")
            .expect("no error");
    }
}

/// The time of the games, which a test may put forward.
#[derive(Default)]
pub(crate) struct TestClock {
    ahead: Mutex<time::Duration>,
}

impl TestClock {
    pub(crate) fn advance(&self, by: time::Duration) {
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> OffsetDateTime {
        SystemClock.now() + *self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The selection of a variant as it is.
pub(crate) fn of_variant(name: &str) -> v1::RuleSetSelection {
    v1::RuleSetSelection {
        base: Some(Base::Variant(name.to_owned())),
        ..v1::RuleSetSelection::default()
    }
}

/// The failure in a status, which must be one of ours.
pub(crate) fn failure(status: &Status) -> Failure {
    assert!(!status.details().is_empty(), "no details: {status:?}");
    Failure::from(status)
}

/// A request that brings a token; an empty one is none.
pub(crate) fn with_token<Q>(request: Q, token: &str) -> Request<Q> {
    let mut request = Request::new(request);
    if !token.is_empty() {
        let header = format!("Bearer {token}").parse().expect("metadata");
        request.metadata_mut().insert("authorization", header);
    }
    request
}

/// A game of nine men's morris that waits for Black, or has both.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) owner: String,
    pub(crate) invitation: String,
}

impl Table {
    pub(crate) async fn set(server: &TestServer, visibility: v1::Visibility) -> Self {
        Self::of(
            server,
            v1::CreateGameRequest {
                visibility: visibility.into(),
                ..v1::CreateGameRequest::default()
            },
        )
        .await
    }

    /// A table as asked for, White's seat taken.
    pub(crate) async fn of(server: &TestServer, request: v1::CreateGameRequest) -> Self {
        let request = v1::CreateGameRequest {
            rules: Some(of_variant("nine")),
            ..request
        };
        let created = server
            .games()
            .create_game(request)
            .await
            .expect("a game")
            .into_inner();
        Self {
            id: created.game.expect("a game").id,
            white: created.seats[0].token.clone(),
            black: String::new(),
            owner: created.owner_token,
            invitation: created.invitations[0].invitation.clone(),
        }
    }

    pub(crate) async fn joined(server: &TestServer) -> Self {
        let table = Self::set(server, v1::Visibility::Unlisted).await;
        table.with_black(server).await
    }

    /// The table with both seats taken.
    pub(crate) async fn with_black(self, server: &TestServer) -> Self {
        let request = v1::JoinGameRequest {
            game_id: self.id.clone(),
            invitation: self.invitation.clone(),
            ..v1::JoinGameRequest::default()
        };
        let joined = server
            .games()
            .join_game(request)
            .await
            .expect("a seat")
            .into_inner();
        let black = joined.seat.expect("a seat").token;
        Self { black, ..self }
    }

    /// The game as it stands.
    pub(crate) async fn game(&self, server: &TestServer) -> v1::Game {
        let request = v1::GetGameRequest {
            game_id: self.id.clone(),
        };
        let game = server
            .games()
            .get_game(with_token(request, &self.owner))
            .await;
        game.expect("a game").into_inner().game.expect("a game")
    }

    /// Plays whole turns, White's first.
    pub(crate) async fn play(&self, server: &TestServer, turns: &[&str]) {
        for (turn, token) in turns
            .iter()
            .zip([&self.white, &self.black].into_iter().cycle())
        {
            let request = v1::PlayTurnRequest {
                game_id: self.id.clone(),
                turn: (*turn).to_owned(),
                ..v1::PlayTurnRequest::default()
            };
            server
                .games()
                .play_turn(with_token(request, token))
                .await
                .expect(turn);
        }
    }
}
