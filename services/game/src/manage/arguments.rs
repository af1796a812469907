//! What stands behind the flags.

use std::str::FromStr;

use moelle_games::{Limit, Quotas};
use time::Duration;

/// The longest time that is taken, in days.
const DAYS_MAX: u32 = 3_650;

/// A time: a whole number of days, hours or minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub(super) Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let needed = || format!("a time such as 90d, 12h or 30m is needed, at most {DAYS_MAX}d");
        let unit = match text.chars().last() {
            Some('d') => Duration::DAY,
            Some('h') => Duration::HOUR,
            Some('m') => Duration::MINUTE,
            _ => return Err(needed()),
        };
        let number: u32 = text[..text.len() - 1].parse().map_err(|_| needed())?;
        let number = i32::try_from(number).map_err(|_| needed())?;
        let span = unit.checked_mul(number).ok_or_else(needed)?;
        if span > Duration::DAY * DAYS_MAX {
            return Err(needed());
        }
        Ok(Self(span))
    }
}

/// How long a key works. `None`: for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life(pub(super) Option<Duration>);

impl FromStr for Life {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "never" {
            return Ok(Self(None));
        }
        let Span(life) = text.parse()?;
        if life.is_zero() {
            return Err("a key must work for a while".to_owned());
        }
        Ok(Self(Some(life)))
    }
}

/// A quota of an application's own, or that of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own<T> {
    /// As the service is set.
    Default,
    /// This.
    Is(T),
}

impl<T> Own<T> {
    /// What holds after this was said, or nothing was.
    pub(super) fn over<V>(
        said: Option<Self>,
        before: Option<V>,
        value: impl FnOnce(T) -> V,
    ) -> Option<V> {
        match said {
            None => before,
            Some(Self::Default) => None,
            Some(Self::Is(own)) => Some(value(own)),
        }
    }
}

impl<T: FromStr<Err = String>> FromStr for Own<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "default" {
            Ok(Self::Default)
        } else {
            text.parse().map(Self::Is)
        }
    }
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident $range:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) struct $name(pub(super) u32);

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let range = $range;
                let number = text.parse().ok().filter(|number| range.contains(number));
                number.map(Self).ok_or_else(|| {
                    format!("a whole number from {} to {}, or default, is needed", range.start(), range.end())
                })
            }
        }
    };
}

number! {
    /// So many games.
    Counted 0..=Limit::GREATEST
}

number! {
    /// So many events of a game.
    Events Quotas::GAME_EVENTS_LEAST..=Quotas::GAME_EVENTS_GREATEST
}

number! {
    /// So many keys.
    Keys 1..=Quotas::KEYS_GREATEST
}

impl Counted {
    pub(super) fn limit(self) -> Limit {
        Limit::from_number(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_days_hours_or_minutes() {
        for (text, expected) in [
            ("90d", Some(Duration::days(90))),
            ("12h", Some(Duration::hours(12))),
            ("0m", Some(Duration::ZERO)),
            ("3650d", Some(Duration::days(3650))),
            ("3651d", None),
            ("4294967295d", None),
            ("-1d", None),
            ("1", None),
            ("d", None),
            ("1é", None),
            ("", None),
        ] {
            let read = text.parse::<Span>().ok().map(|span| span.0);
            assert_eq!(read, expected, "{text:?}");
        }
    }
}
