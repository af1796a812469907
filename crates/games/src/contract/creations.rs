//! Creating is done once for each request.

use futures::future::join_all;
use moelle_rules::Side;

use super::Replicas;
use super::table::{
    after, assert_same, commit, encode_created, games, load, new_game, receipt, request,
    start_of_time, store_new, unstored,
};
use crate::{BodyHash, Creation, GameError, Receipt, Reply, Request, SeatChoice};

/// Parallel requests.
const PARALLEL: usize = 20;

/// A request that was answered gets the receipt that was given, whatever it now asks for.
pub async fn a_repeated_creation_stores_nothing(replicas: &dyn Replicas) {
    let (one, other) = (replicas.replica().await, replicas.replica().await);
    let (first, second) = (unstored(), unstored());
    let given = receipt(b"first", start_of_time());
    let again = Receipt {
        answer: b"second".to_vec(),
        body: BodyHash::of(b"another"),
        at: start_of_time() + time::Duration::HOUR,
        ..given.clone()
    };
    let creation = store_new(&*one, &first.0, &[first.1], Some(&given)).await;
    assert_eq!(creation, Creation::Created);
    let creation = store_new(&*other, &second.0, &[second.1], Some(&again)).await;
    assert_eq!(creation, Creation::Repeated(given.clone()));
    assert_same(&load(&*other, first.0.id()).await, &first.0);
    let loaded = one.load(second.0.id(), None).await;
    assert!(loaded.expect("the store answers").is_none());
    // A creation is no request on the game.
    let loaded = one.load(first.0.id(), Some(&given.request)).await;
    assert_eq!(
        loaded
            .expect("the store answers")
            .expect("the game")
            .receipt,
        None
    );
}

/// Whoever of them comes first, there is one game.
pub async fn parallel_creations_of_one_request_make_one_game(replicas: &dyn Replicas) {
    let stores = [replicas.replica().await, replicas.replica().await];
    for _ in 0..5 {
        let given = receipt(b"given", start_of_time());
        let new: Vec<_> = (0..PARALLEL)
            .map(|n| {
                let receipt = Receipt {
                    answer: n.to_string().into_bytes(),
                    ..given.clone()
                };
                (unstored(), receipt)
            })
            .collect();
        let creations = join_all(new.iter().zip(stores.iter().cycle()).map(
            |(((game, event), receipt), store)| {
                store_new(&**store, game, std::slice::from_ref(event), Some(receipt))
            },
        ))
        .await;
        let mut created = Vec::new();
        let mut repeated = Vec::new();
        for (creation, (new, receipt)) in creations.into_iter().zip(&new) {
            match creation {
                Creation::Created => created.push((new, receipt)),
                Creation::Repeated(receipt) => repeated.push(receipt),
            }
        }
        assert_eq!(created.len(), 1);
        let ((game, event), receipt) = created[0];
        assert!(repeated.iter().all(|repeated| repeated == receipt));
        for ((other, _), _) in &new {
            let loaded = stores[0].load(other.id(), None).await;
            let is_there = loaded.expect("the store answers").is_some();
            assert_eq!(is_there, other.id() == game.id());
        }
        let events = super::table::events(&*stores[1], game).await;
        assert_eq!(events, std::slice::from_ref(event));
        // The game that is there can be played.
        let (game, event) = after(game, "d6");
        let committed = commit(&*stores[1], &game, &event, None).await;
        assert_eq!(committed, crate::Committed::Yes);
    }
}

/// The same through the use cases: one is executed, the others get its answer, tokens and all.
pub async fn parallel_creators_get_the_same_answer(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let request = request(b"a game");
    let creating = |request: Request, n: usize| {
        let mut new = new_game(SeatChoice::One(Side::White));
        new.request = Some(request);
        replicas[n % 2].create(new, &encode_created)
    };
    let replies = join_all((0..PARALLEL).map(|n| creating(request, n))).await;
    let mut answers = Vec::new();
    let mut executed = 0;
    for reply in replies {
        answers.push(match reply.expect("an answer") {
            Reply::Done(created) => {
                executed += 1;
                encode_created(&created)
            }
            Reply::Repeated(answer) => answer,
        });
    }
    assert_eq!(executed, 1);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let other = Request {
        body: BodyHash::of(b"another game"),
        ..request
    };
    for n in 0..2 {
        let reply = creating(other, n).await;
        assert!(
            matches!(reply, Err(GameError::RequestIdReused)),
            "{reply:?}"
        );
    }
}
