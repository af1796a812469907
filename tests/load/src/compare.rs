//! Turns of the service beside the same statements of pgbench.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;

use crate::figures::Spread;
use crate::pgbench::{Bench, Ran, flush_ms};
use crate::play::Pace;
use crate::player::Answer;
use crate::round::{self, Round};
use crate::stack::{Database, Place, Stack};
use crate::usage::Watched;
use crate::{figures, records};

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    pace: Pace,
}

/// One round of each.
struct Rounds {
    flush_ms: f64,
    pgbench: Ran,
    grpc: Round,
    rest: Round,
}

impl Compare {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self { place, pace } = self;
        let records = Arc::new(records::read()?);
        let database = place.open().await?;
        let Database::Postgres(on_server) = &database else {
            bail!("pgbench speaks to PostgreSQL alone");
        };
        let connections = place.database_connections;
        let mut stack = Stack::start(&database, true, &place.settings()).await?;
        let watched = stack.watched(&database)?;
        let server = Watched::postgres(on_server.url())?;
        let mut over_rest = stack.players(pace.games).await?;
        let gateway = stack.gateway.take();
        let mut over_grpc = stack.players(pace.games).await?;
        // The oldest games are those of pgbench.
        let mut games = records.iter().cycle();
        for _ in 0..connections {
            let record = games.next().context("a game")?;
            let Answer::Had(_) = over_grpc[0].create(record).await? else {
                bail!("the service is busy though nothing is asked of it");
            };
        }
        let bench = Bench::new(on_server.url(), connections, &records)?;
        let mut rounds: Vec<Rounds> = Vec::with_capacity(pace.rounds);
        for number in 1..=pace.rounds {
            let flush_ms = flush_ms().await?;
            let pgbench = bench.run(pace.plan(), &server).await?;
            let (grpc, again) = round::play(over_grpc, &records, pace.plan(), &watched).await?;
            over_grpc = again;
            grpc.sound()?;
            let (rest, again) = round::play(over_rest, &records, pace.plan(), &watched).await?;
            over_rest = again;
            rest.sound()?;
            println!(
                "round {number}: a flush takes {flush_ms:.2} ms; pgbench on {connections} connections: \
                 {:.0} turns/s, {:.3} ms of PostgreSQL a turn",
                pgbench.rate, pgbench.server_ms
            );
            println!("     {}", figures::head(&grpc));
            println!("gRPC {}", figures::row(number, &grpc));
            println!("REST {}", figures::row(number, &rest));
            rounds.push(Rounds {
                flush_ms,
                pgbench,
                grpc,
                rest,
            });
        }
        drop(gateway);
        tell(&rounds);
        Ok(())
    }
}

fn tell(rounds: &[Rounds]) {
    let over = |what: &str, figure: &dyn Fn(&Rounds) -> f64| {
        println!("{what}: {}", Spread::of(rounds.iter().map(figure)).text(3));
    };
    let cpu = |round: &Round, name| round.cpu_ms(name).unwrap_or(f64::NAN);
    over("a flush, ms", &|it| it.flush_ms);
    over("gRPC / pgbench, turns a second", &|it| {
        it.grpc.rate() / it.pgbench.rate
    });
    over("REST / pgbench, turns a second", &|it| {
        it.rest.rate() / it.pgbench.rate
    });
    let server = Watched::POSTGRES;
    over("gRPC: service / PostgreSQL, time a turn", &|it| {
        cpu(&it.grpc, "service") / cpu(&it.grpc, server)
    });
    over("REST: service / PostgreSQL, time a turn", &|it| {
        cpu(&it.rest, "service") / cpu(&it.rest, server)
    });
    over("REST: gateway / PostgreSQL, time a turn", &|it| {
        cpu(&it.rest, "gateway") / cpu(&it.rest, server)
    });
    over(
        "gRPC: service / PostgreSQL of pgbench, time a turn",
        &|it| cpu(&it.grpc, "service") / it.pgbench.server_ms,
    );
    over(
        "REST: gateway / PostgreSQL of pgbench, time a turn",
        &|it| cpu(&it.rest, "gateway") / it.pgbench.server_ms,
    );
}
