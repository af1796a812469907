//! The program as a user runs it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use moelle_settings::testing::Authority;
use serde_json::{Value, json};

/// The program with a home of its own and ports that are free.
fn program(home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_moelle"));
    program
        .env_clear()
        .env("HOME", home)
        .env("MOELLE_GATEWAY_LISTEN", "127.0.0.1:0")
        .env("MOELLE_LISTEN", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    program
}

/// The program while it runs, and what it said at its start.
struct Running {
    child: Child,
    banner: String,
    address: String,
}

impl Running {
    fn start(program: &mut Command) -> Self {
        let mut child = program.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut banner = String::new();
        while !banner.contains("Ctrl-C") {
            let read = out.read_line(&mut banner).expect("text");
            assert_ne!(read, 0, "it ended after {banner:?}: {}", errors(&mut child));
        }
        let address = banner.lines().next().expect("a line").rsplit("//").next();
        Self {
            child,
            address: address.expect("an address").to_owned(),
            banner,
        }
    }

    /// Sends a request and reads status and body of the answer.
    fn send(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let bearer = format!("authorization: Bearer {token}\r\n");
        send(&self.address, method, path, &bearer, &body.to_string())
    }

    /// Stops the program as an operator does.
    fn stop(mut self) {
        let killed = Command::new("kill")
            .args(["-s", "TERM", &self.child.id().to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{}", errors(&mut self.child));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already, but where a test fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn errors(child: &mut Child) -> String {
    let mut text = String::new();
    if let Some(mut errors) = child.stderr.take() {
        let _ = errors.read_to_string(&mut text);
    }
    text
}

/// The same with fields of the head as lines.
fn send(address: &str, method: &str, path: &str, fields: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\n{fields}\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head
        .split(' ')
        .nth(1)
        .expect("a status")
        .parse()
        .expect("a number");
    (
        status,
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in {answer}")),
    )
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("no {pointer} in {value}"))
}

#[test]
fn a_game_is_played_over_rest_and_still_there_after_a_restart() {
    let home = tempfile::tempdir().expect("a folder");
    let running = Running::start(&mut program(home.path()));
    let (status, created) = running.send("POST", "/v1/games", "", &json!({"variant": "nine"}));
    assert_eq!(status, 201, "{created}");
    let game = format!("/v1/games/{}", text(&created, "/game/id"));
    let link = text(&created, "/invitations/0/url");
    assert!(
        link.starts_with(&format!("http://{}/play/", running.address)),
        "{link}"
    );
    let white = text(&created, "/seats/0/token").to_owned();
    let join = json!({"invitation": text(&created, "/invitations/0/invitation"), "name": "Bo"});
    let (status, joined) = running.send("POST", &format!("{game}/join"), "", &join);
    assert_eq!(status, 200, "{joined}");
    let black = text(&joined, "/seat/token").to_owned();
    let turns = format!("{game}/turns");
    for (token, turn) in [
        (&white, "a7"),
        (&black, "b6"),
        (&white, "d7"),
        (&black, "d6"),
    ] {
        let (status, played) = running.send("POST", &turns, token, &json!({"turn": turn}));
        assert_eq!(status, 200, "{played}");
    }
    running.stop();

    let running = Running::start(&mut program(home.path()));
    let (status, read) = running.send("GET", &game, "", &json!(null));
    assert_eq!(status, 200, "{read}");
    assert_eq!(text(&read, "/game/lastTurn"), "d6");
    let (status, refused) = running.send("POST", &turns, &white, &json!({"turn": "a7"}));
    assert_eq!(
        (status, text(&refused, "/reason")),
        (422, "point_occupied"),
        "{refused}"
    );
    let (status, played) = running.send("POST", &turns, &white, &json!({"turn": "g7xb6"}));
    assert_eq!(status, 200, "{played}");
    assert_eq!(played["closedMills"], json!([["a7", "d7", "g7"]]));
    running.stop();
}

#[test]
fn the_lines_that_it_prints_work_as_they_are() {
    let home = tempfile::tempdir().expect("a folder");
    let running = Running::start(&mut program(home.path()));
    let mut lines = 0;
    for line in running
        .banner
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("curl "))
    {
        // curl -s URL -H '…' -d '…'
        let url = line.split(' ').nth(2).expect("an address");
        let (address, path) = url["http://".len()..].split_once('/').expect("a path");
        let quoted: Vec<_> = line.split('\'').collect();
        assert_eq!(quoted[1], "content-type: application/json");
        let (status, answer) = send(address, "POST", &format!("/{path}"), "", quoted[3]);
        assert!([200, 201].contains(&status), "{line}: {answer}");
        lines += 1;
    }
    assert_eq!(lines, 2);
    let folder = home.path().to_str().expect("a path of text");
    assert!(running.banner.contains(folder), "{}", running.banner);
    running.stop();
}

#[test]
fn a_port_that_is_taken_is_told_and_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    for (variable, option) in [
        ("MOELLE_GATEWAY_LISTEN", "--listen"),
        ("MOELLE_LISTEN", "--grpc-listen"),
    ] {
        let output = program(home.path())
            .env(variable, &address)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(&format!("{address} is taken")), "{errors}");
        assert!(errors.contains(option), "{errors}");
    }
}

#[test]
fn a_configuration_that_makes_no_sense_is_told_whole() {
    let home = tempfile::tempdir().expect("a folder");
    let output = program(home.path())
        .env("MOELLE_GATEWAY_LISTEN", "nowhere")
        .env("DATABASE_URL", "mysql://moelle:hunter2@db/x")
        .env("MOELLE_DEADLINE_MS", "soon")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(64));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    for name in [
        "MOELLE_GATEWAY_LISTEN",
        "DATABASE_URL",
        "MOELLE_DEADLINE_MS",
    ] {
        assert_eq!(
            errors.matches(&format!("{name}:")).count(),
            1,
            "{name} in {errors}"
        );
    }
    assert!(!errors.contains("hunter2"), "{errors}");
}

#[test]
fn health_asks_the_program_that_runs_with_the_same_options() {
    let home = tempfile::tempdir().expect("a folder");
    let running = Running::start(&mut program(home.path()));
    let health = |address: &str| {
        let output = program(home.path())
            .env("MOELLE_GATEWAY_LISTEN", address)
            .arg("health")
            .output()
            .expect("it runs");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
        )
    };
    let (code, said) = health(&running.address);
    assert_eq!(code, Some(0), "{said}");
    let address = running.address.clone();
    running.stop();
    let (code, said) = health(&address);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&address), "{said}");
}

#[test]
fn over_tls_its_links_say_so_and_health_is_asked_for_over_tls_too() {
    let home = tempfile::tempdir().expect("a folder");
    let authority = Authority::new();
    let identity = authority.sign("localhost");
    let secured = || {
        let mut program = program(home.path());
        program
            .env("MOELLE_REST_TLS_CERT_FILE", identity.chain.path())
            .env("MOELLE_REST_TLS_KEY_FILE", identity.key.path());
        program
    };
    let running = Running::start(&mut secured());
    let base = format!("https://{}", running.address);
    assert!(running.banner.contains(&base), "{}", running.banner);
    let health = |mut program: Command| {
        let address = running.address.clone();
        let program = program.env("MOELLE_GATEWAY_LISTEN", address).arg("health");
        program.output().expect("it runs").status.code()
    };
    assert_eq!(health(secured()), Some(0));
    // Without TLS nobody answers there.
    assert_eq!(health(program(home.path())), Some(1));
    running.stop();
}

#[test]
fn its_own_subcommands_make_and_revoke_keys_and_list_webhooks() {
    let home = tempfile::tempdir().expect("a folder");
    let operate = |args: &[&str]| -> Value {
        let output = program(home.path()).args(args).arg("--json").output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    // On a file that is not there yet, and then beside the program that serves it.
    operate(&["applications", "create", "--name=Kros"]);
    let running = Running::start(
        program(home.path())
            .env("MOELLE_API_KEYS", "required")
            .env("MOELLE_API_KEY_CACHE_MS", "0"),
    );
    let made = operate(&["keys", "create", "--application=Kros", "--name=site"]);
    let create = |fields: &str| {
        let body = r#"{"variant": "nine"}"#;
        send(&running.address, "POST", "/v1/games", fields, body)
    };
    let (status, refused) = create("");
    assert_eq!(
        (status, text(&refused, "/reason")),
        (401, "api_key_required")
    );
    let key = format!("x-api-key: {}\r\n", text(&made, "/key"));
    let (status, created) = create(&key);
    assert_eq!(status, 201, "{created}");
    let listed = operate(&["webhooks", "list", "--application=Kros"]);
    assert_eq!(listed, json!([]));
    operate(&["keys", "revoke", text(&made, "/id")]);
    let (status, refused) = create(&key);
    assert_eq!(
        (status, text(&refused, "/reason")),
        (401, "api_key_revoked")
    );
    running.stop();
}
