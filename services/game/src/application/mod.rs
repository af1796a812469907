//! `moelle.v1.ApplicationService`: what an application does for itself.

mod deliveries;
mod webhooks;

use std::sync::Arc;

use moelle_games::{ApplicationId, GameError, Games, StoreError, WebhookError, Webhooks};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::application_service_server::ApplicationService;
use moelle_proto::wire;
use moelle_webhooks::{Reach, Sender};
use moelle_words::Language;
use tokio::time::Instant;
use tonic::{Request, Response, Status};

use crate::config::WebhookConfig;
use crate::{caller, edge, guard, keys};

/// The service.
#[derive(Clone)]
pub(crate) struct ApplicationApi {
    games: Arc<Games>,
    webhooks: Arc<Webhooks>,
    sender: Arc<Sender>,
    reach: Reach,
}

/// Who calls, in which language, and until when an answer is waited for.
#[derive(Clone, Copy)]
struct Caller {
    application: ApplicationId,
    language: Language,
    deadline: Option<Instant>,
}

impl ApplicationApi {
    pub(crate) fn new(games: Arc<Games>, config: &WebhookConfig, sender: Arc<Sender>) -> Self {
        Self {
            webhooks: Arc::new(config.over(Arc::clone(games.store()))),
            games,
            sender,
            reach: config.courier.reach,
        }
    }

    /// Answers a call in the name of its application.
    async fn answer<Q, A, W>(
        &self,
        request: Request<Q>,
        work: impl FnOnce(Q, Caller) -> W,
    ) -> Result<Response<A>, Status>
    where
        W: Future<Output = Result<A, Failure>>,
    {
        let language = caller::language(request.metadata());
        let answer = match keys::application(request.extensions()) {
            Some(application) => {
                let caller = Caller {
                    application,
                    language,
                    deadline: guard::deadline(request.extensions()),
                };
                work(request.into_inner(), caller).await
            }
            None => Err(edge::failure(
                &GameError::KeyRequired,
                &self.games,
                language,
            )),
        };
        answer
            .map(Response::new)
            .map_err(|failure| edge::refuse(failure, language))
    }
}

/// The failure of a use case. What a store says of itself goes to the log and no further.
fn failure(error: &WebhookError) -> Failure {
    match error {
        WebhookError::Store(error @ (StoreError::Unavailable(_) | StoreError::Busy)) => {
            tracing::warn!(error = error as &dyn std::error::Error, "the store is away");
        }
        WebhookError::Store(error) => {
            tracing::error!(error = error as &dyn std::error::Error, "the store failed");
        }
        _ => {}
    }
    wire::webhook_failure(error)
}

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident: $request:ident => $response:ident;)*) => {
        #[tonic::async_trait]
        impl ApplicationService for ApplicationApi {
            $(
                async fn $name(
                    &self,
                    request: Request<v1::$request>,
                ) -> Result<Response<v1::$response>, Status> {
                    let work = |message, caller| self.$name(message, caller);
                    self.answer(request, work).await
                }
            )*
        }
    };
}

calls! {
    register_webhook: RegisterWebhookRequest => RegisterWebhookResponse;
    list_webhooks: ListWebhooksRequest => ListWebhooksResponse;
    update_webhook: UpdateWebhookRequest => UpdateWebhookResponse;
    rotate_webhook_secret: RotateWebhookSecretRequest => RotateWebhookSecretResponse;
    delete_webhook: DeleteWebhookRequest => DeleteWebhookResponse;
    send_test: SendTestRequest => SendTestResponse;
    list_deliveries: ListDeliveriesRequest => ListDeliveriesResponse;
    resend_delivery: ResendDeliveryRequest => ResendDeliveryResponse;
    resend_dead_deliveries: ResendDeadDeliveriesRequest => ResendDeadDeliveriesResponse;
}
