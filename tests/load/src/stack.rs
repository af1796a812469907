//! What is measured: a store, a game service on it, and a gateway where there is one.

use anyhow::Context as _;
use clap::Args;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_store_postgres::testing::{TestDatabase, server_url};
use tempfile::TempDir;
use tonic::transport::{Channel, Endpoint};

use crate::player::Player;
use crate::process::{Service, Settings};
use crate::usage::Watched;

/// Connections that players of gRPC share.
const CONNECTIONS: usize = 4;

/// Where games are kept.
#[derive(Args, Clone)]
pub(crate) struct Place {
    /// A file, instead of PostgreSQL.
    #[arg(long)]
    pub(crate) sqlite: bool,
    /// A server of PostgreSQL, where a database is made for the measurement. Absent: one that is
    /// started for it, from the programs that are installed.
    #[arg(long, env = "TEST_DATABASE_URL", hide_env_values = true)]
    pub(crate) server_url: Option<String>,
    /// Connections of the game service to PostgreSQL.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=150))]
    pub(crate) database_connections: u32,
}

/// A store that goes away with the value.
pub(crate) enum Database {
    File(TempDir),
    Postgres(TestDatabase),
}

/// Services on a store.
pub(crate) struct Stack {
    // The gateway goes first, the store last.
    pub(crate) gateway: Option<Service>,
    pub(crate) game: Service,
}

impl Place {
    /// A file, for what asks little of a store.
    pub(crate) fn file() -> Self {
        Self {
            sqlite: true,
            server_url: None,
            database_connections: 1,
        }
    }

    /// An empty store.
    pub(crate) async fn open(&self) -> anyhow::Result<Database> {
        if self.sqlite {
            return Ok(Database::File(tempfile::tempdir()?));
        }
        let server = self.server_url.clone().unwrap_or_else(server_url);
        Ok(Database::Postgres(TestDatabase::empty_on(&server).await))
    }

    /// What services on it are started with.
    pub(crate) fn settings(&self) -> Settings {
        Settings::default().with(
            "MOELLE_DATABASE_CONNECTIONS",
            self.database_connections.to_string(),
        )
    }

    pub(crate) fn name(&self) -> &'static str {
        if self.sqlite { "SQLite" } else { "PostgreSQL" }
    }
}

impl Database {
    pub(crate) fn url(&self) -> String {
        match self {
            Self::File(folder) => format!("sqlite://{}/games.sqlite", folder.path().display()),
            Self::Postgres(database) => database.url().to_owned(),
        }
    }
}

impl Stack {
    /// Starts a game service, and a gateway before it where one is wanted.
    pub(crate) async fn start(
        database: &Database,
        with_gateway: bool,
        settings: &Settings,
    ) -> anyhow::Result<Self> {
        let game = Service::game(&database.url(), settings).await?;
        let gateway = if with_gateway {
            Some(Service::gateway(game.address, settings).await?)
        } else {
            None
        };
        Ok(Self { gateway, game })
    }

    /// So many players: of the gateway where there is one, else of the game service.
    pub(crate) async fn players(&self, count: usize) -> anyhow::Result<Vec<Player>> {
        let mut players = Vec::with_capacity(count);
        if let Some(gateway) = &self.gateway {
            for _ in 0..count {
                players.push(Player::rest(gateway.address).await?);
            }
        } else {
            let channels = self.channels(CONNECTIONS).await?;
            let channels = channels.into_iter().cycle().take(count);
            players.extend(channels.map(|channel| Player::Grpc(GameServiceClient::new(channel))));
        }
        Ok(players)
    }

    /// So many connections to the game service.
    pub(crate) async fn channels(&self, count: usize) -> anyhow::Result<Vec<Channel>> {
        let mut channels = Vec::with_capacity(count);
        for _ in 0..count {
            let endpoint = Endpoint::from_shared(format!("http://{}", self.game.address))?;
            channels.push(endpoint.tcp_nodelay(true).connect().await?);
        }
        Ok(channels)
    }

    /// All processes that a turn costs time of, this one last.
    pub(crate) fn watched(&self, database: &Database) -> anyhow::Result<Vec<Watched>> {
        let mut watched = vec![Watched::One("service", self.game.pid())];
        if let Some(gateway) = &self.gateway {
            watched.push(Watched::One("gateway", gateway.pid()));
        }
        if let Database::Postgres(database) = database {
            let server = Watched::postgres(database.url());
            watched.push(server.context("the server of PostgreSQL cannot be looked at")?);
        }
        watched.push(Watched::One("load", std::process::id()));
        Ok(watched)
    }
}
