//! The table of states and calls in `docs/game-life.md`, walked.

use std::fmt::Write as _;
use std::path::Path;

use futures::StreamExt as _;

use super::calls::{Ask, Call};
use super::states::{State, described};
use crate::testing::{TestServer, failure};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/game-life.md");
const BEGIN: &str =
    "<!-- The table is written by a test: see services/game/src/games/tests/table.rs. -->\n";
const END: &str = "<!-- The end of the table. -->";
/// Tables that are walked at once.
const AT_ONCE: usize = 8;

/// Every call in every state, as the page says. With `MOELLE_UPDATE_DOCS=1` the page is written
/// anew.
#[tokio::test]
async fn the_table_of_the_page_is_what_the_server_does() {
    let written = written().await;
    let page = std::fs::read_to_string(Path::new(PAGE)).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the table");
    let (table, after) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("MOELLE_UPDATE_DOCS").is_some() {
        let page = [before, BEGIN, &written, END, after].concat();
        std::fs::write(PAGE, page).expect("the page is written");
    } else {
        assert_eq!(
            table, written,
            "{PAGE} is stale: run with MOELLE_UPDATE_DOCS=1"
        );
    }
}

async fn written() -> String {
    let mut text = String::from("\n| State |");
    for call in Call::ALL {
        write!(text, " {} |", call.name()).expect("a string");
    }
    text.push_str("\n| --- |");
    text.push_str(&" --- |".repeat(Call::ALL.len()));
    text.push('\n');
    let rows = futures::stream::iter(State::ALL).map(|state| row(*state));
    let rows: Vec<String> = rows.buffered(AT_ONCE).collect().await;
    text + &rows.concat() + "\n"
}

async fn row(state: State) -> String {
    let server = TestServer::start().await;
    let mut row = format!("| {} |", state.name());
    for call in Call::ALL {
        let table = state.set(&server).await;
        let ask = Ask {
            token: &table.white,
            ..Ask::default()
        };
        let cell = match call.make(&server, &table, ask).await {
            Ok(answer) => {
                let now = described(&answer.game);
                assert_eq!(described(&table.game(&server).await), now);
                now
            }
            Err(status) => format!("`{}`", failure(&status).code()),
        };
        write!(row, " {cell} |").expect("a string");
    }
    row + "\n"
}
