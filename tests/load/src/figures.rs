//! Figures for people.

use crate::round::Round;

/// Percentiles of latency that are told.
const PERCENTILES: [f64; 4] = [50.0, 95.0, 99.0, 99.9];

/// The middle of some figures, and the least and the greatest.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Spread {
    /// Of at least one figure.
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        let middle = figures.len() / 2;
        let median = if figures.len().is_multiple_of(2) {
            f64::midpoint(figures[middle - 1], figures[middle])
        } else {
            figures[middle]
        };
        Self {
            median,
            least: figures[0],
            greatest: figures[figures.len() - 1],
        }
    }

    /// With so many digits behind the point.
    pub(crate) fn text(&self, digits: usize) -> String {
        let Self {
            median,
            least,
            greatest,
        } = self;
        format!("{median:.digits$} ({least:.digits$} to {greatest:.digits$})")
    }
}

/// The heads of what `row` tells.
pub(crate) fn head(round: &Round) -> String {
    let mut cells = vec![format!(
        "{:>6} {:>9} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "round", "turns/s", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "errors", "again"
    )];
    for (name, _) in &round.usage {
        cells.push(format!("{:>24}", format!("{name} ms/turn, MiB")));
    }
    cells.join(" ")
}

/// A line of a round.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
pub(crate) fn row(number: usize, round: &Round) -> String {
    let mut cells = vec![format!("{number:>6} {:>9.0}", round.rate())];
    for percentile in PERCENTILES {
        let micros = round.tally.latency.value_at_percentile(percentile);
        cells.push(format!("{:>8.2}", micros as f64 / 1000.0));
    }
    cells.push(format!("{:>7} {:>7}", round.tally.errors, round.tally.shed));
    for (name, usage) in &round.usage {
        let cpu = round.cpu_ms(name).unwrap_or_default();
        let mib = usage.memory as f64 / 1024.0 / 1024.0;
        cells.push(format!("{cpu:>16.3} {mib:>7.1}"));
    }
    cells.join(" ")
}

/// Median and spread of the rate and of each process's time over rounds.
pub(crate) fn summary(rounds: &[Round]) -> String {
    let rate = Spread::of(rounds.iter().map(Round::rate));
    let mut lines = vec![format!("turns a second: {}", rate.text(0))];
    for (name, _) in &rounds[0].usage {
        let cpu = Spread::of(rounds.iter().filter_map(|round| round.cpu_ms(name)));
        lines.push(format!("{name}: {} ms a turn", cpu.text(3)));
    }
    lines.join("\n")
}
