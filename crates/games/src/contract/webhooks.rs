//! What webhooks are told is stored with the change, once each, and leaves in its order.

use std::collections::BTreeSet;
use std::sync::Arc;

use moelle_rules::Side;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Replicas;
use super::table::{
    Seated, call, encode, games, new_game, play, resign, seated, seated_as, start_of_time,
};
use crate::{
    Application, ApplicationId, Claim, CreateGame, DeliveryFailure, DeliveryFilter, DeliveryKey,
    DeliveryListing, DeliveryState, Due, Expired, GameError, Games, Ids as _, NoticeKind,
    NoticeKinds, QuotaOverrides, Reply, Resend, SeatChoice, Settlement, SigningKey, Store,
    SystemIds, Verdict, Webhook, WebhookChange, WebhookId,
};

/// Later than everything that happens here.
pub(super) fn later() -> OffsetDateTime {
    start_of_time() + Duration::days(365)
}

fn fresh() -> Uuid {
    SystemIds.game_id(start_of_time()).as_uuid()
}

pub(super) async fn application(games: &Games, name: &str) -> Application {
    let none = QuotaOverrides {
        running_games: None,
        games_per_day: None,
        game_events: None,
        keys: None,
    };
    let name = name.parse().expect("a label");
    let made = games.applications().create(name, none).await;
    made.expect("an application")
}

fn webhook(application: ApplicationId, kinds: NoticeKinds) -> Webhook {
    Webhook {
        id: WebhookId::from_uuid(fresh()),
        application,
        created_at: start_of_time(),
        url: "https://app.example/hook".to_owned(),
        kinds,
        is_enabled: true,
        key: SigningKey::from_bytes([1; 32]),
        old_key: None,
    }
}

/// A webhook of an application that wants these kinds.
pub(super) async fn registered(
    store: &dyn Store,
    of: ApplicationId,
    kinds: NoticeKinds,
) -> Webhook {
    let webhook = webhook(of, kinds);
    let stored = store.webhooks().insert_webhook(&webhook, 10).await;
    assert!(stored.expect("the store answers"));
    webhook
}

pub(super) fn of(application: ApplicationId, seat: SeatChoice) -> CreateGame {
    CreateGame {
        application: Some(application),
        ..new_game(seat)
    }
}

pub(super) async fn claim_at(store: &dyn Store, now: OffsetDateTime, limit: u32) -> Vec<Due> {
    let claim = Claim {
        lease: fresh(),
        now,
        until: now + Duration::minutes(1),
        limit,
        limit_per_webhook: limit,
        except: Vec::new(),
    };
    let claimed = store.webhooks().claim_deliveries(&claim).await;
    claimed.expect("the store answers")
}

pub(super) async fn claim(store: &dyn Store) -> Vec<Due> {
    claim_at(store, later(), 100).await
}

pub(super) async fn settle(store: &dyn Store, due: &Due, verdict: Verdict) -> bool {
    let settlement = Settlement {
        key: due.key(),
        lease: due.lease,
        now: later(),
        verdict,
    };
    let settled = store.webhooks().settle_delivery(&settlement).await;
    settled.expect("the store answers")
}

pub(super) fn failure() -> DeliveryFailure {
    DeliveryFailure {
        reason: "status".to_owned(),
        status: Some(500),
    }
}

/// Every delivery of an application, the newest first.
pub(super) async fn all(
    store: &dyn Store,
    application: ApplicationId,
    state: Option<DeliveryState>,
) -> Vec<crate::Delivery> {
    let listing = DeliveryListing {
        application,
        filter: &DeliveryFilter {
            state,
            webhook: None,
        },
        after: None,
        limit: 10_000,
    };
    let listed = store.webhooks().list_deliveries(listing).await;
    listed.expect("the store answers")
}

/// Takes out everything that is due, as fast as it comes, and says what came in which order.
async fn drain(store: &dyn Store) -> Vec<(u64, NoticeKind)> {
    let mut came = Vec::new();
    loop {
        let claimed = claim(store).await;
        if claimed.is_empty() {
            return came;
        }
        for due in claimed {
            came.push((due.notice.revision.number(), due.notice.kind));
            assert!(settle(store, &due, Verdict::Delivered).await);
        }
    }
}

/// A game from its creation to its rematch: what somebody waits for is told, once each, in order, and
/// nothing else is.
pub async fn what_somebody_waits_for_is_told_in_its_order(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "told").await.id;
    registered(store, application, NoticeKinds::all()).await;
    let game = seated_as(&games, of(application, SeatChoice::Both)).await;
    play(&games, &game, Side::White, "d6").await;
    let (white, black) = (game.credentials(Side::White), game.credentials(Side::Black));
    let offered = games.offer_draw(call(game.id), &white, &encode).await;
    assert!(matches!(offered, Ok(Reply::Done(_))), "{offered:?}");
    let declined = games
        .answer_draw(call(game.id), false, &black, &encode)
        .await;
    assert!(matches!(declined, Ok(Reply::Done(_))), "{declined:?}");
    resign(&games, &game, Side::Black).await;
    let wanted = games.offer_rematch(call(game.id), &white, &encode).await;
    assert!(matches!(wanted, Ok(Reply::Done(_))), "{wanted:?}");
    let expected = [
        (1, NoticeKind::YourTurn),
        (2, NoticeKind::YourTurn),
        (3, NoticeKind::Offer),
        (5, NoticeKind::Finished),
        (6, NoticeKind::Offer),
    ];
    assert_eq!(drain(store).await, expected);
    // The agreement is no offer, and the next game is told of like any other.
    let agreed = games.offer_rematch(call(game.id), &black, &encode).await;
    assert!(matches!(agreed, Ok(Reply::Done(_))), "{agreed:?}");
    assert_eq!(drain(store).await, [(1, NoticeKind::YourTurn)]);
}

/// What is told of a change stands there when it is claimed.
pub async fn a_notice_says_what_happened(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "said").await.id;
    let webhook = registered(store, application, NoticeKinds::all()).await;
    let game = seated_as(&games, of(application, SeatChoice::Both)).await;
    let changed = play(&games, &game, Side::White, "d6").await;
    let first = claim(store).await.pop().expect("the creation");
    settle(store, &first, Verdict::Delivered).await;
    let due = claim(store).await.pop().expect("the turn");
    assert_eq!(due.webhook, webhook);
    assert_eq!((due.notice.game, due.tries), (game.id, 0));
    assert_eq!(due.notice.position, changed.event.position.to_string());
    assert_eq!(due.notice.at, changed.event.at);
    assert_eq!(due.notice.variant.as_deref(), Some("nine"));
    assert_eq!(
        (due.notice.offer, due.notice.outcome.as_ref()),
        (None, None)
    );
    settle(store, &due, Verdict::Delivered).await;
    resign(&games, &game, Side::Black).await;
    let end = claim(store).await.pop().expect("the end");
    let outcome = ("1-0".to_owned(), "resignation".to_owned());
    assert_eq!(end.notice.outcome, Some(outcome));
}

/// Games without an application, of another one, kinds that are not wanted, and a webhook that is
/// disabled: nothing is stored for them.
pub async fn nobody_is_told_who_has_not_asked(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let ours = application(&games, "ours").await.id;
    let other = application(&games, "other").await.id;
    let ends: NoticeKinds = [NoticeKind::Finished].into_iter().collect();
    registered(store, ours, ends).await;
    let disabled = registered(store, ours, NoticeKinds::all()).await;
    let off = WebhookChange {
        is_enabled: Some(false),
        ..WebhookChange::default()
    };
    let changed = store
        .webhooks()
        .change_webhook(ours, disabled.id, &off, later());
    assert!(changed.await.expect("the store answers"));
    for game in [
        seated(&games).await,
        seated_as(&games, of(other, SeatChoice::Both)).await,
    ] {
        play(&games, &game, Side::White, "d6").await;
        resign(&games, &game, Side::Black).await;
    }
    assert_eq!(drain(store).await, []);
    let game = seated_as(&games, of(ours, SeatChoice::Both)).await;
    play(&games, &game, Side::White, "d6").await;
    resign(&games, &game, Side::Black).await;
    assert_eq!(drain(store).await, [(3, NoticeKind::Finished)]);
    assert_eq!(all(store, other, None).await, []);
}

/// What is to be told of a game can be told, however long ago it was; then it goes with its deliveries.
pub async fn a_game_that_webhooks_are_to_be_told_of_is_kept(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let ours = application(&games, "ours").await.id;
    registered(store, ours, NoticeKinds::all()).await;
    let game = seated_as(&games, of(ours, SeatChoice::Both)).await;
    resign(&games, &game, Side::Black).await;
    let old = Expired {
        finished: Some(later()),
        ..Expired::default()
    };
    let kept = store.purge(&old).await.expect("the store answers");
    assert_eq!(kept.total(), 0);
    let counted = store.purgeable(&old).await.expect("the store answers");
    assert_eq!(counted.finished.count, 0);
    assert!(!drain(store).await.is_empty());
    assert!(!all(store, ours, None).await.is_empty());
    let purged = store.purge(&old).await.expect("the store answers");
    assert_eq!(purged.finished, 1);
    assert_eq!(all(store, ours, None).await, []);
}

/// Two replicas play the same revision again and again: each event has its delivery, and nothing that
/// lost the race has one.
pub async fn there_is_no_event_without_its_delivery(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let store = &**one.store();
    let application = application(&one, "raced").await.id;
    registered(store, application, NoticeKinds::all()).await;
    let mut expected = BTreeSet::new();
    for round in 0..50 {
        let game = seated_as(&one, of(application, SeatChoice::Both)).await;
        let white = game.credentials(Side::White);
        let mut named = call(game.id);
        named.revision = Some(crate::Revision::FIRST);
        let (first, second) = tokio::join!(
            one.play(named, "d6", &white, &encode),
            other.play(named, "a7", &white, &encode),
        );
        let won = [&first, &second]
            .into_iter()
            .filter(|played| matches!(played, Ok(Reply::Done(_))))
            .count();
        let lost = [&first, &second].into_iter().filter(|played| {
            matches!(
                played,
                Err(GameError::StaleRevision(_) | GameError::NotYourTurn)
            )
        });
        assert_eq!((won, lost.count()), (1, 1), "round {round}");
        expected.extend([(game.id, 1), (game.id, 2)]);
    }
    let stored = all(store, application, None).await;
    let found: Vec<_> = stored
        .iter()
        .map(|delivery| (delivery.key.game, delivery.key.revision.number()))
        .collect();
    assert_eq!(found.len(), expected.len(), "one each");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
}

/// Replicas that claim at once get different deliveries, and nobody gets the second of a game before
/// the first is settled.
pub async fn claims_that_meet_get_different_deliveries(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let application = application(&one, "claimed").await.id;
    registered(&**one.store(), application, NoticeKinds::all()).await;
    let mut seats: Vec<Seated> = Vec::new();
    for _ in 0..20 {
        let game = seated_as(&one, of(application, SeatChoice::Both)).await;
        play(&one, &game, Side::White, "d6").await;
        seats.push(game);
    }
    let (first, second) = tokio::join!(
        claim_at(&**one.store(), later(), 12),
        claim_at(&**other.store(), later(), 12),
    );
    let rest = claim(&**one.store()).await;
    let claimed: Vec<_> = first.iter().chain(&second).chain(&rest).collect();
    assert!(claimed.iter().all(|due| due.notice.revision.number() == 1));
    let games: BTreeSet<_> = claimed.iter().map(|due| due.notice.game).collect();
    assert_eq!((claimed.len(), games.len()), (20, 20));
    for due in claimed {
        assert!(settle(&**other.store(), due, Verdict::Delivered).await);
    }
    let next = claim(&**other.store()).await;
    assert_eq!(next.len(), 20);
    assert!(next.iter().all(|due| due.notice.revision.number() == 2));
}

/// A claim that is over belongs to nobody: another replica takes it, and the first settles nothing.
pub async fn a_claim_that_is_over_is_another_replicas(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let application = application(&one, "leased").await.id;
    registered(&**one.store(), application, NoticeKinds::all()).await;
    seated_as(&one, of(application, SeatChoice::Both)).await;
    let slow = claim(&**one.store()).await.pop().expect("a delivery");
    let early = claim_at(&**other.store(), later() + Duration::seconds(59), 10).await;
    assert!(early.is_empty(), "{early:?}");
    let late = claim_at(&**other.store(), later() + Duration::minutes(1), 10).await;
    assert_eq!(late.len(), 1);
    assert!(!settle(&**one.store(), &slow, Verdict::Delivered).await);
    assert!(settle(&**other.store(), &late[0], Verdict::Delivered).await);
    assert_eq!(drain(&**one.store()).await, []);
}

/// What fails waits, and so does what comes after it in its game, stored before or since; other games
/// go on.
pub async fn what_comes_after_a_failure_waits_for_it(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "failed").await.id;
    registered(store, application, NoticeKinds::all()).await;
    let game = seated_as(&games, of(application, SeatChoice::Both)).await;
    play(&games, &game, Side::White, "d6").await;
    let first = claim(store).await.pop().expect("the creation");
    let again = later() + Duration::hours(1);
    assert!(settle(store, &first, Verdict::Again(again, failure())).await);
    play(&games, &game, Side::Black, "a7").await;
    let other = seated_as(&games, of(application, SeatChoice::Both)).await;
    let now = claim(store).await;
    assert_eq!(now.len(), 1, "{now:?}");
    assert_eq!(now[0].notice.game, other.id);
    settle(store, &now[0], Verdict::Delivered).await;
    let late = claim_at(store, again, 100).await;
    assert_eq!(late.len(), 1, "{late:?}");
    assert_eq!((late[0].key(), late[0].tries), (first.key(), 1));
    // Given up, it holds up nobody.
    assert!(settle(store, &late[0], Verdict::Dead(failure())).await);
    let rest: Vec<u64> = drain(store)
        .await
        .iter()
        .map(|(revision, _)| *revision)
        .collect();
    assert_eq!(rest, [2, 3]);
}

/// What was put back was not tried.
pub async fn what_there_was_no_room_for_counts_as_untried(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "crowded").await.id;
    registered(store, application, NoticeKinds::all()).await;
    seated_as(&games, of(application, SeatChoice::Both)).await;
    let due = claim(store).await.pop().expect("a delivery");
    let soon = later() + Duration::seconds(1);
    assert!(settle(store, &due, Verdict::PutBack(soon)).await);
    assert!(claim(store).await.is_empty());
    let again = claim_at(store, soon, 10).await.pop().expect("the same");
    assert_eq!((again.key(), again.tries), (due.key(), 0));
}

/// What was given up is listed, and sent again, one or all; nobody else's.
pub async fn what_was_given_up_is_sent_again(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let ours = application(&games, "again").await.id;
    let other = application(&games, "stranger").await.id;
    let hook = registered(store, ours, NoticeKinds::all()).await;
    for _ in 0..3 {
        seated_as(&games, of(ours, SeatChoice::Both)).await;
    }
    for due in claim(store).await {
        assert!(settle(store, &due, Verdict::Dead(failure())).await);
    }
    let dead = all(store, ours, Some(DeliveryState::Dead)).await;
    assert_eq!(dead.len(), 3);
    assert!(
        dead.iter()
            .all(|dead| dead.failure == Some(failure()) && dead.tries == 1)
    );
    let backlog = store.webhooks().backlog(later()).await.expect("a backlog");
    assert_eq!((backlog.pending, backlog.dead), (0, 3));
    let resend = async |application, resend: Resend| {
        let resent = store
            .webhooks()
            .resend_deliveries(application, &resend, later(), 100);
        resent.await.expect("the store answers")
    };
    let one = Resend::One(dead[0].key);
    assert_eq!(resend(other, one).await, 0);
    assert_eq!(resend(other, Resend::Dead(None)).await, 0);
    assert_eq!(resend(ours, one).await, 1);
    assert_eq!(resend(ours, one).await, 0, "it is pending");
    let none = WebhookId::from_uuid(fresh());
    assert_eq!(resend(ours, Resend::Dead(Some(none))).await, 0);
    assert_eq!(resend(ours, Resend::Dead(Some(hook.id))).await, 2);
    assert_eq!(drain(store).await.len(), 3);
    assert_eq!(
        all(store, ours, Some(DeliveryState::Delivered)).await.len(),
        3
    );
}

/// Pages of deliveries hold each of them once.
pub async fn deliveries_come_in_pages(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "paged").await.id;
    registered(store, application, NoticeKinds::all()).await;
    registered(store, application, NoticeKinds::all()).await;
    for _ in 0..3 {
        seated_as(&games, of(application, SeatChoice::Both)).await;
    }
    let (mut after, mut seen) = (None, Vec::<DeliveryKey>::new());
    loop {
        let filter = DeliveryFilter::default();
        let listing = DeliveryListing {
            application,
            filter: &filter,
            after,
            limit: 2,
        };
        let page = store.webhooks().list_deliveries(listing).await;
        let page = page.expect("the store answers");
        let Some(last) = page.last() else { break };
        after = Some(crate::DeliveryPlace {
            created_at: last.created_at,
            key: last.key,
        });
        seen.extend(page.iter().map(|delivery| delivery.key));
    }
    let once: BTreeSet<_> = seen.iter().collect();
    assert_eq!((seen.len(), once.len()), (6, 6));
}

/// A webhook is its application's: changed, disabled with what waits for it, rotated, deleted.
pub async fn a_webhook_is_managed_by_its_application_alone(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let ours = application(&games, "manages").await.id;
    let other = application(&games, "looks on").await.id;
    let hook = registered(store, ours, NoticeKinds::all()).await;
    let hooks = store.webhooks();
    let change = WebhookChange {
        url: Some("https://app.example/other".to_owned()),
        kinds: Some([NoticeKind::YourTurn].into_iter().collect()),
        is_enabled: None,
    };
    let key = SigningKey::from_bytes([2; 32]);
    let until = later();
    for (application, expected) in [(other, false), (ours, true)] {
        let changed = hooks
            .change_webhook(application, hook.id, &change, later())
            .await;
        assert_eq!(changed.expect("the store answers"), expected);
        let rotated = hooks
            .rotate_signing_key(application, hook.id, &key, until)
            .await;
        assert_eq!(rotated.expect("the store answers"), expected);
    }
    let read = hooks.webhooks_of(ours).await.expect("webhooks");
    let expected = Webhook {
        url: "https://app.example/other".to_owned(),
        kinds: [NoticeKind::YourTurn].into_iter().collect(),
        key,
        old_key: Some((hook.key, until)),
        ..hook.clone()
    };
    assert_eq!(read, [expected]);
    assert_eq!(read[0].keys_at(later() - Duration::seconds(1)).count(), 2);
    assert_eq!(read[0].keys_at(later()).count(), 1);
    seated_as(&games, of(ours, SeatChoice::Both)).await;
    let off = WebhookChange {
        is_enabled: Some(false),
        ..WebhookChange::default()
    };
    let disabled = hooks.change_webhook(ours, hook.id, &off, later()).await;
    assert!(disabled.expect("the store answers"));
    assert_eq!(drain(store).await, []);
    let dead = all(store, ours, None).await;
    assert_eq!(dead[0].state, DeliveryState::Dead);
    for (application, expected) in [(other, false), (ours, true), (ours, false)] {
        let deleted = hooks.delete_webhook(application, hook.id).await;
        assert_eq!(deleted.expect("the store answers"), expected);
    }
    assert_eq!(all(store, ours, None).await, []);
}

/// An application has so many webhooks and no more.
pub async fn an_application_has_so_many_webhooks(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let hooks = games.store().webhooks();
    let ours = application(&games, "many").await.id;
    for expected in [true, true, false] {
        let webhook = webhook(ours, NoticeKinds::all());
        let stored = hooks.insert_webhook(&webhook, 2).await;
        assert_eq!(stored.expect("the store answers"), expected);
    }
}

/// What was settled long ago is forgotten, what is pending never.
pub async fn settled_deliveries_are_forgotten(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let application = application(&games, "forgets").await.id;
    registered(store, application, NoticeKinds::all()).await;
    for _ in 0..3 {
        seated_as(&games, of(application, SeatChoice::Both)).await;
    }
    let claimed = claim(store).await;
    assert!(settle(store, &claimed[0], Verdict::Delivered).await);
    assert!(settle(store, &claimed[1], Verdict::Dead(failure())).await);
    let forget = async |delivered, dead| {
        let forgotten = store.webhooks().forget_deliveries(delivered, dead).await;
        forgotten.expect("the store answers")
    };
    let after = later() + Duration::seconds(1);
    assert_eq!(forget(later(), later()).await, 0);
    assert_eq!(forget(after, later()).await, 1);
    assert_eq!(forget(later(), after).await, 1);
    assert_eq!(forget(after, after).await, 0);
    assert_eq!(all(store, application, None).await.len(), 1);
}

/// Those that claim leave out webhooks that they have enough of, and take of each so many.
pub async fn a_claim_takes_a_share_of_each_webhook(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store: Arc<dyn Store> = Arc::clone(games.store());
    let application = application(&games, "shares").await.id;
    let busy = registered(&*store, application, NoticeKinds::all()).await;
    let idle = registered(&*store, application, NoticeKinds::all()).await;
    for _ in 0..4 {
        seated_as(&games, of(application, SeatChoice::Both)).await;
    }
    let claim = Claim {
        lease: fresh(),
        now: later(),
        until: later() + Duration::minutes(1),
        limit: 100,
        limit_per_webhook: 3,
        except: vec![busy.id],
    };
    let claimed = store.webhooks().claim_deliveries(&claim).await;
    let claimed = claimed.expect("the store answers");
    assert_eq!(claimed.len(), 3);
    assert!(claimed.iter().all(|due| due.webhook.id == idle.id));
}
