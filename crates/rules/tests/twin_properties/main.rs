//! The engine and its slow twin, side by side over random rule sets, positions, games and texts.
//!
//! Each property says how many cases it runs; `PROPTEST_CASES=5000 cargo test -p moelle-rules
//! --test twin_properties` runs that many of each instead. A failure prints its smallest input;
//! it becomes a named case in `found.rs` rather than a seed in a file.

#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "a module of several test binaries, each of which uses another part of it"
)]
#[path = "../twin/mod.rs"]
mod twin;

mod both;
mod engine;
mod strategies;

mod ends;
mod found;
mod play;
mod positions;
mod records;
mod refusals;
mod symmetry;

/// The configuration of a property: its number of cases, unless `PROPTEST_CASES` says another.
fn cases(cases: u32) -> proptest::test_runner::Config {
    use proptest::test_runner::Config;
    let is_set = std::env::var_os("PROPTEST_CASES").is_some();
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if is_set {
        config
    } else {
        Config { cases, ..config }
    }
}
