//! One replica of the game service.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use http::Uri;
use moelle_proto::limits::HEADERS_BYTES_MAX;
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// The service whose health says whether a replica can be used.
const WATCHED: &str = "moelle.v1.GameService";
/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the answer about its health may take.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);
/// How often a replica that serves is asked.
const PROBE_EVERY: Duration = Duration::from_secs(2);
/// How often one that does not is asked.
const PROBE_AGAIN: Duration = Duration::from_millis(200);
/// How often a silent connection is asked whether it is alive. Together with the time for the answer
/// it is less than calls have, so that those which wait for a replica that was cut off can be made
/// again with another.
const KEEPALIVE_EVERY: Duration = Duration::from_secs(3);
/// How long the answer to that may take: longer than a busy replica is silent.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(3);

/// What is known of a replica, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum MemberState {
    /// It cannot be reached.
    Away,
    /// It answers, and says that it does not serve: its database is away, or it is shutting down.
    NotServing,
    /// Nobody has asked yet.
    Unknown,
    /// It serves.
    Serving,
}

/// One replica, and the task that asks for its health until this is dropped.
pub(super) struct Member {
    shared: Arc<Shared>,
    _probe: AbortOnDropHandle<()>,
}

struct Shared {
    channel: Channel,
    state: AtomicU8,
    suspicion: Notify,
}

impl Member {
    /// A replica at an address, which calls itself by the name in `origin`.
    pub(super) fn start(address: SocketAddr, origin: Uri) -> Option<Self> {
        let channel = Endpoint::from_shared(format!("http://{address}"))
            .ok()?
            .origin(origin)
            .connect_timeout(CONNECT_TIMEOUT)
            .tcp_nodelay(true)
            .tcp_keepalive(Some(KEEPALIVE_EVERY))
            .http2_keep_alive_interval(KEEPALIVE_EVERY)
            .keep_alive_timeout(KEEPALIVE_TIMEOUT)
            .keep_alive_while_idle(true)
            .http2_max_header_list_size(HEADERS_BYTES_MAX)
            .connect_lazy();
        let shared = Arc::new(Shared {
            channel,
            state: AtomicU8::new(MemberState::Unknown as u8),
            suspicion: Notify::new(),
        });
        let probing = probe(Arc::clone(&shared), address);
        Some(Self {
            shared,
            _probe: AbortOnDropHandle::new(tokio::spawn(probing)),
        })
    }

    pub(super) fn channel(&self) -> Channel {
        self.shared.channel.clone()
    }

    pub(super) fn state(&self) -> MemberState {
        self.shared.state()
    }

    /// Notes that a call could not be made; the replica is asked for its health at once.
    pub(super) fn suspect(&self) {
        self.shared.set(MemberState::Away);
        self.shared.suspicion.notify_one();
    }
}

impl Shared {
    fn state(&self) -> MemberState {
        match self.state.load(Ordering::Relaxed) {
            0 => MemberState::Away,
            1 => MemberState::NotServing,
            2 => MemberState::Unknown,
            _ => MemberState::Serving,
        }
    }

    fn set(&self, state: MemberState) {
        self.state.store(state as u8, Ordering::Relaxed);
    }

    async fn ask(&self) -> MemberState {
        let mut client = HealthClient::new(self.channel.clone());
        let request = HealthCheckRequest {
            service: WATCHED.to_owned(),
        };
        match tokio::time::timeout(PROBE_TIMEOUT, client.check(request)).await {
            Ok(Ok(answer)) if answer.get_ref().status() == ServingStatus::Serving => {
                MemberState::Serving
            }
            // A server without the health service serves as long as it answers.
            Ok(Err(status)) if status.code() == Code::Unimplemented => MemberState::Serving,
            Ok(Ok(_)) => MemberState::NotServing,
            Ok(Err(status)) if !super::is_from_transport(&status) => MemberState::NotServing,
            Ok(Err(_)) | Err(_) => MemberState::Away,
        }
    }
}

async fn probe(shared: Arc<Shared>, address: SocketAddr) {
    let mut told = None;
    loop {
        let state = shared.ask().await;
        shared.set(state);
        if told.replace(state) != Some(state) {
            tracing::info!(%address, ?state, "a replica of the game service");
        }
        let pause = if state == MemberState::Serving {
            PROBE_EVERY
        } else {
            PROBE_AGAIN
        };
        if let Ok(()) = tokio::time::timeout(pause, shared.suspicion.notified()).await {
            // Where every call fails there would be no pause at all.
            tokio::time::sleep(PROBE_AGAIN / 10).await;
        }
    }
}
