//! Perft tables.
//!
//! Lines with more nodes than `MOELLE_PERFT_NODES_MAX` (200,000,000 unless it is set) are only
//! checked for being readable, so that a test run stays short. To count every line, among them
//! one of 1.4 and one of 1.9 thousand million nodes:
//! `MOELLE_PERFT_NODES_MAX=2000000000 cargo test -p moelle-rules --test vectors perft`.

use moelle_rules::perft;
use serde::Deserialize;

use crate::reading::{Failure, Rules, check, same};

const NODES_MAX: u64 = 200_000_000;

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    rules: Rules,
    position: String,
    depth: u32,
    nodes: u64,
}

#[test]
fn every_perft_table_is_counted() {
    check("perft.jsonl", 472, |line: Line| is_counted(&line));
}

#[test]
fn every_perft_table_of_the_other_variants_is_counted() {
    check("perft_more.jsonl", 40, |line: Line| is_counted(&line));
}

fn is_counted(line: &Line) -> Result<(), Failure> {
    let position = line.rules.position(&line.position)?;
    if line.nodes > nodes_max()? {
        return Ok(());
    }
    same("nodes", perft(&position, line.depth), line.nodes)
}

fn nodes_max() -> Result<u64, Failure> {
    match std::env::var("MOELLE_PERFT_NODES_MAX") {
        Ok(text) => text
            .parse()
            .map_err(|_| format!("MOELLE_PERFT_NODES_MAX is {text:?}")),
        Err(_) => Ok(NODES_MAX),
    }
}
