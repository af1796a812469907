//! Values as they were given, and the mistakes among them.

use std::fmt;
use std::net::SocketAddr;

use thiserror::Error;

/// A value as it was given: read, or why it cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<T>(Result<T, String>);

impl<T> Given<T> {
    /// A value that was read.
    #[must_use]
    pub const fn good(value: T) -> Self {
        Self(Ok(value))
    }

    /// A value that cannot be read; the line names the option and says why.
    #[must_use]
    pub const fn bad(line: String) -> Self {
        Self(Err(line))
    }
}

/// Everything that is wrong with a configuration, a line each.
#[derive(Clone, Debug, Error)]
pub struct InvalidConfig(Vec<String>);

impl fmt::Display for InvalidConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// The problems found so far.
#[derive(Debug, Default)]
pub struct Problems(Vec<String>);

impl Problems {
    /// The value, or else its problem is noted.
    pub fn take<T: Clone>(&mut self, given: &Given<T>) -> Option<T> {
        match &given.0 {
            Ok(value) => Some(value.clone()),
            Err(line) => {
                self.note(line.clone());
                None
            }
        }
    }

    /// Notes a problem, once.
    pub fn note(&mut self, line: impl Into<String>) {
        let line = line.into();
        if !self.0.contains(&line) {
            self.0.push(line);
        }
    }

    /// Notes which of these addresses to listen on are the same: an address of all interfaces takes
    /// the port on each.
    pub fn apart(&mut self, addresses: &[(&str, Option<SocketAddr>)]) {
        for (index, (first, one)) in addresses.iter().enumerate() {
            for (second, other) in &addresses[index + 1..] {
                if let (Some(one), Some(other)) = (one, other)
                    && overlap(*one, *other)
                {
                    self.note(format!("{second}: {other} is taken by {first} ({one})"));
                }
            }
        }
    }

    /// The value that was made of the options, where nothing is wrong.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub fn finish<T>(self, made: Option<T>) -> Result<T, InvalidConfig> {
        match made {
            Some(made) if self.0.is_empty() => Ok(made),
            _ => Err(InvalidConfig(self.0)),
        }
    }
}

fn overlap(one: SocketAddr, other: SocketAddr) -> bool {
    let (ip, other_ip) = (one.ip(), other.ip());
    one.port() == other.port()
        && one.port() != 0
        && (ip == other_ip || ip.is_unspecified() || other_ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ports_of_one_program_are_apart() {
        for (one, other, good) in [
            ("127.0.0.1:80", "127.0.0.1:81", true),
            ("127.0.0.1:80", "127.0.0.2:80", true),
            ("127.0.0.1:0", "127.0.0.1:0", true),
            ("127.0.0.1:80", "127.0.0.1:80", false),
            ("0.0.0.0:80", "127.0.0.1:80", false),
            ("127.0.0.1:80", "[::]:80", false),
        ] {
            let mut problems = Problems::default();
            let address = |text: &str| Some(text.parse().expect("an address"));
            problems.apart(&[("A", address(one)), ("B", address(other)), ("C", None)]);
            assert_eq!(problems.finish(Some(())).is_ok(), good, "{one} {other}");
        }
    }
}
