//! `docs/limits.md` names every limit that is a constant, as the code has it.

mod constants;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use constants::{Constant, constants};

/// Set to anything, the tables are written anew.
const UPDATE: &str = "MOELLE_UPDATE_DOCS";
/// What stands before the tables.
const MARK: &str =
    "<!-- Written by a test: MOELLE_UPDATE_DOCS=1 cargo test -p moelle-tests fixed_limits -->\n";

/// Numbers that limit nothing: what formats, protocols and tables are made of.
const NO_LIMITS: &[&str] = &[
    "crates/games::application::identify::DAY",
    "crates/games::id::TEXT_LEN",
    "crates/games::request::NONCE_LEN",
    "crates/games::time_control::DAY_MS",
    "crates/rules::position::HANDS",
    "crates/rules::record::writing::COLUMN_END",
    "crates/rules::rule_set::FEW_MEN",
    "crates/rules::sanmill::FIELDS",
    "crates/rules::sanmill::LAST_MILLS",
    "crates/rules::turn::REMOVALS",
    "crates/rules::turn::SLOTS",
    "crates/rules::turn::SLOT_BITS",
    "crates/rules::turn::START",
    "crates/rules::turn::TARGET",
    "crates/settings::program::FAILURE",
    "crates/settings::program::USAGE",
    "crates/store-sqlite::error::code::BUSY",
    "crates/store-sqlite::error::code::CANTOPEN",
    "crates/store-sqlite::error::code::FULL",
    "crates/store-sqlite::error::code::IOERR",
    "crates/store-sqlite::error::code::LOCKED",
    "crates/store-sqlite::error::code::READONLY",
    "crates/telemetry::limit::NEVER",
    "crates/telemetry::w3c::TRACEPARENT_LEN",
    "crates/webhooks::address::NAT64",
    "services/gateway::extract::game_id::ID_LEN",
    "services/gateway::upstream::resolve::PORT",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The limits of every package, by its folder.
fn limits() -> BTreeMap<String, Vec<Constant>> {
    let mut found = BTreeMap::new();
    let mut named = BTreeSet::new();
    for folder in ["crates", "services"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder of packages");
        for entry in entries {
            let name = entry.expect("an entry").file_name();
            let package = format!("{folder}/{}", name.display());
            let mut constants = constants(&root().join(&package));
            constants.retain(|constant| {
                let name = format!("{package}::{}", constant.name);
                let is_limit = !NO_LIMITS.contains(&name.as_str());
                if !is_limit {
                    named.insert(name);
                }
                is_limit
            });
            found.insert(package, constants);
        }
    }
    let gone: Vec<_> = NO_LIMITS
        .iter()
        .filter(|it| !named.contains(**it))
        .collect();
    assert!(gone.is_empty(), "these are no constants: {gone:?}");
    found
}

fn tables() -> String {
    let mut text = String::new();
    let mut unsaid = Vec::new();
    for (package, constants) in limits().iter().filter(|(_, all)| !all.is_empty()) {
        let _ = write!(
            text,
            "\n### {package}\n\n| Constant | How much | What it is |\n| --- | --- | --- |\n"
        );
        for Constant { name, amount, what } in constants {
            if what.is_empty() {
                unsaid.push(format!("{package}::{name}"));
            }
            let _ = writeln!(text, "| `{name}` | {amount} | {what} |");
        }
    }
    assert!(
        unsaid.is_empty(),
        "these do not say what they are: {unsaid:#?}"
    );
    text
}

#[test]
fn the_page_names_every_fixed_limit_as_the_code_has_it() {
    let page = root().join("docs/limits.md");
    let written = std::fs::read_to_string(&page).expect("the page");
    let (before, after) = written.split_once(MARK).expect("the mark of the tables");
    let tables = tables();
    assert!(tables.lines().count() > 100, "{tables}");
    if std::env::var_os(UPDATE).is_some() {
        let page_text = format!("{before}{MARK}{tables}");
        std::fs::write(&page, page_text).expect("written");
        return;
    }
    let said: BTreeSet<&str> = after.lines().collect();
    let is: BTreeSet<&str> = tables.lines().collect();
    let missing: Vec<_> = is.difference(&said).collect();
    let wrong: Vec<_> = said.difference(&is).collect();
    assert!(
        after == tables,
        "docs/limits.md: write it with {UPDATE}=1; not there: {missing:#?}; not so: {wrong:#?}"
    );
}
