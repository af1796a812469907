//! Whether the server is ready, and who may ask.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::BoxStream;
use moelle_games::{Store, StoreError};
use moelle_proto::v1::application_service_server;
use moelle_proto::v1::game_service_server;
use moelle_proto::v1::lesson_service_server;
use moelle_proto::v1::rules_service_server;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_server::{Health, HealthServer};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use crate::config::Pace;

/// Whether the server is ready: its store answers and it is not shutting down.
#[derive(Clone, Debug)]
pub struct Readiness {
    ready: Arc<watch::Sender<bool>>,
    check_every: Duration,
    check_timeout: Duration,
}

impl Default for Readiness {
    fn default() -> Self {
        Self::paced(&Pace::default())
    }
}

impl Readiness {
    /// A server that is not ready yet, whose store is asked at this pace.
    #[must_use]
    pub fn paced(pace: &Pace) -> Self {
        Self {
            ready: Arc::new(watch::Sender::new(false)),
            check_every: pace.store_check,
            check_timeout: pace.store_check_timeout,
        }
    }

    /// Whether the server is ready now.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Says whether the server is ready.
    pub fn set(&self, ready: bool) {
        self.ready.send_if_modified(|known| {
            let changed = *known != ready;
            *known = ready;
            changed
        });
    }

    /// Asks the store again and again until the server shuts down; then it is not ready any more.
    pub async fn follow(self, store: Arc<dyn Store>, shutdown: CancellationToken) {
        let mut ticks = tokio::time::interval(self.check_every);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let asking = async {
            loop {
                ticks.tick().await;
                let answer = tokio::time::timeout(self.check_timeout, store.check()).await;
                self.note(answer.ok().as_ref());
            }
        };
        shutdown.run_until_cancelled(asking).await;
        self.set(false);
    }

    fn note(&self, answer: Option<&Result<(), StoreError>>) {
        let was_ready = self.is_ready();
        match answer {
            Some(Ok(())) if !was_ready => tracing::info!("the store answers: ready"),
            Some(Err(error)) if was_ready => {
                let error: &dyn std::error::Error = error;
                tracing::warn!(error, "the store fails: not ready");
            }
            None if was_ready => tracing::warn!("the store does not answer in time: not ready"),
            Some(_) | None => {}
        }
        self.set(matches!(answer, Some(Ok(()))));
    }
}

/// `grpc.health.v1.Health`: `""` and the games need the store, the rules and the lessons do not.
pub(crate) fn service(
    readiness: &Readiness,
    shutdown: CancellationToken,
) -> HealthServer<impl Health + use<>> {
    HealthServer::new(HealthApi {
        ready: readiness.ready.subscribe(),
        shutdown,
    })
}

struct HealthApi {
    ready: watch::Receiver<bool>,
    shutdown: CancellationToken,
}

/// What a health check may be about.
#[derive(Clone, Copy)]
enum Subject {
    /// The server as a whole, the games, or the applications.
    WithStore,
    /// The rules, or the lessons.
    WithoutStore,
    /// Nothing that is served here.
    Unknown,
}

impl Subject {
    fn named(service: &str) -> Self {
        match service {
            "" | game_service_server::SERVICE_NAME | application_service_server::SERVICE_NAME => {
                Self::WithStore
            }
            rules_service_server::SERVICE_NAME | lesson_service_server::SERVICE_NAME => {
                Self::WithoutStore
            }
            _ => Self::Unknown,
        }
    }

    fn status(self, is_ready: bool) -> ServingStatus {
        match self {
            Self::Unknown => ServingStatus::ServiceUnknown,
            Self::WithStore if !is_ready => ServingStatus::NotServing,
            Self::WithStore | Self::WithoutStore => ServingStatus::Serving,
        }
    }
}

#[tonic::async_trait]
impl Health for HealthApi {
    async fn check(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<HealthCheckResponse>, Status> {
        let subject = Subject::named(&request.get_ref().service);
        if matches!(subject, Subject::Unknown) {
            return Err(Status::not_found("no such service"));
        }
        if self.shutdown.is_cancelled() {
            return Ok(answer(ServingStatus::NotServing).into());
        }
        Ok(answer(subject.status(*self.ready.borrow())).into())
    }

    type WatchStream = BoxStream<'static, Result<HealthCheckResponse, Status>>;

    async fn watch(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        let subject = Subject::named(&request.get_ref().service);
        let stopping = futures::stream::once(async { ServingStatus::NotServing });
        let statuses = WatchStream::new(self.ready.clone())
            .map(move |is_ready| subject.status(is_ready))
            .take_until(self.shutdown.clone().cancelled_owned())
            .chain(stopping)
            .scan(None, |last, status| {
                let news = (*last != Some(status)).then_some(status);
                *last = Some(status);
                futures::future::ready(Some(news))
            })
            .filter_map(|news| futures::future::ready(news.map(|status| Ok(answer(status)))));
        Ok(Response::new(statuses.boxed()))
    }
}

fn answer(status: ServingStatus) -> HealthCheckResponse {
    HealthCheckResponse {
        status: status.into(),
    }
}
