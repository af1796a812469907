//! A line between a store and its server that can be disturbed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// What happens, once, to the next thing that a session of play says or hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fault {
    /// The connection breaks before the server hears the request.
    LoseRequest = 1,
    /// The server does as it was asked, and the connection breaks before its answer arrives.
    LoseAnswer = 2,
}

/// The line.
pub(crate) struct Proxy {
    url: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    armed: AtomicU8,
    disturbed: AtomicUsize,
    is_silent: AtomicBool,
    hesitates_millis: AtomicU64,
}

/// How the sessions of play introduce themselves, in contrast to those of the hints.
const PLAY: &[u8] = b"application_name\0moelle\0";

impl Proxy {
    /// A line to the server of this URL, which must name host and port.
    pub(crate) async fn start(url: &str) -> Self {
        let (scheme, rest) = url.split_once("://").expect("a URL");
        let (authority, path) = rest.split_once('/').expect("a database");
        let (user, server) = authority
            .rsplit_once('@')
            .unwrap_or(("postgres", authority));
        let server = server.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let here = listener.local_addr().expect("an address");
        let joint = if path.contains('?') { '&' } else { '?' };
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, server.clone(), Arc::clone(&shared)));
            }
        });
        Self {
            url: format!("{scheme}://{user}@{here}/{path}{joint}sslmode=disable"),
            state,
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Makes a fault happen next.
    pub(crate) fn arm(&self, fault: Fault) {
        self.state.armed.store(fault as u8, Ordering::SeqCst);
    }

    /// How many faults have happened.
    pub(crate) fn disturbed(&self) -> usize {
        self.state.disturbed.load(Ordering::SeqCst)
    }

    /// Whether everything that is said is swallowed, on lines that stay open.
    pub(crate) fn be_silent(&self, is_silent: bool) {
        self.state.is_silent.store(is_silent, Ordering::SeqCst);
    }

    /// How long a new line waits before the server hears of it.
    pub(crate) fn hesitate(&self, pause: Duration) {
        let millis = u64::try_from(pause.as_millis()).expect("a short pause");
        self.state.hesitates_millis.store(millis, Ordering::SeqCst);
    }
}

impl State {
    /// Whether this fault is due now, which then is done with.
    fn strikes(&self, fault: Fault) -> bool {
        let due = fault as u8;
        let strikes = self
            .armed
            .compare_exchange(due, 0, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok();
        self.disturbed
            .fetch_add(usize::from(strikes), Ordering::SeqCst);
        strikes
    }
}

async fn connect(client: TcpStream, server: String, state: Arc<State>) -> io::Result<()> {
    let pause = state.hesitates_millis.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(pause)).await;
    let server = TcpStream::connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut from_client, to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    let mut hello = vec![0; 4_096];
    let len = from_client.read(&mut hello).await?;
    hello.truncate(len);
    let is_play = hello.windows(PLAY.len()).any(|window| window == PLAY);
    to_server.write_all(&hello).await?;
    let faults = |fault| is_play.then_some(fault);
    // Whichever way breaks first ends both.
    tokio::select! {
        result = pass(from_client, to_server, &state, faults(Fault::LoseRequest)) => result,
        result = pass(from_server, to_client, &state, faults(Fault::LoseAnswer)) => result,
    }
}

/// Passes on what is said in one direction, until the line or a fault ends it. What was swallowed
/// in silence never arrives.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: &State,
    fault: Option<Fault>,
) -> io::Result<()> {
    let mut bytes = vec![0; 65_536];
    let mut was_silent = false;
    loop {
        let len = from.read(&mut bytes).await?;
        if len == 0 || fault.is_some_and(|fault| state.strikes(fault)) {
            return Ok(());
        }
        was_silent |= state.is_silent.load(Ordering::SeqCst);
        if was_silent {
            tokio::time::sleep(Duration::from_millis(1)).await;
        } else {
            to.write_all(&bytes[..len]).await?;
        }
    }
}
