//! Turns, played twice or repeated.

use std::collections::HashSet;

use futures::future::join_all;
use moelle_rules::Side;

use super::Replicas;
use super::table::{Seated, assert_history, call, encode, games, play, request, resign, seated};
use crate::{BodyHash, ChangeCall, Changed, GameError, Games, Reply, Request, Revision};

/// Rounds of a race.
const ROUNDS: usize = 40;
/// Parallel requests.
const PARALLEL: usize = 20;

/// Of different turns for one revision one is played, and the other finds the game as it then is.
pub async fn a_revision_is_played_once(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    for round in 0..ROUNDS {
        let game = seated(&one).await;
        let call = ChangeCall {
            revision: Some(Revision::FIRST),
            ..call(game.id)
        };
        let white = game.credentials(Side::White);
        let replies = tokio::join!(
            one.play(call, "d6", &white, &encode),
            other.play(call, "a7", &white, &encode),
        );
        let (changed, current) = match replies {
            (Ok(Reply::Done(changed)), Err(GameError::StaleRevision(current)))
            | (Err(GameError::StaleRevision(current)), Ok(Reply::Done(changed))) => {
                (changed, current)
            }
            other => panic!("round {round}: {other:?}"),
        };
        super::table::assert_same(&changed.game, &current);
        let stored = assert_history(&**one.store(), game.id).await;
        super::table::assert_same(&changed.game, &stored);
        assert_eq!(stored.revision(), Revision::from_number(2));
    }
}

/// Plays a turn under a request's id.
async fn ask(
    games: &Games,
    game: &Seated,
    side: Side,
    turn: &str,
    request: Request,
) -> Result<Reply<Changed>, GameError> {
    let call = ChangeCall {
        request: Some(request),
        ..call(game.id)
    };
    games
        .play(call, turn, &game.credentials(side), &encode)
        .await
}

/// The answer's bytes, and whether the request was executed for it.
fn answer(reply: Result<Reply<Changed>, GameError>) -> (Vec<u8>, bool) {
    match reply.expect("an answer") {
        Reply::Done(changed) => (encode(&changed), true),
        Reply::Repeated(answer) => (answer, false),
    }
}

fn with_body(request: Request, body: &[u8]) -> Request {
    Request {
        body: BodyHash::of(body),
        ..request
    }
}

/// At once and after the game has moved on and ended, on every replica.
pub async fn a_repeated_turn_gets_the_same_answer(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let game = seated(&one).await;
    let request = request(b"d6");
    let first = answer(ask(&one, &game, Side::White, "d6", request).await);
    assert!(first.1);
    for step in 0..3 {
        for games in [&one, &other] {
            let again = answer(ask(games, &game, Side::White, "d6", request).await);
            assert_eq!(again, (first.0.clone(), false));
            let reused = with_body(request, b"a7");
            let reused = ask(games, &game, Side::White, "a7", reused).await;
            assert!(
                matches!(reused, Err(GameError::RequestIdReused)),
                "{reused:?}"
            );
        }
        match step {
            0 => drop(play(&other, &game, Side::Black, "f4").await),
            1 => drop(resign(&one, &game, Side::White).await),
            _ => {}
        }
    }
    let stored = assert_history(&**one.store(), game.id).await;
    assert_eq!(stored.revision(), Revision::from_number(4));
}

/// One of them is executed.
pub async fn parallel_repeats_of_a_turn_get_the_same_answer(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    for _ in 0..5 {
        let game = seated(&replicas[0]).await;
        let request = request(b"d6");
        let asking =
            (0..PARALLEL).map(|n| ask(&replicas[n % 2], &game, Side::White, "d6", request));
        let answers: Vec<_> = join_all(asking).await.into_iter().map(answer).collect();
        assert_eq!(answers.iter().filter(|(_, executed)| *executed).count(), 1);
        let different: HashSet<_> = answers.iter().map(|(bytes, _)| bytes).collect();
        assert_eq!(different.len(), 1);
        let stored = assert_history(&**replicas[1].store(), game.id).await;
        assert_eq!(stored.revision(), Revision::from_number(2));
    }
}

/// The body that comes first is executed, the other is refused, however often each comes.
pub async fn one_request_id_with_two_bodies_in_parallel_is_one_request(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    for _ in 0..5 {
        let game = seated(&replicas[0]).await;
        let request = request(b"");
        let turns = ["d6", "a7"];
        let asking = (0..PARALLEL).map(|n| {
            let turn = turns[n / 2 % 2];
            let request = with_body(request, turn.as_bytes());
            ask(&replicas[n % 2], &game, Side::White, turn, request)
        });
        let replies = join_all(asking).await;
        let mut refused = HashSet::new();
        let mut answered = HashSet::new();
        let mut executed = 0;
        for (n, reply) in replies.into_iter().enumerate() {
            let turn = turns[n / 2 % 2];
            if let Err(GameError::RequestIdReused) = reply {
                refused.insert(turn);
            } else {
                let (bytes, is_new) = answer(reply);
                answered.insert((turn, bytes));
                executed += usize::from(is_new);
            }
        }
        assert_eq!((executed, answered.len(), refused.len()), (1, 1, 1));
        assert!(answered.iter().all(|(turn, _)| !refused.contains(turn)));
        let stored = assert_history(&**replicas[0].store(), game.id).await;
        assert_eq!(stored.revision(), Revision::from_number(2));
    }
}

/// An id is scoped to the game and the seat.
pub async fn one_request_id_on_other_seats_and_games_is_another_request(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let request = request(b"");
    let mut answers = HashSet::new();
    for _ in 0..2 {
        let game = seated(&games).await;
        for (side, turn) in [(Side::White, "d6"), (Side::Black, "f4")] {
            let request = with_body(request, turn.as_bytes());
            let (bytes, is_new) = answer(ask(&games, &game, side, turn, request).await);
            assert!(is_new, "{side} {turn}");
            answers.insert(bytes);
        }
    }
    assert_eq!(answers.len(), 4);
}
