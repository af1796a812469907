//! Whole services in this process, on real sockets, over a real store.

use std::sync::Arc;
use std::time::Duration;

use moelle_game::store::OpenStore;
use moelle_game::{DatabaseConfig, Parts, Readiness, ServerOptions};
use moelle_games::{Applications, Games, Quotas, SystemClock, SystemIds};
use moelle_gateway::{Config, Server};
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::lesson_service_client::LessonServiceClient;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use moelle_rates::RateConfig;
use moelle_store_postgres::testing::TestDatabase;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::transport::Channel;

use super::http::Http;
use super::processes::channel;

/// Bytes of an answer of the rules, which may hold a whole replay.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

const EVERY_ROW: &str = "SELECT to_json(t)::text FROM games t \
    UNION ALL SELECT to_json(t)::text FROM events t \
    UNION ALL SELECT to_json(t)::text FROM receipts t \
    UNION ALL SELECT to_json(t)::text FROM creations t \
    UNION ALL SELECT to_json(t)::text FROM applications t \
    UNION ALL SELECT to_json(t)::text FROM api_keys t";

/// A game service and a gateway.
pub(crate) struct Stack {
    pub(crate) http: Http,
    grpc_url: String,
    games: Arc<Games>,
    store: Place,
    // Stops the services when the stack goes.
    _shutdown: tokio_util::sync::DropGuard,
}

/// Where the games of a stack are.
enum Place {
    Postgres(TestDatabase),
    Sqlite(TempDir),
}

impl Place {
    fn url(&self) -> String {
        match self {
            Self::Postgres(database) => database.url().to_owned(),
            Self::Sqlite(folder) => format!("sqlite://{}", folder.path().join("games").display()),
        }
    }
}

impl Stack {
    /// Services on a database of their own in PostgreSQL.
    pub(crate) async fn on_postgres() -> Self {
        Self::on(Place::Postgres(TestDatabase::migrated().await), false).await
    }

    /// The same, where creating and listing games needs the key of an application.
    pub(crate) async fn that_needs_keys() -> Self {
        Self::on(Place::Postgres(TestDatabase::migrated().await), true).await
    }

    /// Services on a SQLite file of their own.
    pub(crate) async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::on(Place::Sqlite(folder), false).await
    }

    async fn on(store: Place, needs_keys: bool) -> Self {
        let shutdown = CancellationToken::new();
        let url = store.url().parse().expect("an address of a database");
        let database = DatabaseConfig::at(url);
        let open = OpenStore::open(&database).await.expect("the store opens");
        let games = Games::new(open.games(), Arc::new(SystemClock), Arc::new(SystemIds))
            .with_quotas(Quotas::default(), Duration::ZERO);
        let games = Arc::new(games);
        let (grpc, gateway) = (listener().await, listener().await);
        let grpc_url = address(&grpc);
        let gateway_url = address(&gateway);
        let readiness = Readiness::default();
        tokio::spawn(readiness.clone().follow(open.games(), shutdown.clone()));
        let parts = Parts {
            games: Arc::clone(&games),
            options: ServerOptions {
                public_url: Some(gateway_url.parse().expect("an address")),
                needs_keys,
                rates: RateConfig::off(),
                ..ServerOptions::default()
            },
            readiness,
        };
        tokio::spawn(moelle_game::serve(grpc, parts, shutdown.clone()));
        // The scenarios call from one address, faster than people do.
        let config = Config {
            rates: RateConfig::off(),
            ..Config::for_upstream(vec![grpc_url.parse().expect("an address")])
        };
        let server = Server::new(&config, shutdown.clone());
        let readiness = server.readiness();
        tokio::spawn(server.serve(gateway));
        while !readiness.is_ready() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Self {
            http: Http::new(gateway_url),
            grpc_url,
            games,
            store,
            _shutdown: shutdown.drop_guard(),
        }
    }

    /// The applications of the game service. It trusts no key for longer than a call.
    pub(crate) fn applications(&self) -> &Applications {
        self.games.applications()
    }

    /// Where the game service is.
    pub(crate) fn grpc_url(&self) -> &str {
        &self.grpc_url
    }

    /// A connection to the game service, made when it is used.
    pub(crate) fn channel(&self) -> Channel {
        channel(&self.grpc_url)
    }

    pub(crate) fn rules(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::new(self.channel()).max_decoding_message_size(ANSWER_BYTES_MAX)
    }

    pub(crate) fn lessons(&self) -> LessonServiceClient<Channel> {
        LessonServiceClient::new(self.channel())
    }

    pub(crate) fn games(&self) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.channel())
    }

    /// Every row of every table of PostgreSQL, as JSON with bytes in hexadecimal.
    pub(crate) async fn everything_stored(&self) -> String {
        let Place::Postgres(database) = &self.store else {
            panic!("only the tables of PostgreSQL can be read whole")
        };
        let mut session = database.session().await;
        let rows: Vec<String> = sqlx::query_scalar(EVERY_ROW)
            .fetch_all(&mut session)
            .await
            .expect("every table can be read");
        rows.join("\n")
    }
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("a port")
}

fn address(listener: &TcpListener) -> String {
    format!("http://{}", listener.local_addr().expect("an address"))
}
