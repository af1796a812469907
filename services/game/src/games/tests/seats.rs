//! Invitations, lost tokens, and rematches.

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::Side;

use super::calls::{Ask, Call};
use super::states::State;
use crate::testing::{Table, TestServer, failure, with_token};

async fn invite(server: &TestServer, table: &Table, token: &str) -> v1::CreateInvitationResponse {
    let request = v1::CreateInvitationRequest {
        game_id: table.id.clone(),
        side: Side::Black.into(),
        ..v1::CreateInvitationRequest::default()
    };
    let invited = server
        .games()
        .create_invitation(with_token(request, token))
        .await;
    invited.expect("an invitation").into_inner()
}

async fn join(server: &TestServer, table: &Table) -> Result<String, ErrorCode> {
    let request = v1::JoinGameRequest {
        game_id: table.id.clone(),
        invitation: table.invitation.clone(),
        ..v1::JoinGameRequest::default()
    };
    match server.games().join_game(request).await {
        Ok(joined) => Ok(joined.into_inner().seat.expect("a seat").token),
        Err(status) => Err(failure(&status).code()),
    }
}

#[tokio::test]
async fn a_new_invitation_replaces_the_one_before_and_a_revoked_one_opens_nothing() {
    let server = TestServer::start().await;
    let mut table = Table::set(&server, v1::Visibility::Unlisted).await;
    let first = table.invitation.clone();
    let invited = invite(&server, &table, &table.white).await;
    let invitation = invited.invitation.expect("an invitation");
    assert_eq!(invitation.side(), Side::Black);
    assert_eq!(
        join(&server, &table).await,
        Err(ErrorCode::InvitationUnknown)
    );
    table.invitation = invitation.invitation;
    Call::Revoke.by(&server, &table, &table.owner).await;
    assert_eq!(
        join(&server, &table).await,
        Err(ErrorCode::InvitationUnknown)
    );
    let ask = Ask {
        token: &table.white,
        ..Ask::default()
    };
    let again = Call::Revoke.make(&server, &table, ask).await;
    let refused = failure(&again.expect_err("nothing there"));
    assert_eq!(refused.code(), ErrorCode::NothingToRevoke);
    let invited = invite(&server, &table, &table.owner).await;
    table.invitation = invited.invitation.expect("an invitation").invitation;
    assert_ne!(table.invitation, first);
    join(&server, &table).await.expect("a seat");
    assert_eq!(join(&server, &table).await, Err(ErrorCode::InvitationUsed));
}

#[tokio::test]
async fn an_invitation_expires_after_thirty_days_and_can_be_made_anew() {
    let server = TestServer::start().await;
    let mut table = Table::set(&server, v1::Visibility::Unlisted).await;
    let expiry = |game: v1::Game| {
        let seats = game.seats.expect("seats");
        seats.black.expect("a seat").invitation_expires_at
    };
    let game = table.game(&server).await;
    let created = game.created_at.expect("a time").seconds;
    let expires = expiry(game).expect("a time").seconds;
    assert_eq!(expires - created, 30 * 24 * 60 * 60);
    server.clock.advance(time::Duration::days(30));
    assert_eq!(
        join(&server, &table).await,
        Err(ErrorCode::InvitationExpired)
    );
    let invited = invite(&server, &table, &table.white).await;
    table.invitation = invited.invitation.expect("an invitation").invitation;
    join(&server, &table).await.expect("a seat");
    assert_eq!(expiry(table.game(&server).await), None);
}

async fn reissue(
    server: &TestServer,
    table: &Table,
    side: Side,
    token: &str,
) -> Result<String, ErrorCode> {
    let request = v1::ReissueSeatRequest {
        game_id: table.id.clone(),
        side: side.into(),
        ..v1::ReissueSeatRequest::default()
    };
    match server
        .games()
        .reissue_seat(with_token(request, token))
        .await
    {
        Ok(answer) => {
            let seat = answer.into_inner().seat.expect("a seat");
            assert_eq!(seat.side(), side);
            Ok(seat.token)
        }
        Err(status) => Err(failure(&status).code()),
    }
}

#[tokio::test]
async fn a_token_made_anew_ends_the_one_before() {
    let server = TestServer::start().await;
    for by_owner in [true, false] {
        let table = State::FirstTurns.set(&server).await;
        let by = if by_owner { &table.owner } else { &table.white };
        let token = reissue(&server, &table, Side::White, by)
            .await
            .expect("a token");
        let ask = Ask {
            token: &table.white,
            ..Ask::default()
        };
        let old = Call::Play.make(&server, &table, ask).await;
        let refused = failure(&old.expect_err("an old token"));
        assert_eq!(refused.code(), ErrorCode::Unauthenticated);
        Call::Play.by(&server, &table, &token).await;
    }
    let table = Table::joined(&server).await;
    let by_black = reissue(&server, &table, Side::White, &table.black).await;
    assert_eq!(by_black, Err(ErrorCode::WrongSeat));
    let open = Table::set(&server, v1::Visibility::Unlisted).await;
    let of_nobody = reissue(&server, &open, Side::Black, &open.owner).await;
    assert_eq!(of_nobody, Err(ErrorCode::SeatOpen));
    let no_side = reissue(&server, &table, Side::Unspecified, &table.white).await;
    assert_eq!(no_side, Err(ErrorCode::InvalidArgument));
}

#[tokio::test]
async fn a_rematch_swaps_the_colours_and_keeps_the_tokens() {
    let server = TestServer::start().await;
    let table = State::RematchAgreed.set(&server).await;
    let old = table.game(&server).await;
    let id = old.offers.expect("offers").rematch_game_id;
    let next = Table {
        id: id.clone(),
        white: table.black.clone(),
        black: table.white.clone(),
        owner: table.owner.clone(),
        invitation: String::new(),
    };
    let game = next.game(&server).await;
    assert_eq!((game.revision, game.status()), (1, v1::GameStatus::Running));
    assert_eq!(game.rules, old.rules);
    next.play(&server, &["d6", "f4"]).await;
}

#[tokio::test]
async fn two_who_want_a_rematch_at_once_get_one_game() {
    let server = TestServer::start().await;
    let table = State::Over.set(&server).await;
    let (white, black) = tokio::join!(
        Call::OfferRematch.by(&server, &table, &table.white),
        Call::OfferRematch.by(&server, &table, &table.black),
    );
    let mut ids: Vec<String> = [white, black]
        .into_iter()
        .map(|game| game.offers.expect("offers").rematch_game_id)
        .collect();
    ids.sort();
    assert_eq!(ids[0], "");
    let next = Table {
        id: ids[1].clone(),
        ..table
    };
    assert_eq!(next.game(&server).await.revision, 1);
}
