//! What a purge says to whoever called for it.

use std::fmt::Write as _;

use moelle_games::{Purgeable, Purged, Resting};
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// What a purge has forgotten, or would forget.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    dry_run: bool,
    waiting: Line,
    running: Line,
    finished: Line,
}

/// Games of one state.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    games: u64,
    /// When the one that has rested longest changed last, where only that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<String>,
}

impl Report {
    /// For people.
    pub(crate) fn to_text(&self) -> String {
        let what = if self.dry_run {
            "would be forgotten"
        } else {
            "forgotten"
        };
        let lines = [
            ("waiting", &self.waiting),
            ("running", &self.running),
            ("finished", &self.finished),
        ];
        let mut text = String::new();
        for (state, line) in lines {
            let _ = write!(text, "{state}: {} {what}", line.games);
            if let Some(oldest) = &line.oldest {
                let _ = write!(text, ", the oldest unchanged since {oldest}");
            }
            text.push('\n');
        }
        text
    }

    /// For machines, as one line of JSON.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl From<Purged> for Report {
    fn from(purged: Purged) -> Self {
        let line = |games| Line {
            games,
            oldest: None,
        };
        Self {
            dry_run: false,
            waiting: line(purged.waiting),
            running: line(purged.running),
            finished: line(purged.finished),
        }
    }
}

impl From<Purgeable> for Report {
    fn from(found: Purgeable) -> Self {
        let line = |resting: Resting| Line {
            games: resting.count,
            oldest: resting.oldest.and_then(written),
        };
        Self {
            dry_run: true,
            waiting: line(found.waiting),
            running: line(found.running),
            finished: line(found.finished),
        }
    }
}

fn written(at: OffsetDateTime) -> Option<String> {
    at.format(&Rfc3339).ok()
}
