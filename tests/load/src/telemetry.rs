//! What telemetry costs: the same games with it and without, in turn.

use std::sync::Arc;

use anyhow::ensure;
use clap::Args;

use crate::collector::Collector;
use crate::figures::Spread;
use crate::play::Pace;
use crate::round::{self, Round};
use crate::stack::{Place, Stack};
use crate::{figures, records};

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Telemetry {
    #[command(flatten)]
    place: Place,
    /// Play through a gateway, over REST.
    #[arg(long)]
    rest: bool,
    /// The part of the traces that is kept.
    #[arg(long, default_value_t = 0.1)]
    ratio: f64,
    #[command(flatten)]
    pace: Pace,
}

impl Telemetry {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let records = Arc::new(records::read()?);
        let database = self.place.open().await?;
        let collector = Collector::start().await?;
        let off = self.place.settings().with("OTEL_SDK_DISABLED", "true");
        let on = collector.settings(self.place.settings(), self.ratio);
        let mut sides = Vec::new();
        for (name, settings) in [("off", off), ("on", on)] {
            let stack = Stack::start(&database, self.rest, &settings).await?;
            let players = stack.players(self.pace.games).await?;
            let watched = stack.watched(&database)?;
            sides.push((name, stack, players, watched, Vec::<Round>::new()));
        }
        for number in 0..self.pace.rounds {
            // Who comes second finds the disk as the first has left it: they take turns at that.
            let order = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            for side in order {
                let (name, _, players, watched, rounds) = &mut sides[side];
                let plan = self.pace.plan();
                let playing = std::mem::take(players);
                let (round, again) = round::play(playing, &records, plan, watched).await?;
                *players = again;
                round.sound()?;
                if number == 0 && side == 0 {
                    println!("telemetry  {}", figures::head(&round));
                }
                println!("{name:<10} {}", figures::row(number + 1, &round));
                rounds.push(round);
            }
        }
        let (exports, bytes) = collector.taken();
        ensure!(exports > 0, "no trace was exported: nothing was measured");
        println!("{exports} exports of traces, {} KiB", bytes / 1024);
        let [(.., off), (.., on)] = sides.as_slice() else {
            unreachable!("two sides are played");
        };
        let rate = off.iter().zip(on).map(|(off, on)| on.rate() / off.rate());
        println!("turns a second, on / off: {}", Spread::of(rate).text(3));
        for name in ["service", "gateway"] {
            let cost = off.iter().zip(on).filter_map(|(off, on)| {
                let (off, on) = (off.cpu_ms(name)?, on.cpu_ms(name)?);
                (off > 0.0).then_some(on / off)
            });
            let cost: Vec<f64> = cost.collect();
            if !cost.is_empty() {
                println!(
                    "time of the {name} a turn, on / off: {}",
                    Spread::of(cost).text(3)
                );
            }
        }
        Ok(())
    }
}
