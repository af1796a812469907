//! What the statements touch, read from their plans: each is about one game, found by its id through an
//! index, so that the tables can be parted or distributed by `game_id`. The exceptions are a closed
//! list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use moelle_store_postgres::testing::TestDatabase;
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

/// The tables whose keys begin with a game's id.
const OF_GAMES: [&str; 5] = ["games", "events", "receipts", "spectators", "deliveries"];

/// A small table that every part may hold whole: play looks up in it what an application wants.
const LOOKED_UP: &str = "webhooks";

/// The statements that are not about one game, and what they are for.
const NOT_ABOUT_ONE_GAME: [(&str, &str); 21] = [
    ("backlog", "the outbox: how much is on its way"),
    ("claim_deliveries", "the outbox: what is due"),
    (
        "create",
        "creating: the request is the key, for there is no game yet",
    ),
    ("creation", "creating: the answer to a repeated request"),
    ("due", "the sweeper: games whose flag has fallen"),
    ("forget_creations", "the purge of old receipts"),
    ("forget_receipts", "the purge of old receipts"),
    ("forget_deliveries", "the purge of the outbox"),
    (
        "give_up_deliveries",
        "the outbox: what waits for webhooks that are disabled",
    ),
    ("list", "lists of public games"),
    ("list_deliveries", "lists of what an application is told"),
    ("list_of_player", "lists of public games"),
    ("list_own", "lists of an application's games"),
    (
        "note_spectators",
        "what one replica counts, of all its games at once",
    ),
    ("notify", "hints: no table at all"),
    ("ping", "a sign of life: no table at all"),
    ("purge", "the purge of games that are kept no longer"),
    (
        "purgeable",
        "what that purge would take, for those who run the service",
    ),
    ("resend_dead", "the outbox: what is sent again"),
    (
        "revisions",
        "the look at the games that one replica watches",
    ),
    ("usage", "creating: the quotas of an application"),
];
/// About applications and their keys, which are no games.
const ABOUT_APPLICATIONS: [&str; 13] = [
    "applications",
    "change_webhook",
    "delete_webhook",
    "insert_application",
    "insert_key",
    "insert_webhook",
    "key_of",
    "keys",
    "revoke_key",
    "rotate_key",
    "rotate_signing_key",
    "set_quotas",
    "webhooks",
];
/// Of the tool that migrates: it knows no games.
const OF_MIGRATIONS: [&str; 1] = ["schema_version"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Every statement by its name.
fn statements() -> BTreeMap<String, String> {
    let files = fs::read_dir(folder("queries")).expect("the folder of the statements");
    files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(&path).expect("a text");
            (name.into_owned(), text)
        })
        .collect()
}

/// How many parameters a statement has.
fn parameters(statement: &str) -> usize {
    statement
        .split('$')
        .skip(1)
        .filter_map(|rest| {
            let digits = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            rest[..digits].parse().ok()
        })
        .max()
        .unwrap_or(0)
}

/// The plan that serves every value of the parameters, where an index is used if there is one.
async fn plan(session: &mut PgConnection, name: &str, statement: &str) -> Value {
    let nulls = vec!["NULL"; parameters(statement)].join(", ");
    let arguments = if nulls.is_empty() {
        nulls
    } else {
        format!("({nulls})")
    };
    let prepare = format!("PREPARE {name}_plan AS {statement}");
    sqlx::raw_sql(AssertSqlSafe(prepare))
        .execute(&mut *session)
        .await
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let explain = format!("EXPLAIN (FORMAT JSON) EXECUTE {name}_plan{arguments}");
    let row = sqlx::raw_sql(AssertSqlSafe(explain))
        .fetch_one(session)
        .await
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let Json(plan) = row.get::<Json<Value>, _>(0);
    plan[0]["Plan"].clone()
}

/// Every node of a plan.
fn nodes(plan: &Value) -> Vec<&Value> {
    let below = plan["Plans"].as_array().into_iter().flatten();
    std::iter::once(plan)
        .chain(below.flat_map(|plan| nodes(plan)))
        .collect()
}

/// Why a plan is not about one game alone, if it is not.
fn strays(plan: &Value) -> Option<String> {
    let mut is_about_a_game = false;
    for node in nodes(plan) {
        let Some(table) = node["Relation Name"].as_str() else {
            continue;
        };
        let found_by = ["Index Cond", "Recheck Cond"]
            .iter()
            .find_map(|key| node[*key].as_str());
        let is_looked_up =
            |by: &str| by.contains("application_id = ") || by.contains("webhook_id = ");
        if table == LOOKED_UP && found_by.is_some_and(is_looked_up) {
            continue;
        }
        if !OF_GAMES.contains(&table) {
            return Some(format!("{table} is not keyed by games"));
        }
        is_about_a_game = true;
        // What is written is written to rows that were found below, or are new and of one game.
        if node["Node Type"] == "ModifyTable" {
            continue;
        }
        if !found_by.is_some_and(is_one_game) {
            return Some(format!(
                "{} of {table} by {}",
                node["Node Type"],
                found_by.unwrap_or("no index")
            ));
        }
    }
    (!is_about_a_game).then(|| "it is about no game".to_owned())
}

/// Whether a condition on an index holds for rows of one game alone: a parameter, or the game of a row
/// that was found before.
fn is_one_game(condition: &str) -> bool {
    condition.match_indices("game_id = ").any(|(at, found)| {
        let value = &condition[at + found.len()..];
        let end = value.find([')', ' ']).unwrap_or(value.len());
        value.starts_with('$') || value[..end].ends_with(".game_id")
    })
}

#[tokio::test]
async fn every_statement_of_play_touches_one_game_by_its_id() {
    let database = TestDatabase::migrated().await;
    let mut session = database.session().await;
    for setting in [
        "plan_cache_mode = force_generic_plan",
        "enable_seqscan = off",
    ] {
        sqlx::raw_sql(AssertSqlSafe(format!("SET {setting}")))
            .execute(&mut session)
            .await
            .expect("a setting");
    }
    let statements = statements();
    let mut stray = BTreeMap::new();
    for (name, statement) in &statements {
        let plan = plan(&mut session, name, statement).await;
        if let Some(why) = strays(&plan) {
            stray.insert(name.as_str(), why);
        }
    }
    for name in OF_MIGRATIONS.into_iter().chain(ABOUT_APPLICATIONS) {
        assert!(stray.remove(name).is_some(), "{name} is about games");
    }
    let allowed: BTreeSet<&str> = NOT_ABOUT_ONE_GAME.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        stray.keys().copied().collect::<BTreeSet<_>>(),
        allowed,
        "the statements that are not about one game, of {}: {stray:#?}",
        statements.len()
    );
}

#[tokio::test]
async fn games_that_are_kept_no_longer_are_found_through_indexes() {
    let database = TestDatabase::migrated().await;
    let mut session = database.session().await;
    for setting in [
        "plan_cache_mode = force_generic_plan",
        "enable_seqscan = off",
    ] {
        sqlx::raw_sql(AssertSqlSafe(format!("SET {setting}")))
            .execute(&mut session)
            .await
            .expect("a setting");
    }
    for name in ["purge", "purgeable"] {
        let plan = plan(&mut session, name, &statements()[name]).await;
        let whole: Vec<_> = nodes(&plan)
            .into_iter()
            .filter(|node| node["Node Type"] == "Seq Scan")
            .map(|node| node["Relation Name"].to_string())
            .collect();
        assert!(whole.is_empty(), "{name} reads all of {whole:?}");
    }
}

#[test]
fn a_condition_of_many_games_is_told_from_one_of_one() {
    for (condition, is_one) in [
        ("(game_id = $1)", true),
        ("((game_id = $1) AND (revision > $49))", true),
        (
            "((game_id = g.game_id) AND (revision >= g.quiet_since))",
            true,
        ),
        ("(game_id = ANY ($1))", false),
        ("(game_id < $1)", false),
        ("(at < $1)", false),
    ] {
        assert_eq!(is_one_game(condition), is_one, "{condition}");
    }
}

#[test]
fn every_statement_of_the_store_stands_in_a_file() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    sources(&folder("src"), &mut files);
    let mut used = BTreeSet::new();
    // What makes databases for tests is no part of the store.
    for file in files
        .iter()
        .filter(|file| !file.to_string_lossy().contains("/testing"))
    {
        let text = fs::read_to_string(file).expect("a source");
        for (at, _) in text.match_indices("sqlx::query") {
            let call = &text[at..];
            let name = call
                .split("\"queries/")
                .nth(1)
                .and_then(|rest| rest.split(".sql\"").next());
            assert!(
                call.starts_with("sqlx::query_file"),
                "{}: a statement of its own",
                file.display()
            );
            used.insert(name.expect("a file of queries").to_owned());
        }
        assert!(
            !text.contains("raw_sql"),
            "{}: a statement of its own",
            file.display()
        );
    }
    assert_eq!(
        used,
        statements().into_keys().collect(),
        "statements used, and those that there are"
    );
}
