//! What values of options there are: how they are read, in which unit, within which range.

use std::ffi::OsStr;
use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use url::Url;

use crate::{Given, Secret};

/// How many characters of a value that makes no sense are repeated.
const SHOWN_CHARS_MAX: usize = 80;

/// A kind of value. As a parser of clap it never fails, so that every mistake can be told at once.
#[derive(Clone)]
#[must_use]
pub struct Kind<T> {
    what: String,
    read: Reading<T>,
}

type Reading<T> = Arc<dyn Fn(&str) -> Result<T, String> + Send + Sync>;

impl<T> Kind<T> {
    fn new(
        what: impl Into<String>,
        read: impl Fn(&str) -> Result<T, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            what: what.into(),
            read: Arc::new(move |text| read(text.trim())),
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Kind<T> {
    type Value = Given<T>;

    fn parse_ref(
        &self,
        _: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Given<T>, clap::Error> {
        let read = match value.to_str() {
            Some(text) => (self.read)(text),
            None => Err("this is no text".to_owned()),
        };
        Ok(match read {
            Ok(value) => Given::good(value),
            Err(problem) => Given::bad(format!("{}: {problem}", name(arg))),
        })
    }

    /// Not values but what they may be: help and documentation show it.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(std::iter::once(PossibleValue::new(
            self.what.clone(),
        ))))
    }
}

/// The name of an option as operators know it: its variable, or else its flag.
fn name(arg: Option<&Arg>) -> String {
    let Some(arg) = arg else {
        return "an option".to_owned();
    };
    match (arg.get_env(), arg.get_long()) {
        (Some(variable), _) => variable.to_string_lossy().into_owned(),
        (None, Some(flag)) => format!("--{flag}"),
        (None, None) => arg.get_id().to_string(),
    }
}

/// Whatever can be read from a text.
pub fn of<T>(what: &str) -> Kind<T>
where
    T: FromStr<Err: fmt::Display> + 'static,
{
    Kind::new(what, |text| text.parse().map_err(|e: T::Err| e.to_string()))
}

/// Any text, which may be empty.
pub fn text() -> Kind<String> {
    Kind::new("text", |text| Ok(text.to_owned()))
}

/// A text that nobody may see, taken as it is; empty means none.
pub fn secret() -> Kind<Secret> {
    Kind {
        what: "secret text, or empty".to_owned(),
        read: Arc::new(|text| Ok(Secret::from(text.to_owned()))),
    }
}

/// `true` or `false`.
pub fn flag() -> Kind<bool> {
    Kind::new("true or false", |text| {
        text.parse()
            .map_err(|_| format!("{} is neither true nor false", shown(text)))
    })
}

/// A number of things.
pub fn count(range: RangeInclusive<u64>) -> Kind<u64> {
    number(range, "")
}

/// A time in milliseconds.
pub fn millis(range: RangeInclusive<u64>) -> Kind<Duration> {
    converted(number(range, " milliseconds"), Duration::from_millis)
}

/// A time in seconds.
pub fn seconds(range: RangeInclusive<u64>) -> Kind<Duration> {
    converted(number(range, " seconds"), Duration::from_secs)
}

/// An address to listen on: numbers and a port. Port 0, which is another one at each start, is for
/// this machine alone.
pub fn address() -> Kind<SocketAddr> {
    Kind::new("IP address and port", read_address)
}

/// An address to listen on, or none.
pub fn address_or_none() -> Kind<Option<SocketAddr>> {
    Kind::new("IP address and port, or empty", |text| {
        if text.is_empty() {
            Ok(None)
        } else {
            read_address(text).map(Some)
        }
    })
}

/// An address `http://…` or `https://…` without a query, or none.
pub fn web_address() -> Kind<Option<Url>> {
    let needed = "an address http://… or https://… without a query is needed";
    Kind::new("http:// or https:// address, or empty", move |text| {
        if text.is_empty() {
            return Ok(None);
        }
        let url = Url::parse(text).map_err(|error| format!("{error}: {needed}"))?;
        let is_web = matches!(url.scheme(), "http" | "https");
        if is_web && url.query().is_none() && url.fragment().is_none() {
            Ok(Some(url))
        } else {
            Err(needed.to_owned())
        }
    })
}

/// Several values with commas between them; at least one.
pub fn list<T>(what: &str) -> Kind<Vec<T>>
where
    T: FromStr<Err: fmt::Display> + 'static,
{
    Kind::new(what, |text| {
        let items = text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty());
        let read = items.map(|item| {
            item.parse()
                .map_err(|error: T::Err| format!("{}: {error}", shown(item)))
        });
        let (good, bad): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        let bad: Vec<_> = bad.into_iter().filter_map(Result::err).collect();
        if !bad.is_empty() {
            return Err(bad.join("; "));
        }
        let good: Vec<T> = good.into_iter().filter_map(Result::ok).collect();
        if good.is_empty() {
            return Err("at least one is needed".to_owned());
        }
        Ok(good)
    })
}

fn number(range: RangeInclusive<u64>, unit: &'static str) -> Kind<u64> {
    let (least, greatest) = range.into_inner();
    let what = format!("{least} to {greatest}{unit}");
    let problem = format!("a whole number from {what} is needed");
    Kind::new(what, move |text| match text.parse() {
        Ok(number) if (least..=greatest).contains(&number) => Ok(number),
        _ => Err(format!("{} is not possible: {problem}", shown(text))),
    })
}

fn converted<T: 'static, U: 'static>(kind: Kind<T>, convert: fn(T) -> U) -> Kind<U> {
    let Kind { what, read } = kind;
    Kind::new(what, move |text| read(text).map(convert))
}

fn read_address(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr = text.parse().map_err(|_| {
        let given = shown(text);
        format!("{given} is no IP address and port, such as 0.0.0.0:8080 or [::]:8080")
    })?;
    if address.port() == 0 && !address.ip().is_loopback() {
        return Err(format!(
            "{address} would be another port at each start: name one"
        ));
    }
    Ok(address)
}

/// A value between quotation marks, cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS_MAX) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problems;

    fn read<T: Clone + Send + Sync + 'static>(kind: &Kind<T>, text: &str) -> Result<T, String> {
        let arg = Arg::new("x").long("x").env("MOELLE_X");
        let given = kind
            .parse_ref(&Command::new("x"), Some(&arg), OsStr::new(text))
            .expect("it never fails");
        let mut problems = Problems::default();
        let made = problems.take(&given);
        problems.finish(made).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn a_number_is_whole_and_within_its_range() {
        let kind = millis(100..=300_000);
        assert_eq!(read(&kind, " 250 "), Ok(Duration::from_millis(250)));
        for text in [
            "",
            " ",
            "0",
            "99",
            "300001",
            "-1",
            "1.5",
            "1e3",
            "soon",
            "99999999999999999999999999",
        ] {
            let problem = read(&kind, text).expect_err(text);
            assert!(
                problem.starts_with("MOELLE_X: ")
                    && problem.ends_with("from 100 to 300000 milliseconds is needed"),
                "{problem}"
            );
        }
        let problem = read(&kind, &"9".repeat(100_000)).expect_err("huge");
        assert!(problem.len() < 300, "{problem}");
    }

    #[test]
    fn a_port_that_nobody_can_know_is_for_this_machine_alone() {
        let kind = address();
        for text in ["127.0.0.1:0", "[::1]:0", "0.0.0.0:80", "[::]:443"] {
            assert_eq!(read(&kind, text), Ok(text.parse().expect("an address")));
        }
        for text in [
            "",
            "0.0.0.0:0",
            "localhost:80",
            ":80",
            "80",
            "1.2.3.4:65536",
        ] {
            read(&kind, text).expect_err(text);
        }
        assert_eq!(read(&address_or_none(), ""), Ok(None));
    }

    #[test]
    fn every_item_of_a_list_is_read() {
        let kind = list::<u8>("numbers");
        assert_eq!(read(&kind, "1, 2,,"), Ok(vec![1, 2]));
        let problem = read(&kind, "1,x,300").expect_err("two are wrong");
        assert!(
            problem.contains("\"x\"") && problem.contains("\"300\""),
            "{problem}"
        );
        read(&kind, ",").expect_err("none");
    }

    #[test]
    fn the_address_of_links_is_one_of_the_web() {
        let kind = web_address();
        assert_eq!(read(&kind, ""), Ok(None));
        read(&kind, "https://play.example/x").expect("an address");
        for text in [
            "ftp://x",
            "play.example",
            "https://x/?q",
            "https://x/#f",
            "http://",
        ] {
            read(&kind, text).expect_err(text);
        }
    }
}
