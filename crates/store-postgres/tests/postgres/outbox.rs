//! What two sessions leave in the outbox that do not see each other.

use std::sync::Arc;

use moelle_games::contract::table::{games_over, new_game, resign, seated_as};
use moelle_games::{
    Clock, CreateGame, Expired, Ids as _, NoticeKinds, QuotaOverrides, SeatChoice, SigningKey,
    Store, SystemClock, SystemIds, Webhook, WebhookId,
};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;
use time::Duration;

use crate::support::open;

/// A change that was stored while its webhook was being disabled saw it enabled: its delivery waits for
/// nobody, and would keep its game for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_a_webhook_that_was_disabled_meanwhile_keeps_no_game() {
    let database = TestDatabase::migrated().await;
    let games = games_over(open(database.url()) as Arc<dyn Store>);
    let store = &**games.store();
    let name = "raced".parse().expect("a label");
    let made = games.applications().create(name, QuotaOverrides::default());
    let application = made.await.expect("an application").id;
    let now = SystemClock.now();
    for _ in 0..2 {
        let webhook = Webhook {
            id: WebhookId::from_uuid(SystemIds.game_id(now).as_uuid()),
            application,
            created_at: now,
            url: "https://app.example/".to_owned(),
            kinds: NoticeKinds::all(),
            is_enabled: true,
            key: SigningKey::from_bytes([1; 32]),
            old_key: None,
        };
        let stored = store.webhooks().insert_webhook(&webhook, 10).await;
        assert!(stored.expect("the store answers"));
    }
    let new = CreateGame {
        application: Some(application),
        ..new_game(SeatChoice::Both)
    };
    let game = seated_as(&games, new).await;
    resign(&games, &game, Side::White).await;
    let mut session = database.session().await;
    // What such a change leaves: one webhook is disabled, the other gone, and both are still to be told.
    for statement in [
        "UPDATE webhooks SET enabled = false WHERE webhook_id = (SELECT min(webhook_id::text)::uuid FROM webhooks)",
        "DELETE FROM webhooks WHERE enabled",
    ] {
        let done = sqlx::query(statement).execute(&mut session).await;
        assert_eq!(done.expect(statement).rows_affected(), 1, "{statement}");
    }
    let later = SystemClock.now() + Duration::days(400);
    let old = Expired {
        finished: Some(later),
        ..Expired::default()
    };
    let kept = store.purge(&old).await.expect("the store answers");
    assert_eq!(kept.total(), 0);
    let waiting = store.webhooks().backlog(later).await.expect("a backlog");
    assert_eq!((waiting.pending, waiting.dead), (4, 0));
    let given_up = store.webhooks().give_up_deliveries(later).await;
    assert_eq!(given_up.expect("the store answers"), 4);
    let waiting = store.webhooks().backlog(later).await.expect("a backlog");
    assert_eq!((waiting.pending, waiting.dead), (0, 4));
    let purged = store.purge(&old).await.expect("the store answers");
    assert_eq!(purged.finished, 1);
}
