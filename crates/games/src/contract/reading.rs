//! Reading what happened.

use uuid::Uuid;

use super::Replicas;
use super::table::{after, commit, events, load, store_new, unstored};
use crate::{GameId, Hint, Revision, Store};

/// More games than one reading of revisions asks for.
const MANY: u128 = 1_000;

/// Pages of every size hold the same events, in order.
pub async fn events_come_in_pages(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let (mut game, event) = unstored();
    let mut history = vec![event];
    store_new(&*store, &game, &history, None).await;
    for turn in ["d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5"] {
        let (next, event) = after(&game, turn);
        commit(&*store, &next, &event, None).await;
        history.push(event);
        game = next;
    }
    assert_eq!(events(&*store, &game).await, history);
    for limit in [1, 2, 3, 9, 10, 11] {
        let mut paged = Vec::new();
        let mut seen = Revision::NONE;
        loop {
            let page = store.events(&game, seen, limit).await;
            let page = page.expect("the store answers");
            let Some(last) = page.last() else { break };
            assert!(
                page.len() <= usize::try_from(limit).expect("small"),
                "{limit}"
            );
            seen = last.revision;
            paged.extend(page);
        }
        assert_eq!(paged, history, "{limit}");
    }
    for (after, limit) in [(0, 0), (10, 5), (11, 5), (u64::MAX, 5)] {
        let page = store
            .events(&game, Revision::from_number(after), limit)
            .await;
        assert_eq!(page.expect("the store answers"), [], "after {after}");
    }
}

/// Those that are there are told, once each; the others are left out.
pub async fn revisions_of_many_games_are_read_at_once(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let mut expected = Vec::new();
    for turns in 0..3 {
        let (mut game, event) = unstored();
        store_new(&*store, &game, &[event], None).await;
        for turn in ["d6", "f4"].into_iter().take(turns) {
            let (next, event) = after(&game, turn);
            commit(&*store, &next, &event, None).await;
            game = next;
        }
        expected.push(Hint {
            game: game.id(),
            revision: load(&*store, game.id()).await.revision(),
        });
    }
    assert_eq!(read(&*store, &[]).await, []);
    let mut games: Vec<GameId> = (0..MANY)
        .map(|n| GameId::from_uuid(Uuid::from_u128(n)))
        .collect();
    games.extend(expected.iter().map(|hint| hint.game));
    games.push(expected[0].game);
    expected.sort_by_key(|hint| hint.game);
    assert_eq!(read(&*store, &games).await, expected);
}

async fn read(store: &dyn Store, games: &[GameId]) -> Vec<Hint> {
    let mut revisions = store.revisions(games).await.expect("the store answers");
    revisions.sort_by_key(|hint| hint.game);
    revisions
}

/// A store that is there says so.
pub async fn the_store_answers(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    store.check().await.expect("the store answers");
}
