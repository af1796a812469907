//! The stored games of the game service that answers what a test tells it to.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::StreamExt as _;
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameService;
use moelle_proto::v1::watch_game_response::Message;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status};

use super::super::messages::{finished_game, full_game, game, mill, played};
use super::{Answers, Service, UnderWay, message};

fn black_invitation() -> v1::Invitation {
    v1::Invitation {
        side: v1::Side::Black.into(),
        invitation: "black-invitation".to_owned(),
        url: String::new(),
    }
}

impl Service {
    /// Refuses who may not see the game, where it is private.
    fn admit<M>(&self, request: &Request<M>) -> Result<(), Status> {
        let private_to = self.0.private_to.lock().expect("no panic");
        let Some(token) = &*private_to else {
            return Ok(());
        };
        match request.metadata().get("authorization") {
            Some(brought) if brought == format!("Bearer {token}").as_str() => Ok(()),
            Some(_) => Err(Failure::new(ErrorCode::PrivateGame).into()),
            None => Err(Failure::new(ErrorCode::Unauthenticated).into()),
        }
    }
}

#[tonic::async_trait]
impl GameService for Service {
    async fn create_game(
        &self,
        request: Request<v1::CreateGameRequest>,
    ) -> Result<Response<v1::CreateGameResponse>, Status> {
        let answer = v1::CreateGameResponse {
            game: Some(game(1)),
            seats: vec![v1::SeatGrant {
                side: v1::Side::White.into(),
                token: "white-token".to_owned(),
            }],
            invitations: vec![black_invitation()],
            owner_token: "owner-token".to_owned(),
        };
        self.answer(&request, answer).await
    }

    async fn join_game(
        &self,
        request: Request<v1::JoinGameRequest>,
    ) -> Result<Response<v1::JoinGameResponse>, Status> {
        let answer = v1::JoinGameResponse {
            game: Some(game(8)),
            seat: Some(v1::SeatGrant {
                side: v1::Side::Black.into(),
                token: "black-token".to_owned(),
            }),
        };
        self.answer(&request, answer).await
    }

    async fn get_game(
        &self,
        request: Request<v1::GetGameRequest>,
    ) -> Result<Response<v1::GetGameResponse>, Status> {
        let finished = *self.0.finished.lock().expect("no panic");
        let mut game = if finished { finished_game(7) } else { game(7) };
        if self.0.private_to.lock().expect("no panic").is_some() {
            game.visibility = v1::Visibility::Private.into();
        }
        self.admit(&request)?;
        let answer = v1::GetGameResponse {
            game: Some(game),
            ..v1::GetGameResponse::default()
        };
        self.answer(&request, answer).await
    }

    async fn play_turn(
        &self,
        request: Request<v1::PlayTurnRequest>,
    ) -> Result<Response<v1::PlayTurnResponse>, Status> {
        let answer = v1::PlayTurnResponse {
            game: Some(game(8)),
            closed_mills: vec![mill(["c5", "d5", "e5"])],
        };
        self.answer(&request, answer).await
    }

    async fn resign(
        &self,
        request: Request<v1::ResignRequest>,
    ) -> Result<Response<v1::ResignResponse>, Status> {
        self.answer(
            &request,
            v1::ResignResponse {
                game: Some(finished_game(8)),
            },
        )
        .await
    }

    type WatchGameStream = Answers<v1::WatchGameResponse>;

    async fn watch_game(
        &self,
        request: Request<v1::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        self.answer(&request, ()).await?;
        self.admit(&request)?;
        let id = request.into_inner().game_id;
        let script = self.0.streams.lock().expect("no panic").remove(&id);
        let messages: Answers<_> = if let Some(receiver) = script {
            Box::pin(UnboundedReceiverStream::new(receiver))
        } else {
            let finished = *self.0.finished.lock().expect("no panic");
            let game = if finished { finished_game(7) } else { game(7) };
            let first = message(Message::Snapshot(v1::Snapshot {
                game: Some(v1::Game { id, ..game }),
                ..v1::Snapshot::default()
            }));
            Box::pin(futures::stream::iter([first]).chain(futures::stream::pending()))
        };
        self.0.under_way.fetch_add(1, Ordering::SeqCst);
        let under_way = UnderWay(Arc::clone(&self.0.under_way));
        let messages = messages.map(move |message| {
            let _held = &under_way;
            message
        });
        Ok(Response::new(Box::pin(messages)))
    }

    async fn list_events(
        &self,
        request: Request<v1::ListEventsRequest>,
    ) -> Result<Response<v1::ListEventsResponse>, Status> {
        let (after, size) = (
            request.get_ref().after_revision,
            request.get_ref().page_size,
        );
        let listed = self.0.listed.load(Ordering::SeqCst);
        let last = listed.min(after + u64::from(if size == 0 { 100 } else { size }));
        let answer = v1::ListEventsResponse {
            events: (after + 1..=last).map(played).collect(),
            more: last < listed,
        };
        self.answer(&request, answer).await
    }

    type WatchGamesStream = Answers<v1::WatchGamesResponse>;

    async fn watch_games(
        &self,
        request: Request<v1::WatchGamesRequest>,
    ) -> Result<Response<Self::WatchGamesStream>, Status> {
        self.answer(&request, ()).await?;
        Err(Status::unimplemented("the gateway follows each game apart"))
    }

    async fn note_spectators(
        &self,
        request: Request<v1::NoteSpectatorsRequest>,
    ) -> Result<Response<v1::NoteSpectatorsResponse>, Status> {
        let mut noted = self.0.noted.lock().expect("no panic");
        noted.push(request.into_inner());
        Ok(Response::new(v1::NoteSpectatorsResponse {}))
    }

    async fn list_games(
        &self,
        request: Request<v1::ListGamesRequest>,
    ) -> Result<Response<v1::ListGamesResponse>, Status> {
        let answer = v1::ListGamesResponse {
            games: vec![full_game(7), game(8)],
            next_page_token: if request.get_ref().page_token.is_empty() {
                "next".to_owned()
            } else {
                String::new()
            },
        };
        self.answer(&request, answer).await
    }

    async fn get_record(
        &self,
        request: Request<v1::GetRecordRequest>,
    ) -> Result<Response<v1::GetRecordResponse>, Status> {
        let answer = v1::GetRecordResponse {
            record: "[White \"Åse\"]\n\n1. d6 *\n".to_owned(),
            revision: 7,
        };
        self.answer(&request, answer).await
    }

    async fn import_game(
        &self,
        request: Request<v1::ImportGameRequest>,
    ) -> Result<Response<v1::ImportGameResponse>, Status> {
        let answer = v1::ImportGameResponse {
            game: Some(game(9)),
            seats: vec![],
            invitations: vec![black_invitation()],
            owner_token: "owner-token".to_owned(),
        };
        self.answer(&request, answer).await
    }

    async fn abort_game(
        &self,
        request: Request<v1::AbortGameRequest>,
    ) -> Result<Response<v1::AbortGameResponse>, Status> {
        let answer = v1::AbortGameResponse {
            game: Some(finished_game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn offer_draw(
        &self,
        request: Request<v1::OfferDrawRequest>,
    ) -> Result<Response<v1::OfferDrawResponse>, Status> {
        let answer = v1::OfferDrawResponse {
            game: Some(full_game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn answer_draw(
        &self,
        request: Request<v1::AnswerDrawRequest>,
    ) -> Result<Response<v1::AnswerDrawResponse>, Status> {
        let answer = v1::AnswerDrawResponse {
            game: Some(game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn request_takeback(
        &self,
        request: Request<v1::RequestTakebackRequest>,
    ) -> Result<Response<v1::RequestTakebackResponse>, Status> {
        let answer = v1::RequestTakebackResponse {
            game: Some(game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn answer_takeback(
        &self,
        request: Request<v1::AnswerTakebackRequest>,
    ) -> Result<Response<v1::AnswerTakebackResponse>, Status> {
        let answer = v1::AnswerTakebackResponse {
            game: Some(game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn offer_rematch(
        &self,
        request: Request<v1::OfferRematchRequest>,
    ) -> Result<Response<v1::OfferRematchResponse>, Status> {
        let answer = v1::OfferRematchResponse {
            game: Some(game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn create_invitation(
        &self,
        request: Request<v1::CreateInvitationRequest>,
    ) -> Result<Response<v1::CreateInvitationResponse>, Status> {
        let answer = v1::CreateInvitationResponse {
            game: Some(game(8)),
            invitation: Some(black_invitation()),
        };
        self.answer(&request, answer).await
    }

    async fn revoke_invitation(
        &self,
        request: Request<v1::RevokeInvitationRequest>,
    ) -> Result<Response<v1::RevokeInvitationResponse>, Status> {
        let answer = v1::RevokeInvitationResponse {
            game: Some(game(8)),
        };
        self.answer(&request, answer).await
    }

    async fn reissue_seat(
        &self,
        request: Request<v1::ReissueSeatRequest>,
    ) -> Result<Response<v1::ReissueSeatResponse>, Status> {
        let answer = v1::ReissueSeatResponse {
            game: Some(game(8)),
            seat: Some(v1::SeatGrant {
                side: v1::Side::Black.into(),
                token: "new-token".to_owned(),
            }),
        };
        self.answer(&request, answer).await
    }
}
