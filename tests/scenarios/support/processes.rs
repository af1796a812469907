//! The services as the programs that are released.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use moelle_store_postgres::testing::TestDatabase;

/// A game service and a gateway as processes, over a database in PostgreSQL.
pub(crate) struct Processes {
    database: TestDatabase,
    grpc_port: u16,
    gateway_port: u16,
    game: Option<Child>,
    gateway: Option<Child>,
}

impl Processes {
    pub(crate) async fn start() -> Self {
        let mut processes = Self {
            database: TestDatabase::migrated().await,
            grpc_port: free_port(),
            gateway_port: free_port(),
            game: None,
            gateway: None,
        };
        processes.start_game_service();
        let gateway = Command::new(program("moelle-gateway"))
            .env("MOELLE_GATEWAY_LISTEN", local(processes.gateway_port))
            .env("MOELLE_GATEWAY_ADMIN_LISTEN", local(free_port()))
            .env(
                "MOELLE_GRPC_URL",
                format!("http://{}", local(processes.grpc_port)),
            )
            .stdout(Stdio::null())
            .spawn()
            .expect("the gateway starts");
        processes.gateway = Some(gateway);
        processes
    }

    pub(crate) fn gateway_url(&self) -> String {
        format!("http://{}", local(self.gateway_port))
    }

    /// Starts the game service, on the port that it always has.
    pub(crate) fn start_game_service(&mut self) {
        let game = Command::new(program("moelle-game"))
            .env("DATABASE_URL", self.database.url())
            .env("MOELLE_LISTEN", local(self.grpc_port))
            .env("MOELLE_ADMIN_LISTEN", local(free_port()))
            .env("MOELLE_PUBLIC_URL", self.gateway_url())
            .stdout(Stdio::null())
            .spawn()
            .expect("the game service starts");
        self.game = Some(game);
    }

    /// Kills the game service with SIGKILL, in the middle of whatever it does.
    pub(crate) fn kill_game_service(&mut self) {
        let mut game = self.game.take().expect("the game service runs");
        game.kill().expect("it can be killed");
        game.wait().expect("it is gone");
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in [self.game.as_mut(), self.gateway.as_mut()]
            .into_iter()
            .flatten()
        {
            // Nothing can be done about a process that cannot be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A program of the workspace, as the tests of its own package had it built: the one `cargo test`
/// that builds this test builds those too, where it is told to test the whole workspace.
fn program(name: &str) -> PathBuf {
    // Tests are built into target/PROFILE/deps, programs into target/PROFILE.
    let test = std::env::current_exe().expect("this test has a path");
    let folder = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("target/PROFILE/deps/TEST");
    let program = folder.join(name);
    assert!(
        program.exists(),
        "{name} is not built: `tests/run` and `cargo test --workspace` build it"
    );
    program
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn local(port: u16) -> String {
    format!("127.0.0.1:{port}")
}
