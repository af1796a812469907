//! Games that are kept no longer: which those are, what goes with them, and what does not.

use futures::future::join_all;
use moelle_rules::{BySide, Position, Side};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Replicas;
use super::flags::begun;
use super::table::{
    AT_ONCE, Seated, after, call, commit, create, done, encode, games, load, new_game, nine, play,
    receipt, resign, seated, start_of_time, store_new,
};
use crate::{
    Committed, Expired, Game, GameError, GameId, Ids, NewGame, Purged, Revision, Seat, SeatChoice,
    Store, SystemIds, Visibility, WatchItem,
};

/// More than a store forgets at once.
const MANY: usize = 250;

/// Every game that changed last before a time, whatever state it is in.
fn all_before(before: OffsetDateTime) -> Expired {
    Expired {
        waiting: Some(before),
        running: Some(before),
        finished: Some(before),
    }
}

/// Long after everything that these tests do.
fn later() -> OffsetDateTime {
    start_of_time() + Duration::days(10_000)
}

/// Forgets until there is nothing left to forget.
async fn purge(store: &dyn Store, expired: &Expired) -> Purged {
    let mut purged = Purged::default();
    loop {
        let batch = store.purge(expired).await.expect("the store answers");
        if batch.total() == 0 {
            return purged;
        }
        purged += batch;
    }
}

async fn is_there(store: &dyn Store, game: GameId) -> bool {
    let loaded = store.load(game, None).await;
    loaded.expect("the store answers").is_some()
}

/// A game with both seats taken, which was created and changed last at a time.
async fn resting_since(store: &dyn Store, at: OffsetDateTime) -> Game {
    let seat = || Seat::taken(None, SystemIds.secret().hash(), None);
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(at),
        application: None,
        variant: Some(nine()),
        start: Position::start(nine().rules(), Side::White),
        visibility: Visibility::Unlisted,
        owner: SystemIds.secret().hash(),
        seats: BySide {
            white: seat(),
            black: seat(),
        },
        time_control: None,
        now: at,
    });
    store_new(store, &game, &[event], None).await;
    game
}

/// Each state by a time of its own, and with each game its events, receipts and spectators.
pub async fn games_that_are_kept_no_longer_go_with_all_that_is_theirs(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let games = games(replicas).await;
    let waiting = create(&games, new_game(SeatChoice::One(Side::White)))
        .await
        .game;
    let running = seated(&games).await;
    play(&games, &running, Side::White, "d6").await;
    let finished = seated(&games).await;
    resign(&games, &finished, Side::White).await;
    let all = [waiting.id(), running.id, finished.id];
    for game in all {
        let noted = [(game, 3)];
        let noted = store.note_spectators(Uuid::now_v7(), &noted, start_of_time());
        noted.await.expect("the store answers");
    }
    let before = load(&*store, running.id).await;
    let (changed, event) = after(&before, "f4");
    let given = receipt(b"answer", event.at);
    let committed = commit(&*store, &changed, &event, Some(&given)).await;
    assert_eq!(committed, Committed::Yes);

    let nothing = purge(&*store, &Expired::default()).await;
    assert_eq!(nothing, Purged::default(), "what has no end is kept");
    let nothing = purge(&*store, &all_before(start_of_time())).await;
    assert_eq!(nothing, Purged::default(), "it is too early");

    let expected = Purged {
        waiting: 1,
        running: 1,
        finished: 1,
    };
    let found = store.purgeable(&all_before(later())).await;
    let found = found.expect("the store answers");
    assert_eq!(
        [found.waiting, found.running, found.finished].map(|it| it.count),
        [1, 1, 1]
    );
    assert_eq!(found.running.oldest, Some(changed.updated_at()));
    for game in all {
        assert!(is_there(&*store, game).await, "to count is not to forget");
    }

    let only_running = Expired {
        running: Some(later()),
        ..Expired::default()
    };
    assert_eq!(purge(&*store, &only_running).await.total(), 1);
    assert!(!is_there(&*store, running.id).await);
    assert!(is_there(&*store, waiting.id()).await && is_there(&*store, finished.id).await);
    let rest = purge(&*store, &all_before(later())).await;
    assert_eq!(
        rest,
        Purged {
            running: 0,
            ..expected
        }
    );

    for game in all {
        assert!(!is_there(&*store, game).await);
        let spectators = store.spectators(game, start_of_time()).await;
        assert_eq!(spectators.expect("the store answers"), 0);
    }
    let events = store.events(&changed, Revision::NONE, 10).await;
    assert_eq!(events.expect("the store answers"), []);
    // A game of the same id would find no receipt.
    store_new(&*store, &before, &[event], None).await;
    let loaded = store.load(running.id, Some(&given.request)).await;
    let loaded = loaded.expect("the store answers").expect("it is there");
    assert_eq!(loaded.receipt, None);
}

/// A side whose time runs has it, however long that is.
pub async fn a_game_whose_clock_runs_is_kept(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let game = begun(&*store).await;
    let purged = purge(&*store, &all_before(later())).await;
    assert_eq!(purged, Purged::default());
    assert!(is_there(&*store, game.id).await);
}

/// One that was changed since is not what was to be forgotten.
pub async fn a_game_that_changed_lately_is_kept(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let limit = start_of_time();
    let day = Duration::DAY;
    let old = resting_since(&*store, limit - day).await;
    let young = resting_since(&*store, limit + day).await;
    let played_on = resting_since(&*store, limit - day).await;
    let played = played_on.play(Side::White, "d6", limit);
    let (changed, event) = played.expect("a legal turn");
    assert_eq!(
        commit(&*store, &changed, &event, None).await,
        Committed::Yes
    );
    let purged = purge(&*store, &all_before(limit)).await;
    assert_eq!(purged.total(), 1);
    assert!(!is_there(&*store, old.id()).await);
    assert!(is_there(&*store, young.id()).await);
    assert!(is_there(&*store, played_on.id()).await);
    let left = purge(&*store, &all_before(limit + Duration::MICROSECOND)).await;
    assert_eq!(left.total(), 1);
}

/// Who reads a game whose rematch was agreed sees to the rematch: it must not come back anew, and one
/// that is not there yet must still be made.
pub async fn a_rematch_is_neither_forgotten_before_its_game_nor_made_anew(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let games = games(replicas).await;
    let game = seated(&games).await;
    resign(&games, &game, Side::White).await;
    for side in [Side::White, Side::Black] {
        let credentials = game.credentials(side);
        done(
            games
                .offer_rematch(call(game.id), &credentials, &encode)
                .await,
        );
    }
    let next = load(&*store, game.id).await.rematch().expect("agreed").game;
    let no_finished = Expired {
        finished: None,
        ..all_before(later())
    };
    assert_eq!(purge(&*store, &no_finished).await, Purged::default());
    assert!(is_there(&*store, next).await, "its game is there");

    // One that was agreed, by a service that crashed before it made the next game.
    let crashed = seated(&games).await;
    resign(&games, &crashed, Side::White).await;
    let white = crashed.credentials(Side::White);
    done(games.offer_rematch(call(crashed.id), &white, &encode).await);
    let before = load(&*store, crashed.id).await;
    let id = before.rematch().expect("White wants it").game;
    let agreed = before.want_rematch(Side::Black, id, before.updated_at());
    let (changed, event) = agreed.expect("it is over");
    assert_eq!(
        commit(&*store, &changed, &event, None).await,
        Committed::Yes
    );

    let purged = purge(&*store, &all_before(later())).await;
    assert_eq!((purged.finished, purged.running), (1, 1));
    assert!(!is_there(&*store, game.id).await && !is_there(&*store, next).await);
    assert!(
        is_there(&*store, crashed.id).await,
        "its rematch is to come"
    );
    let read = games.get(crashed.id, &white).await;
    read.expect("it is there");
    assert!(is_there(&*store, id).await);
    let purged = purge(&*store, &all_before(later())).await;
    assert_eq!((purged.finished, purged.running), (1, 1));
}

/// However many replicas forget at once.
pub async fn purges_on_two_replicas_forget_each_game_once(replicas: &dyn Replicas) {
    let stores = [replicas.replica().await, replicas.replica().await];
    for _ in 0..MANY {
        resting_since(&*stores[0], start_of_time()).await;
    }
    let expired = all_before(later());
    let both = stores.iter().map(|store| purge(&**store, &expired));
    let purged: u64 = join_all(both).await.iter().map(Purged::total).sum();
    // One may have found nothing while the other held the last batch.
    let rest = purge(&*stores[0], &expired).await;
    assert_eq!(purged + rest.total(), MANY as u64);
}

/// Nobody waits for a game that is no more.
pub async fn who_watches_a_game_that_is_forgotten_is_told(replicas: &dyn Replicas) {
    let here = games(replicas).await;
    let other = replicas.replica().await;
    let game: Seated = seated(&here).await;
    let white = game.credentials(Side::White);
    let watch = here.watch(game.id, None, &white).await;
    let mut watch = watch.expect("it is there");
    let first = watch.next().await.expect("the store answers");
    assert!(matches!(first, WatchItem::Snapshot { .. }));
    assert_eq!(purge(&*other, &all_before(later())).await.total(), 1);
    let told = tokio::time::timeout(AT_ONCE, watch.next()).await;
    let told = told.expect("nobody waits for ever");
    assert!(matches!(told, Err(GameError::NotFound)), "{told:?}");
    let again = here.watch(game.id, None, &white).await;
    assert!(matches!(again.err(), Some(GameError::NotFound)));
}
