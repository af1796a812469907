//! Services that are started for a measurement.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::net::TcpStream;

/// How long a service may take to listen.
const START: Duration = Duration::from_secs(30);

/// A service that runs until this is dropped.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Service {
    /// Starts the game service on a store.
    pub(crate) async fn game(database_url: &str, streams: usize) -> anyhow::Result<Self> {
        let settings = [
            ("DATABASE_URL", database_url.to_owned()),
            ("MOELLE_MIGRATE_ON_START", "true".to_owned()),
        ];
        let names = ("MOELLE_LISTEN", "MOELLE_ADMIN_LISTEN");
        Self::start("moelle-game", names, streams, &settings).await
    }

    /// Starts a gateway before a game service.
    pub(crate) async fn gateway(game: SocketAddr, streams: usize) -> anyhow::Result<Self> {
        let settings = [
            ("MOELLE_GRPC_URL", format!("http://{game}")),
            ("MOELLE_CONNECTIONS_MAX", (streams + 100).to_string()),
        ];
        let names = ("MOELLE_GATEWAY_LISTEN", "MOELLE_GATEWAY_ADMIN_LISTEN");
        Self::start("moelle-gateway", names, streams, &settings).await
    }

    async fn start(
        program: &str,
        (listen, admin_listen): (&str, &str),
        streams: usize,
        settings: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        let (address, admin) = (free_port()?, free_port()?);
        let child = Command::new(beside_this_program(program)?)
            .env(listen, address.to_string())
            .env(admin_listen, admin.to_string())
            // What load costs is measured from one address.
            .env("MOELLE_RATE_LIMITS", "false")
            .env("MOELLE_STREAMS_MAX", (streams + 100).to_string())
            .envs(settings.iter().map(|(name, value)| (*name, value.as_str())))
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

/// The memory of a process that is in use, in bytes.
pub(crate) fn resident(pid: u32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))
        .with_context(|| format!("process {pid} cannot be looked at"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib: u64 = line
        .and_then(|line| line.split_whitespace().nth(1))
        .and_then(|kib| kib.parse().ok())
        .context("the process does not say how much memory it uses")?;
    Ok(kib * 1024)
}

/// Another program of the same build.
fn beside_this_program(name: &str) -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let path = this.parent().unwrap_or(Path::new(".")).join(name);
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
