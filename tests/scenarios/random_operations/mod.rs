//! Thousands of random operations by several clients on three replicas, which are killed, stopped
//! and started again, lose their database and their gateway, and see time leap. Clients open games
//! with and without clocks, of any seats, or from records; race for invitations; make invitations and
//! tokens anew; play what is legal, illegal or stale; offer, answer, take back, abort, resign, and
//! play on in rematches. Each request is sent until it is answered, and what was accepted is sent
//! once more. In the end it must hold that:
//!
//! 1. the events of a game are its revisions from 1 on, none missing and none twice;
//! 2. every change that was acknowledged is the event of the revision that its answer named, no two
//!    are the same event, and no event but the fall of a flag is one that nobody asked for: nothing
//!    is lost, nothing applied twice, nothing that was refused done;
//! 3. a refusal as stale is true: the game has moved on from the revision that was named;
//! 4. a game ends at most once, by the last of its events but for wishes for a rematch and tokens
//!    made anew, and its outcome is that event's;
//! 5. the turns that stand lead, by the rules, to the position that is stored;
//! 6. a seat is taken once, an invitation opens one seat, and of all the tokens that a seat ever had
//!    the last one works and no other;
//! 7. who is not to act loses no time, a takeback gives back the times of its revision, and no flag
//!    that fell is left hanging;
//! 8. two players have one rematch, and there is no game that nobody asked for;
//! 9. what a watcher saw, of one game over gRPC or SSE or of many on one stream, is what the events
//!    of the game are, field by field, from where it began to the end: no gap, no repetition and no
//!    difference, over all that happened to the replicas.
//!
//! What the clients do follows from a seed, `MOELLE_SEED`, which a failure shows; `MOELLE_OPERATIONS`
//! sets how many operations each of them makes. When they meet is up to the machine, so a seed alone
//! may not show a failure again: a fault that is found becomes a scenario of its own, with a name.

mod checks;
mod client;
mod operations;
mod tables;
mod trouble;
mod watchers;

use std::sync::Arc;

use futures::future::join_all;

use self::checks::{check, check_whole, settle};
use self::client::client;
use self::tables::Tables;
use self::trouble::Trouble;
use self::watchers::Watchers;
use crate::support::processes::{Plan, Processes};
use crate::support::random::Random;

const CLIENTS: u64 = 6;
const OPERATIONS: usize = 350;
const SEED: u64 = 7;
/// Games that clients play at once.
const GAMES: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_whatever_happens_to_the_replicas() {
    let seed = number_of("MOELLE_SEED", SEED);
    let operations = number_of("MOELLE_OPERATIONS", OPERATIONS);
    println!("MOELLE_SEED={seed} MOELLE_OPERATIONS={operations}");
    let plan = Plan {
        replicas: 3,
        connections: 4,
        ..Plan::default()
    };
    let processes = Arc::new(Processes::start(&plan).await);
    let tables = Arc::new(Tables::new(Arc::clone(&processes)));
    let mut random = Random::from_seed(seed);
    for _ in 0..GAMES {
        tables.open(&mut random).await;
    }
    let watchers = Watchers::of(&processes, &tables.all());
    let trouble = Trouble::make(Arc::clone(&tables), seed);
    let clients = (1..=CLIENTS).map(|n| {
        let seed = seed.wrapping_mul(1_000).wrapping_add(n);
        client(Arc::clone(&tables), seed, operations)
    });
    join_all(clients).await;
    trouble.stop().await;
    processes.until_ready().await;
    settle(&tables).await;
    let mut checked = Vec::new();
    for table in tables.all() {
        checked.push(check(&tables, &table).await);
    }
    let made = operations * usize::try_from(CLIENTS).expect("few");
    check_whole(&tables, &checked, made).await;
    watchers.check(&tables).await;
}

fn number_of<T: std::str::FromStr>(variable: &str, otherwise: T) -> T {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
        Err(_) => otherwise,
    }
}
