//! A server of its own for every test, on a port of its own, with a store in memory.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use moelle_games::{
    Commit, Committed, Creation, Event, Game, GameId, Games, Hint, Loaded, Receipt, RequestHash,
    Revision, Store, StoreError, SystemClock, SystemIds,
};
use moelle_proto::error::Failure;
use moelle_proto::limits::ANSWER_BYTES_MAX;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio::sync::{broadcast, watch};
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
    pub(crate) store: Arc<MemoryStore>,
    games: Arc<Games>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(ServerOptions::default()).await
    }

    pub(crate) async fn with(options: ServerOptions) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let store = Arc::new(MemoryStore::default());
        let games = Arc::new(Games::new(
            store.clone(),
            Arc::new(SystemClock),
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
            .connect()
            .await
            .expect("a connection");
        Self {
            address,
            channel,
            shutdown,
            readiness,
            store,
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
        let request = v1::CreateGameRequest {
            rules: Some(of_variant("nine")),
            visibility: visibility.into(),
            ..v1::CreateGameRequest::default()
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
        let request = v1::JoinGameRequest {
            game_id: table.id.clone(),
            invitation: table.invitation.clone(),
            ..v1::JoinGameRequest::default()
        };
        let joined = server
            .games()
            .join_game(request)
            .await
            .expect("a seat")
            .into_inner();
        let black = joined.seat.expect("a seat").token;
        Self { black, ..table }
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

/// Games in memory.
pub(crate) struct MemoryStore {
    games: Mutex<HashMap<GameId, Kept>>,
    hints: broadcast::Sender<Hint>,
    mood: watch::Sender<Mood>,
    /// When receipts were told to be forgotten, and how old they had to be.
    forgotten_before: Mutex<Vec<OffsetDateTime>>,
}

/// How the store answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Well,
    Away,
    Hanging,
    Panicking,
}

struct Kept {
    game: Game,
    events: Vec<Event>,
    receipts: Vec<Receipt>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self {
            games: Mutex::default(),
            hints: broadcast::Sender::new(1024),
            mood: watch::Sender::new(Mood::Well),
            forgotten_before: Mutex::default(),
        }
    }
}

impl MemoryStore {
    pub(crate) fn come_back(&self) {
        self.mood.send_replace(Mood::Well);
    }

    pub(crate) fn go_away(&self) {
        self.mood.send_replace(Mood::Away);
    }

    pub(crate) fn hang(&self) {
        self.mood.send_replace(Mood::Hanging);
    }

    pub(crate) fn panic(&self) {
        self.mood.send_replace(Mood::Panicking);
    }

    /// Waits until so many calls hang.
    pub(crate) async fn hanging(&self, calls: usize) {
        while self.mood.receiver_count() < calls {
            tokio::task::yield_now().await;
        }
    }

    /// Hints that a game has reached a revision, whether it has or not.
    pub(crate) fn hint(&self, game: &str, revision: u64) {
        let game = game.parse().expect("an id");
        self.announce(Hint {
            game,
            revision: Revision::from_number(revision),
        });
    }

    pub(crate) fn forgotten_before(&self) -> Vec<OffsetDateTime> {
        self.forgotten_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.games
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    async fn open(&self) -> Result<MutexGuard<'_, HashMap<GameId, Kept>>, StoreError> {
        let mut mood = self.mood.subscribe();
        let mood = *mood
            .wait_for(|mood| *mood != Mood::Hanging)
            .await
            .expect("the store lives");
        match mood {
            Mood::Away => Err(StoreError::Unavailable("secret-host:5432 is away".into())),
            Mood::Panicking => panic!("the store panics, as it was told to"),
            Mood::Well | Mood::Hanging => {
                Ok(self.games.lock().unwrap_or_else(PoisonError::into_inner))
            }
        }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn create(&self, commit: Commit<'_>) -> Result<Creation, StoreError> {
        let mut games = self.open().await?;
        let repeated = commit.receipt.and_then(|receipt| {
            let mut receipts = games.values().flat_map(|kept| &kept.receipts);
            receipts
                .find(|known| known.request == receipt.request)
                .cloned()
        });
        if let Some(receipt) = repeated {
            return Ok(Creation::Repeated(receipt));
        }
        let kept = Kept {
            game: commit.game.clone(),
            events: vec![commit.event.clone()],
            receipts: commit.receipt.into_iter().cloned().collect(),
        };
        games.insert(commit.game.id(), kept);
        Ok(Creation::Created)
    }

    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError> {
        let games = self.open().await?;
        Ok(games.get(&game).map(|kept| Loaded {
            game: kept.game.clone(),
            receipt: kept
                .receipts
                .iter()
                .find(|receipt| Some(&receipt.request) == request)
                .cloned(),
        }))
    }

    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError> {
        let mut games = self.open().await?;
        match games.get_mut(&commit.game.id()) {
            Some(kept) if kept.game.revision().next() == commit.game.revision() => {
                kept.game = commit.game.clone();
                kept.events.push(commit.event.clone());
                kept.receipts.extend(commit.receipt.cloned());
                Ok(Committed::Yes)
            }
            _ => Ok(Committed::LostRace),
        }
    }

    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let games = self.open().await?;
        let limit = usize::try_from(limit).expect("a small number");
        let events = games.get(&game.id()).map(|kept| kept.events.as_slice());
        let later = events.unwrap_or_default().iter();
        Ok(later
            .filter(|event| event.revision > after)
            .take(limit)
            .cloned()
            .collect())
    }

    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError> {
        let kept = self.open().await?;
        let revision = |game: &GameId| {
            let revision = kept.get(game)?.game.revision();
            Some(Hint {
                game: *game,
                revision,
            })
        };
        Ok(games.iter().filter_map(revision).collect())
    }

    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError> {
        drop(self.open().await?);
        let mut forgotten = self
            .forgotten_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        forgotten.push(before);
        Ok(0)
    }

    fn announce(&self, hint: Hint) {
        // Nobody may be listening.
        let _ = self.hints.send(hint);
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.open().await.map(drop)
    }
}
