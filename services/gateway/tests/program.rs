//! The program as an operator runs it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_moelle-gateway"));
    program
        .env_clear()
        .env("MOELLE_GATEWAY_LISTEN", "127.0.0.1:0")
        .env("MOELLE_GATEWAY_ADMIN_LISTEN", "127.0.0.1:0")
        // Nobody listens there.
        .env("MOELLE_GRPC_URL", "http://127.0.0.1:1")
        .env("MOELLE_LOG_FORMAT", "json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    program
}

/// The program while it runs.
struct Running {
    child: Child,
    address: String,
    admin: String,
}

impl Running {
    /// Starts the program and reads from its log where it listens.
    fn start(program: &mut Command) -> Self {
        let child = program.spawn().expect("the program starts");
        let mut running = Self {
            child,
            address: String::new(),
            admin: String::new(),
        };
        let log = running.child.stdout.take().expect("its log");
        for line in BufReader::new(log).lines() {
            let line: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
            if let Some(address) = find(&line, "listen") {
                running.address = address;
                running.admin = find(&line, "admin_listen").expect("it is told too");
                return running;
            }
        }
        panic!("it ended before it listened");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already, but where a test fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of a key, however deep it stands.
fn find(value: &Value, key: &str) -> Option<String> {
    let object = value.as_object()?;
    let here = object.get(key).and_then(Value::as_str).map(str::to_owned);
    here.or_else(|| object.values().find_map(|value| find(value, key)))
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn a_configuration_that_makes_no_sense_is_told_whole_and_ends_with_64() {
    let output = program()
        .env("MOELLE_GATEWAY_LISTEN", "nowhere")
        .env("MOELLE_GRPC_URL", "https://game")
        .env("MOELLE_DRAIN_MS", "soon")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(64));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    for name in [
        "MOELLE_GATEWAY_LISTEN",
        "MOELLE_GRPC_URL",
        "MOELLE_DRAIN_MS",
    ] {
        assert!(errors.contains(name), "{name} in {errors}");
    }
    let unknown = program().arg("--nonsense").output().expect("it runs");
    assert_eq!(unknown.status.code(), Some(64));
    let help = program().arg("--help").output().expect("it runs");
    assert_eq!(help.status.code(), Some(0));
}

#[test]
fn it_serves_without_a_game_service_and_stops_at_sigterm_whoever_is_silent() {
    let mut running = Running::start(program().env("MOELLE_DRAIN_MS", "500"));
    let address = running.address.clone();
    assert!(get(&address, "/livez").starts_with("HTTP/1.1 200 "));
    let away = get(&address, "/v1/variants");
    assert!(
        away.starts_with("HTTP/1.1 503 ") && away.contains("\r\nretry-after: "),
        "{away}"
    );
    let silent = TcpStream::connect(&address).expect("a connection");
    let mut slow = TcpStream::connect(&address).expect("a connection");
    slow.write_all(b"GET /livez HTTP/1.1\r\nho").expect("sent");
    let started = Instant::now();
    let killed = Command::new("kill")
        .args(["-s", "TERM", &running.child.id().to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let status = running.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    drop((silent, slow));
}

#[test]
fn health_ends_with_1_where_there_is_no_game_service_and_where_there_is_no_gateway() {
    let running = Running::start(&mut program());
    let health = |address: &str| {
        let output = program()
            .env("MOELLE_GATEWAY_ADMIN_LISTEN", address)
            .arg("health")
            .output()
            .expect("it runs");
        let said = String::from_utf8(output.stdout).expect("text");
        (output.status.code(), said)
    };
    let (code, said) = health(&running.admin);
    assert_eq!(code, Some(1));
    assert!(
        said.starts_with("not ready: ") && said.contains("503"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let address = running.admin.clone();
    drop(running);
    let (code, said) = health(&address);
    assert_eq!(code, Some(1));
    assert!(said.contains(&address), "{said}");
    assert_eq!(health("nowhere").0, Some(64));
}
