//! One replica of the game service.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use moelle_proto::limits::HEADERS_BYTES_MAX;
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use super::pool::Search;
use super::{UpstreamUrl, secured};
use crate::config::UpstreamPace;

/// The service whose health says whether a replica can be used.
const WATCHED: &str = "moelle.v1.GameService";

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
    pace: UpstreamPace,
}

impl Member {
    /// A replica at an address that a configured one led to.
    pub(super) fn start(address: SocketAddr, url: &UpstreamUrl, search: &Search) -> Option<Self> {
        let pace = search.pace;
        let endpoint = Endpoint::from_shared(format!("http://{address}"))
            .ok()?
            .origin(url.origin())
            .connect_timeout(pace.connect_timeout)
            .tcp_nodelay(true)
            .tcp_keepalive(Some(pace.keepalive))
            .http2_keep_alive_interval(pace.keepalive)
            .keep_alive_timeout(pace.keepalive_timeout)
            .keep_alive_while_idle(true)
            .http2_max_header_list_size(HEADERS_BYTES_MAX);
        let channel = if url.is_secured() {
            let tls = search.tls.clone()?;
            endpoint.connect_with_connector_lazy(secured::connector(address, url.name()?, tls))
        } else {
            endpoint.connect_lazy()
        };
        let shared = Arc::new(Shared {
            channel,
            state: AtomicU8::new(MemberState::Unknown as u8),
            suspicion: Notify::new(),
            pace,
        });
        let probing = probe(Arc::clone(&shared), url.to_string(), address);
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

    /// How the replica is; what kept it from answering, where that is known.
    async fn ask(&self) -> (MemberState, Option<Status>) {
        let mut client = HealthClient::new(self.channel.clone());
        let request = HealthCheckRequest {
            service: WATCHED.to_owned(),
        };
        match tokio::time::timeout(self.pace.probe_timeout, client.check(request)).await {
            Ok(Ok(answer)) if answer.get_ref().status() == ServingStatus::Serving => {
                (MemberState::Serving, None)
            }
            // A server without the health service serves as long as it answers.
            Ok(Err(status)) if status.code() == Code::Unimplemented => (MemberState::Serving, None),
            Ok(Ok(_)) => (MemberState::NotServing, None),
            Ok(Err(status)) if !super::is_from_transport(&status) => {
                (MemberState::NotServing, Some(status))
            }
            Ok(Err(status)) => (MemberState::Away, Some(status)),
            Err(_) => (MemberState::Away, None),
        }
    }
}

async fn probe(shared: Arc<Shared>, upstream: String, address: SocketAddr) {
    let mut told = None;
    loop {
        let (state, failure) = shared.ask().await;
        shared.set(state);
        if told.replace(state) != Some(state) {
            match failure.as_ref().and_then(Error::source) {
                None => tracing::info!(upstream, %address, ?state, "a replica of the game service"),
                Some(cause) => {
                    tracing::warn!(upstream, %address, ?state, cause, "a replica of the game service");
                }
            }
        }
        let pause = if state == MemberState::Serving {
            shared.pace.probe
        } else {
            shared.pace.probe_again
        };
        if let Ok(()) = tokio::time::timeout(pause, shared.suspicion.notified()).await {
            // Where every call fails there would be no pause at all.
            tokio::time::sleep(shared.pace.probe_again / 10).await;
        }
    }
}
