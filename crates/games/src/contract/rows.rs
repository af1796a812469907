//! What is stored comes back.

use moelle_rules::{BySide, Field, Position, RuleSet, Side, Variant};

use super::Replicas;
use super::table::{
    after, assert_same, commit, events, load, nine, start_of_time, store_new, stored, unstored,
};
use crate::{
    Creation, Event, Game, Ids, NewGame, PlayerName, Revision, Seat, Store, SystemIds, Visibility,
};

/// Stores a new game and reads it back.
async fn round_trip(store: &dyn Store, game: &Game, event: &Event) {
    let creation = store_new(store, game, std::slice::from_ref(event), None).await;
    assert_eq!(creation, Creation::Created);
    assert_same(&load(store, game.id()).await, game);
    let back = events(store, game).await;
    assert_eq!(stored(&back), stored(std::slice::from_ref(event)));
    assert_eq!(back[0], *event);
}

fn game_of(
    variant: Option<&'static Variant>,
    start: Position,
    visibility: Visibility,
    seats: BySide<Seat>,
) -> (Game, Event) {
    let now = start_of_time();
    Game::create(NewGame {
        id: SystemIds.game_id(now),
        application: None,
        variant,
        start,
        visibility,
        owner: SystemIds.secret().hash(),
        seats,
        time_control: None,
        now,
    })
}

fn open_seats() -> BySide<Seat> {
    BySide {
        white: Seat::open(None, SystemIds.secret().hash(), None),
        black: Seat::open(None, SystemIds.secret().hash(), Some(start_of_time())),
    }
}

/// A game that is not there has no revision, no event and no receipt.
pub async fn what_is_not_there_is_none(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let (game, _) = unstored();
    let hash = super::table::request(b"").hash(None);
    for request in [None, Some(&hash)] {
        let loaded = store.load(game.id(), request).await;
        assert!(loaded.expect("the store answers").is_none());
    }
    assert_eq!(events(&*store, &game).await, []);
    let revisions = store.revisions(&[game.id()]).await;
    assert_eq!(revisions.expect("the store answers"), []);
}

/// Every variant, visibility and side that acts first, and a game that begins at its end.
pub async fn a_game_of_every_kind_comes_back_as_it_was_stored(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let visibilities = [
        Visibility::Public,
        Visibility::Unlisted,
        Visibility::Private,
    ];
    for (variant, visibility) in Variant::ALL.iter().zip(visibilities.into_iter().cycle()) {
        for side in Side::ALL.iter().copied() {
            let start = Position::start(variant.rules(), side);
            let (game, event) = game_of(Some(variant), start, visibility, open_seats());
            round_trip(&*store, &game, &event).await;
        }
    }
    let over = "bbw/w2/b2/6/3/3/3 w 0,0 0 0 40";
    let start = Position::parse(nine().rules(), over).expect("a position");
    let (game, event) = game_of(Some(nine()), start, Visibility::Public, open_seats());
    assert!(game.outcome().is_some());
    round_trip(&*store, &game, &event).await;
}

/// Closed, open for ever and for a time, taken by the creator, taken by invitation; with a name and without.
pub async fn every_state_of_a_seat_comes_back(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let hash = || SystemIds.secret().hash();
    let name = |text: &str| Some(PlayerName::try_from(text).expect("a name"));
    let seats = [
        Seat::closed(None),
        Seat::closed(name("Bo")),
        Seat::open(None, hash(), None),
        Seat::open(
            name("Søren 'Drop' \"Table\" \\ 龍 🀄"),
            hash(),
            Some(start_of_time() + time::Duration::MICROSECOND),
        ),
        Seat::taken(None, hash(), None),
        Seat::taken(name("Ada"), hash(), None),
        Seat::taken(
            name(&"é".repeat(PlayerName::CHARS_MAX)),
            hash(),
            Some(hash()),
        ),
    ];
    let start = Position::start(nine().rules(), Side::White);
    for white in &seats {
        for black in &seats {
            let seats = BySide {
                white: white.clone(),
                black: black.clone(),
            };
            let (game, event) = game_of(Some(nine()), start, Visibility::Private, seats);
            round_trip(&*store, &game, &event).await;
        }
    }
}

/// A rule set that is like no variant, and one that differs from a variant.
pub async fn a_rule_set_of_ones_own_comes_back(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    for (base, variant, changes) in [
        (
            "nine",
            None,
            &[("men", "11"), ("fly_at", "4"), ("blocked", "passes")][..],
        ),
        ("three", None, &[("movement", "any")][..]),
        (
            "twelve",
            Some("twelve"),
            &[("fly_at", "0"), ("removable", "any")][..],
        ),
        (
            "nine",
            Some("nine"),
            &[("repetition", "0"), ("quiet_plies", "1000")][..],
        ),
    ] {
        let base = Variant::find(base).expect("a variant");
        let mut fields = base.rules().fields();
        for (field, value) in changes {
            let field: Field = field.parse().expect("a field");
            fields.set(field, value).expect("a value");
        }
        let rules = RuleSet::try_from(fields).expect("a rule set");
        let start = Position::start(rules, Side::Black);
        let variant = variant.and_then(Variant::find);
        let (game, event) = game_of(variant, start, Visibility::Unlisted, open_seats());
        round_trip(&*store, &game, &event).await;
        let back = load(&*store, game.id()).await;
        assert_eq!(back.rules(), rules, "{changes:?}");
    }
}

/// Every column of a change is written: turns, parts of turns, a seat taken, an end.
pub async fn a_change_is_stored_whole(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let invitation = SystemIds.secret().hash();
    let seats = BySide {
        white: Seat::taken(None, SystemIds.secret().hash(), None),
        black: Seat::open(None, invitation, None),
    };
    let start = Position::parse(nine().rules(), "ww1/3/3/b5/3/3/3 w 7,8 0 0 3").expect("legal");
    let (game, event) = game_of(Some(nine()), start, Visibility::Private, seats);
    round_trip(&*store, &game, &event).await;

    let mut history = vec![event];
    let mut step = async |change: (Game, Event)| {
        let (game, event) = change;
        let committed = commit(&*store, &game, &event, None).await;
        assert_eq!(committed, crate::Committed::Yes);
        assert_same(&load(&*store, game.id()).await, &game);
        history.push(event);
        game
    };
    let now = start_of_time() + time::Duration::MINUTE;
    let game = step(after(&game, "g7")).await;
    assert_eq!(game.occurrences(), None);
    let game = step(after(&game, "xa4")).await;
    let name = PlayerName::try_from("Bo").expect("a name");
    let token = SystemIds.secret().hash();
    let joined = game.join(&invitation, token, Some(name), now);
    let (game, _, event) = joined.expect("an open seat");
    let game = step((game, event)).await;
    let game = step(after(&game, "a4")).await;
    let game = step(after(&game, "a1")).await;
    let game = step(game.resign(Side::White, now).expect("the game is on")).await;
    assert!(game.outcome().is_some());

    let back = events(&*store, &game).await;
    assert_eq!(back, history);
    assert_eq!(
        back.last().map(|event| event.revision),
        Some(Revision::from_number(7))
    );
}
