//! Receipts: what makes a retry safe.

use futures::stream::{self, StreamExt};

use super::Replicas;
use super::table::{after, commit, load, receipt, start_of_time, store_new, unstored};
use crate::{Committed, Game, Receipt, RequestHash, Store};

/// More than a store forgets at once.
const MANY: usize = 1_050;

async fn new_game(store: &dyn Store, receipt: Option<&Receipt>) -> Game {
    let (game, event) = unstored();
    store_new(store, &game, &[event], receipt).await;
    game
}

async fn found(store: &dyn Store, game: &Game, request: Option<&RequestHash>) -> Option<Receipt> {
    let loaded = store.load(game.id(), request).await;
    loaded
        .expect("the store answers")
        .expect("the game")
        .receipt
}

/// With its own hash, on its own game, with every byte.
pub async fn a_receipt_is_found_where_it_was_given_and_nowhere_else(replicas: &dyn Replicas) {
    let (one, other) = (replicas.replica().await, replicas.replica().await);
    let game = new_game(&*one, None).await;
    let elsewhere = new_game(&*one, None).await;
    let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(100_000).collect();
    for (turn, answer) in [("d6", &bytes[..]), ("f4", b"")] {
        let (changed, event) = after(&load(&*one, game.id()).await, turn);
        let given = receipt(answer, event.at);
        let committed = commit(&*one, &changed, &event, Some(&given)).await;
        assert_eq!(committed, Committed::Yes);
        let stranger = receipt(answer, event.at).request;
        for store in [&one, &other] {
            assert_eq!(
                found(&**store, &game, Some(&given.request)).await,
                Some(given.clone())
            );
            assert_eq!(found(&**store, &game, Some(&stranger)).await, None);
            assert_eq!(found(&**store, &game, None).await, None);
            assert_eq!(
                found(&**store, &elsewhere, Some(&given.request)).await,
                None
            );
        }
    }
}

/// A change whose request has a receipt already is not stored: it was decided before that.
pub async fn a_request_is_answered_once(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let game = new_game(&*store, None).await;
    let (first, event) = after(&game, "d6");
    let given = receipt(b"first", event.at);
    let committed = commit(&*store, &first, &event, Some(&given)).await;
    assert_eq!(committed, Committed::Yes);
    let (second, event) = after(&first, "f4");
    let again = Receipt {
        answer: b"second".to_vec(),
        ..given.clone()
    };
    let committed = commit(&*store, &second, &event, Some(&again)).await;
    assert_eq!(committed, Committed::LostRace);
    assert_eq!(load(&*store, game.id()).await.revision(), first.revision());
    assert_eq!(
        found(&*store, &game, Some(&given.request)).await,
        Some(given)
    );
    super::table::assert_history(&*store, game.id()).await;
}

/// By their time, however many they are, of changes and of creations.
pub async fn old_receipts_are_forgotten_and_others_kept(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let limit = start_of_time() + time::Duration::DAY;
    let old = [start_of_time(), limit - time::Duration::MICROSECOND];
    let young = [limit, limit + time::Duration::DAY];

    // Creations, of which there are many.
    let receipts: Vec<Receipt> = (0..MANY).map(|n| receipt(b"", old[n % 2])).collect();
    stream::iter(&receipts)
        .for_each_concurrent(8, async |receipt| {
            new_game(&*store, Some(receipt)).await;
        })
        .await;
    let kept = receipt(b"kept", young[0]);
    new_game(&*store, Some(&kept)).await;

    // Changes.
    let mut game = new_game(&*store, None).await;
    let mut given = Vec::new();
    for (turn, at) in ["d6", "f4", "d2", "b4"]
        .into_iter()
        .zip(old.into_iter().chain(young))
    {
        let (changed, event) = after(&game, turn);
        let receipt = receipt(turn.as_bytes(), at);
        let committed = commit(&*store, &changed, &event, Some(&receipt)).await;
        assert_eq!(committed, Committed::Yes);
        given.push(receipt);
        game = changed;
    }

    let forgotten = store
        .forget_receipts(limit)
        .await
        .expect("the store answers");
    assert_eq!(forgotten, MANY as u64 + 2);
    for receipt in &given {
        let expected = Some(receipt.clone()).filter(|receipt| receipt.at >= limit);
        assert_eq!(
            found(&*store, &game, Some(&receipt.request)).await,
            expected
        );
    }
    let (other, event) = unstored();
    let events = [event];
    let again = store_new(&*store, &other, &events, Some(&kept)).await;
    assert_eq!(again, crate::Creation::Repeated(kept.clone()));
    let anew = store_new(&*store, &other, &events, Some(&receipts[0])).await;
    assert_eq!(anew, crate::Creation::Created);
    let forgotten = store.forget_receipts(start_of_time()).await;
    assert_eq!(forgotten.expect("the store answers"), 0);
}
