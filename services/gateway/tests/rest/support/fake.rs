//! A game service on a socket that answers what a test tells it to.

mod games;
mod rules;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures::Stream;
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameServiceServer;
use moelle_proto::v1::rules_service_server::RulesServiceServer;
use moelle_proto::v1::watch_game_response::Message;
use moelle_settings::tls::ServerTls;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio_rustls::server::TlsStream;
use tonic::metadata::MetadataMap;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use super::messages::{ID, game, identity, mill, state};

/// A service that runs until this is dropped, and then is gone at once.
pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    pub(crate) script: Arc<Script>,
    /// Its own, so that it can be killed with all its connections.
    runtime: Option<Runtime>,
}

/// What a stream says: a message, or that it fails.
pub(crate) type Said = Result<v1::WatchGameResponse, Status>;

/// What the service does, and what it has seen.
#[derive(Default)]
pub(crate) struct Script {
    /// Every call fails so.
    pub(crate) failure: Mutex<Option<Status>>,
    /// No call is answered.
    pub(crate) hangs: Mutex<bool>,
    /// The game that is read has ended.
    pub(crate) finished: Mutex<bool>,
    /// What the next stream of a game sends; without it a snapshot alone.
    pub(crate) streams: Mutex<HashMap<String, mpsc::UnboundedReceiver<Said>>>,
    /// How many events there are to list.
    pub(crate) listed: AtomicU64,
    /// The game is private, and only who brings this token may see it.
    pub(crate) private_to: Mutex<Option<String>>,
    /// What was noted of spectators.
    pub(crate) noted: Mutex<Vec<v1::NoteSpectatorsRequest>>,
    /// The metadata and the message of every call.
    pub(crate) seen: Mutex<Vec<(MetadataMap, String)>>,
    /// Calls under way.
    pub(crate) under_way: Arc<AtomicUsize>,
    /// Batches of checks after which the stream fails.
    pub(crate) batches_max: Mutex<Option<usize>>,
}

/// Counts a call as long as it lives.
pub(super) struct UnderWay(pub(super) Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Fake {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::on(listener)
    }

    /// The same on a port that was chosen before.
    pub(crate) fn on(listener: TcpListener) -> Self {
        Self::with(listener, None)
    }

    /// One that speaks TLS.
    pub(crate) async fn secured(tls: ServerTls) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::with(listener, Some(tls))
    }

    fn with(listener: TcpListener, tls: Option<ServerTls>) -> Self {
        let address = listener.local_addr().expect("an address");
        let listener = listener.into_std().expect("a listener");
        let script = Arc::new(Script {
            listed: AtomicU64::new(7),
            ..Script::default()
        });
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.spawn(serve(listener, tls, Service(Arc::clone(&script))));
        Self {
            address,
            script,
            runtime: Some(runtime),
        }
    }

    pub(crate) fn fail_with(&self, status: Status) {
        *self.script.failure.lock().expect("no panic") = Some(status);
    }

    pub(crate) fn hang(&self) {
        *self.script.hangs.lock().expect("no panic") = true;
    }

    /// What the next stream sends is what this sender is given.
    pub(crate) fn stream(&self) -> mpsc::UnboundedSender<Said> {
        self.stream_of(ID)
    }

    /// The same of a game.
    pub(crate) fn stream_of(&self, game_id: &str) -> mpsc::UnboundedSender<Said> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut streams = self.script.streams.lock().expect("no panic");
        streams.insert(game_id.to_owned(), receiver);
        sender
    }

    /// The messages of the calls that follow games.
    pub(crate) fn watched(&self) -> Vec<String> {
        let seen = self.script.seen.lock().expect("no panic");
        let messages = seen.iter().map(|(_, message)| message.clone());
        messages
            .filter(|message| message.starts_with("WatchGameRequest"))
            .collect()
    }

    /// The metadata and the message of the last call.
    pub(crate) fn last_seen(&self) -> (MetadataMap, String) {
        self.script
            .seen
            .lock()
            .expect("no panic")
            .last()
            .expect("a call")
            .clone()
    }

    pub(crate) fn calls(&self) -> usize {
        self.script.seen.lock().expect("no panic").len()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn serve(listener: std::net::TcpListener, tls: Option<ServerTls>, service: Service) {
    let listener = TcpListener::from_std(listener).expect("a listener");
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_serving::<GameServiceServer<Service>>().await;
    let router = Server::builder()
        .add_service(health)
        .add_service(RulesServiceServer::new(service.clone()))
        .add_service(GameServiceServer::new(service));
    let served = match tls {
        None => {
            router
                .serve_with_incoming(TcpIncoming::from(listener))
                .await
        }
        Some(tls) => router.serve_with_incoming(handshakes(listener, tls)).await,
    };
    served.expect("the service serves");
}

/// The connections that speak TLS, one handshake after the other.
fn handshakes(
    listener: TcpListener,
    tls: ServerTls,
) -> impl Stream<Item = std::io::Result<TlsStream<TcpStream>>> {
    futures::stream::unfold((listener, tls), |(listener, tls)| async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            if let Ok(stream) = tls.accept(stream).await {
                return Some((Ok(stream), (listener, tls)));
            }
        }
    })
}

/// A message of a stream.
#[expect(clippy::unnecessary_wraps, reason = "it is what a stream says")]
pub(crate) fn message(message: Message) -> Said {
    Ok(v1::WatchGameResponse {
        message: Some(message),
    })
}

/// A snapshot of the game at a revision.
pub(crate) fn snapshot(revision: u64, reset: bool) -> Said {
    message(Message::Snapshot(v1::Snapshot {
        game: Some(game(revision)),
        reset,
        last: false,
    }))
}

#[derive(Clone)]
pub(super) struct Service(pub(super) Arc<Script>);

impl Service {
    /// Notes a call, and answers it unless the script says otherwise.
    pub(super) async fn answer<M: std::fmt::Debug, A>(
        &self,
        request: &Request<M>,
        answer: A,
    ) -> Result<Response<A>, Status> {
        self.0.under_way.fetch_add(1, Ordering::SeqCst);
        let _under_way = UnderWay(Arc::clone(&self.0.under_way));
        let seen = (
            request.metadata().clone(),
            format!("{:?}", request.get_ref()),
        );
        self.0.seen.lock().expect("no panic").push(seen);
        if *self.0.hangs.lock().expect("no panic") {
            std::future::pending::<()>().await;
        }
        match &*self.0.failure.lock().expect("no panic") {
            Some(status) => Err(status.clone()),
            None => Ok(Response::new(answer)),
        }
    }

    fn check(request: &v1::CheckTurnRequest) -> v1::CheckTurnResponse {
        use v1::check_turn_response::Answer;
        let answer = if request.turn == "a1" {
            Answer::Accepted(v1::AcceptedTurn {
                state: Some(state()),
                closed_mills: vec![mill(["c5", "d5", "e5"])],
            })
        } else {
            Answer::Refusal(v1::Refusal {
                reason: v1::RefusalReason::BadNotation.into(),
                action: 0,
                point: None,
                message: "That is no turn.".to_owned(),
            })
        };
        v1::CheckTurnResponse {
            rules: Some(identity()),
            answer: Some(answer),
        }
    }
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;
