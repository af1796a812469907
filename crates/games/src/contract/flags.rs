//! Clocks: a flag falls once, whoever finds it, and a game that has ended stays so.

use std::sync::Arc;

use futures::future::join_all;
use moelle_rules::{BySide, Position, Side, Termination};
use time::{Duration, OffsetDateTime};

use super::Replicas;
use super::table::{
    Seated, Standing, after, assert_history, assert_same, call, encode, events, games_by, load,
    nine, start_of_time, store_new,
};
use crate::{
    Change, Credentials, GRACE, Game, GameError, GameFilter, GameStatus, Games, Ids, NewGame, Pace,
    Reply, Revision, Seat, Store, SystemIds, TimeControl, Visibility,
};

/// Rounds of the race between a turn, resigning and a flag.
const ROUNDS: usize = 1_000;
/// Games whose flags fall at once.
const FALLING: usize = 60;
/// The time of each side, in milliseconds.
const TOTAL_MS: u64 = 10_000;
/// When White's flag falls.
pub(super) const FALL: Duration = Duration::seconds(12);

/// A public game in which both have made a first turn, and White's flag falls at [`FALL`].
pub(super) async fn begun(store: &dyn Store) -> Seated {
    let seats = BySide {
        white: SystemIds.secret(),
        black: SystemIds.secret(),
    };
    let pace = Pace::Game {
        total_ms: TOTAL_MS,
        increment_ms: 0,
        delay_ms: 0,
    };
    let now = start_of_time();
    let (game, created) = Game::create(NewGame {
        id: SystemIds.game_id(now),
        application: None,
        variant: Some(nine()),
        start: Position::start(nine().rules(), Side::White),
        visibility: Visibility::Public,
        owner: SystemIds.secret().hash(),
        seats: BySide {
            white: Seat::taken(None, seats.white.hash(), None),
            black: Seat::taken(None, seats.black.hash(), None),
        },
        time_control: Some(TimeControl::agree(pace, None).expect("in range")),
        now,
    });
    let (game, first) = after(&game, "d6");
    let (game, second) = after(&game, "f4");
    assert_eq!(game.deadline(), Some(fall()));
    store_new(store, &game, &[created, first, second], None).await;
    Seated {
        id: game.id(),
        seats,
    }
}

pub(super) fn fall() -> OffsetDateTime {
    start_of_time() + FALL
}

/// The use cases on a replica whose clock stands so long after the start.
pub(super) async fn at(replicas: &dyn Replicas, since_start: Duration) -> Arc<Games> {
    let clock = Arc::<Standing>::default();
    clock.put(since_start);
    games_by(replicas, &clock).await
}

/// The use cases on two replicas, whose clocks stand just before the fall and at it.
async fn before_and_at_the_fall(replicas: &dyn Replicas) -> (Arc<Games>, Arc<Games>) {
    let early = at(replicas, FALL - Duration::MILLISECOND).await;
    (early, at(replicas, FALL).await)
}

/// White plays and resigns while its flag falls, which Black finds too: one of them ends the game,
/// and it ends once and for good.
pub async fn a_turn_resigning_and_a_flag_end_a_game_once(replicas: &dyn Replicas) {
    let (early, late) = before_and_at_the_fall(replicas).await;
    let sweeper = at(replicas, FALL + GRACE).await;
    let mut falls = 0;
    for round in 0..ROUNDS {
        let game = begun(&**early.store()).await;
        let white = game.credentials(Side::White);
        let black = game.credentials(Side::Black);
        let (played, by_white, by_black, swept) = tokio::join!(
            early.play(call(game.id), "d2", &white, &encode),
            early.resign(call(game.id), &white, &encode),
            late.resign(call(game.id), &black, &encode),
            sweeper.sweep(),
        );
        assert!(
            matches!(played, Ok(Reply::Done(_)) | Err(GameError::GameOver)),
            "round {round}: {played:?}"
        );
        let mut resigned = 0;
        for reply in [&by_white, &by_black] {
            match reply {
                Ok(Reply::Done(_)) => resigned += 1,
                Err(GameError::GameOver) => {}
                other => panic!("round {round}: {other:?}"),
            }
        }
        let stored = assert_history(&**late.store(), game.id).await;
        let outcome = stored.outcome().expect("an end");
        let expected = match outcome.termination {
            Termination::Resignation => 1,
            Termination::Timeout => 0,
            other => panic!("round {round}: {other:?}"),
        };
        assert_eq!(resigned, expected, "round {round}: {outcome:?}");
        let swept = swept.expect("the store answers");
        assert!(swept <= 1 - resigned, "round {round}: {outcome:?}");
        falls += 1 - resigned;
        assert_stays(&late, &game, &stored).await;
    }
    println!("the flag fell in {falls} of {ROUNDS} rounds");
}

/// What anybody tries after the end changes nothing.
async fn assert_stays(games: &Games, game: &Seated, ended: &Game) {
    for side in [Side::White, Side::Black] {
        let again = games
            .resign(call(game.id), &game.credentials(side), &encode)
            .await;
        assert!(matches!(again, Err(GameError::GameOver)), "{again:?}");
    }
    let stored = load(&**games.store(), game.id).await;
    assert_eq!(stored.revision(), ended.revision());
}

/// Two replicas sweep at once: each fall is stored once, and none before its time.
pub async fn sweepers_on_two_replicas_store_each_fall_once(replicas: &dyn Replicas) {
    let early = at(replicas, FALL + GRACE - Duration::MILLISECOND).await;
    let late = at(replicas, FALL + GRACE).await;
    let late_too = at(replicas, FALL + GRACE).await;
    let tables = join_all((0..FALLING).map(|_| begun(&**early.store()))).await;
    assert_eq!(early.sweep().await.expect("the store answers"), 0);
    let (one, other) = tokio::join!(late.sweep(), late_too.sweep());
    let stored = one.expect("the store answers") + other.expect("the store answers");
    assert_eq!(stored, FALLING);
    for game in &tables {
        assert_fallen(&late, game).await;
    }
    assert_eq!(late.sweep().await.expect("the store answers"), 0);
    let due = late.store().due(fall() + Duration::DAY, 10).await;
    assert_eq!(due.expect("the store answers"), []);
}

/// The longest due come first, as many as are asked for.
pub async fn games_that_are_due_are_found_by_their_deadline(replicas: &dyn Replicas) {
    let (early, _) = before_and_at_the_fall(replicas).await;
    let store = early.store();
    let first = begun(&**store).await;
    let second = begun(&**store).await;
    let white = second.credentials(Side::White);
    let played = early.play(call(second.id), "d2", &white, &encode).await;
    assert!(matches!(played, Ok(Reply::Done(_))), "{played:?}");
    let due = async |now, limit| store.due(now, limit).await.expect("the store answers");
    assert_eq!(due(fall() - Duration::MICROSECOND, 9).await, []);
    assert_eq!(due(fall(), 9).await, [first.id]);
    let both = [first.id, second.id];
    assert_eq!(due(fall() + Duration::HOUR, 9).await, both);
    assert_eq!(due(fall() + Duration::HOUR, 1).await, both[..1]);
}

/// One event at the moment of the deadline, the last one, by which the other side wins.
pub(super) async fn assert_fallen(games: &Games, game: &Seated) {
    let stored = assert_history(&**games.store(), game.id).await;
    let events = events(&**games.store(), &stored).await;
    let last = events.last().expect("events");
    assert_eq!(last.revision, Revision::from_number(4));
    assert_eq!(last.change, Change::TimeFell { side: Side::White });
    assert_eq!(last.at, fall());
    let outcome = stored.outcome().expect("an end");
    assert_eq!(outcome.termination, Termination::Timeout);
}

/// Whoever comes too late finds the game over, and the fall stored, whatever was tried.
pub async fn a_change_after_the_deadline_stores_the_fall(replicas: &dyn Replicas) {
    let (early, late) = before_and_at_the_fall(replicas).await;
    for side in [Side::White, Side::Black] {
        let game = begun(&**early.store()).await;
        let credentials = game.credentials(side);
        let played = late.play(call(game.id), "d2", &credentials, &encode).await;
        assert!(matches!(played, Err(GameError::GameOver)), "{played:?}");
        assert_fallen(&early, &game).await;

        // Also whoever names the revision that was seen before, who is shown the game as it is.
        let game = begun(&**early.store()).await;
        let call = crate::ChangeCall {
            revision: Some(Revision::from_number(3)),
            ..call(game.id)
        };
        let resigned = late.resign(call, &game.credentials(side), &encode).await;
        let Err(GameError::StaleRevision(current)) = resigned else {
            panic!("{resigned:?}");
        };
        assert_eq!(current.status(), GameStatus::Finished);
        assert_fallen(&early, &game).await;
    }
}

/// By its id and in lists.
pub async fn a_look_after_the_deadline_shows_the_fall_and_stores_nothing(replicas: &dyn Replicas) {
    let early = at(replicas, FALL + GRACE - Duration::MILLISECOND).await;
    let late = at(replicas, FALL + GRACE).await;
    let game = begun(&**early.store()).await;
    for (games, status) in [(&early, GameStatus::Running), (&late, GameStatus::Finished)] {
        let seen = games.get(game.id, &Credentials::default()).await;
        assert_eq!(seen.expect("a public game").status(), status);
        for asked in [
            None,
            Some(GameStatus::Waiting),
            Some(GameStatus::Running),
            Some(GameStatus::Finished),
        ] {
            let filter = GameFilter {
                status: asked,
                ..GameFilter::default()
            };
            let page = games.list(&filter, None, 10).await;
            let page = page.expect("the store answers");
            let listed: Vec<GameStatus> = page.games.iter().map(Game::status).collect();
            let is_found = asked.is_none_or(|asked| asked == status);
            assert_eq!(listed, vec![status; usize::from(is_found)], "{asked:?}");
        }
        // The events end with what is shown.
        for after in [0, 2, 3, 4] {
            let after = Revision::from_number(after);
            let page = games
                .events(game.id, after, 9, &Credentials::default())
                .await;
            let page = page.expect("a public game");
            let last = page
                .events
                .last()
                .map_or(page.game.revision(), |event| event.revision);
            assert_eq!(
                (page.game.status(), page.game.revision()),
                (status, last),
                "{after}"
            );
            assert!(!page.more);
        }
    }
    let nobody = Credentials::default();
    let page = late.events(game.id, Revision::NONE, 3, &nobody).await;
    let page = page.expect("a public game");
    assert_eq!((page.events.len(), page.more), (3, true));
    let stored = load(&**late.store(), game.id).await;
    assert_eq!(
        (stored.revision(), stored.status()),
        (Revision::from_number(3), GameStatus::Running)
    );
    // What was shown is what is stored in the end, and who follows the game hears nothing else.
    let shown = late.get(game.id, &Credentials::default()).await;
    let shown = shown.expect("a public game");
    let after = Some(shown.revision());
    let watch = late.watch(game.id, after, &Credentials::default()).await;
    let mut watch = watch.expect("a public game");
    let heard = watch.next().await.expect("the store answers");
    assert!(matches!(heard, crate::WatchItem::Over), "{heard:?}");
    assert_same(&load(&**late.store(), game.id).await, &shown);
}
