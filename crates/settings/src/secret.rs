//! Texts that nobody may see.

use std::fmt;
use std::fs::File;
use std::io::Read as _;

use crate::{Given, Problems};

/// Bytes that a file of a secret may have.
const FILE_BYTES_MAX: u64 = 64 * 1024;

/// A text that nobody may see: `Debug` does not show it, and there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text itself, for whoever it is meant for.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Problems {
    /// The secret that stands in the variable `NAME` or in the file that `NAME_FILE` names; none
    /// where neither is given. Line ends at the end of the file are no part of it.
    pub fn secret(
        &mut self,
        name: &str,
        value: &Given<Secret>,
        file: &Given<String>,
    ) -> Option<Secret> {
        let value = self.take(value)?;
        let file = self.take(file)?;
        match (value.0.is_empty(), file.is_empty()) {
            (true, true) => None,
            (false, true) => Some(value),
            (false, false) => {
                self.note(format!(
                    "{name}: {name}_FILE is given too: give one of them"
                ));
                None
            }
            (true, false) => match read(&file) {
                Ok(text) => Some(Secret(text)),
                Err(problem) => {
                    self.note(format!("{name}_FILE: {file}: {problem}"));
                    None
                }
            },
        }
    }
}

fn read(path: &str) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("it cannot be read: {error}");
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err("this is a folder".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .map_err(cannot)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("more than {FILE_BYTES_MAX} bytes are no secret"));
    }
    let text = String::from_utf8(bytes).map_err(|_| "it holds no text".to_owned())?;
    match text.trim_end_matches(['\r', '\n']) {
        "" => Err("it is empty".to_owned()),
        secret => Ok(secret.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(value: &str, file: &str) -> (Option<Secret>, String) {
        let value = Given::good(Secret::from(value.to_owned()));
        let file = Given::good(file.to_owned());
        let mut problems = Problems::default();
        let secret = problems.secret("API_KEY", &value, &file);
        let told = problems.finish(Some(())).err();
        (
            secret,
            told.map(|told| told.to_string()).unwrap_or_default(),
        )
    }

    #[test]
    fn a_secret_stands_in_a_variable_or_in_a_file_and_not_in_both() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("secret");
        let file = path.to_str().expect("text");
        for written in ["hunter2", "hunter2\n", "hunter2\r\n"] {
            std::fs::write(&path, written).expect("written");
            let (read, told) = secret("", file);
            assert_eq!(
                (read, told),
                (Some("hunter2".to_owned().into()), String::new())
            );
        }
        assert_eq!(secret("hunter2", "").0, Some("hunter2".to_owned().into()));
        assert_eq!(secret("", ""), (None, String::new()));
        let (none, told) = secret("hunter2", file);
        assert_eq!(none, None);
        assert!(
            told.contains("API_KEY_FILE") && !told.contains("hunter2"),
            "{told}"
        );
    }

    #[test]
    fn a_file_that_holds_no_secret_is_told_by_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("written");
            path.to_str().expect("text").to_owned()
        };
        for path in [
            file("empty", b""),
            file("line", b"\n"),
            file("bytes", b"\xff\xfe"),
            file("huge", &b"x".repeat(70_000)),
            folder.path().to_str().expect("text").to_owned(),
            "/nowhere/at/all".to_owned(),
        ] {
            let (none, told) = secret("", &path);
            assert_eq!(none, None, "{path}");
            assert!(
                told.starts_with("API_KEY_FILE: ") && told.contains(&path),
                "{told}"
            );
            assert!(told.len() < 300, "{told}");
        }
    }

    #[test]
    fn a_secret_is_not_shown() {
        let secret = Secret::from("hunter2".to_owned());
        assert!(!format!("{secret:?}").contains("hunter2"));
    }
}
