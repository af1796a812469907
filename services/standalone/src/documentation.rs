//! `docs/configuration.md`: every option of every program, and every limit that is no option, as
//! the code has them.

use std::fmt::Write as _;

use moelle_games::{
    BONUS_MS_MAX, CLOCK_SKEW_MAX, FIRST_TURN_MS, FIRST_TURN_MS_DEFAULT, GRACE, INVITATION_LIFE,
    PLIES_MAX, PlayerName, TOTAL_MS, TURN_DAYS,
};
use moelle_proto::limits;
use moelle_settings::table;
use moelle_telemetry::OTEL_VARIABLES;

/// Where the page is.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
/// Set to anything, the page is written anew.
const UPDATE: &str = "MOELLE_UPDATE_DOCS";

const INTRODUCTION: &str = "\
# Configuration

<!-- Written by a test: MOELLE_UPDATE_DOCS=1 cargo test -p moelle the_page -->

Every program reads environment variables and flags; a flag goes before its variable. What makes no
sense is told before a port opens, everything at once with a line each, and the program ends with 64.
A time is a whole number of milliseconds or seconds, as its name ends; sizes are bytes.

- **Secrets** stand in a variable or in the file that the variable with `_FILE` names, such as
  `DATABASE_PASSWORD_FILE=/run/secrets/password`; never in both. Neither is shown, in no log and in no
  message.
- **TLS**: files are PEM. They are looked at again at most every ten seconds when a connection is made:
  a renewed certificate is used from then on, and open connections keep theirs. Files that make no
  sense then are told in the log, and what was read before stays in use. TLS 1.2 and 1.3 are spoken.
- **Health**: `health` asks the service that runs on this machine with the same variables, and ends with
  0 where it is ready and with 1 where it is not.
";

#[test]
fn the_page_of_documentation_says_what_the_programs_take() {
    let page = page();
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(PAGE, &page).expect("written");
    }
    let written = std::fs::read_to_string(PAGE).expect("the page is there");
    assert!(
        written == page,
        "docs/configuration.md does not say what the programs take: write it with {UPDATE}=1"
    );
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let programs = [
        (
            "`moelle-game`: the gRPC service",
            table::<moelle_game::Cli>(),
        ),
        ("`moelle-gateway`: REST", table::<moelle_gateway::Cli>()),
        (
            "`moelle`: everything in one process",
            table::<crate::config::Cli>(),
        ),
    ];
    for (title, table) in programs {
        let _ = write!(page, "\n## {title}\n\n{table}");
    }
    page.push_str(
        "\n## Telemetry and logs, of every program\n\n\
         A value that the programs do not know is refused as any other is. Certificates of one's own\n\
         (`OTEL_EXPORTER_OTLP_CERTIFICATE`) are not supported: use a collector beside the program.\n\n\
         | Variable | Default | Meaning |\n| --- | --- | --- |\n",
    );
    for (variable, default, meaning) in OTEL_VARIABLES {
        let _ = writeln!(page, "| `{variable}` | {default} | {meaning} |");
    }
    page.push_str(
        "\n## What is no option\n\n\
         These are part of what callers are promised, and the same everywhere.\n\n\
         | What | How much |\n| --- | --- |\n",
    );
    for (what, how_much) in promised() {
        let _ = writeln!(page, "| {what} | {how_much} |");
    }
    page
}

fn promised() -> Vec<(&'static str, String)> {
    let hours = |time: std::time::Duration| format!("{} hours", time.as_secs() / 3600);
    let range =
        |range: &std::ops::RangeInclusive<u64>| format!("{} to {}", range.start(), range.end());
    vec![
        (
            "Bytes of a message of gRPC that asks",
            limits::REQUEST_BYTES_MAX.to_string(),
        ),
        (
            "Bytes of a message of gRPC that answers",
            limits::ANSWER_BYTES_MAX.to_string(),
        ),
        (
            "Bytes of the headers of a call between the services",
            limits::HEADERS_BYTES_MAX.to_string(),
        ),
        ("Bytes of a record", limits::RECORD_BYTES_MAX.to_string()),
        (
            "Turns of a record or a replay",
            limits::REPLAY_TURNS_MAX.to_string(),
        ),
        (
            "Plies of a stored game; the next turn is refused",
            PLIES_MAX.to_string(),
        ),
        ("Checks of one batch", limits::BATCH_MAX.to_string()),
        (
            "Legal turns that are listed before the list says that there are more",
            limits::LEGAL_TURNS_MAX.to_string(),
        ),
        (
            "Games of a page",
            format!("{}, at most {}", limits::GAMES_DEFAULT, limits::GAMES_MAX),
        ),
        (
            "Events of a page",
            format!("{}, at most {}", limits::EVENTS_DEFAULT, limits::EVENTS_MAX),
        ),
        (
            "Games that one stream follows",
            limits::WATCHED_MAX.to_string(),
        ),
        (
            "Characters of a player's name",
            PlayerName::CHARS_MAX.to_string(),
        ),
        (
            "How long an invitation can be used",
            format!("{} days", INVITATION_LIFE.whole_days()),
        ),
        (
            "How long the answer to a request with an id can be had again",
            hours(moelle_game::RECEIPTS_KEPT),
        ),
        (
            "How long after a deadline the fall of a flag is shown",
            format!("{} seconds", GRACE.whole_seconds()),
        ),
        (
            "How far the clocks of replicas may be apart",
            format!("{} second", CLOCK_SKEW_MAX.whole_seconds()),
        ),
        (
            "Milliseconds of a clock for the whole game",
            range(&TOTAL_MS),
        ),
        (
            "Milliseconds of an increment or a delay, at most",
            BONUS_MS_MAX.to_string(),
        ),
        ("Days of a clock for each turn", range(&TURN_DAYS)),
        (
            "Milliseconds for a first turn",
            format!("{FIRST_TURN_MS_DEFAULT}, from {}", range(&FIRST_TURN_MS)),
        ),
    ]
}
