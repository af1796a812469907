//! What the tests have in common, for those of a store's own too.

use std::sync::Arc;
use std::time::Duration;

use moelle_rules::{BySide, Side, Variant};
use time::OffsetDateTime;
use uuid::Builder;

use super::Replicas;
use super::clocks::Ticking;
pub use super::clocks::{Standing, games_by, start_of_time};
use crate::{
    BodyHash, ChangeCall, Changed, Commit, Committed, CreateGame, Created, Creation, Credentials,
    Event, FirstToAct, Game, GameError, GameId, Games, Ids, JoinGame, Joined, NewGame, NewRows,
    Receipt, Reply, Request, Revision, Seat, SeatChoice, Secret, StartChoice, Store, StoredEvent,
    StoredGame, SystemIds, Visibility,
};

/// Nothing here takes as long, unless it hangs.
pub const AT_ONCE: Duration = Duration::from_mins(1);

/// The use cases over another store on the same database.
pub async fn games(replicas: &dyn Replicas) -> Arc<Games> {
    games_over(replicas.replica().await)
}

/// The use cases over a store.
pub fn games_over(store: Arc<dyn Store>) -> Arc<Games> {
    let clock = Arc::new(Ticking::default());
    Arc::new(Games::new(store, clock, Arc::new(SystemIds)))
}

/// A game with everybody's tokens.
#[derive(Clone)]
pub struct Seated {
    /// Its id.
    pub id: GameId,
    /// The tokens of its seats.
    pub seats: BySide<Secret>,
}

impl Seated {
    /// What the player of a side brings along.
    pub fn credentials(&self, side: Side) -> Credentials {
        Credentials {
            token: Some(self.seats[side].clone()),
            ..Credentials::default()
        }
    }
}

impl From<Created> for Seated {
    /// A game whose creator took both seats.
    fn from(created: Created) -> Self {
        let token = |side| {
            let seat = created.seats.iter().find(|(taken, _)| *taken == side);
            seat.expect("a seat taken").1.clone()
        };
        Self {
            id: created.game.id(),
            seats: BySide {
                white: token(Side::White),
                black: token(Side::Black),
            },
        }
    }
}

/// Nine men's morris.
pub fn nine() -> &'static Variant {
    Variant::find("nine").expect("nine is offered")
}

/// A game to create, of nine men's morris, without a request id.
pub fn new_game(seat: SeatChoice) -> CreateGame {
    CreateGame {
        variant: Some(nine()),
        start: StartChoice::Empty(nine().rules(), FirstToAct::Side(Side::White)),
        seat,
        names: BySide {
            white: None,
            black: None,
        },
        visibility: Visibility::Unlisted,
        time_control: None,
        application: None,
        request: None,
    }
}

/// Creates a game.
pub async fn create(games: &Games, new: CreateGame) -> Created {
    done(games.create(new, &encode_created).await)
}

/// Creates a game of nine men's morris with both seats taken.
pub async fn seated(games: &Games) -> Seated {
    seated_as(games, new_game(SeatChoice::Both)).await
}

/// Creates a game with both seats taken.
pub async fn seated_as(games: &Games, new: CreateGame) -> Seated {
    Seated::from(create(games, new).await)
}

/// A call without a revision or a request id.
pub fn call(game: GameId) -> ChangeCall {
    ChangeCall {
        game,
        revision: None,
        request: None,
    }
}

/// Plays a turn that is legal.
pub async fn play(games: &Games, game: &Seated, side: Side, turn: &str) -> Changed {
    let credentials = game.credentials(side);
    let played = games.play(call(game.id), turn, &credentials, &encode).await;
    done(played)
}

/// Resigns a game that is on.
pub async fn resign(games: &Games, game: &Seated, side: Side) -> Changed {
    done(
        games
            .resign(call(game.id), &game.credentials(side), &encode)
            .await,
    )
}

/// An answer that must be a new one.
pub fn done<T>(reply: Result<Reply<T>, GameError>) -> T {
    match reply {
        Ok(Reply::Done(answer)) => answer,
        Ok(Reply::Repeated(_)) => panic!("the request was executed before"),
        Err(error) => panic!("{error}: {error:?}"),
    }
}

/// The answer to a change, as bytes: another one for every execution.
pub fn encode(changed: &Changed) -> Vec<u8> {
    let game = &changed.game;
    let text = format!(
        "{} {} {} {}",
        game.id(),
        game.revision(),
        game.updated_at(),
        game.position()
    );
    text.into_bytes()
}

/// The answer to a creation, as bytes.
pub fn encode_created(created: &Created) -> Vec<u8> {
    format!("{} {}", created.game.id(), created.owner).into_bytes()
}

/// The answer to who takes a seat, as bytes.
pub fn encode_joined(joined: &Joined) -> Vec<u8> {
    format!("{} {}", joined.side, joined.token).into_bytes()
}

/// Takes a seat.
pub fn join(game: GameId, invitation: &Secret) -> JoinGame {
    JoinGame {
        game,
        invitation: invitation.clone(),
        name: None,
        revision: None,
        request: None,
    }
}

/// A request with a fresh id.
pub fn request(body: &[u8]) -> Request {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("random bytes");
    let id = Builder::from_random_bytes(bytes).into_uuid().to_string();
    Request {
        id: id.parse().expect("a UUID of version 4"),
        body: BodyHash::of(body),
    }
}

/// A receipt of a fresh request, given at a time.
pub fn receipt(answer: &[u8], at: OffsetDateTime) -> Receipt {
    let request = request(answer);
    Receipt {
        request: request.hash(None),
        body: request.body,
        answer: answer.to_vec(),
        at,
    }
}

/// A new game that no store has seen.
pub fn unstored() -> (Game, Event) {
    let now = start_of_time();
    let ids = SystemIds;
    Game::create(NewGame {
        id: ids.game_id(now),
        application: None,
        variant: Some(nine()),
        start: moelle_rules::Position::start(nine().rules(), Side::White),
        visibility: Visibility::Unlisted,
        owner: ids.secret().hash(),
        seats: BySide {
            white: Seat::taken(None, ids.secret().hash(), None),
            black: Seat::taken(None, ids.secret().hash(), None),
        },
        time_control: None,
        now,
    })
}

/// The game after a legal turn of the side to act.
pub fn after(game: &Game, turn: &str) -> (Game, Event) {
    let now = game.updated_at() + time::Duration::SECOND;
    game.play(game.position().side(), turn, now)
        .expect("a legal turn")
}

/// Stores a new game.
pub async fn store_new(
    store: &dyn Store,
    game: &Game,
    events: &[Event],
    receipt: Option<&Receipt>,
) -> Creation {
    let rows = NewRows {
        game,
        events,
        receipt,
    };
    store.create(rows).await.expect("the store answers")
}

/// Stores a change.
pub async fn commit(
    store: &dyn Store,
    game: &Game,
    event: &Event,
    receipt: Option<&Receipt>,
) -> Committed {
    let commit = Commit {
        game,
        event,
        receipt,
        not_after: None,
    };
    store.commit(commit).await.expect("the store answers")
}

/// Reads a game that is there.
pub async fn load(store: &dyn Store, game: GameId) -> Game {
    let loaded = store.load(game, None).await.expect("the store answers");
    loaded.expect("the game is there").game
}

/// Every event of a game.
pub async fn events(store: &dyn Store, game: &Game) -> Vec<Event> {
    store
        .events(game, Revision::NONE, u32::MAX)
        .await
        .expect("the store answers")
}

/// Fails unless two games are the same in all that is stored, and stand equally often.
pub fn assert_same(left: &Game, right: &Game) {
    assert_eq!(StoredGame::from(left), StoredGame::from(right));
    assert_eq!(left.occurrences(), right.occurrences());
}

/// Fails unless the events of a game are its history: one a revision, without a gap, up to now.
pub async fn assert_history(store: &dyn Store, game: GameId) -> Game {
    let game = load(store, game).await;
    let events = events(store, &game).await;
    let revisions: Vec<u64> = events.iter().map(|event| event.revision.number()).collect();
    assert_eq!(
        revisions,
        (1..=game.revision().number()).collect::<Vec<_>>()
    );
    let last = events.last().expect("a creation");
    assert_eq!(
        (last.position, last.outcome),
        (*game.position(), game.outcome())
    );
    // Once it has ended it stays so, whatever else happens to it.
    let end = events.iter().position(|event| event.outcome.is_some());
    let after = &events[end.unwrap_or(events.len())..];
    assert!(after.iter().all(|event| event.outcome == game.outcome()));
    game
}

/// An event as it is stored, for comparison.
pub fn stored(events: &[Event]) -> Vec<StoredEvent> {
    events.iter().map(StoredEvent::from).collect()
}
