//! Several replicas of the game service over one PostgreSQL, which come and go.

use std::sync::Arc;
use std::time::Duration;

use moelle_game::store::OpenStore;
use moelle_game::{DatabaseConfig, Parts, Readiness, ServerOptions};
use moelle_games::{Games, SystemClock, SystemIds};
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_store_postgres::testing::TestDatabase;
use tokio::net::TcpListener;
use tokio::sync::RwLock;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::transport::{Channel, Endpoint};

/// Replicas of the game service.
pub(crate) struct Replicas {
    database: TestDatabase,
    running: Vec<RwLock<Replica>>,
}

/// One of them.
struct Replica {
    channel: Channel,
    shutdown: CancellationToken,
    serving: JoinHandle<()>,
}

impl Replicas {
    pub(crate) async fn start(count: usize) -> Self {
        let database = TestDatabase::migrated().await;
        let mut running = Vec::new();
        for _ in 0..count {
            running.push(RwLock::new(Replica::start(&database).await));
        }
        Self { database, running }
    }

    pub(crate) fn count(&self) -> usize {
        self.running.len()
    }

    /// A client of one replica.
    pub(crate) async fn games(&self, replica: usize) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.running[replica].read().await.channel.clone())
    }

    /// Stops a replica and starts it again, on another port.
    pub(crate) async fn restart(&self, replica: usize) {
        let mut replica = self.running[replica].write().await;
        replica.shutdown.cancel();
        (&mut replica.serving).await.expect("it stops");
        *replica = Replica::start(&self.database).await;
    }

    /// Ends every session of every replica in the database, whatever it is doing.
    pub(crate) async fn cut_the_database(&self) {
        let mut session = self.database.session().await;
        sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .execute(&mut session)
        .await
        .expect("sessions can be ended");
    }
}

impl Replica {
    async fn start(database: &TestDatabase) -> Self {
        let shutdown = CancellationToken::new();
        let config = DatabaseConfig {
            url: database.url().parse().expect("an address of a database"),
            connections_max: 5,
        };
        let store = OpenStore::open(&config).await.expect("the store opens");
        let games = Games::new(store.games(), Arc::new(SystemClock), Arc::new(SystemIds));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let parts = Parts {
            games: Arc::new(games),
            options: ServerOptions {
                drain: Duration::from_millis(200),
                ..ServerOptions::default()
            },
            readiness: Readiness::default(),
        };
        let stop = shutdown.clone();
        let serving = tokio::spawn(async move {
            moelle_game::serve(listener, parts, stop)
                .await
                .expect("it serves");
            store.close().await;
        });
        let channel = Endpoint::from_shared(address)
            .expect("an address")
            .connect_lazy();
        Self {
            channel,
            shutdown,
            serving,
        }
    }
}
