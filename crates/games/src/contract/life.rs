//! What happens beside the board comes back, and a rematch is one game.

use std::sync::Arc;

use futures::future::join_all;
use moelle_rules::{BySide, Position, Side, Termination};
use time::Duration;

use super::Replicas;
use super::table::{
    Seated, Standing, assert_history, assert_same, call, done, encode, events, games, games_by,
    load, new_game, nine, play, resign, seated_as, start_of_time, store_new, unstored,
};
use crate::{
    Change, Changed, GameError, GameFilter, Games, Ids, Pace, PlayerName, Reply, Revision,
    SeatChoice, StartChoice, SystemIds, TimeControl, Visibility,
};

/// Rounds of the race for a rematch.
const ROUNDS: usize = 200;

type Two = [Arc<Games>; 2];

/// A change that was carried out, and that both replicas now see as it was told.
async fn kept(replicas: &Two, reply: Result<Reply<Changed>, GameError>) -> Changed {
    let changed = done(reply);
    for games in replicas {
        let stored = assert_history(&**games.store(), changed.game.id()).await;
        assert_same(&stored, &changed.game);
        let events = events(&**games.store(), &stored).await;
        assert_eq!(events.last(), Some(&changed.event));
    }
    changed
}

/// Offers, wishes, clocks and the next game, each column of them, step by step on two replicas.
pub async fn the_life_of_a_game_comes_back(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let two = [
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    ];
    let pace = Pace::Game {
        total_ms: 300_000,
        increment_ms: 2_000,
        delay_ms: 0,
    };
    let mut new = new_game(SeatChoice::Both);
    new.time_control = Some(TimeControl::agree(pace, None).expect("in range"));
    let name = |text| Some(PlayerName::try_from(text).expect("a name"));
    new.names = BySide {
        white: name("Ada"),
        black: name("Bo"),
    };
    let game = seated_as(&two[0], new).await;
    let (white, black) = (
        &game.credentials(Side::White),
        &game.credentials(Side::Black),
    );
    let [one, other] = &two;
    let now = call(game.id);
    let mut seconds = 0;
    let mut later = || {
        seconds += 7;
        clock.put(Duration::milliseconds(seconds * 1_001));
    };

    for (turn, player) in [("d6", white), ("f4", black)] {
        later();
        kept(&two, one.play(now, turn, player, &encode).await).await;
    }
    later();
    let offered = kept(&two, other.offer_draw(now, white, &encode).await).await;
    assert_eq!(offered.game.draw_offer(), Some(Side::White));
    kept(&two, one.answer_draw(now, false, black, &encode).await).await;
    later();
    let asked = kept(&two, one.request_takeback(now, white, &encode).await).await;
    assert_eq!(
        asked.game.takeback().map(|wish| wish.to),
        Some(Revision::FIRST)
    );
    kept(
        &two,
        other.answer_takeback(now, false, black, &encode).await,
    )
    .await;
    later();
    let played = kept(&two, one.play(now, "d2", white, &encode).await).await;
    assert!(played.event.deadline.is_some());
    later();
    kept(&two, other.request_takeback(now, black, &encode).await).await;
    let undone = kept(&two, one.answer_takeback(now, true, white, &encode).await).await;
    let to = Change::TakebackAnswered {
        side: Side::White,
        taken_back_to: Some(Revision::from_number(2)),
    };
    assert_eq!((undone.event.change, undone.game.position().ply()), (to, 1));
    later();
    kept(&two, one.play(now, "b4", black, &encode).await).await;
    kept(&two, other.offer_draw(now, black, &encode).await).await;
    let agreed = kept(&two, one.offer_draw(now, white, &encode).await).await;
    let outcome = agreed.game.outcome().expect("an end");
    assert_eq!(outcome.termination, Termination::Agreement);
    assert_eq!(agreed.game.deadline(), None);
    later();
    kept(&two, other.offer_rematch(now, black, &encode).await).await;
    let both = kept(&two, one.offer_rematch(now, white, &encode).await).await;
    assert_rematch(&two, &game, &both).await;
}

/// The same table with the colours swapped, which can be played at once.
async fn assert_rematch(two: &Two, before: &Seated, agreed: &Changed) {
    let rematch = agreed.game.rematch().expect("both want it");
    assert!(rematch.is_agreed());
    let next = assert_history(&**two[1].store(), rematch.game).await;
    let (old, new) = (agreed.game.seats(), next.seats());
    for side in [Side::White, Side::Black] {
        assert_eq!(new[side].name(), old[!side].name());
        assert_eq!(new[side].token(), old[!side].token());
    }
    assert_eq!(
        next.clock().map(crate::GameClock::control),
        agreed.game.clock().map(crate::GameClock::control)
    );
    let black = before.credentials(Side::Black);
    let played = two[1].play(call(rematch.game), "d6", &black, &encode).await;
    kept(two, played).await;
}

/// Both offer at once, each on another replica: there is one new game, and both are told its id.
pub async fn a_rematch_is_one_game_however_both_want_it(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    for round in 0..ROUNDS {
        let mut new = new_game(SeatChoice::Both);
        new.visibility = Visibility::Public;
        let game = seated_as(&one, new).await;
        resign(&one, &game, Side::White).await;
        let white = game.credentials(Side::White);
        let black = game.credentials(Side::Black);
        let (by_white, by_black) = tokio::join!(
            one.offer_rematch(call(game.id), &white, &encode),
            other.offer_rematch(call(game.id), &black, &encode),
        );
        let told = [done(by_white), done(by_black)];
        let ids = told
            .each_ref()
            .map(|changed| changed.game.rematch().expect("a rematch").game);
        assert_eq!(ids[0], ids[1], "round {round}");
        let stored = assert_history(&**other.store(), game.id).await;
        assert!(stored.rematch().is_some_and(|rematch| rematch.is_agreed()));
        let next = assert_history(&**one.store(), ids[0]).await;
        let token = game.seats.white.hash();
        assert_eq!(next.seat_of(&token), Some(Side::Black), "round {round}");
    }
    let all = one.list(&GameFilter::default(), None, u32::MAX - 1).await;
    assert_eq!(all.expect("the store answers").games.len(), 2 * ROUNDS);
}

/// Whoever is first; the others change nothing.
pub async fn a_game_is_inserted_once(replicas: &dyn Replicas) {
    let stores = [replicas.replica().await, replicas.replica().await];
    for _ in 0..10 {
        let (game, event) = unstored();
        let twin = crate::Game::create(crate::NewGame {
            id: game.id(),
            application: None,
            variant: game.variant(),
            start: *game.start(),
            visibility: Visibility::Private,
            owner: SystemIds.secret().hash(),
            seats: game.seats().clone(),
            time_control: None,
            now: start_of_time() + Duration::HOUR,
        });
        let new = [(game, event), twin];
        let inserting = (0..10).map(|n| {
            let (game, event) = &new[n % 2];
            stores[n / 2 % 2].insert_if_absent(game, event)
        });
        for inserted in join_all(inserting).await {
            inserted.expect("the store answers");
        }
        let found = assert_history(&*stores[0], new[0].0.id()).await;
        let (first, event) = &new[usize::from(found.visibility() == Visibility::Private)];
        assert_same(&found, first);
        assert_eq!(
            events(&*stores[1], &found).await,
            std::slice::from_ref(event)
        );
    }
    // One that was created otherwise is there too.
    let (game, event) = unstored();
    let events = [event];
    store_new(&*stores[0], &game, &events, None).await;
    let inserted = stores[1].insert_if_absent(&game, &events[0]).await;
    inserted.expect("the store answers");
    assert_same(&load(&*stores[0], game.id()).await, &game);
}

/// A position that was taken back is counted anew, though its event is still there.
pub async fn positions_that_were_taken_back_do_not_count(replicas: &dyn Replicas) {
    let two = [games(replicas).await, games(replicas).await];
    let start = Position::parse(nine().rules(), "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30");
    let mut new = new_game(SeatChoice::Both);
    new.start = StartChoice::Position(start.expect("a position"));
    let game = seated_as(&two[0], new).await;
    let shuffle = ["a4-b4", "g4-f4", "b4-a4", "f4-g4"];
    let mut sides = Side::ALL.iter().copied().cycle();
    for turn in shuffle {
        let side = sides.next().expect("a cycle");
        play(&two[0], &game, side, turn).await;
    }
    let (white, black) = (game.credentials(Side::White), game.credentials(Side::Black));
    for round in 0..3 {
        let (asks, answers) = (&two[round % 2], &two[(round + 1) % 2]);
        kept(
            &two,
            asks.request_takeback(call(game.id), &black, &encode).await,
        )
        .await;
        let answered = answers.answer_takeback(call(game.id), true, &white, &encode);
        kept(&two, answered.await).await;
        let played = play(asks, &game, Side::Black, "f4-g4").await;
        assert_eq!(played.game.occurrences(), Some(2), "round {round}");
        let stored = load(&**answers.store(), game.id).await;
        assert_eq!(stored.occurrences(), Some(2), "round {round}");
    }
    for turn in shuffle {
        let side = sides.next().expect("a cycle");
        play(&two[1], &game, side, turn).await;
    }
    let stored = assert_history(&**two[0].store(), game.id).await;
    let outcome = stored.outcome().expect("an end");
    assert_eq!(outcome.termination, Termination::Repetition);
}
