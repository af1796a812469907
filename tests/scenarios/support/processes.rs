//! The services as the programs that are released.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_store_postgres::testing::{TestDatabase, free_port};
use serde_json::Value;
use sqlx::PgConnection;
use tempfile::TempDir;
use tokio::time::Instant;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};

use super::http::{Call, Http};

/// How long a program may take to come.
const PATIENCE: Duration = Duration::from_mins(2);
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(10);

/// How the services are started.
pub(crate) struct Plan {
    /// Replicas of the game service.
    pub(crate) replicas: usize,
    /// Connections of each to the database.
    pub(crate) connections: u32,
    /// More variables of every program.
    pub(crate) variables: Vec<(&'static str, String)>,
    /// What they are reached over: `http`, or `https` where the variables name certificates.
    pub(crate) scheme: &'static str,
}

/// Game services and a gateway as processes, over a database in PostgreSQL.
pub(crate) struct Processes {
    database: TestDatabase,
    games: Vec<Program>,
    gateway: Program,
    folder: TempDir,
}

/// A program that may be killed and started again, on the ports that it always has.
pub(crate) struct Program {
    port: u16,
    admin_port: u16,
    state: Mutex<State>,
}

struct State {
    command: Command,
    child: Option<Child>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            replicas: 1,
            connections: 5,
            variables: Vec::new(),
            scheme: "http",
        }
    }
}

impl Processes {
    /// Starts them, and waits until they serve.
    pub(crate) async fn start(plan: &Plan) -> Self {
        let processes = Self::launch(plan, TestDatabase::migrated().await);
        processes.until_ready().await;
        processes
    }

    /// Starts them over this database, which need not be there yet.
    pub(crate) fn launch(plan: &Plan, database: TestDatabase) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let ports: Vec<u16> = (0..plan.replicas).map(|_| free_port()).collect();
        let gateway_port = free_port();
        let games: Vec<Program> = ports
            .iter()
            .map(|port| {
                let admin_port = free_port();
                let mut command = command("moelle-game", plan, &log);
                command
                    .env("DATABASE_URL", database.url())
                    .env("MOELLE_DATABASE_CONNECTIONS", plan.connections.to_string())
                    .env("MOELLE_LISTEN", local(*port))
                    .env("MOELLE_ADMIN_LISTEN", local(admin_port))
                    .env("MOELLE_PUBLIC_URL", of(plan, gateway_port));
                Program::start(*port, admin_port, command)
            })
            .collect();
        let upstream: Vec<String> = ports.iter().map(|port| of(plan, *port)).collect();
        let admin_port = free_port();
        let mut gateway = command("moelle-gateway", plan, &log);
        gateway
            .env("MOELLE_GATEWAY_LISTEN", local(gateway_port))
            .env("MOELLE_GATEWAY_ADMIN_LISTEN", local(admin_port))
            .env("MOELLE_GRPC_URL", upstream.join(","));
        Self {
            database,
            games,
            gateway: Program::start(gateway_port, admin_port, gateway),
            folder,
        }
    }

    /// A replica of the game service.
    pub(crate) fn game(&self, replica: usize) -> &Program {
        &self.games[replica]
    }

    pub(crate) const fn gateway(&self) -> &Program {
        &self.gateway
    }

    pub(crate) fn gateway_url(&self) -> String {
        url(self.gateway.port)
    }

    /// Where the database is.
    pub(crate) fn database_url(&self) -> &str {
        self.database.url()
    }

    pub(crate) fn replicas(&self) -> usize {
        self.games.len()
    }

    /// The port of a replica.
    pub(crate) fn port(&self, replica: usize) -> u16 {
        self.games[replica].port
    }

    /// A connection to one replica, made when it is used.
    pub(crate) fn channel(&self, replica: usize) -> Channel {
        channel(&url(self.port(replica)))
    }

    /// A session of its own in the database.
    pub(crate) async fn session(&self) -> PgConnection {
        self.database.session().await
    }

    /// Has the games forgotten that are kept no longer, as an operator would, and gives what is said.
    pub(crate) fn purge(&self, args: &[&str]) -> String {
        let purged = Command::new(program("moelle-game"))
            .env("DATABASE_URL", self.database.url())
            .env("RUST_LOG", "warn")
            .arg("purge")
            .args(args)
            .output()
            .expect("it runs");
        assert!(purged.status.success(), "{purged:?}");
        String::from_utf8(purged.stdout).expect("text")
    }

    /// Kills a replica with SIGKILL, in the middle of whatever it does.
    pub(crate) fn kill(&self, replica: usize) {
        self.games[replica].kill();
    }

    /// Has a replica stop as an operator would, and says how it ended.
    pub(crate) fn stop(&self, replica: usize) -> ExitStatus {
        self.games[replica].stop()
    }

    /// Starts a replica that is gone.
    pub(crate) fn start_again(&self, replica: usize) {
        self.games[replica].start_again();
    }

    /// Kills the gateway with SIGKILL and starts it again.
    pub(crate) fn replace_gateway(&self) {
        self.gateway.kill();
        self.gateway.start_again();
    }

    /// What a subcommand of the game service says that an operator gives on the database.
    pub(crate) fn operate(&self, args: &[&str]) -> Output {
        Command::new(program("moelle-game"))
            .env("DATABASE_URL", self.database.url())
            .args(args)
            .output()
            .expect("the program runs")
    }

    /// The same as JSON, of one that is done.
    pub(crate) fn operate_json(&self, args: &[&str]) -> Value {
        let output = self.operate(&[args, &["--json"]].concat());
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{args:?}: {output:?}");
        serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error} in {told}"))
    }

    /// What the programs have printed so far.
    pub(crate) fn printed(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).expect("what they print is kept")
    }

    /// Waits until the programs have printed something.
    pub(crate) async fn until_printed(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.printed().contains(text) {
            self.assert_in_time(deadline);
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until every replica and the gateway serve.
    pub(crate) async fn until_ready(&self) {
        for replica in 0..self.replicas() {
            self.until_serving(replica).await;
        }
        let deadline = Instant::now() + PATIENCE;
        let http = Http::new(self.gateway_url());
        while http
            .try_send(Call::get("/readyz"))
            .await
            .map_or(0, |answer| answer.status)
            != 200
        {
            self.assert_in_time(deadline);
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until a replica serves, and can read the database.
    pub(crate) async fn until_serving(&self, replica: usize) {
        let deadline = Instant::now() + PATIENCE;
        let mut games = GameServiceClient::new(self.channel(replica));
        let request = || v1::GetGameRequest {
            game_id: "1".repeat(22),
        };
        while games
            .get_game(request())
            .await
            .is_err_and(|status| status.code() != Code::NotFound)
        {
            self.assert_in_time(deadline);
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn assert_in_time(&self, deadline: Instant) {
        let is_late = Instant::now() >= deadline;
        assert!(!is_late, "a program does not come: {}", self.printed());
    }
}

impl Program {
    fn start(port: u16, admin_port: u16, mut command: Command) -> Self {
        let child = Some(command.spawn().expect("a program starts"));
        Self {
            port,
            admin_port,
            state: Mutex::new(State { command, child }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic")
    }

    fn kill(&self) {
        let mut child = self.state().child.take().expect("it runs");
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
    }

    fn stop(&self) -> ExitStatus {
        self.tell_to_stop();
        let mut child = self.state().child.take().expect("it runs");
        child.wait().expect("it is gone")
    }

    /// Tells it to stop, as an operator would.
    pub(crate) fn tell_to_stop(&self) {
        self.signal("TERM");
    }

    /// Lets it do nothing at all until it may go on.
    pub(crate) fn freeze(&self) {
        self.signal("STOP");
    }

    pub(crate) fn go_on(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let id = self.state().child.as_ref().expect("it runs").id();
        let told = Command::new("kill")
            .args(["-s", name, &id.to_string()])
            .status();
        assert!(told.expect("kill runs").success());
    }

    /// Waits until it has stopped by itself, at most so long, and says how it ended.
    pub(crate) async fn until_stopped(&self, patience: Duration) -> ExitStatus {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(status) = self.has_stopped() {
                return status;
            }
            assert!(Instant::now() < deadline, "it does not stop");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// How it ended, if it did.
    fn has_stopped(&self) -> Option<ExitStatus> {
        let state = &mut *self.state();
        let child = state.child.as_mut().expect("it was started");
        let status = child.try_wait().expect("it can be waited for");
        if status.is_some() {
            state.child = None;
        }
        status
    }

    /// Its host and port.
    pub(crate) fn address(&self) -> String {
        local(self.port)
    }

    /// A client of its operators' port.
    pub(crate) fn admin(&self) -> Http {
        Http::new(url(self.admin_port))
    }

    /// Whether it says that it is ready.
    pub(crate) async fn is_ready(&self) -> bool {
        let asked = self.admin().try_send(Call::get("/readyz")).await;
        asked.is_ok_and(|answer| answer.status == 200)
    }

    fn start_again(&self) {
        let state = &mut *self.state();
        assert!(state.child.is_none(), "it runs");
        state.child = Some(state.command.spawn().expect("it starts again"));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Ok(state) = self.state.get_mut()
            && let Some(child) = &mut state.child
        {
            // Nothing can be done about a process that cannot be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A connection to this address, made when it is used.
pub(crate) fn channel(url: &str) -> Channel {
    Endpoint::from_shared(url.to_owned())
        .expect("an address")
        .connect_lazy()
}

/// A program of the workspace, as the tests of its own package had it built: the one `cargo test`
/// that builds this test builds those too, where it is told to test the whole workspace.
fn command(name: &str, plan: &Plan, log: &Path) -> Command {
    let mut command = Command::new(program(name));
    let log = OpenOptions::new().create(true).append(true).open(log);
    let log = log.expect("a file for what is printed");
    command
        // The scenarios call from one address, faster than people do; a plan may say otherwise.
        .env("MOELLE_RATE_LIMITS", "false")
        .envs(plan.variables.iter().map(|(name, value)| (name, value)))
        .stderr(Stdio::from(log.try_clone().expect("another handle")))
        .stdout(Stdio::from(log));
    command
}

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

/// The address of a port that speaks what is planned.
fn of(plan: &Plan, port: u16) -> String {
    format!("{}://{}", plan.scheme, local(port))
}

fn url(port: u16) -> String {
    format!("http://{}", local(port))
}

fn local(port: u16) -> String {
    format!("127.0.0.1:{port}")
}
