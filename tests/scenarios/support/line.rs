//! A line between a client and a service that can be disturbed.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The line. It passes on what both sides say until it is told otherwise.
pub(crate) struct Line {
    address: String,
    state: watch::Sender<State>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// Whether what the service says is swallowed.
    is_deaf: bool,
    /// Connections made before this count has risen are cut.
    cuts: usize,
}

impl Line {
    /// A line to this host and port.
    pub(crate) async fn to(service: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (state, watched) = watch::channel(State::default());
        let service = service.to_owned();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, service.clone(), watched.clone()));
            }
        });
        Self { address, state }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on no answer comes through, though every request does.
    pub(crate) fn swallow_answers(&self) {
        self.state.send_modify(|state| state.is_deaf = true);
    }

    /// Cuts every connection. Those that are made after it are whole.
    pub(crate) fn cut(&self) {
        self.state.send_modify(|state| {
            state.is_deaf = false;
            state.cuts += 1;
        });
    }
}

async fn connect(
    client: TcpStream,
    service: String,
    mut state: watch::Receiver<State>,
) -> io::Result<()> {
    let cuts = state.borrow_and_update().cuts;
    let service = TcpStream::connect(service).await?;
    client.set_nodelay(true)?;
    service.set_nodelay(true)?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_service, mut to_service) = service.into_split();
    let deaf = state.clone();
    let answers = async {
        let mut bytes = vec![0; 65_536];
        loop {
            let len = from_service.read(&mut bytes).await?;
            if len == 0 {
                return io::Result::Ok(());
            }
            if !deaf.borrow().is_deaf {
                to_client.write_all(&bytes[..len]).await?;
            }
        }
    };
    let requests = async {
        tokio::io::copy(&mut from_client, &mut to_service).await?;
        io::Result::Ok(())
    };
    tokio::select! {
        ended = answers => ended,
        ended = requests => ended,
        // Whoever waits for an answer learns that none will come: its connection is gone.
        _ = state.wait_for(|state| state.cuts > cuts) => Ok(()),
    }
}

/// Sends bytes and goes away after a while without reading anything: the connection is reset.
pub(crate) async fn send_and_reset(address: &str, bytes: &[u8], stay: Duration) -> io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(bytes).await?;
    tokio::time::sleep(stay).await;
    stream.set_zero_linger()?;
    Ok(())
}
