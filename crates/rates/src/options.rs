//! What an operator chooses of the limits.

use clap::Args;
use moelle_settings::{Given, Problems, count, flag, of};

use crate::{Class, TrustedProxies, Whom};

/// Makes the options of the limits, their defaults and their configuration of one table.
macro_rules! limits {
    (
        rates { $($(#[$doc:meta])* $name:ident $env:literal $default:literal $whom:ident $class:ident;)* }
        open { $($(#[$open_doc:meta])* $open:ident $open_env:literal $open_default:literal $open_whom:ident;)* }
    ) => {
        /// The limits of callers, as they were given.
        #[derive(Args, Clone, Debug)]
        pub struct RateOptions {
            /// Whether callers are limited at all. Where they are not, nothing below is looked at but the
            /// proxies.
            #[arg(long, env = "MOELLE_RATE_LIMITS", default_value = "true", value_parser = flag())]
            rate_limits: Given<bool>,
            /// Networks whose word is taken for who calls: those of the proxies, and for the game
            /// service those of the gateways. `private` stands for this machine and all private
            /// networks. Empty: nobody is believed.
            #[arg(long, env = "MOELLE_TRUSTED_PROXIES", default_value = "", value_parser = of::<TrustedProxies>("networks such as 10.1.0.0/16 with commas between them, private, or empty"))]
            trusted_proxies: Given<TrustedProxies>,
            /// Callers that each limit keeps apart. Those beyond share what is left, by their networks.
            #[arg(long, env = "MOELLE_CALLERS_MAX", default_value = "50000", value_parser = count(1_000..=10_000_000))]
            callers_max: Given<u64>,
            /// Connections that one address may hold open; one more is closed at once. 0 is no limit.
            #[arg(long, env = "MOELLE_ADDRESS_CONNECTIONS_MAX", default_value = "2000", value_parser = count(0..=1_000_000))]
            address_connections_max: Given<u64>,
            $($(#[$doc])*
            #[arg(long, env = $env, default_value = stringify!($default), value_parser = count(0..=10_000_000))]
            $name: Given<u64>,)*
            $($(#[$open_doc])*
            #[arg(long, env = $open_env, default_value = stringify!($open_default), value_parser = count(0..=1_000_000))]
            $open: Given<u64>,)*
        }

        impl Default for RateConfig {
            fn default() -> Self {
                let mut config = Self {
                    connections_max: 2_000,
                    ..Self::off()
                };
                $(config.allow(Whom::$whom, Class::$class, $default);)*
                $(config.allow_open(Whom::$open_whom, $open_default);)*
                config
            }
        }

        impl RateOptions {
            /// Checks them; what is wrong is noted.
            pub fn check(&self, problems: &mut Problems) -> Option<RateConfig> {
                let is_on = problems.take(&self.rate_limits);
                let trusted = problems.take(&self.trusted_proxies);
                let callers_max = problems.take(&self.callers_max);
                let connections_max = problems.take(&self.address_connections_max);
                let mut limited = Some(RateConfig::off());
                $(
                    let given = problems.take(&self.$name);
                    limited = limited.zip(given).and_then(|(mut config, given)| {
                        config.allow(Whom::$whom, Class::$class, u32::try_from(given).ok()?);
                        Some(config)
                    });
                )*
                $(
                    let given = problems.take(&self.$open);
                    limited = limited.zip(given).and_then(|(mut config, given)| {
                        config.allow_open(Whom::$open_whom, u32::try_from(given).ok()?);
                        Some(config)
                    });
                )*
                if let Some(config) = &mut limited {
                    config.connections_max = u32::try_from(connections_max?).ok()?;
                }
                let limited = if is_on? { limited? } else { RateConfig::off() };
                Some(RateConfig {
                    trusted: trusted?,
                    callers_max: usize::try_from(callers_max?).ok()?,
                    ..limited
                })
            }
        }
    };
}

limits! {
    rates {
        /// Requests a minute from one address that read games. Of this and all that follow: 0 is no limit.
        address_reads_per_minute "MOELLE_ADDRESS_READS_PER_MINUTE" 6000 Address Read;
        /// Requests a minute from one address that change games.
        address_changes_per_minute "MOELLE_ADDRESS_CHANGES_PER_MINUTE" 3000 Address Change;
        /// Requests a minute from one address that create games, invitations or tokens.
        address_creations_per_minute "MOELLE_ADDRESS_CREATIONS_PER_MINUTE" 600 Address Create;
        /// Requests a minute from one address about the rules.
        address_rules_per_minute "MOELLE_ADDRESS_RULES_PER_MINUTE" 6000 Address Rules;
        /// Streams that one address may open in a minute.
        address_streams_per_minute "MOELLE_ADDRESS_STREAMS_PER_MINUTE" 3000 Address Stream;
        /// Requests a minute with one token that read games.
        seat_reads_per_minute "MOELLE_SEAT_READS_PER_MINUTE" 1200 Seat Read;
        /// Requests a minute with one token that change a game.
        seat_changes_per_minute "MOELLE_SEAT_CHANGES_PER_MINUTE" 600 Seat Change;
        /// Requests a minute with one token that create invitations or tokens.
        seat_creations_per_minute "MOELLE_SEAT_CREATIONS_PER_MINUTE" 30 Seat Create;
        /// Requests a minute with one token about the rules.
        seat_rules_per_minute "MOELLE_SEAT_RULES_PER_MINUTE" 1200 Seat Rules;
        /// Streams that may be opened in a minute with one token.
        seat_streams_per_minute "MOELLE_SEAT_STREAMS_PER_MINUTE" 120 Seat Stream;
        /// Requests a minute with one application's key that read games.
        key_reads_per_minute "MOELLE_KEY_READS_PER_MINUTE" 60000 Key Read;
        /// Requests a minute with one application's key that change games.
        key_changes_per_minute "MOELLE_KEY_CHANGES_PER_MINUTE" 30000 Key Change;
        /// Requests a minute with one application's key that create games, invitations or tokens.
        key_creations_per_minute "MOELLE_KEY_CREATIONS_PER_MINUTE" 6000 Key Create;
        /// Requests a minute with one application's key about the rules.
        key_rules_per_minute "MOELLE_KEY_RULES_PER_MINUTE" 60000 Key Rules;
        /// Streams that may be opened in a minute with one application's key.
        key_streams_per_minute "MOELLE_KEY_STREAMS_PER_MINUTE" 6000 Key Stream;
    }
    open {
        /// Streams that one address may hold open.
        address_streams_open_max "MOELLE_ADDRESS_STREAMS_OPEN_MAX" 1000 Address;
        /// Streams that may be held open with one token.
        seat_streams_open_max "MOELLE_SEAT_STREAMS_OPEN_MAX" 20 Seat;
        /// Streams that may be held open with one application's key.
        key_streams_open_max "MOELLE_KEY_STREAMS_OPEN_MAX" 5000 Key;
    }
}

/// The limits of callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateConfig {
    /// Whose word is taken for who calls.
    pub trusted: TrustedProxies,
    /// Callers that each limit keeps apart. Those beyond share buckets by their networks.
    pub callers_max: usize,
    /// Connections that one address may hold open; 0: without a limit.
    pub connections_max: u32,
    per_minute: [[u32; Class::ALL.len()]; Whom::ALL.len()],
    open_max: [u32; Whom::ALL.len()],
}

impl RateConfig {
    /// No limit at all.
    #[must_use]
    pub fn off() -> Self {
        Self {
            trusted: TrustedProxies::default(),
            callers_max: 50_000,
            connections_max: 0,
            per_minute: [[0; Class::ALL.len()]; Whom::ALL.len()],
            open_max: [0; Whom::ALL.len()],
        }
    }

    /// The same, with this machine's word taken for who calls.
    #[must_use]
    pub fn trusting_this_machine(mut self) -> Self {
        self.trusted = self.trusted.and_this_machine();
        self
    }

    /// Lets a caller make so many requests of a class a minute; 0: without a limit.
    pub fn allow(&mut self, whom: Whom, class: Class, per_minute: u32) {
        self.per_minute[whom as usize][class as usize] = per_minute;
    }

    /// Lets a caller hold so many streams open; 0: without a limit.
    pub fn allow_open(&mut self, whom: Whom, streams_max: u32) {
        self.open_max[whom as usize] = streams_max;
    }

    pub(crate) fn per_minute(&self, whom: Whom, class: Class) -> u32 {
        self.per_minute[whom as usize][class as usize]
    }

    pub(crate) fn open_max(&self, whom: Whom) -> u32 {
        self.open_max[whom as usize]
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use moelle_settings::parse_from;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        rates: RateOptions,
    }

    fn check(args: &[&str]) -> Result<RateConfig, String> {
        let cli: Cli = parse_from(["x"].iter().chain(args)).expect("options");
        let mut problems = Problems::default();
        let config = cli.rates.check(&mut problems);
        problems.finish(config).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_given_has_the_default_that_is_documented() {
        assert_eq!(check(&[]), Ok(RateConfig::default()));
    }

    #[test]
    fn one_switch_turns_every_limit_off_and_leaves_the_proxies() {
        let config = check(&["--rate-limits=false", "--trusted-proxies=10.0.0.0/8"]);
        let config = config.expect("it is fine");
        assert_eq!(config.per_minute, RateConfig::off().per_minute);
        assert_eq!(config.open_max, RateConfig::off().open_max);
        assert_eq!(Ok(config.trusted), "10.0.0.0/8".parse());
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let text = check(&[
            "--trusted-proxies=everybody",
            "--callers-max=0",
            "--seat-reads-per-minute=many",
            "--key-streams-open-max=-1",
        ])
        .expect_err("nothing is right");
        assert_eq!(text.lines().count(), 4, "{text}");
    }
}
