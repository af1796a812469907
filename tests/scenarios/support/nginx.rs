//! The proxy that many put in front of a service.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use moelle_store_postgres::testing::free_port;
use tempfile::TempDir;

/// An nginx of its own that passes everything on, set up as little as can be.
pub(crate) struct Nginx {
    port: u16,
    process: Child,
    _folder: TempDir,
}

impl Nginx {
    /// Starts one in front of a service. It serves when it can be connected to.
    ///
    /// # Panics
    ///
    /// There is no nginx: `tests/run` installs it.
    pub(crate) fn before(service: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Its workers are of another user.
        let open = std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755));
        open.expect("the folder can be opened");
        let port = free_port();
        let here = folder.path().display();
        let config = format!(
            "daemon off;\n\
             pid {here}/pid;\n\
             error_log {here}/errors;\n\
             events {{}}\n\
             http {{\n\
               access_log off;\n\
               client_body_temp_path {here}/bodies;\n\
               proxy_temp_path {here}/answers;\n\
               fastcgi_temp_path {here}/fastcgi;\n\
               uwsgi_temp_path {here}/uwsgi;\n\
               scgi_temp_path {here}/scgi;\n\
               server {{\n\
                 listen 127.0.0.1:{port};\n\
                 location / {{ proxy_pass {service}; }}\n\
               }}\n\
             }}\n"
        );
        let path = folder.path().join("nginx.conf");
        std::fs::write(&path, config).expect("a file");
        let process = Command::new(program())
            .arg("-c")
            .arg(&path)
            .arg("-p")
            .arg(folder.path())
            .args(["-e", "stderr"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx starts");
        Self {
            port,
            process,
            _folder: folder,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM: the workers go with their master.
        let _ = Command::new("kill")
            .args(["-TERM", &self.process.id().to_string()])
            .status();
        let _ = self.process.wait();
    }
}

fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/sbin")])
        .map(|folder| Path::new(&folder).join("nginx"))
        .find(|program| program.is_file())
        .expect("nginx is needed: `tests/run` installs it (on Debian: apt-get install nginx-light)")
}
