//! Spectators are counted over all replicas.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Replicas;
use super::table::{start_of_time, unstored};
use crate::{GameId, Store};

async fn note(store: &dyn Store, replica: Uuid, counts: &[(GameId, u32)], now: OffsetDateTime) {
    let noted = store.note_spectators(replica, counts, now).await;
    noted.expect("the store answers");
}

async fn count(store: &dyn Store, game: GameId, since: OffsetDateTime) -> u32 {
    let count = store.spectators(game, since).await;
    count.expect("the store answers")
}

/// Each replica's last note counts while it is young; what it noted before does not, nor what a
/// replica noted that went away.
pub async fn spectators_are_counted_over_all_replicas(replicas: &dyn Replicas) {
    let (one, other) = (replicas.replica().await, replicas.replica().await);
    let [here, there] = [1, 2].map(Uuid::from_u128);
    let [game, next, quiet] = [(); 3].map(|()| unstored().0.id());
    let start = start_of_time();
    let later = start + Duration::seconds(9);
    let counts = async |since| {
        let mut counts = Vec::new();
        for game in [game, next, quiet] {
            counts.push(count(&*one, game, since).await);
            assert_eq!(count(&*other, game, since).await, counts[counts.len() - 1]);
        }
        counts
    };
    assert_eq!(counts(start).await, [0, 0, 0]);
    note(&*one, here, &[(game, 2), (next, 1)], start).await;
    note(&*other, there, &[(game, 3)], start).await;
    assert_eq!(counts(start).await, [5, 1, 0]);

    // What a replica notes replaces all that it noted before.
    note(&*one, here, &[(game, 1), (quiet, 7)], later).await;
    assert_eq!(counts(start).await, [4, 0, 7]);
    // The other replica has been silent for too long.
    assert_eq!(counts(later).await, [1, 0, 7]);
    note(&*other, there, &[], later).await;
    assert_eq!(counts(start).await, [1, 0, 7]);

    // In the end the notes of one that went away are forgotten.
    note(&*other, there, &[(next, 4)], later + Duration::DAY).await;
    assert_eq!(counts(start).await, [0, 4, 0]);
}

/// Many games at once, on two replicas at once, again and again.
pub async fn notes_of_many_games_on_two_replicas_do_not_disturb_each_other(
    replicas: &dyn Replicas,
) {
    let stores = [replicas.replica().await, replicas.replica().await];
    let games: Vec<GameId> = (0..300).map(|_| unstored().0.id()).collect();
    let start = start_of_time();
    for round in 1..=5 {
        let now = start + Duration::HOUR * 2 * round;
        let counts: Vec<(GameId, u32)> = games.iter().map(|game| (*game, round)).collect();
        let backwards: Vec<(GameId, u32)> = counts.iter().rev().copied().collect();
        tokio::join!(
            note(&*stores[0], Uuid::from_u128(1), &counts, now),
            note(&*stores[1], Uuid::from_u128(2), &backwards, now),
            note(
                &*stores[1],
                Uuid::from_u128(10 + u128::from(round)),
                &counts,
                now
            ),
        );
        for game in games.iter().step_by(50) {
            assert_eq!(count(&*stores[0], *game, now).await, 3 * round);
        }
    }
    assert_eq!(count(&*stores[0], games[0], start).await, 15);
}
