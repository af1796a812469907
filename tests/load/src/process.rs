//! Services that are started for a measurement.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::net::TcpStream;

/// How long a service may take to listen.
const START: Duration = Duration::from_secs(30);

/// Variables that a service is started with.
#[derive(Clone, Default)]
pub(crate) struct Settings(Vec<(String, String)>);

/// A service that runs until this is dropped.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Service {
    /// Starts the game service on a store.
    pub(crate) async fn game(database_url: &str, settings: &Settings) -> anyhow::Result<Self> {
        let settings = settings
            .clone()
            .with("DATABASE_URL", database_url)
            .with("MOELLE_MIGRATE_ON_START", "true");
        let names = ("MOELLE_LISTEN", "MOELLE_ADMIN_LISTEN");
        Self::start("moelle-game", names, &settings).await
    }

    /// Starts a gateway before a game service.
    pub(crate) async fn gateway(game: SocketAddr, settings: &Settings) -> anyhow::Result<Self> {
        let settings = settings
            .clone()
            .with("MOELLE_GRPC_URL", format!("http://{game}"));
        let names = ("MOELLE_GATEWAY_LISTEN", "MOELLE_GATEWAY_ADMIN_LISTEN");
        Self::start("moelle-gateway", names, &settings).await
    }

    async fn start(
        program: &str,
        (listen, admin_listen): (&str, &str),
        settings: &Settings,
    ) -> anyhow::Result<Self> {
        let (address, admin) = (free_port()?, free_port()?);
        let child = Command::new(built(program)?)
            .env(listen, address.to_string())
            .env(admin_listen, admin.to_string())
            // What load costs is measured from one address.
            .env("MOELLE_RATE_LIMITS", "false")
            .envs(settings.0.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let mut service = Self { address, child };
        let listening = service.listening();
        tokio::time::timeout(START, listening)
            .await
            .with_context(|| format!("{program} does not listen"))??;
        Ok(service)
    }

    async fn listening(&mut self) -> anyhow::Result<()> {
        while TcpStream::connect(self.address).await.is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!("it ended at once: {status}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Settings {
    /// Room for so many streams.
    pub(crate) fn streams(streams: usize) -> Self {
        let streams = (streams + 100).to_string();
        Self::default()
            .with("MOELLE_STREAMS_MAX", &streams)
            .with("MOELLE_CONNECTIONS_MAX", &streams)
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }
}

/// A program in the folder that `MOELLE_BIN` names, or else of the same build as this one.
fn built(name: &str) -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let beside = this.parent().unwrap_or(Path::new("."));
    let folder = std::env::var_os("MOELLE_BIN").map_or_else(|| beside.to_owned(), PathBuf::from);
    let path = folder.join(name);
    if !path.exists() {
        bail!(
            "{} is not there: cargo build --release -p {name}",
            path.display()
        );
    }
    Ok(path)
}

fn free_port() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?)
}
