//! A server of one's own.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::ports::free_port;

/// The oldest version that will do.
const VERSION_MIN: u32 = 15;
/// Users that a server is run as where the tests are run by root, which PostgreSQL refuses.
const USERS: [&str; 2] = ["postgres", "nobody"];
/// Tries to find a port that nobody else takes meanwhile.
const PORT_TRIES: usize = 5;

/// A private PostgreSQL server with a data folder of its own. It writes through to the disk like a
/// real one, and is stopped and removed with the value, or with the process if that dies first.
#[derive(Debug)]
pub struct Cluster {
    programs: PathBuf,
    user: Option<User>,
    folder: PathBuf,
    port: u16,
    url: String,
    guard: Child,
}

#[derive(Debug, Clone, Copy)]
struct User {
    uid: u32,
    gid: u32,
}

impl Cluster {
    /// Starts one.
    ///
    /// # Panics
    ///
    /// No programs of a server are installed, or it does not start.
    #[must_use]
    pub fn start() -> Self {
        let programs = programs().unwrap_or_else(|| {
            panic!(
                "no PostgreSQL for the tests: set TEST_DATABASE_URL to a server where they may \
                 create databases, or install PostgreSQL {VERSION_MIN} or newer (on Debian: \
                 apt-get install postgresql)"
            )
        });
        Self::start_with(programs)
            .unwrap_or_else(|error| panic!("no PostgreSQL could be started for the tests: {error}"))
    }

    fn start_with(programs: PathBuf) -> io::Result<Self> {
        let user = server_user()?;
        let folder = tempfile::Builder::new()
            .prefix("moelle-pg.")
            .tempdir_in(socket_root())?
            .keep();
        if let Some(user) = user {
            std::os::unix::fs::chown(&folder, Some(user.uid), Some(user.gid))?;
        }
        let guard = guard(&programs, user, &folder)?;
        let mut cluster = Self {
            programs,
            user,
            folder,
            port: 0,
            url: String::new(),
            guard,
        };
        cluster.run(
            "initdb",
            &[
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions",
            ],
        )?;
        cluster.first_start()?;
        Ok(cluster)
    }

    /// The URL of its database `postgres`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Ends every session and stops the server, as `systemctl stop` would.
    ///
    /// # Panics
    ///
    /// It does not stop.
    pub fn stop(&self) {
        self.run("pg_ctl", &["--mode=fast", "--wait", "--silent", "stop"])
            .unwrap_or_else(|error| panic!("PostgreSQL does not stop: {error}"));
    }

    /// Starts the server again, at the same address.
    ///
    /// # Panics
    ///
    /// It does not start.
    pub fn start_again(&self) {
        self.start_at(self.port)
            .unwrap_or_else(|error| panic!("PostgreSQL does not start again: {error}"));
    }

    fn first_start(&mut self) -> io::Result<()> {
        let mut result = Err(io::ErrorKind::AddrInUse.into());
        for _ in 0..PORT_TRIES {
            self.port = free_port();
            result = self.start_at(self.port);
            if result.is_ok() {
                self.url = format!("postgres://postgres@127.0.0.1:{}/postgres", self.port);
                break;
            }
        }
        result
    }

    fn start_at(&self, port: u16) -> io::Result<()> {
        let log = format!("--log={}", self.folder.join("log").display());
        let options = format!(
            "--options=-c listen_addresses=127.0.0.1 -c port={port} -c max_connections=200 \
             -c unix_socket_directories={}",
            self.folder.display()
        );
        self.run("pg_ctl", &[&log, &options, "--wait", "--silent", "start"])
    }

    fn run(&self, program: &str, arguments: &[&str]) -> io::Result<()> {
        let mut command = Command::new(self.programs.join(program));
        command
            .arg(format!("--pgdata={}", self.folder.join("data").display()))
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        if let Some(user) = self.user {
            command.uid(user.uid).gid(user.gid);
        }
        let status = command.status()?;
        if status.success() {
            return Ok(());
        }
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(io::Error::other(format!("{program}: {status}\n{log}")))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The guard cleans up as soon as nobody holds the other end of its input.
        drop(self.guard.stdin.take());
        if let Err(error) = self.guard.wait() {
            eprintln!("the server of the tests may be left behind: {error}");
        }
    }
}

/// A process that waits until this one is gone, then stops the server and removes its folder.
fn guard(programs: &Path, user: Option<User>, folder: &Path) -> io::Result<Child> {
    const SCRIPT: &str = "trap '' INT TERM HUP
        cat >/dev/null
        \"$0/pg_ctl\" --pgdata=\"$1/data\" --mode=immediate --silent stop
        rm -rf \"$1\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", SCRIPT])
        .args([programs, folder])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    if let Some(user) = user {
        command.uid(user.uid).gid(user.gid);
    }
    command.spawn()
}

/// The folder with the newest programs of a server.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian
        .chain(std::env::split_paths(&path))
        .filter_map(|folder| Some((version(&folder)?, folder)))
        .filter(|(version, _)| *version >= VERSION_MIN)
        .max()
        .map(|(_, folder)| folder)
}

/// The major version of the server in a folder, if there is one.
fn version(folder: &Path) -> Option<u32> {
    if !folder.join("initdb").is_file() {
        return None;
    }
    let output = Command::new(folder.join("postgres"))
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().find_map(|word| {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

/// Who runs the server, where it cannot be who runs the tests.
fn server_user() -> io::Result<Option<User>> {
    if !std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
        return Ok(None);
    }
    let accounts = std::fs::read_to_string("/etc/passwd")?;
    let account = USERS.iter().find_map(|name| {
        accounts.lines().find_map(|line| {
            let mut fields = line.split(':');
            let is_it = fields.next() == Some(*name);
            let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
            is_it.then_some(User { uid, gid })
        })
    });
    account
        .map(Some)
        .ok_or_else(|| io::Error::other("root may not run it, and there is no user nobody"))
}

/// A folder with a short path: that of a socket has at most about a hundred bytes.
fn socket_root() -> &'static Path {
    Path::new("/tmp")
}
