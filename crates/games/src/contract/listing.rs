//! Finding public games.

use std::sync::Arc;

use moelle_rules::{Position, Side, Variant};
use time::Duration;

use super::Replicas;
use super::table::{
    Standing, assert_same, create, games_by, load, new_game, nine, play, resign, seated_as,
    start_of_time,
};
use crate::{
    CreateGame, GameFilter, GameId, GamePlace, GameStatus, Games, PlayerName, SeatChoice,
    StartChoice, Visibility,
};

/// Public games at the start, among as many others of each kind.
const PUBLIC: usize = 25;

fn visible(seat: SeatChoice, visibility: Visibility) -> CreateGame {
    let mut new = new_game(seat);
    new.visibility = visibility;
    new
}

/// The ids of a page, and whether there are more.
async fn page(
    games: &Games,
    filter: &GameFilter,
    before: Option<GameId>,
    limit: u32,
) -> (Vec<GameId>, bool) {
    let before = match before {
        Some(id) => Some(GamePlace::from(&load(&**games.store(), id).await)),
        None => None,
    };
    let page = games.list(filter, before, limit).await;
    let page = page.expect("the store answers");
    for game in &page.games {
        assert_eq!(game.visibility(), Visibility::Public);
        assert_same(game, &load(&**games.store(), game.id()).await);
    }
    let ids = page.games.iter().map(crate::Game::id).collect();
    (ids, page.more)
}

/// Page by page, newest first, every public game that was there is seen once, and no other, while
/// games are added on another replica.
pub async fn pages_of_games_stay_right_while_games_are_added(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let (one, other) = (
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    );
    let mut millis = 0;
    let mut add = async |games: &Games, visibility| {
        millis += 1;
        clock.put(Duration::milliseconds(millis));
        create(games, visible(SeatChoice::Both, visibility))
            .await
            .game
            .id()
    };
    let mut public = Vec::new();
    for _ in 0..PUBLIC {
        public.push(add(&one, Visibility::Public).await);
        add(&one, Visibility::Unlisted).await;
        add(&one, Visibility::Private).await;
    }
    public.reverse();
    let all = GameFilter::default();
    for limit in [1, 4, 5, 24, 25, 26] {
        let newest = public[0];
        let (first, _) = page(&one, &all, None, limit).await;
        assert!(first.iter().all(|id| *id >= newest || public.contains(id)));
        // From the newest that was there at the beginning on.
        let mut seen = vec![newest];
        loop {
            let added = add(&other, Visibility::Public).await;
            add(&other, Visibility::Private).await;
            let (latest, _) = page(&one, &all, None, 1).await;
            assert_eq!(latest, [added]);
            let (ids, more) = page(&one, &all, seen.last().copied(), limit).await;
            seen.extend(&ids);
            assert_eq!(more, seen.len() < public.len(), "pages of {limit}");
            if !more {
                break;
            }
        }
        assert_eq!(seen, public, "pages of {limit}");
    }
}

/// Three public games of different kinds a minute from each other, the oldest first, and an unlisted
/// one that is like them.
async fn three(games: &Games, clock: &Standing) -> [GameId; 3] {
    let name = |text: &str| Some(PlayerName::try_from(text).expect("a name"));
    let mut waiting = visible(SeatChoice::One(Side::White), Visibility::Public);
    waiting.names.white = name("Søren 龍");
    let mut running = visible(SeatChoice::Both, Visibility::Public);
    let twelve = Variant::find("twelve").expect("a variant");
    let start = Position::parse(twelve.rules(), "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30");
    running.variant = Some(twelve);
    running.start = StartChoice::Position(start.expect("a position"));
    running.names.black = name("SØREN 龍");
    let mut finished = visible(SeatChoice::Both, Visibility::Public);
    finished.names.white = name("Ada");
    finished.names.black = name("O'Hara 100%_");
    let mut unlisted = visible(SeatChoice::One(Side::White), Visibility::Unlisted);
    unlisted.names.white = name("Søren 龍");

    create(games, unlisted).await;
    let waiting = create(games, waiting).await.game.id();
    clock.put(Duration::MINUTE);
    let running = seated_as(games, running).await;
    for (n, turn) in ["a4-b4", "g4-f4", "b4-a4", "f4-g4"].iter().enumerate() {
        play(games, &running, Side::ALL[n % 2], turn).await;
    }
    clock.put(2 * Duration::MINUTE);
    let finished = seated_as(games, finished).await;
    resign(games, &finished, Side::Black).await;
    [waiting, running.id, finished.id]
}

/// By each thing that can be asked for, and by several.
pub async fn games_are_found_by_what_is_asked_for(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let games = games_by(replicas, &clock).await;
    let [waiting, running, finished] = three(&games, &clock).await;
    let any = GameFilter::default;
    let status = |status| GameFilter {
        status: Some(status),
        ..any()
    };
    let player = |text: &str| GameFilter {
        player: Some(PlayerName::try_from(text).expect("a name")),
        ..any()
    };
    let from = |time| GameFilter {
        created_from: Some(start_of_time() + time),
        ..any()
    };
    let before = |time| GameFilter {
        created_before: Some(start_of_time() + time),
        ..any()
    };
    let (minute, instant) = (Duration::MINUTE, Duration::MICROSECOND);
    for (filter, expected) in [
        (any(), vec![finished, running, waiting]),
        (
            GameFilter {
                variant: Some(nine()),
                ..any()
            },
            vec![finished, waiting],
        ),
        (status(GameStatus::Waiting), vec![waiting]),
        (status(GameStatus::Running), vec![running]),
        (status(GameStatus::Finished), vec![finished]),
        (player("sØREN 龍"), vec![running, waiting]),
        (player("ADA"), vec![finished]),
        (player("o'hara 100%_"), vec![finished]),
        (player("%"), vec![]),
        (player("Søren"), vec![]),
        (from(minute), vec![finished, running]),
        (from(minute + instant), vec![finished]),
        (before(minute), vec![waiting]),
        (before(minute + instant), vec![running, waiting]),
        (before(Duration::ZERO), vec![]),
        (
            GameFilter {
                created_before: Some(start_of_time() + 2 * minute),
                status: Some(GameStatus::Running),
                variant: Variant::find("twelve"),
                ..player("søren 龍")
            },
            vec![running],
        ),
    ] {
        let (found, more) = page(&games, &filter, None, 10).await;
        assert_eq!((found, more), (expected, false), "{filter:?}");
    }
    let (rest, _) = page(&games, &any(), Some(finished), 1).await;
    assert_eq!(rest, [running]);
    let ended = before(Duration::DAY);
    let (rest, _) = page(&games, &ended, Some(running), 10).await;
    assert_eq!(rest, [waiting]);
}

/// A rematch is given its id before it is created: it is listed and found by when it was created, so that
/// who looks for what is new does not miss it.
pub async fn a_rematch_is_found_by_its_creation(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let games = games_by(replicas, &clock).await;
    let game = seated_as(&games, visible(SeatChoice::Both, Visibility::Public)).await;
    resign(&games, &game, Side::White).await;
    let (mut next, mut between) = (None, None);
    for (side, hours) in [(Side::White, 1), (Side::Black, 3)] {
        clock.put(hours * Duration::HOUR);
        let call = super::table::call(game.id);
        let player = game.credentials(side);
        let offered = games.offer_rematch(call, &player, &super::table::encode);
        next = super::table::done(offered.await).game.rematch();
        if side == Side::White {
            clock.put(2 * Duration::HOUR);
            let new = visible(SeatChoice::Both, Visibility::Public);
            between = Some(create(&games, new).await.game.id());
        }
    }
    let next = next.expect("both want it").game;
    let between = between.expect("a game");
    assert!(next < between, "its id is of the first wish");
    let (all, _) = page(&games, &GameFilter::default(), None, 10).await;
    assert_eq!(all, [next, between, game.id]);
    let (rest, _) = page(&games, &GameFilter::default(), Some(next), 10).await;
    assert_eq!(rest, [between, game.id]);
    let at = start_of_time() + 3 * Duration::HOUR;
    for (from, before, expected) in [
        (Some(at), None, vec![next]),
        (None, Some(at), vec![between, game.id]),
        (Some(at + Duration::MICROSECOND), None, vec![]),
        (
            None,
            Some(at + Duration::MICROSECOND),
            vec![next, between, game.id],
        ),
    ] {
        let filter = GameFilter {
            created_from: from,
            created_before: before,
            ..GameFilter::default()
        };
        let (found, _) = page(&games, &filter, None, 10).await;
        assert_eq!(found, expected, "{filter:?}");
    }
}
