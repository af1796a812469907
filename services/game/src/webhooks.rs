//! Delivering to webhooks beside the calls.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use moelle_games::{Backlog, Clock, Games, Store, SystemClock, SystemIds};
use moelle_telemetry::{Metrics, WebhookBacklog};
use moelle_webhooks::{Courier, CourierMeter, CourierOptions, Sender, SystemResolver, Tried};
use rustls::RootCertStore;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::config::WebhookConfig;
use crate::server::ServerOptions;

/// How often deliveries are looked for that nobody will try, and those that have been kept long enough.
const FORGET_EVERY: Duration = Duration::from_mins(10);

/// The tasks that deliver.
pub(crate) struct Delivering {
    courier: JoinHandle<()>,
}

impl Delivering {
    /// Starts to deliver, until `shutdown` is cancelled.
    pub(crate) fn start(
        games: &Arc<Games>,
        options: &ServerOptions,
        sender: Arc<Sender>,
        shutdown: CancellationToken,
    ) -> Self {
        let config = &options.webhooks;
        let meter = Arc::new(Meter::default());
        let counted = Arc::downgrade(&meter);
        Metrics::global().observe_webhooks(move || {
            let backlog = counted.upgrade().map(|meter| meter.backlog_now());
            let backlog = backlog.unwrap_or_default();
            WebhookBacklog {
                pending: backlog.pending,
                dead: backlog.dead,
                oldest: backlog.oldest,
            }
        });
        let courier = Courier::new(
            Arc::clone(games.store()),
            Arc::new(SystemClock),
            Arc::new(SystemIds),
            sender,
            CourierOptions {
                public_url: options.public_url.clone(),
                ..config.courier.clone()
            },
            meter,
        );
        let forgetting = forget(
            Arc::clone(games.store()),
            config.delivered_kept,
            config.dead_kept,
            shutdown.clone(),
        );
        tokio::spawn(forgetting);
        Self {
            courier: tokio::spawn(courier.run(shutdown)),
        }
    }

    /// Waits until what is on its way at the shutdown has arrived, or not.
    pub(crate) async fn ended(self) {
        if let Err(error) = self.courier.await {
            tracing::error!(%error, "delivering to webhooks ended with a defect of ours");
        }
    }
}

/// What posts messages as far as the configuration allows.
pub(crate) fn sender(config: &WebhookConfig) -> Arc<Sender> {
    let resolver = Arc::new(SystemResolver);
    let reach = config.courier.reach;
    let sender = Sender::new(resolver, reach, RootCertStore::empty(), config.limits);
    Arc::new(sender)
}

/// Tells the metrics.
#[derive(Default)]
struct Meter(Mutex<Backlog>);

impl Meter {
    fn backlog_now(&self) -> Backlog {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CourierMeter for Meter {
    fn tried(&self, tried: &Tried) {
        Metrics::global().webhook_tried(tried.kind, tried.outcome, tried.took);
    }

    fn backlog(&self, backlog: Backlog) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = backlog;
    }
}

/// Gives up what waits for webhooks that are disabled, and forgets what was settled long ago, again and again
/// until the server shuts down. Every replica does so; more than one does no harm.
async fn forget(
    store: Arc<dyn Store>,
    delivered_kept: Duration,
    dead_kept: Duration,
    shutdown: CancellationToken,
) {
    let forgetting = async {
        loop {
            tokio::time::sleep(FORGET_EVERY).await;
            let now = SystemClock.now();
            let span = tracing::info_span!("forget deliveries");
            let webhooks = store.webhooks();
            let forgetting = async {
                webhooks.give_up_deliveries(now).await?;
                let delivered_before = now - delivered_kept;
                webhooks
                    .forget_deliveries(delivered_before, now - dead_kept)
                    .await
            };
            match forgetting.instrument(span).await {
                Ok(forgotten) => tracing::debug!(forgotten, "old deliveries are forgotten"),
                Err(error) => {
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(error, "old deliveries cannot be forgotten now");
                }
            }
        }
    };
    shutdown.run_until_cancelled(forgetting).await;
}
