//! What handlers share: the way to the game service, the limits, the shutdown.

use std::sync::Arc;
use std::time::Duration;

use moelle_proto::error::{ErrorCode, Failure};
use moelle_rates::{ForwardedBy, OpenStreams, Rates, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::{Request, Response, Status};
use url::Url;

use crate::config::{Config, Limits};
use crate::extract::Caller;
use crate::hub::Hub;
use crate::upstream::{self, MemberState, Upstream};

/// How often a call is tried, where trying again is safe.
const TRIES_MAX: u32 = 2;
/// How much longer than its deadline a call is waited for, so that the game service has the word.
const GRACE: Duration = Duration::from_millis(250);
/// The shortest time that is worth a call.
const TIME_MIN: Duration = Duration::from_millis(5);

/// Whether a call that broke off may be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retry {
    /// It changes nothing, or has an id by which it is recognised.
    Always,
    /// Only if nothing of it was sent.
    IfNeverSent,
}

impl Retry {
    /// A change may be made again where its request has an id.
    pub(crate) fn of_change(has_id: bool) -> Self {
        if has_id {
            Self::Always
        } else {
            Self::IfNeverSent
        }
    }

    fn allows(self, status: &Status) -> bool {
        upstream::is_from_transport(status)
            && (self == Self::Always || upstream::never_sent(status))
    }
}

/// What handlers share; cheap to clone.
#[derive(Clone)]
pub(crate) struct Gateway(Arc<Shared>);

/// Room for a stream, until this is dropped.
pub(crate) struct StreamPermit {
    _room: OwnedSemaphorePermit,
    _counted: Option<OpenStreams>,
}

struct Shared {
    upstream: Upstream,
    deadline: Duration,
    heartbeat: Duration,
    limits: Limits,
    rates: Rates,
    forwarded_by: ForwardedBy,
    public_url: Option<Url>,
    calls: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    stream_tasks: TaskTracker,
    hub: Hub,
    shutdown: CancellationToken,
}

impl Gateway {
    pub(crate) fn new(config: &Config, shutdown: CancellationToken) -> Self {
        Self(Arc::new(Shared {
            upstream: Upstream::start(config),
            deadline: config.service.deadline,
            heartbeat: config.service.heartbeat,
            limits: config.limits,
            rates: Rates::new(config.rates.clone()),
            forwarded_by: config.forwarded_by,
            public_url: config.service.public_url.clone(),
            calls: Arc::new(Semaphore::new(config.service.calls_max)),
            streams: Arc::new(Semaphore::new(config.service.streams_max)),
            stream_tasks: TaskTracker::new(),
            hub: Hub::default(),
            shutdown,
        }))
    }

    /// What is followed here.
    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    /// Makes a unary call in the caller's name, within the deadline.
    ///
    /// # Errors
    ///
    /// The failure that the game service answers, or that of the way to it.
    pub(crate) async fn ask<M, A, F>(
        &self,
        caller: &Caller,
        retry: Retry,
        message: M,
        call: impl Fn(Upstream, Request<M>) -> F,
    ) -> Result<A, Failure>
    where
        M: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let answer = self.call(retry, |left| {
            call(
                self.0.upstream.clone(),
                caller.request(message.clone(), left),
            )
        });
        self.noting_key(caller, answer.await)
    }

    /// Makes a call that streams. That it begins is waited for as long as for a unary answer, and
    /// then it has no deadline.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub(crate) async fn open<M, A, F>(
        &self,
        caller: &Caller,
        retry: Retry,
        message: M,
        call: impl Fn(Upstream, Request<M>) -> F,
    ) -> Result<A, Failure>
    where
        M: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let answer = self.call(retry, |_| {
            call(
                self.0.upstream.clone(),
                caller.stream_request(message.clone()),
            )
        });
        self.noting_key(caller, answer.await)
    }

    /// Notes what the game service thinks of the key that a call came with: it looks at that first.
    fn noting_key<A>(&self, caller: &Caller, answer: Result<A, Failure>) -> Result<A, Failure> {
        if let Some(key) = caller.key() {
            match &answer {
                Ok(_) => self.0.rates.note_key(key, true),
                Err(failure) if failure.code().is_of_key() => self.0.rates.note_key(key, false),
                Err(_) => {}
            }
        }
        answer
    }

    async fn call<A, F>(&self, retry: Retry, call: impl Fn(Duration) -> F) -> Result<A, Failure>
    where
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let deadline = Instant::now() + self.0.deadline;
        let mut tries = 1;
        loop {
            let left = deadline
                .saturating_duration_since(Instant::now())
                .max(TIME_MIN);
            let status = match tokio::time::timeout(left + GRACE, call(left)).await {
                Ok(Ok(answer)) => return Ok(answer.into_inner()),
                Ok(Err(status)) => status,
                Err(_) => return Err(ErrorCode::DeadlineExceeded.into()),
            };
            let in_time = Instant::now() + TIME_MIN < deadline;
            if tries == TRIES_MAX || !in_time || !retry.allows(&status) {
                return Err(failure(&status));
            }
            tries += 1;
        }
    }

    /// How long a unary call may take.
    pub(crate) fn deadline(&self) -> Duration {
        self.0.deadline
    }

    /// How often a quiet stream gives a sign of life.
    pub(crate) fn heartbeat(&self) -> Duration {
        self.0.heartbeat
    }

    /// The limits of requests, connections and streams.
    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The limits of callers.
    pub(crate) fn rates(&self) -> &Rates {
        &self.0.rates
    }

    /// Where a proxy that is trusted writes who calls it.
    pub(crate) fn forwarded_by(&self) -> ForwardedBy {
        self.0.forwarded_by
    }

    /// The address that players' links begin with.
    pub(crate) fn public_url(&self) -> Option<&Url> {
        self.0.public_url.as_ref()
    }

    /// Room for one plain call.
    ///
    /// # Errors
    ///
    /// `unavailable` where as many as allowed are under way.
    pub(crate) fn admit_call(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.0.calls)
            .try_acquire_owned()
            .map_err(|_| busy("calls"))
    }

    /// Room for one stream of a caller.
    ///
    /// # Errors
    ///
    /// `too_many` where the caller holds as many open as it may, `unavailable` where as many as
    /// allowed are.
    pub(crate) fn admit_stream(&self, caller: &Caller) -> Result<StreamPermit, Failure> {
        let counted = caller.counted().map(|caller| self.0.rates.open(caller));
        let counted = counted.transpose().map_err(|it| too_many(&it))?;
        let room = Arc::clone(&self.0.streams)
            .try_acquire_owned()
            .map_err(|_| busy("streams"))?;
        Ok(StreamPermit {
            _room: room,
            _counted: counted,
        })
    }

    /// Runs what feeds a stream.
    pub(crate) fn spawn_stream(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.stream_tasks.spawn(task);
    }

    /// Cancelled when the gateway shuts down.
    pub(crate) fn shutdown(&self) -> &CancellationToken {
        &self.0.shutdown
    }

    /// Whether requests can be answered now.
    pub(crate) fn is_ready(&self) -> bool {
        !self.0.shutdown.is_cancelled() && self.0.upstream.state() == MemberState::Serving
    }
}

/// The failure that a status stands for; its causes go to the log and no further.
pub(crate) fn failure(status: &Status) -> Failure {
    if let Some(cause) = std::error::Error::source(status) {
        tracing::warn!(code = ?status.code(), cause, "a call to the game service failed");
    }
    Failure::from(status)
}

/// The failure of a caller that asks too often.
pub(crate) fn too_many(refusal: &Refusal) -> Failure {
    Failure::new(ErrorCode::TooMany).with_retry_after(refusal.wait())
}

fn busy(what: &str) -> Failure {
    let message = format!("The gateway has as many {what} as it takes. Try again in a moment.");
    Failure::saying(ErrorCode::Unavailable, message)
}
