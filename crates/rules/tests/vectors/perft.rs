//! Perft tables, every line: among them one of 1.4 and one of 1.9 thousand million nodes. The
//! crate is optimised in the test profile, so that all of them take seconds.

use moelle_rules::perft;
use serde::Deserialize;

use crate::reading::{Failure, Rules, check, same};

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
    same("nodes", perft(&position, line.depth), line.nodes)
}
