//! Taking notices from the outbox to webhooks.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::Duration;

use moelle_games::{
    Backlog, Claim, Clock, DeliveryFailure, DeliveryKey, Due, Ids, Settlement, SigningKey, Store,
    StoreError, Verdict, WebhookChange,
};
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use tracing::field::Empty;
use url::{Host, Url};

use crate::room::{Place, Room};
use crate::{Answer, Failed, Message, Reach, Schedule, Sender, Target, of_notice, sign};

/// How long what there was no room for waits.
const PUT_BACK_FOR: Duration = Duration::from_secs(1);
/// How often a store that fails is told of, at most.
const FAILURE_TOLD_EVERY: Duration = Duration::from_secs(10);

/// How notices are delivered.
#[derive(Debug, Clone, PartialEq)]
pub struct CourierOptions {
    /// How often the outbox is looked at while nothing is due, give or take a quarter.
    pub look_every: Duration,
    /// Messages on their way at once.
    pub at_once_max: u32,
    /// Messages on their way at once to one webhook.
    pub per_webhook_max: u32,
    /// Messages on their way at once to one host.
    pub per_host_max: u32,
    /// How long a claim lasts. Longer than a try takes: whoever has not settled it by then is taken
    /// for dead, and the message is sent again.
    pub lease: Duration,
    /// When a message is tried again.
    pub schedule: Schedule,
    /// How often the backlog is counted.
    pub count_every: Duration,
    /// How far messages may go.
    pub reach: Reach,
    /// The address that links begin with. Without it messages hold none.
    pub public_url: Option<Url>,
}

impl Default for CourierOptions {
    fn default() -> Self {
        Self {
            look_every: Duration::from_secs(1),
            at_once_max: 64,
            per_webhook_max: 8,
            per_host_max: 16,
            lease: Duration::from_mins(1),
            schedule: Schedule::default(),
            count_every: Duration::from_secs(15),
            reach: Reach::Public,
            public_url: None,
        }
    }
}

/// A try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// The word of the notice's kind.
    pub kind: &'static str,
    /// `delivered`, or why not, in one of few words.
    pub outcome: &'static str,
    /// How long it took.
    pub took: Duration,
}

/// Is told what is delivered.
pub trait CourierMeter: Send + Sync + 'static {
    /// A message was tried.
    fn tried(&self, tried: &Tried);
    /// What is on its way.
    fn backlog(&self, backlog: Backlog);
}

/// Delivers what is due in the outbox of a store. Safe on many replicas: each message is claimed by
/// one of them, and again by another where that one has gone.
pub struct Courier {
    post: Arc<Post>,
    meter: Arc<dyn CourierMeter>,
}

/// What a try needs.
struct Post {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    sender: Arc<Sender>,
    options: CourierOptions,
}

/// What is on its way, and whose place each has.
#[derive(Default)]
struct OnTheWay {
    tasks: JoinSet<Tried>,
    room: Room,
    places: HashMap<Id, Place>,
}

impl Courier {
    /// A courier for a store.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        sender: Arc<Sender>,
        options: CourierOptions,
        meter: Arc<dyn CourierMeter>,
    ) -> Self {
        let post = Arc::new(Post {
            store,
            clock,
            ids,
            sender,
            options,
        });
        Self { post, meter }
    }

    /// Delivers until `shutdown` is cancelled; what is on its way then is waited for. Whoever drops
    /// this leaves it to another replica, once the claims are over.
    pub async fn run(self, shutdown: CancellationToken) {
        let mut way = OnTheWay::default();
        let counting = shutdown.run_until_cancelled(self.count());
        let delivering = async {
            shutdown.run_until_cancelled(self.deliver(&mut way)).await;
            while let Some(tried) = way.next().await {
                self.meter.tried(&tried);
            }
        };
        tokio::join!(counting, delivering);
    }

    async fn deliver(&self, way: &mut OnTheWay) {
        let mut told: Option<Instant> = None;
        loop {
            let claimed = self.post.claim(way).await;
            let has_more = claimed.as_ref().is_ok_and(|claimed| *claimed > 0);
            if let Err(error) = claimed
                && told.is_none_or(|told| told.elapsed() >= FAILURE_TOLD_EVERY)
            {
                told = Some(Instant::now());
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "the outbox cannot be looked at now");
            }
            if has_more && way.len() < self.post.options.at_once_max {
                continue;
            }
            // What has arrived may be followed by the next of its game.
            tokio::select! {
                Some(tried) = way.next(), if way.len() > 0 => self.meter.tried(&tried),
                () = tokio::time::sleep(about(self.post.options.look_every)),
                    if way.len() < self.post.options.at_once_max => {}
            }
            while let Some(tried) = way.next_now() {
                self.meter.tried(&tried);
            }
        }
    }

    /// Counts the backlog again and again.
    async fn count(&self) {
        loop {
            let now = self.post.clock.now();
            match self.post.store.webhooks().backlog(now).await {
                Ok(backlog) => self.meter.backlog(backlog),
                Err(error) => {
                    let error: &dyn std::error::Error = &error;
                    tracing::debug!(error, "the outbox cannot be counted now");
                }
            }
            tokio::time::sleep(about(self.post.options.count_every)).await;
        }
    }
}

impl Post {
    /// Claims what is due and sets it on its way; gives how many were claimed.
    async fn claim(self: &Arc<Self>, way: &mut OnTheWay) -> Result<usize, StoreError> {
        let options = &self.options;
        let now = self.clock.now();
        // Half of a webhook's share at a time, to those who use less than half of it.
        let half = options.per_webhook_max.div_ceil(2);
        let claim = Claim {
            lease: self.ids.game_id(now).as_uuid(),
            now,
            until: now + options.lease,
            limit: options.at_once_max.saturating_sub(way.len()),
            limit_per_webhook: half,
            except: way.room.busy(half, options.per_host_max),
        };
        if claim.limit == 0 {
            return Ok(0);
        }
        let claimed = self.store.webhooks().claim_deliveries(&claim).await?;
        let count = claimed.len();
        for due in claimed {
            let target = Target::parse(&due.webhook.url, options.reach).ok();
            let host = target.as_ref().map_or_else(
                || Host::Domain(String::new()),
                |target| target.host().clone(),
            );
            let place = way.room.enter(due.webhook.id, &host, options.per_host_max);
            if let Some(place) = place {
                way.spawn(place, Arc::clone(self).try_out(due, target));
            } else {
                let later = Verdict::PutBack(now + PUT_BACK_FOR);
                self.settle(due.key(), due.lease, later).await;
            }
        }
        Ok(count)
    }

    /// Tries a message and settles what became of it.
    async fn try_out(self: Arc<Self>, due: Due, target: Option<Target>) -> Tried {
        let kind = due.notice.kind.word();
        let span = tracing::info_span!(
            parent: None,
            "deliver webhook",
            otel.kind = "client",
            moelle.game.id = %due.notice.game,
            moelle.webhook.id = %due.webhook.id,
            moelle.webhook.kind = kind,
            moelle.webhook.tries = due.tries + 1,
            moelle.webhook.outcome = Empty,
            http.response.status_code = Empty,
        );
        let start = Instant::now();
        let work = async {
            let answer = match &target {
                Some(target) => self.sender.send(target, &self.message(&due)).await,
                None => Answer::Failed(Failed::Private, None),
            };
            let took = start.elapsed();
            let (verdict, outcome) = self.judge(&due, answer);
            if let Answer::Failed(failed, _) = answer {
                tracing::Span::current().record("http.response.status_code", failed.status());
            }
            tracing::Span::current().record("moelle.webhook.outcome", outcome);
            if matches!(verdict, Verdict::Dead(_)) {
                tracing::warn!(outcome, "a webhook was given up: it can be sent again");
            }
            self.settle(due.key(), due.lease, verdict).await;
            if answer == Answer::Gone {
                self.disable(&due).await;
            }
            Tried {
                kind,
                outcome,
                took,
            }
        };
        work.instrument(span).await
    }

    /// The message of a notice, signed now.
    fn message(&self, due: &Due) -> Message {
        let now = self.clock.now();
        let id = format!("msg_{}_{}", due.notice.game, due.notice.revision);
        let body = of_notice(&due.notice, self.options.public_url.as_ref());
        let keys = due.webhook.keys_at(now).map(SigningKey::as_bytes);
        let signature = sign(
            &id,
            now.unix_timestamp(),
            &body,
            keys.map(<[u8; 32]>::as_slice),
        );
        Message {
            id,
            at: now,
            signature,
            body,
        }
    }

    /// What an answer means for a delivery, and its word.
    fn judge(&self, due: &Due, answer: Answer) -> (Verdict, &'static str) {
        let now = self.clock.now();
        let failure = |reason: &str, status| DeliveryFailure {
            reason: reason.to_owned(),
            status,
        };
        match answer {
            Answer::Delivered => (Verdict::Delivered, "delivered"),
            Answer::Gone => (Verdict::Dead(failure("gone", Some(410))), "gone"),
            Answer::Failed(failed, asked) => {
                let why = failure(failed.word(), failed.status());
                let schedule = &self.options.schedule;
                let next = schedule.next(due.tried_since, due.tries + 1, now, asked, lot());
                let verdict = match next {
                    Some(at) => Verdict::Again(at, why),
                    None => Verdict::Dead(why),
                };
                (verdict, failed.word())
            }
        }
    }

    /// A delivery that cannot be settled is sent again once its claim is over.
    async fn settle(&self, key: DeliveryKey, lease: uuid::Uuid, verdict: Verdict) {
        let settlement = Settlement {
            key,
            lease,
            now: self.clock.now(),
            verdict,
        };
        match self.store.webhooks().settle_delivery(&settlement).await {
            Ok(true) => {}
            Ok(false) => tracing::debug!("somebody else has claimed the delivery since"),
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "a delivery cannot be settled: it is sent again");
            }
        }
    }

    /// Tells a webhook nothing more.
    async fn disable(&self, due: &Due) {
        let (application, id) = (due.webhook.application, due.webhook.id);
        let change = WebhookChange {
            is_enabled: Some(false),
            ..WebhookChange::default()
        };
        let now = self.clock.now();
        let store = self.store.webhooks();
        match store.change_webhook(application, id, &change, now).await {
            Ok(_) => tracing::warn!("a receiver is gone: its webhook is disabled"),
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                tracing::warn!(
                    error,
                    "a webhook whose receiver is gone cannot be disabled now"
                );
            }
        }
    }
}

impl OnTheWay {
    fn len(&self) -> u32 {
        u32::try_from(self.tasks.len()).unwrap_or(u32::MAX)
    }

    fn spawn(&mut self, place: Place, work: impl Future<Output = Tried> + Send + 'static) {
        let task = self.tasks.spawn(work);
        self.places.insert(task.id(), place);
    }

    /// The next that has been tried. `None`: nothing is on its way.
    async fn next(&mut self) -> Option<Tried> {
        loop {
            let ended = self.tasks.join_next_with_id().await?;
            if let Some(tried) = self.ended(ended) {
                return Some(tried);
            }
        }
    }

    /// One that has been tried by now.
    fn next_now(&mut self) -> Option<Tried> {
        loop {
            let ended = self.tasks.try_join_next_with_id()?;
            if let Some(tried) = self.ended(ended) {
                return Some(tried);
            }
        }
    }

    fn ended(&mut self, ended: Result<(Id, Tried), tokio::task::JoinError>) -> Option<Tried> {
        let (id, tried) = match ended {
            Ok((id, tried)) => (id, Some(tried)),
            Err(error) => (error.id(), None),
        };
        if let Some(place) = self.places.remove(&id) {
            self.room.leave(&place);
        }
        tried
    }
}

/// A time give or take a quarter, so that replicas that started together do not look together.
fn about(time: Duration) -> Duration {
    time.mul_f64(0.75 + lot() / 2.0)
}

/// A number from 0 to 1.
fn lot() -> f64 {
    let lot = RandomState::new().hash_one(()) % 1024;
    f64::from(u32::try_from(lot).unwrap_or(0)) / 1024.0
}
