//! Lost tokens are replaced; invitations are revoked, made anew and expire.

use std::sync::Arc;

use moelle_rules::Side;
use time::Duration;

use super::Replicas;
use super::table::{
    Seated, Standing, assert_history, call, create, done, encode, encode_joined, games, games_by,
    join, new_game,
};
use crate::{Credentials, GameError, Games, INVITATION_LIFE, SeatChoice, Secret, WithSecret};

fn encode_secret(made: &WithSecret<'_>) -> Vec<u8> {
    made.secret.to_string().into_bytes()
}

fn with(token: Secret) -> Credentials {
    Credentials {
        token: Some(token),
        ..Credentials::default()
    }
}

/// By the seat itself and by the owner: the token before is refused everywhere from then on.
pub async fn a_token_that_was_replaced_works_no_more(replicas: &dyn Replicas) {
    let two = [games(replicas).await, games(replicas).await];
    let created = create(&two[0], new_game(SeatChoice::Both)).await;
    let owner = with(created.owner.clone());
    let game = Seated::from(created);
    let (white, black) = (game.credentials(Side::White), game.credentials(Side::Black));
    let stranger = two[0]
        .reissue(call(game.id), Side::White, &black, &encode_secret)
        .await;
    assert!(
        matches!(stranger, Err(GameError::WrongSeat)),
        "the other seat"
    );
    for (by, side, turn) in [(&white, Side::White, "d6"), (&owner, Side::Black, "f4")] {
        let reissued = two[0]
            .reissue(call(game.id), side, by, &encode_secret)
            .await;
        let (reply, token) = reissued.expect("allowed");
        done(Ok(reply));
        for games in &two {
            let lost = game.credentials(side);
            let played = games.play(call(game.id), turn, &lost, &encode).await;
            assert!(
                matches!(played, Err(GameError::Unauthenticated)),
                "{side}: {played:?}"
            );
        }
        done(
            two[1]
                .play(call(game.id), turn, &with(token), &encode)
                .await,
        );
    }
    assert_history(&**two[1].store(), game.id).await;
}

/// Asks for a seat and tells why it was refused.
async fn refused(games: &Games, created: &crate::Created, invitation: &Secret) -> GameError {
    let joined = games
        .join(join(created.game.id(), invitation), &encode_joined)
        .await;
    joined.expect_err("a seat that cannot be taken")
}

/// Revoked, replaced, expired, used: each is told, on every replica.
pub async fn an_invitation_works_until_it_is_revoked_or_expires(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let two = [
        games_by(replicas, &clock).await,
        games_by(replicas, &clock).await,
    ];
    let [one, other] = &two;
    let created = create(one, new_game(SeatChoice::One(Side::White))).await;
    let white = with(created.seats[0].1.clone());
    let (side, first) = &created.invitations[0];
    let now = call(created.game.id());
    let revoked = one.revoke_invitation(now, *side, &white, &encode).await;
    done(revoked);
    let error = refused(other, &created, first).await;
    assert!(matches!(error, GameError::InvitationUnknown), "{error:?}");

    let invite = async || {
        let made = one.invite(now, *side, &white, &encode_secret).await;
        let (reply, secret) = made.expect("allowed");
        done(Ok(reply));
        secret
    };
    let second = invite().await;
    clock.put(Duration::HOUR);
    let third = invite().await;
    for gone in [first, &second] {
        let error = refused(other, &created, gone).await;
        assert!(matches!(error, GameError::InvitationUnknown), "{error:?}");
    }
    clock.put(Duration::HOUR + INVITATION_LIFE);
    let error = refused(other, &created, &third).await;
    assert!(matches!(error, GameError::InvitationExpired), "{error:?}");
    clock.put(Duration::HOUR + INVITATION_LIFE - Duration::MILLISECOND);
    let joining = join(created.game.id(), &third);
    let joined = done(other.join(joining, &encode_joined).await);
    assert_eq!(joined.side, *side);
    let error = refused(one, &created, &third).await;
    assert!(matches!(error, GameError::InvitationUsed), "{error:?}");
    assert_history(&**one.store(), created.game.id()).await;
}

/// The invitation that a creator gets expires too.
pub async fn the_first_invitation_expires(replicas: &dyn Replicas) {
    let clock = Arc::new(Standing::default());
    let games = games_by(replicas, &clock).await;
    let created = create(&games, new_game(SeatChoice::One(Side::Black))).await;
    let invitation = &created.invitations[0].1;
    clock.put(INVITATION_LIFE);
    let error = refused(&games, &created, invitation).await;
    assert!(matches!(error, GameError::InvitationExpired), "{error:?}");
    clock.put(INVITATION_LIFE - Duration::MILLISECOND);
    let joining = join(created.game.id(), invitation);
    done(games.join(joining, &encode_joined).await);
}
