//! What the clients know of the games.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};
use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_rules::{BySide, Side};
use tonic::transport::Channel;
use tonic::{Code, Response, Status};

use crate::support::processes::Processes;
use crate::support::random::Random;

/// Tries of one request while the database or a replica is away.
const TRIES: usize = 4_000;
/// How long a client waits before it tries again.
const PAUSE: Duration = Duration::from_millis(25);

/// A game that all clients know.
pub(super) struct Table {
    pub(super) id: String,
    pub(super) owner: String,
    /// The revision that it was opened with: what came before nobody asked for singly.
    pub(super) opened_at: u64,
    /// The game that it is the rematch of, and the revision at which that was agreed.
    rematch_of: Option<(Arc<Self>, u64)>,
    /// Whether a client has found it over.
    is_over: AtomicBool,
    known: Mutex<Known>,
}

/// What has become of a game, as far as answers have told.
#[derive(Default)]
pub(super) struct Known {
    pub(super) acknowledged: Vec<Acknowledged>,
    /// Revisions that were refused as stale.
    pub(super) stale: Vec<u64>,
    /// The tokens of each seat, with the revisions that they were given at.
    pub(super) tokens: BySide<Vec<(u64, String)>>,
    /// Tokens that were refused.
    pub(super) refused: Vec<(Side, String)>,
    /// The invitations to each seat, with the revisions that they were made at.
    pub(super) invitations: BySide<Vec<(u64, String)>>,
    /// The invitations that opened a seat.
    pub(super) used: Vec<String>,
    /// The rematch, once an answer has named it.
    pub(super) rematch: Option<String>,
}

/// A change that was acknowledged.
pub(super) struct Acknowledged {
    pub(super) revision: u64,
    /// The kinds of events that it may be.
    pub(super) kinds: &'static [&'static str],
    pub(super) side: Side,
    /// The turn, if it was one.
    pub(super) turn: Option<String>,
}

/// The games that all clients know; a client that finds one over may open another.
pub(super) struct Tables {
    pub(super) processes: Arc<Processes>,
    /// How many operations have been made.
    pub(super) made: AtomicUsize,
    channels: Vec<Channel>,
    open: RwLock<Vec<Arc<Table>>>,
}

impl Tables {
    pub(super) fn new(processes: Arc<Processes>) -> Self {
        let channels = (0..processes.replicas()).map(|replica| processes.channel(replica));
        Self {
            channels: channels.collect(),
            processes,
            made: AtomicUsize::new(0),
            open: RwLock::default(),
        }
    }

    pub(super) fn all(&self) -> Vec<Arc<Table>> {
        self.open.read().expect("no panic").clone()
    }

    pub(super) fn games(&self, replica: usize) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.channels[replica].clone())
    }

    /// Asks any replica until one answers.
    pub(super) async fn ask<T>(
        &self,
        random: &mut Random,
        what: &str,
        call: impl AsyncFn(GameServiceClient<Channel>) -> Result<Response<T>, Status>,
    ) -> Result<T, Status> {
        for _ in 0..TRIES {
            let games = self.games(random.below(self.channels.len()));
            match call(games).await {
                Err(status) if is_away(&status) => tokio::time::sleep(PAUSE).await,
                answer => return answer.map(Response::into_inner),
            }
        }
        panic!("{what} is never answered")
    }

    /// Opens a game that the clients may play.
    pub(super) async fn open(&self, random: &mut Random) {
        let created = self.create(random).await;
        self.add(Table::of(&created));
    }

    /// Opens a game from the record of another.
    pub(super) async fn import(&self, random: &mut Random, of: &Table) {
        let request = v1::GetRecordRequest {
            game_id: of.id.clone(),
        };
        let record = self
            .ask(random, "a record", async |mut games| {
                games.get_record(request.clone()).await
            })
            .await
            .expect("a record");
        let request = v1::ImportGameRequest {
            record: record.record,
            seat: v1::SeatChoice::Both.into(),
            request_id: uuid::Uuid::new_v4().to_string(),
            ..v1::ImportGameRequest::default()
        };
        let imported = self.ask(random, "an import", async |mut games| {
            games.import_game(request.clone()).await
        });
        let imported = imported.await.expect("what was a record is one");
        self.add(Table::of(&v1::CreateGameResponse {
            game: imported.game,
            seats: imported.seats,
            invitations: imported.invitations,
            owner_token: imported.owner_token,
        }));
    }

    /// Notes that an answer has named the rematch of a game, to be played like others.
    pub(super) fn rematch(&self, of: &Arc<Table>, id: &str, agreed: u64) {
        let known = of.known().rematch.replace(id.to_owned());
        assert_eq!(known, None, "{} has another rematch: {id}", of.id);
        self.add(Table {
            id: id.to_owned(),
            owner: of.owner.clone(),
            opened_at: 1,
            rematch_of: Some((Arc::clone(of), agreed)),
            is_over: AtomicBool::new(false),
            known: Mutex::default(),
        });
    }

    fn add(&self, table: Table) {
        self.open.write().expect("no panic").push(Arc::new(table));
    }

    /// A new game, created once however often it is asked for.
    async fn create(&self, random: &mut Random) -> v1::CreateGameResponse {
        let variant = *random.pick(&["nine", "six", "lasker", "seven", "morabaraba", "three"]);
        let seat = *random.pick(&[
            v1::SeatChoice::Both,
            v1::SeatChoice::Both,
            v1::SeatChoice::White,
            v1::SeatChoice::Black,
            v1::SeatChoice::None,
        ]);
        let request = v1::CreateGameRequest {
            rules: Some(v1::RuleSetSelection {
                base: Some(Base::Variant(variant.to_owned())),
                ..v1::RuleSetSelection::default()
            }),
            seat: seat.into(),
            time_control: any_time_control(random),
            request_id: uuid::Uuid::new_v4().to_string(),
            ..v1::CreateGameRequest::default()
        };
        let created = self.ask(random, "a game", async |mut games| {
            games.create_game(request.clone()).await
        });
        created.await.expect("a game")
    }
}

/// No clock, or the shortest that there are.
fn any_time_control(random: &mut Random) -> Option<v1::TimeControl> {
    let (increment_ms, delay_ms) = match random.below(6) {
        0 | 1 => (0, 0),
        2 => (500, 0),
        3 => (0, 500),
        _ => return None,
    };
    Some(v1::TimeControl {
        pace: Some(v1::time_control::Pace::Total(v1::TotalTime {
            total_ms: *random.pick(&[10_000, 60_000]),
            increment_ms,
            delay_ms,
        })),
        first_turn_ms: 10_000,
    })
}

impl Table {
    fn of(created: &v1::CreateGameResponse) -> Self {
        let game = created.game.as_ref().expect("a game");
        let mut known = Known::default();
        for seat in &created.seats {
            known.tokens[side(seat.side())].push((game.revision, seat.token.clone()));
        }
        for invitation in &created.invitations {
            let made = (game.revision, invitation.invitation.clone());
            known.invitations[side(invitation.side())].push(made);
        }
        Self {
            id: game.id.clone(),
            owner: created.owner_token.clone(),
            opened_at: game.revision,
            rematch_of: None,
            is_over: AtomicBool::new(false),
            known: Mutex::new(known),
        }
    }

    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no panic")
    }

    /// Whether a client has found it over.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub(super) fn note_over(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// A seat that nobody is known to hold.
    pub(super) fn open_seat(&self) -> Option<Side> {
        let is_open = |side: &Side| self.token(*side, u64::MAX).is_none();
        Side::ALL.iter().copied().find(is_open)
    }

    pub(super) const fn is_rematch(&self) -> bool {
        self.rematch_of.is_some()
    }

    /// The token of a seat, the newest that an answer has told before this revision. `None`: nobody
    /// holds it yet.
    pub(super) fn token(&self, side: Side, before: u64) -> Option<String> {
        let own = self.known().tokens[side]
            .iter()
            .filter(|(given, _)| *given < before)
            .max()
            .map(|(_, token)| token.clone());
        match (own, &self.rematch_of) {
            (None, Some((of, agreed))) => of.token(!side, *agreed),
            (own, _) => own,
        }
    }

    /// Every token that a seat of this game has had, and those of the seat that it was before.
    pub(super) fn every_token(&self, side: Side) -> Vec<String> {
        let own = self.known().tokens[side].clone();
        let mut tokens: Vec<String> = own.into_iter().map(|(_, token)| token).collect();
        if let Some((of, _)) = &self.rematch_of {
            tokens.extend(of.every_token(!side));
        }
        tokens
    }
}

/// The side of the wire as one of the rules.
pub(super) fn side(side: v1::Side) -> Side {
    match side {
        v1::Side::White => Side::White,
        v1::Side::Black => Side::Black,
        v1::Side::Unspecified => panic!("no side"),
    }
}

/// Whether nobody answered: a replica or the database is away. What a client's own transport makes of
/// a connection that is gone has many codes, but no details.
pub(super) fn is_away(status: &Status) -> bool {
    match status.code() {
        Code::Unavailable | Code::Cancelled | Code::Unknown | Code::DeadlineExceeded => true,
        Code::Internal => status.details().is_empty(),
        _ => false,
    }
}
