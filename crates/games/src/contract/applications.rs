//! Applications, their keys, and what belongs to them.

use std::sync::Arc;

use moelle_rules::{Record, Side};
use time::Duration;

use super::Replicas;
use super::table::{
    Seated, Standing, call, create, done, encode, encode_created, games_by, load, new_game, nine,
    play, request, resign, start_of_time,
};
use crate::{
    Application, ApplicationId, Changed, CreateGame, Credentials, GameError, GameFilter, GameId,
    Games, ImportGame, KEYS_TRUSTED_FOR, KeyRefusal, Label, Limit, ManageError, NewKey, Quota,
    QuotaOverrides, Quotas, Reply, SeatChoice, SystemIds, Visibility,
};

const NO_QUOTAS_OF_ITS_OWN: QuotaOverrides = QuotaOverrides {
    running_games: None,
    games_per_day: None,
    game_events: None,
    keys: None,
};

fn label(text: &str) -> Label {
    text.parse().expect("a label")
}

async fn application(games: &Games, name: &str, quotas: QuotaOverrides) -> Application {
    let made = games.applications().create(label(name), quotas).await;
    made.expect("a new application")
}

async fn key(games: &Games, of: &Application, life: Option<Duration>) -> NewKey {
    let made = games
        .applications()
        .create_key(of, label("a key"), life)
        .await;
    made.expect("a new key")
}

/// Whose a key is, or why it does not work.
async fn whose(games: &Games, key: &NewKey) -> Result<ApplicationId, KeyRefusal> {
    match games.applications().identify(&key.secret).await {
        Ok(application) => Ok(application),
        Err(GameError::KeyRefused(refusal)) => Err(refusal),
        Err(error) => panic!("{error:?}"),
    }
}

fn by(application: &Application) -> Credentials {
    Credentials {
        application: Some(application.id),
        ..Credentials::default()
    }
}

fn of(application: &Application, visibility: Visibility) -> CreateGame {
    CreateGame {
        application: Some(application.id),
        visibility,
        ..new_game(SeatChoice::Both)
    }
}

/// Wants a rematch of a game that is over, for both sides.
async fn rematch(games: &Games, game: &Seated) -> Result<Changed, GameError> {
    let mut last = None;
    for side in [Side::White, Side::Black] {
        let wanted = games
            .offer_rematch(call(game.id), &game.credentials(side), &encode)
            .await?;
        last = Some(done(Ok(wanted)));
    }
    Ok(last.expect("two sides"))
}

/// They are listed by age, found by id and by name, and no two have one name.
pub async fn applications_and_their_quotas_come_back(replicas: &dyn Replicas) {
    let clock = Arc::default();
    let (one, other) = (
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    );
    let first = application(&one, "Kros & Mølle", NO_QUOTAS_OF_ITS_OWN).await;
    clock.put(Duration::SECOND);
    let quotas = QuotaOverrides {
        running_games: Some(Limit::from_number(0)),
        keys: Some(3),
        ..QuotaOverrides::default()
    };
    let second = application(&one, "Other", quotas).await;
    let taken = one.applications().create(label(" Other "), quotas).await;
    assert!(matches!(taken, Err(ManageError::NameTaken)), "{taken:?}");

    let all = other.applications().list().await.expect("a list");
    assert_eq!(all, [first.clone(), second.clone()]);
    for text in [first.id.to_string(), first.name.to_string()] {
        let found = other.applications().find(&text).await;
        assert_eq!(found.expect("it is there"), first, "{text}");
    }
    let found = other.applications().find("nobody").await;
    assert!(matches!(found, Err(ManageError::NoSuchApplication)));

    let quotas = QuotaOverrides {
        games_per_day: Some(Limit::from_number(7)),
        game_events: Some(2_000),
        ..QuotaOverrides::default()
    };
    let set = one.applications().set_quotas(second.id, quotas).await;
    set.expect("it is there");
    let found = other.applications().find("Other").await;
    assert_eq!(found.expect("it is there").quotas, quotas);
    let nobody = ApplicationId::from_uuid(uuid::Uuid::nil());
    let set = one.applications().set_quotas(nobody, quotas).await;
    assert!(matches!(set, Err(ManageError::NoSuchApplication)));
}

/// Every replica refuses it as soon as it expires, and soon after it was revoked.
pub async fn a_key_works_until_it_expires_or_is_revoked(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let (one, other) = (
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    );
    let first = application(&one, "First", NO_QUOTAS_OF_ITS_OWN).await;
    let second = application(&one, "Second", NO_QUOTAS_OF_ITS_OWN).await;
    let lasting = key(&one, &first, None).await;
    let expiring = key(&one, &second, Some(Duration::SECOND)).await;
    for games in [&one, &other] {
        assert_eq!(whose(games, &lasting).await, Ok(first.id));
        assert_eq!(whose(games, &expiring).await, Ok(second.id));
    }
    let foreign = NewKey {
        secret: crate::ApiKeySecret::new(crate::Ids::secret(&SystemIds)),
        key: lasting.key.clone(),
    };
    assert_eq!(whose(&one, &foreign).await, Err(KeyRefusal::Unknown));

    clock.put(Duration::milliseconds(999));
    assert_eq!(whose(&other, &expiring).await, Ok(second.id));
    clock.put(Duration::SECOND);
    for games in [&one, &other] {
        assert_eq!(whose(games, &expiring).await, Err(KeyRefusal::Expired));
    }

    let revoked = one.applications().revoke_key(lasting.key.id).await;
    revoked.expect("it is there");
    let trusted = Duration::try_from(KEYS_TRUSTED_FOR).expect("a few seconds");
    clock.put(trusted);
    assert_eq!(whose(&other, &lasting).await, Err(KeyRefusal::Revoked));
    let again = other.applications().revoke_key(lasting.key.id).await;
    again.expect("it is there still");
    let keys = other.applications().list_keys(Some(first.id)).await;
    let revoked_at = keys.expect("a list")[0].revoked_at;
    assert_eq!(revoked_at, Some(start_of_time() + Duration::SECOND));
    let nobody = crate::ApiKeyId::from_uuid(uuid::Uuid::nil());
    let revoked = one.applications().revoke_key(nobody).await;
    assert!(matches!(revoked, Err(ManageError::NoSuchKey)));
}

/// The key before works until the overlap is over, or it expires; then the new one alone.
pub async fn a_rotated_key_works_for_its_overlap(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let games = games_by(replicas, &clock).await;
    let owner = application(&games, "First", NO_QUOTAS_OF_ITS_OWN).await;
    let lasting = key(&games, &owner, None).await;
    let expiring = key(&games, &owner, Some(Duration::MINUTE)).await;
    let rotate = async |old: &NewKey| {
        let life = Some(Duration::DAY);
        games
            .applications()
            .rotate_key(old.key.id, life, Duration::HOUR)
            .await
    };
    let new = rotate(&lasting).await.expect("it works");
    assert_eq!(new.key.name, lasting.key.name);
    rotate(&expiring).await.expect("it works");
    let expiries = async || {
        let keys = games.applications().list_keys(Some(owner.id)).await;
        let keys = keys.expect("a list");
        let of = |id| keys.iter().find(|key| key.id == id).expect("a key");
        [
            of(lasting.key.id).expires_at,
            of(expiring.key.id).expires_at,
        ]
    };
    let at = |since| Some(start_of_time() + since);
    assert_eq!(
        expiries().await,
        [at(Duration::HOUR), at(Duration::MINUTE)],
        "an overlap makes no key last longer"
    );
    clock.put(Duration::HOUR - Duration::MILLISECOND);
    for key in [&lasting, &new] {
        assert_eq!(whose(&games, key).await, Ok(owner.id));
    }
    clock.put(Duration::HOUR);
    assert_eq!(whose(&games, &lasting).await, Err(KeyRefusal::Expired));
    assert_eq!(whose(&games, &new).await, Ok(owner.id));

    let dead = rotate(&lasting).await;
    assert!(matches!(dead, Err(ManageError::KeyIsDead)), "{dead:?}");
    let revoked = games.applications().revoke_key(new.key.id).await;
    revoked.expect("it is there");
    let dead = rotate(&new).await;
    assert!(matches!(dead, Err(ManageError::KeyIsDead)), "{dead:?}");
    let keys = games.applications().list_keys(None).await;
    assert_eq!(keys.expect("a list").len(), 4, "nothing by halves");
}

/// Those that were revoked or have expired do not count.
pub async fn an_application_has_as_many_keys_as_its_quota_allows(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let games = games_by(replicas, &clock).await;
    let two = QuotaOverrides {
        keys: Some(2),
        ..QuotaOverrides::default()
    };
    let owner = application(&games, "First", two).await;
    let refused = async || {
        let made = games
            .applications()
            .create_key(&owner, label("one more"), None)
            .await;
        assert!(
            matches!(made, Err(ManageError::TooManyKeys { limit: 2 })),
            "{made:?}"
        );
    };
    let lasting = key(&games, &owner, None).await;
    key(&games, &owner, Some(Duration::SECOND)).await;
    refused().await;
    clock.put(Duration::SECOND);
    key(&games, &owner, None).await;
    refused().await;
    let revoked = games.applications().revoke_key(lasting.key.id).await;
    revoked.expect("it is there");
    key(&games, &owner, None).await;
    refused().await;
    let other = application(&games, "Second", two).await;
    key(&games, &other, None).await;
}

/// A private game is seen by its application and by no other; to play, a seat is needed.
pub async fn an_application_sees_its_own_games_and_holds_no_seat(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let (one, other) = (
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    );
    let own = application(&one, "First", NO_QUOTAS_OF_ITS_OWN).await;
    let foreign = application(&one, "Second", NO_QUOTAS_OF_ITS_OWN).await;
    let created = create(&one, of(&own, Visibility::Private)).await;
    let game = Seated::from(created);
    let stored = load(&**other.store(), game.id).await;
    assert_eq!(stored.application(), Some(own.id));

    let seen = other.get(game.id, &by(&own)).await;
    seen.expect("its own");
    other
        .events(game.id, crate::Revision::NONE, 10, &by(&own))
        .await
        .expect("its own");
    other
        .watch(game.id, None, &by(&own))
        .await
        .expect("its own");
    for credentials in [by(&foreign), Credentials::default()] {
        let refused = other.get(game.id, &credentials).await;
        assert!(matches!(refused, Err(GameError::Unauthenticated)));
    }
    let played = other.play(call(game.id), "d6", &by(&own), &encode).await;
    assert!(matches!(played, Err(GameError::Unauthenticated)));

    resign(&one, &game, Side::White).await;
    let agreed = rematch(&one, &game).await.expect("there is room");
    let next = agreed.game.agreed_rematch().expect("a next game");
    let next = load(&**other.store(), next).await;
    assert_eq!(next.application(), Some(own.id));
}

/// Page by page, newest first, imported ones and rematches too, and nothing of anybody else.
pub async fn an_application_lists_its_own_games_of_every_visibility(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let games = games_by(replicas, &clock).await;
    let own = application(&games, "First", NO_QUOTAS_OF_ITS_OWN).await;
    let foreign = application(&games, "Second", NO_QUOTAS_OF_ITS_OWN).await;
    let mut expected: Vec<GameId> = Vec::new();
    for (second, visibility) in [
        Visibility::Public,
        Visibility::Unlisted,
        Visibility::Private,
    ]
    .into_iter()
    .enumerate()
    {
        clock.put(Duration::seconds(i64::try_from(second).expect("few")));
        expected.insert(0, create(&games, of(&own, visibility)).await.game.id());
        create(&games, of(&foreign, visibility)).await;
        create(&games, new_game(SeatChoice::Both)).await;
    }
    clock.put(Duration::MINUTE);
    let import = ImportGame {
        record: Record::new(
            nine(),
            moelle_rules::Position::start(nine().rules(), Side::White),
        ),
        seat: SeatChoice::Both,
        visibility: Visibility::Unlisted,
        application: Some(own.id),
        request: None,
    };
    let imported = done(games.import(import, &encode_created).await);
    expected.insert(0, imported.game.id());

    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let filter = GameFilter::default();
        let page = games.list_own(own.id, &filter, after, 3).await;
        let page = page.expect("the store answers");
        listed.extend(page.games.iter().map(crate::Game::id));
        after = page.games.last().map(crate::GamePlace::from);
        if !page.more {
            break;
        }
    }
    assert_eq!(listed, expected);
    let ada = crate::PlayerName::try_from("Ada").expect("a name");
    let mut named = of(&own, Visibility::Private);
    named.names.black = Some(ada.clone());
    let named = create(&games, named).await;
    let filter = GameFilter {
        player: Some(crate::PlayerName::try_from("aDA").expect("a name")),
        ..GameFilter::default()
    };
    let page = games.list_own(own.id, &filter, None, 3).await;
    let page = page.expect("the store answers");
    let ids: Vec<GameId> = page.games.iter().map(crate::Game::id).collect();
    assert_eq!((ids, page.more), (vec![named.game.id()], false));
}

/// One more is refused, also as a rematch, until one has ended or the day is over. A request that was
/// answered before is answered again.
pub async fn an_application_has_as_many_games_as_its_quotas_allow(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let games = games_by(replicas, &clock).await;
    let limit = |number| Some(Limit::from_number(number));
    let two_at_once = QuotaOverrides {
        running_games: limit(2),
        games_per_day: limit(0),
        ..QuotaOverrides::default()
    };
    let first = application(&games, "First", two_at_once).await;
    let mut new = of(&first, Visibility::Unlisted);
    new.request = Some(request(b"the first"));
    let created = create(&games, new.clone()).await;
    let game = Seated::from(created);
    create(&games, of(&first, Visibility::Private)).await;

    let refused = games
        .create(of(&first, Visibility::Public), &encode_created)
        .await;
    let Err(GameError::QuotaExceeded(exceeded)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((exceeded.quota, exceeded.limit), (Quota::RunningGames, 2));
    let again = games.create(new, &encode_created).await;
    assert!(matches!(again, Ok(Reply::Repeated(_))), "{again:?}");
    create(&games, new_game(SeatChoice::Both)).await;

    resign(&games, &game, Side::White).await;
    create(&games, of(&first, Visibility::Public)).await;
    let refused = rematch(&games, &game).await;
    assert!(
        matches!(refused, Err(GameError::QuotaExceeded(_))),
        "{refused:?}"
    );

    let two_a_day = QuotaOverrides {
        running_games: limit(0),
        games_per_day: limit(2),
        ..QuotaOverrides::default()
    };
    let second = application(&games, "Second", two_a_day).await;
    let day = Duration::DAY;
    for (since, retry_after) in [
        (Duration::ZERO, None),
        (Duration::HOUR, None),
        (2 * Duration::HOUR, Some(22 * Duration::HOUR)),
        (day - Duration::MILLISECOND, Some(Duration::SECOND)),
        (day, None),
        (day, Some(Duration::HOUR)),
    ] {
        clock.put(since);
        let created = games
            .create(of(&second, Visibility::Unlisted), &encode_created)
            .await;
        let told = match created {
            Ok(_) => None,
            Err(GameError::QuotaExceeded(exceeded)) => {
                assert_eq!((exceeded.quota, exceeded.limit), (Quota::GamesPerDay, 2));
                Some(Duration::try_from(exceeded.retry_after).expect("a day at most"))
            }
            Err(error) => panic!("{error:?}"),
        };
        assert_eq!(told, retry_after, "{since}");
    }
}

/// What could go on for ever is refused; turns, resigning and agreeing a draw stay possible.
pub async fn a_game_of_very_many_events_can_only_be_played_on(replicas: &dyn Replicas) {
    let clock: Arc<Standing> = Arc::default();
    let games = games_by(replicas, &clock).await;
    let least = QuotaOverrides {
        game_events: Some(Quotas::GAME_EVENTS_LEAST),
        ..QuotaOverrides::default()
    };
    let owner = application(&games, "First", least).await;
    let mut game = Seated::from(create(&games, of(&owner, Visibility::Unlisted)).await);
    let reissue = async |game: &Seated| {
        let credentials = game.credentials(Side::White);
        games
            .reissue(call(game.id), Side::White, &credentials, &|_| Vec::new())
            .await
    };
    for _ in 1..Quotas::GAME_EVENTS_LEAST - 1 {
        let (_, token) = reissue(&game).await.expect("there is room");
        game.seats.white = token;
    }
    let white = game.credentials(Side::White);
    let offered = games.offer_draw(call(game.id), &white, &encode).await;
    offered.expect("there is room for one more");
    let refused = reissue(&game).await;
    assert!(
        matches!(
            refused,
            Err(GameError::TooManyEvents {
                limit: Quotas::GAME_EVENTS_LEAST
            })
        ),
        "{refused:?}"
    );
    let black = game.credentials(Side::Black);
    let declined = games
        .answer_draw(call(game.id), false, &black, &encode)
        .await;
    assert!(matches!(declined, Err(GameError::TooManyEvents { .. })));
    let agreed = games
        .answer_draw(call(game.id), true, &black, &encode)
        .await;
    assert!(done(agreed).game.outcome().is_some());

    let mut other = Seated::from(create(&games, new_game(SeatChoice::Both)).await);
    for _ in 0..Quotas::GAME_EVENTS_LEAST {
        let (_, token) = reissue(&other).await.expect("others may have more");
        other.seats.white = token;
    }
    play(&games, &other, Side::White, "d6").await;
}
