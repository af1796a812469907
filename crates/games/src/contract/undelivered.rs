//! What does not arrive: since when it is tried, and whom nobody tells any more.

use time::Duration;

use super::Replicas;
use super::table::{games, play, seated_as};
use super::webhooks::{all, application, claim, claim_at, failure, later, of, registered, settle};
use crate::{DeliveryState, NoticeKinds, Resend, SeatChoice, Verdict, WebhookChange};
use moelle_rules::Side;

/// However long ago the change was: what is tried in vain is so since its first try, and what waits
/// behind it since then too. What arrives or is sent again starts anew.
pub async fn a_delivery_is_tried_in_vain_since_its_first_try(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let ours = application(&games, "since").await.id;
    registered(store, ours, NoticeKinds::all()).await;
    let game = seated_as(&games, of(ours, SeatChoice::Both)).await;
    for (side, turn) in [(Side::White, "d6"), (Side::Black, "a7")] {
        play(&games, &game, side, turn).await;
    }
    let hour = later() + Duration::hours(1);
    let next = async |at| claim_at(store, at, 10).await.pop().expect("a delivery");
    let first = next(later()).await;
    assert_eq!(first.tried_since, None, "it waited for a year, untried");
    assert!(settle(store, &first, Verdict::Again(hour, failure())).await);
    let again = next(hour).await;
    assert_eq!(again.tried_since, Some(later()));
    assert!(settle(store, &again, Verdict::Dead(failure())).await);
    let second = next(hour).await;
    assert_eq!((second.tries, second.tried_since), (0, Some(later())));
    assert!(settle(store, &second, Verdict::PutBack(hour)).await);
    let second = next(hour).await;
    assert_eq!(second.tried_since, Some(later()));
    assert!(settle(store, &second, Verdict::Delivered).await);
    let third = next(hour).await;
    assert_eq!(third.tried_since, None, "what was before it arrived");
    assert!(settle(store, &third, Verdict::Delivered).await);
    let one = Resend::One(first.key());
    let resent = store.webhooks().resend_deliveries(ours, &one, hour, 1);
    assert_eq!(resent.await.expect("the store answers"), 1);
    assert_eq!(next(hour).await.tried_since, None);
}

/// A webhook that is disabled gets nothing, sent again or not, and what waits for others is let be.
pub async fn a_disabled_webhook_is_sent_nothing_again(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = &**games.store();
    let hooks = store.webhooks();
    let ours = application(&games, "disables").await.id;
    let hook = registered(store, ours, NoticeKinds::all()).await;
    seated_as(&games, of(ours, SeatChoice::Both)).await;
    let set = async |is_enabled| {
        let change = WebhookChange {
            is_enabled: Some(is_enabled),
            ..WebhookChange::default()
        };
        let changed = hooks.change_webhook(ours, hook.id, &change, later()).await;
        assert!(changed.expect("the store answers"));
    };
    set(false).await;
    let dead = all(store, ours, Some(DeliveryState::Dead)).await;
    let resend = async |resend| {
        let resent = hooks.resend_deliveries(ours, &resend, later(), 10).await;
        resent.expect("the store answers")
    };
    assert_eq!(resend(Resend::One(dead[0].key)).await, 0);
    assert_eq!(resend(Resend::Dead(None)).await, 0);
    assert_eq!(all(store, ours, None).await, dead);
    set(true).await;
    assert_eq!(resend(Resend::Dead(None)).await, 1);
    let given_up = hooks.give_up_deliveries(later()).await;
    assert_eq!(given_up.expect("the store answers"), 0);
    assert_eq!(claim(store).await.len(), 1);
}
