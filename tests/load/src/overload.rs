//! More than can be served: what is refused is told when to come again, the rest is answered in time, and
//! afterwards all is as before.

use std::sync::Arc;

use anyhow::ensure;
use clap::Args;

use crate::play::Pace;
use crate::round::{self, Plan, Round};
use crate::stack::{Place, Stack};
use crate::{figures, records};

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Overload {
    #[command(flatten)]
    place: Place,
    /// Play through a gateway, over REST.
    #[arg(long)]
    rest: bool,
    /// Players while there are too many: more than twice the calls that are served at once.
    #[arg(long, default_value_t = 4_000)]
    crowd: usize,
    #[command(flatten)]
    pace: Pace,
}

impl Overload {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self { pace, crowd, .. } = self;
        let records = Arc::new(records::read()?);
        let database = self.place.open().await?;
        let settings = self.place.settings();
        let room = (crowd + pace.games + 100).to_string();
        let settings = settings.with("MOELLE_CONNECTIONS_MAX", room);
        let stack = Stack::start(&database, self.rest, &settings).await?;
        let watched = stack.watched(&database)?;
        let plan = pace.plan();
        let mut few = stack.players(pace.games).await?;
        let mut many = stack.players(crowd).await?;
        for number in 1..=pace.rounds {
            let (before, again) = round::play(few, &records, plan, &watched).await?;
            before.sound()?;
            let (crowded, crowd_again) = round::play(many, &records, plan, &watched).await?;
            let at_once = Plan {
                warm_up: std::time::Duration::ZERO,
                ..plan
            };
            let (after, again) = round::play(again, &records, at_once, &watched).await?;
            (few, many) = (again, crowd_again);
            println!("{:<8} {}", "", figures::head(&before));
            for (name, round) in [("before", &before), ("crowd", &crowded), ("after", &after)] {
                println!("{name:<8} {}", figures::row(number, round));
            }
            tell(&before, &crowded, &after);
            let tally = &crowded.tally;
            ensure!(
                tally.errors == 0,
                "what was too much was not all told to come again: {} errors, the first: {}",
                tally.errors,
                tally.first_error.as_deref().unwrap_or_default()
            );
            ensure!(
                tally.shed_without_time == 0,
                "{} requests were not told when",
                tally.shed_without_time
            );
            after.sound()?;
        }
        Ok(())
    }
}

/// Creations are counted too: a crowd begins with them.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn tell(before: &Round, crowded: &Round, after: &Round) {
    let served = |round: &Round| {
        let calls = round.tally.turns() + round.tally.games;
        calls as f64 / round.length.as_secs_f64()
    };
    let refused = crowded.tally.shed as f64 / crowded.length.as_secs_f64();
    println!(
        "calls a second, against those served before: offered {:.2}, served in the crowd {:.2}, served right after {:.2}",
        (served(crowded) + refused) / served(before),
        served(crowded) / served(before),
        served(after) / served(before),
    );
}
