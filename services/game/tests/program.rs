//! The program as an operator runs it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_moelle-game"));
    program
        .env_clear()
        .env("MOELLE_LISTEN", "127.0.0.1:0")
        .env("MOELLE_ADMIN_LISTEN", "127.0.0.1:0")
        .env("MOELLE_LOG_FORMAT", "json");
    program
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &child.id().to_string()])
        .status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn a_configuration_that_makes_no_sense_is_told_whole_and_ends_with_64() {
    let Output { status, stderr, .. } = program()
        .env("DATABASE_URL", "mysql://moelle:hunter2@db/x")
        .args(["--drain-ms", "soon", "--calls-max", "0"])
        .output()
        .expect("it runs");
    assert_eq!(status.code(), Some(64));
    let told = text(&stderr);
    for name in ["DATABASE_URL", "MOELLE_DRAIN_MS", "MOELLE_CALLS_MAX"] {
        assert!(told.contains(name), "{told}");
    }
    assert!(!told.contains("hunter2"), "{told}");
    let unknown = program().arg("--no-such-option").output().expect("it runs");
    assert_eq!(unknown.status.code(), Some(64));
    let help = program().arg("--help").output().expect("it runs");
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help.stdout).contains("MOELLE_DRAIN_MS"));
}

#[test]
fn sigterm_ends_it_with_0_and_every_line_is_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}/games.sqlite", folder.path().display());
    let mut child = program()
        .env("DATABASE_URL", url)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut seen = Vec::new();
    loop {
        let line = lines.next().expect("it becomes ready").expect("text");
        seen.push(line);
        if seen.last().is_some_and(|line| line.contains("ready")) {
            break;
        }
    }
    signal(&child, "TERM");
    seen.extend(lines.map(|line| line.expect("text")));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(
        seen.iter()
            .all(|line| line.starts_with('{') && line.ends_with('}')),
        "{seen:?}"
    );
    assert!(
        seen.iter().any(|line| line.contains("\"stopped\"")),
        "{seen:?}"
    );
}

#[test]
fn migrating_a_file_makes_it_and_waiting_for_a_database_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let url = format!("sqlite://{}", file.display());
    let migrated = program()
        .env("DATABASE_URL", url)
        .arg("migrate")
        .output()
        .expect("it runs");
    assert_eq!(migrated.status.code(), Some(0));
    assert!(file.exists());

    // A port on which nobody listens any more.
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address").port()
    };
    let mut waiting = program()
        .env(
            "DATABASE_URL",
            format!("postgres://moelle:hunter2@127.0.0.1:{port}/moelle"),
        )
        .arg("migrate")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(waiting.stdout.take().expect("its output")).lines();
    let line = lines
        .next()
        .expect("it says what it waits for")
        .expect("text");
    assert!(line.contains(&format!("127.0.0.1:{port}")), "{line}");
    assert!(!line.contains("hunter2"), "{line}");
    signal(&waiting, "TERM");
    assert_eq!(waiting.wait().expect("it ends").code(), Some(1));
}

/// The text of a field of the first log line that has it.
fn logged(lines: &mut impl Iterator<Item = std::io::Result<String>>, field: &str) -> String {
    let start = format!("\"{field}\":\"");
    for line in lines {
        let line = line.expect("text");
        if let Some((_, rest)) = line.split_once(&start) {
            return rest.split('"').next().expect("a text").to_owned();
        }
    }
    panic!("no line has {field}");
}

fn health(admin_listen: &str) -> Output {
    program()
        .env("MOELLE_ADMIN_LISTEN", admin_listen)
        .arg("health")
        .output()
        .expect("it runs")
}

#[test]
fn health_ends_with_0_only_where_the_service_is_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let url_file = folder.path().join("url");
    let url = format!("sqlite://{}/games.sqlite\n", folder.path().display());
    std::fs::write(&url_file, url).expect("written");
    let mut ready = program()
        .env("DATABASE_URL_FILE", &url_file)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(ready.stdout.take().expect("its output")).lines();
    let address = logged(&mut lines, "admin_listen");
    for line in lines.by_ref() {
        if line.expect("text").contains("ready") {
            break;
        }
    }
    let asked = health(&address);
    let said = text(&asked.stdout);
    assert_eq!(asked.status.code(), Some(0), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    signal(&ready, "TERM");
    assert_eq!(ready.wait().expect("it ends").code(), Some(0));

    // Nobody listens there any more.
    let asked = health(&address);
    let said = text(&asked.stdout);
    assert_eq!(asked.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("not ready: ") && said.contains(&address),
        "{said}"
    );
    assert_eq!(health("nowhere").status.code(), Some(64));
}

#[test]
fn health_ends_with_1_while_the_database_is_away() {
    let mut waiting = program()
        .env("DATABASE_URL", "postgres://moelle@127.0.0.1:1/moelle")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(waiting.stdout.take().expect("its output")).lines();
    let asked = health(&logged(&mut lines, "admin_listen"));
    let said = text(&asked.stdout);
    assert_eq!(asked.status.code(), Some(1), "{said}");
    assert!(said.contains("503"), "{said}");
    waiting.kill().expect("it can be killed");
    waiting.wait().expect("it ends");
}

#[test]
fn a_secret_file_that_cannot_be_read_ends_it_with_64() {
    let output = program()
        .env("DATABASE_URL_FILE", "/nowhere/url")
        .env("DATABASE_PASSWORD", "hunter2")
        .env("DATABASE_PASSWORD_FILE", "/nowhere/password")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(64));
    let told = text(&output.stderr);
    assert!(told.contains("DATABASE_URL_FILE: /nowhere/url: "), "{told}");
    assert!(
        told.contains("DATABASE_PASSWORD: DATABASE_PASSWORD_FILE is given too"),
        "{told}"
    );
    assert!(!told.contains("hunter2"), "{told}");
}
