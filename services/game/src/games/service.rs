//! The calls of the service, each handed to its own file.

use futures::stream::BoxStream;
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameService;
use tonic::{Request, Response, Status};

use super::{GameApi, close, open};

#[tonic::async_trait]
impl GameService for GameApi {
    async fn create_game(
        &self,
        request: Request<v1::CreateGameRequest>,
    ) -> Result<Response<v1::CreateGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.create(&request, &caller).await, &caller)
    }

    async fn join_game(
        &self,
        request: Request<v1::JoinGameRequest>,
    ) -> Result<Response<v1::JoinGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.join(&request, &caller).await, &caller)
    }

    async fn get_game(
        &self,
        request: Request<v1::GetGameRequest>,
    ) -> Result<Response<v1::GetGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.get(&request, &caller).await, &caller)
    }

    async fn play_turn(
        &self,
        request: Request<v1::PlayTurnRequest>,
    ) -> Result<Response<v1::PlayTurnResponse>, Status> {
        let (request, caller) = open(request);
        close(self.play(&request, &caller).await, &caller)
    }

    async fn resign(
        &self,
        request: Request<v1::ResignRequest>,
    ) -> Result<Response<v1::ResignResponse>, Status> {
        let (request, caller) = open(request);
        close(self.give_up(&request, &caller).await, &caller)
    }

    async fn note_spectators(
        &self,
        request: Request<v1::NoteSpectatorsRequest>,
    ) -> Result<Response<v1::NoteSpectatorsResponse>, Status> {
        let (request, caller) = open(request);
        close(self.note(&request, &caller).await, &caller)
    }

    async fn list_events(
        &self,
        request: Request<v1::ListEventsRequest>,
    ) -> Result<Response<v1::ListEventsResponse>, Status> {
        let (request, caller) = open(request);
        close(self.events(&request, &caller).await, &caller)
    }

    async fn list_games(
        &self,
        request: Request<v1::ListGamesRequest>,
    ) -> Result<Response<v1::ListGamesResponse>, Status> {
        let (request, caller) = open(request);
        close(self.list(&request, &caller).await, &caller)
    }

    async fn get_record(
        &self,
        request: Request<v1::GetRecordRequest>,
    ) -> Result<Response<v1::GetRecordResponse>, Status> {
        let (request, caller) = open(request);
        close(self.record(&request, &caller).await, &caller)
    }

    async fn import_game(
        &self,
        request: Request<v1::ImportGameRequest>,
    ) -> Result<Response<v1::ImportGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.import(&request, &caller).await, &caller)
    }

    async fn abort_game(
        &self,
        request: Request<v1::AbortGameRequest>,
    ) -> Result<Response<v1::AbortGameResponse>, Status> {
        let (request, caller) = open(request);
        close(self.abort(&request, &caller).await, &caller)
    }

    async fn offer_draw(
        &self,
        request: Request<v1::OfferDrawRequest>,
    ) -> Result<Response<v1::OfferDrawResponse>, Status> {
        let (request, caller) = open(request);
        close(self.draw_offer(&request, &caller).await, &caller)
    }

    async fn answer_draw(
        &self,
        request: Request<v1::AnswerDrawRequest>,
    ) -> Result<Response<v1::AnswerDrawResponse>, Status> {
        let (request, caller) = open(request);
        close(self.draw_answer(&request, &caller).await, &caller)
    }

    async fn request_takeback(
        &self,
        request: Request<v1::RequestTakebackRequest>,
    ) -> Result<Response<v1::RequestTakebackResponse>, Status> {
        let (request, caller) = open(request);
        close(self.takeback_request(&request, &caller).await, &caller)
    }

    async fn answer_takeback(
        &self,
        request: Request<v1::AnswerTakebackRequest>,
    ) -> Result<Response<v1::AnswerTakebackResponse>, Status> {
        let (request, caller) = open(request);
        close(self.takeback_answer(&request, &caller).await, &caller)
    }

    async fn offer_rematch(
        &self,
        request: Request<v1::OfferRematchRequest>,
    ) -> Result<Response<v1::OfferRematchResponse>, Status> {
        let (request, caller) = open(request);
        close(self.rematch(&request, &caller).await, &caller)
    }

    async fn create_invitation(
        &self,
        request: Request<v1::CreateInvitationRequest>,
    ) -> Result<Response<v1::CreateInvitationResponse>, Status> {
        let (request, caller) = open(request);
        close(self.invite(&request, &caller).await, &caller)
    }

    async fn revoke_invitation(
        &self,
        request: Request<v1::RevokeInvitationRequest>,
    ) -> Result<Response<v1::RevokeInvitationResponse>, Status> {
        let (request, caller) = open(request);
        close(self.revoke(&request, &caller).await, &caller)
    }

    async fn reissue_seat(
        &self,
        request: Request<v1::ReissueSeatRequest>,
    ) -> Result<Response<v1::ReissueSeatResponse>, Status> {
        let (request, caller) = open(request);
        close(self.reissue(&request, &caller).await, &caller)
    }

    type WatchGameStream = BoxStream<'static, Result<v1::WatchGameResponse, Status>>;

    async fn watch_game(
        &self,
        request: Request<v1::WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let (request, caller) = open(request);
        close(self.watch(&request, &caller).await, &caller)
    }

    type WatchGamesStream = BoxStream<'static, Result<v1::WatchGamesResponse, Status>>;

    async fn watch_games(
        &self,
        request: Request<v1::WatchGamesRequest>,
    ) -> Result<Response<Self::WatchGamesStream>, Status> {
        let (request, caller) = open(request);
        close(self.watch_many(&request, &caller).await, &caller)
    }
}
