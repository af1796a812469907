//! Whole games at once, every answer checked.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::round::{self, Plan};
use crate::stack::{Place, Stack};
use crate::{figures, records};

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    place: Place,
    /// Play through a gateway, over REST.
    #[arg(long)]
    rest: bool,
    #[command(flatten)]
    pace: Pace,
}

/// How much is played for how long.
#[derive(Args, Clone, Copy)]
pub(crate) struct Pace {
    /// Games at once.
    #[arg(long, default_value_t = 64, value_parser = positive)]
    pub(crate) games: usize,
    /// Seconds of a round.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
    /// Seconds before each round that are not counted.
    #[arg(long, default_value_t = 3)]
    pub(crate) warm_up: u64,
    /// Rounds; medians are told of them.
    #[arg(long, default_value_t = 5, value_parser = positive)]
    pub(crate) rounds: usize,
}

impl Pace {
    /// As many turns as are answered.
    pub(crate) fn plan(self) -> Plan {
        Plan {
            warm_up: Duration::from_secs(self.warm_up),
            length: Duration::from_secs(self.seconds),
            rate: None,
        }
    }
}

impl Play {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self { place, rest, pace } = self;
        let records = Arc::new(records::read()?);
        let database = place.open().await?;
        let stack = Stack::start(&database, rest, &place.settings()).await?;
        let watched = stack.watched(&database)?;
        let mut players = stack.players(pace.games).await?;
        println!(
            "{} on {}, {} games at once, rounds of {} s",
            if rest { "REST" } else { "gRPC" },
            place.name(),
            pace.games,
            pace.seconds,
        );
        let mut rounds = Vec::with_capacity(pace.rounds);
        for number in 1..=pace.rounds {
            let (round, again) = round::play(players, &records, pace.plan(), &watched).await?;
            players = again;
            if number == 1 {
                println!("{}", figures::head(&round));
            }
            println!("{}", figures::row(number, &round));
            round.sound()?;
            rounds.push(round);
        }
        println!("{}", figures::summary(&rounds));
        Ok(())
    }
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("a number from 1 on".to_owned()),
    }
}
