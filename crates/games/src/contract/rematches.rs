//! The next game of the same players, when whoever agreed to it goes away, and tokens are replaced.

use std::sync::Arc;

use moelle_rules::{BySide, Side};

use super::Replicas;
use super::table::{
    Seated, assert_history, call, commit, done, encode, events, games, load, request, resign,
    seated,
};
use crate::{
    ChangeCall, Committed, Credentials, Game, GameError, GameId, Games, Receipt, Reply, Revision,
    Secret, Store, WithSecret,
};

/// Rounds of the race between an agreement and a new token.
const ROUNDS: usize = 100;

/// A game that White has resigned and wants a rematch of.
async fn wanted_by_white(games: &Games) -> Seated {
    let game = seated(games).await;
    resign(games, &game, Side::White).await;
    let white = game.credentials(Side::White);
    done(games.offer_rematch(call(game.id), &white, &encode).await);
    game
}

/// Stores Black's agreement, and nothing after it: as a service that crashes then.
async fn agree_and_crash(store: &dyn Store, game: GameId, receipt: Option<&Receipt>) -> GameId {
    let before = load(store, game).await;
    let id = before.rematch().expect("White wants it").game;
    let agreed = before.want_rematch(Side::Black, id, before.updated_at());
    let (after, event) = agreed.expect("it is over");
    let committed = commit(store, &after, &event, receipt).await;
    assert_eq!(committed, Committed::Yes);
    assert!(store.load(id, None).await.expect("an answer").is_none());
    id
}

async fn reissue(games: &Games, game: &Seated, side: Side) -> Secret {
    let encode = |_: &WithSecret<'_>| Vec::new();
    let owner = game.credentials(side);
    let reply = games.reissue(call(game.id), side, &owner, &encode).await;
    let (reply, secret) = reply.expect("a new token");
    assert!(matches!(reply, Reply::Done(_)));
    secret
}

/// The seats of the next game are those of the old one, swapped.
fn assert_seats(next: &Game, seats: &BySide<Secret>) {
    for side in [Side::White, Side::Black] {
        assert_eq!(next.seats()[side].token(), Some(&seats[!side].hash()));
    }
}

/// Whatever is asked next of the old game, the new one is there before the answer: with the tokens that
/// were good when it was agreed.
pub async fn a_rematch_that_was_agreed_is_there_whatever_came_between(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let store = Arc::clone(one.store());
    for look in 0..7 {
        let game = wanted_by_white(&one).await;
        let (white, black) = (game.credentials(Side::White), game.credentials(Side::Black));
        let retried = ChangeCall {
            request: Some(request(b"rematch")),
            ..call(game.id)
        };
        let receipt = retried.request.map(|request| Receipt {
            request: request.hash(Some(&game.seats.black.hash())),
            body: request.body,
            answer: b"agreed".to_vec(),
            at: super::table::start_of_time(),
        });
        let id = agree_and_crash(&*store, game.id, receipt.as_ref()).await;
        match look {
            0 => {
                other.get(game.id, &white).await.expect("a game");
            }
            1 => {
                let page = other.events(game.id, Revision::NONE, 9, &white).await;
                page.expect("events");
            }
            2 => {
                other.watch(game.id, None, &white).await.expect("a watch");
            }
            3 => {
                other.record(game.id, &white).await.expect("a record");
            }
            4 => {
                let again = other.offer_rematch(call(game.id), &black, &encode).await;
                assert!(matches!(again, Err(GameError::AlreadyOffered)), "{again:?}");
            }
            5 => {
                let again = other.offer_rematch(retried, &black, &encode).await;
                assert!(
                    matches!(&again, Ok(Reply::Repeated(bytes)) if bytes == b"agreed"),
                    "{again:?}"
                );
            }
            _ => {
                reissue(&other, &game, Side::Black).await;
            }
        }
        let next = assert_history(&*store, id).await;
        assert_seats(&next, &game.seats);
        // It is played on; looking at the old game again changes nothing.
        done(other.play(call(id), "d6", &black, &encode).await);
        one.get(game.id, &Credentials::default())
            .await
            .expect("a game");
        let next = load(&*store, id).await;
        assert_eq!(next.revision(), Revision::from_number(2));
    }
}

/// A token that is replaced while a rematch is agreed opens the next game exactly if it was replaced
/// before.
pub async fn a_rematch_has_the_tokens_of_its_agreement(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let store = one.store();
    let mut replaced_before = 0;
    for round in 0..ROUNDS {
        let game = wanted_by_white(&one).await;
        let black = game.credentials(Side::Black);
        let (agreed, agreed_too, white) = tokio::join!(
            one.offer_rematch(call(game.id), &black, &encode),
            other.offer_rematch(call(game.id), &black, &encode),
            reissue(&other, &game, Side::White),
        );
        let replies = [agreed, agreed_too];
        let agreements = replies.iter().filter(|reply| reply.is_ok()).count();
        assert_eq!(agreements, 1, "round {round}: {replies:?}");
        let old = assert_history(&**store, game.id).await;
        let events = events(&**store, &old).await;
        let agreement = events
            .iter()
            .position(|event| {
                matches!(
                    event.change,
                    crate::Change::RematchWanted { game: Some(_), .. }
                )
            })
            .expect("it was agreed");
        let is_before = events[..agreement]
            .iter()
            .any(|event| matches!(event.change, crate::Change::SeatReissued { .. }));
        replaced_before += usize::from(is_before);
        let next = old.agreed_rematch().expect("it was agreed");
        let next = assert_history(&**store, next).await;
        let white = if is_before {
            white
        } else {
            game.seats.white.clone()
        };
        let black = game.seats.black.clone();
        assert_seats(&next, &BySide { white, black });
    }
    println!("replaced before the agreement in {replaced_before} of {ROUNDS} rounds");
}
