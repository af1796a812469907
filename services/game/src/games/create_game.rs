//! `CreateGame`.

use moelle_games::{CreateGame, Created};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use moelle_telemetry::Metrics;
use moelle_words::Language;
use prost::Message as _;
use url::Url;

use super::{Caller, GameApi, answer, given, variant_label};

impl GameApi {
    pub(super) async fn create(
        &self,
        request: &v1::CreateGameRequest,
        caller: &Caller,
    ) -> Result<v1::CreateGameResponse, Failure> {
        let application = self.on_behalf_of(caller)?;
        let new = CreateGame {
            application,
            ..wire::create_game(request, caller.language)?
        };
        let write =
            |created: &Created| response(created, self.public_url.as_ref(), caller.language);
        let reply = self
            .games
            .create(new, &|created| write(created).encode_to_vec())
            .await;
        let reply = reply.map_err(|error| self.failure(&error, caller))?;
        let (answer, created) = answer(reply, write)?;
        if let Some(created) = created {
            Metrics::global().game_created(variant_label(&created.game));
        }
        Ok(answer)
    }
}

pub(super) fn response(
    created: &Created,
    public_url: Option<&Url>,
    language: Language,
) -> v1::CreateGameResponse {
    let id = created.game.id();
    v1::CreateGameResponse {
        game: Some(wire::game(
            &created.game,
            created.game.created_at(),
            language,
        )),
        seats: created
            .seats
            .iter()
            .map(|(side, token)| given::seat(*side, token))
            .collect(),
        invitations: created
            .invitations
            .iter()
            .map(|(side, invitation)| given::invitation(public_url, id, *side, invitation))
            .collect(),
        owner_token: created.owner.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;

    use super::*;
    use crate::server::ServerOptions;
    use crate::testing::{TestServer, failure, of_variant};

    const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

    fn nine() -> v1::CreateGameRequest {
        v1::CreateGameRequest {
            rules: Some(of_variant("nine")),
            ..v1::CreateGameRequest::default()
        }
    }

    async fn create(server: &TestServer, request: v1::CreateGameRequest) -> v1::CreateGameResponse {
        server
            .games()
            .create_game(request)
            .await
            .expect("a game")
            .into_inner()
    }

    #[tokio::test]
    async fn the_creator_gets_a_seat_an_invitation_for_the_other_and_the_owner_token() {
        let server = TestServer::with(ServerOptions {
            public_url: Some("https://play.example/m/".parse().expect("an address")),
            ..ServerOptions::default()
        })
        .await;
        let created = create(&server, nine()).await;
        let game = created.game.expect("a game");
        assert_eq!((game.revision, game.status()), (1, v1::GameStatus::Waiting));
        assert_eq!(
            game.state.expect("a state").position,
            "3/3/3/6/3/3/3 w 9,9 0 0 0"
        );
        assert_eq!(created.seats.len(), 1);
        assert_eq!(created.seats[0].side(), v1::Side::White);
        let invitation = &created.invitations[0];
        assert_eq!(invitation.side(), v1::Side::Black);
        let link = format!(
            "https://play.example/m/play/{}#{}",
            game.id, invitation.invitation
        );
        assert_eq!(invitation.url, link);
        assert!(!created.owner_token.is_empty());
    }

    #[tokio::test]
    async fn seats_go_where_the_creator_wants_them() {
        let server = TestServer::start().await;
        for (choice, seats, invitations) in [
            (v1::SeatChoice::Both, 2, 0),
            (v1::SeatChoice::None, 0, 2),
            (v1::SeatChoice::Random, 1, 1),
            (v1::SeatChoice::Black, 1, 1),
        ] {
            let created = create(
                &server,
                v1::CreateGameRequest {
                    seat: choice.into(),
                    ..nine()
                },
            );
            let created = created.await;
            assert_eq!(created.seats.len(), seats, "{choice:?}");
            assert_eq!(created.invitations.len(), invitations, "{choice:?}");
            assert!(created.invitations.iter().all(|one| one.url.is_empty()));
        }
    }

    #[tokio::test]
    async fn the_same_request_gets_the_same_answer_and_another_is_refused() {
        let server = TestServer::start().await;
        let request = v1::CreateGameRequest {
            request_id: ID.to_owned(),
            ..nine()
        };
        let first = create(&server, request.clone()).await;
        assert_eq!(create(&server, request.clone()).await, first);
        let other = v1::CreateGameRequest {
            seat: v1::SeatChoice::Both.into(),
            ..request
        };
        let status = server.games().create_game(other).await.expect_err("reused");
        assert_eq!(status.code(), tonic::Code::AlreadyExists);
        assert_eq!(failure(&status).code(), ErrorCode::RequestIdReused);
    }

    #[tokio::test]
    async fn nothing_is_created_from_rules_that_are_not_offered() {
        let server = TestServer::start().await;
        let mut request = nine();
        request.rules.as_mut().expect("rules").options = Some(v1::RuleSet {
            men: Some(7),
            ..v1::RuleSet::default()
        });
        let status = server
            .games()
            .create_game(request)
            .await
            .expect_err("not offered");
        assert_eq!(failure(&status).code(), ErrorCode::OptionNotOffered);
        assert_eq!(server.store.creations(), 0);
    }

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable_and_says_when_to_try_again() {
        let server = TestServer::start().await;
        server.store.go_away();
        let status = server
            .games()
            .create_game(nine())
            .await
            .expect_err("no store");
        assert_eq!(status.code(), tonic::Code::Unavailable);
        let failure = failure(&status);
        assert!(failure.retry_after().is_some());
        assert!(!format!("{status:?}").contains("secret-host"), "{status:?}");
    }
}
