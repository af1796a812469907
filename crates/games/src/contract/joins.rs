//! A seat is taken once.

use futures::future::join_all;
use moelle_rules::Side;

use super::Replicas;
use super::table::{
    assert_history, call, create, done, encode, encode_joined, games, join, new_game, request,
};
use crate::{BodyHash, Change, Credentials, GameError, Reply, Request, SeatChoice};

/// Who all want the seat.
const JOINERS: usize = 50;

/// One gets it; the others are told that the invitation was used.
pub async fn a_seat_is_taken_once_however_many_come(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let created = create(&replicas[0], new_game(SeatChoice::One(Side::Black))).await;
    let (side, invitation) = &created.invitations[0];
    let joining = (0..JOINERS)
        .map(|n| replicas[n % 2].join(join(created.game.id(), invitation), &encode_joined));
    let mut seats = Vec::new();
    for reply in join_all(joining).await {
        match reply {
            Ok(Reply::Done(joined)) => seats.push(joined),
            Err(GameError::InvitationUsed) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(seats.len(), 1);
    assert_eq!(seats[0].side, *side);
    let game = assert_history(&**replicas[1].store(), created.game.id()).await;
    assert_eq!(game.revision(), created.game.revision().next());
    let credentials = Credentials {
        token: Some(seats[0].token.clone()),
        ..Credentials::default()
    };
    let played = replicas[1]
        .play(call(game.id()), "d6", &credentials, &encode)
        .await;
    assert!(matches!(
        done(played).event.change,
        Change::TurnPlayed { .. }
    ));
}

/// Repeated in parallel, one request takes the seat once and every answer holds the same token.
pub async fn a_repeated_join_gets_the_same_token(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let created = create(&replicas[0], new_game(SeatChoice::One(Side::White))).await;
    let (_, invitation) = &created.invitations[0];
    let request = request(b"join");
    let joining = |request: Request, n: usize| {
        let mut join = join(created.game.id(), invitation);
        join.request = Some(request);
        replicas[n % 2].join(join, &encode_joined)
    };
    let mut answers = Vec::new();
    let mut executed = 0;
    for reply in join_all((0..20).map(|n| joining(request, n))).await {
        answers.push(match reply.expect("an answer") {
            Reply::Done(joined) => {
                executed += 1;
                encode_joined(&joined)
            }
            Reply::Repeated(answer) => answer,
        });
    }
    assert_eq!(executed, 1);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let other = Request {
        body: BodyHash::of(b"join otherwise"),
        ..request
    };
    let reply = joining(other, 0).await;
    assert!(
        matches!(reply, Err(GameError::RequestIdReused)),
        "{reply:?}"
    );
}
