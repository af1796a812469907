//! Answers about stored games.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::StreamExt as _;
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameService;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status};

use super::super::messages::{finished_game, game, mill, played};
use super::{Answers, Service, UnderWay, snapshot};

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
            invitations: vec![v1::Invitation {
                side: v1::Side::Black.into(),
                invitation: "black-invitation".to_owned(),
                url: String::new(),
            }],
            owner_token: "owner-token".to_owned(),
        };
        self.answer(&request, answer).await
    }

    async fn join_game(
        &self,
        request: Request<v1::JoinGameRequest>,
    ) -> Result<Response<v1::JoinGameResponse>, Status> {
        let answer = v1::JoinGameResponse {
            game: Some(game(2)),
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
        let game = if finished { finished_game(7) } else { game(7) };
        self.answer(&request, v1::GetGameResponse { game: Some(game) })
            .await
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
        let script = self.0.stream.lock().expect("no panic").take();
        let messages: Answers<_> = if let Some(receiver) = script {
            Box::pin(UnboundedReceiverStream::new(receiver))
        } else {
            let first = futures::stream::iter([snapshot(7, false)]);
            Box::pin(first.chain(futures::stream::pending()))
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
        let answer = v1::ListEventsResponse {
            events: vec![played(2), played(3)],
            more: true,
        };
        self.answer(&request, answer).await
    }
}
