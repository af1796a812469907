//! What must hold of the repository itself: who depends on whom, single copies, true copies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Which of the workspace's packages each may depend on, tests aside.
const MAY_DEPEND_ON: [(&str, &[&str]); 18] = [
    ("moelle-rules", &[]),
    ("moelle-words", &["moelle-rules"]),
    ("moelle-lessons", &["moelle-rules", "moelle-words"]),
    ("moelle-pictures", &["moelle-rules"]),
    ("moelle-games", &["moelle-rules"]),
    ("moelle-store-postgres", &["moelle-games", "moelle-rules"]),
    ("moelle-store-sqlite", &["moelle-games", "moelle-rules"]),
    (
        "moelle-proto",
        &["moelle-games", "moelle-rules", "moelle-words"],
    ),
    ("moelle-telemetry", &[]),
    ("moelle-webhooks", &["moelle-games", "moelle-rules"]),
    ("moelle-settings", &["moelle-telemetry"]),
    ("moelle-rates", &["moelle-settings", "moelle-telemetry"]),
    ("moelle-connections", &["moelle-rates"]),
    (
        "moelle-game",
        &[
            "moelle-connections",
            "moelle-games",
            "moelle-lessons",
            "moelle-proto",
            "moelle-rates",
            "moelle-rules",
            "moelle-store-postgres",
            "moelle-store-sqlite",
            "moelle-settings",
            "moelle-telemetry",
            "moelle-webhooks",
            "moelle-words",
        ],
    ),
    (
        "moelle-gateway",
        &[
            "moelle-connections",
            "moelle-pictures",
            "moelle-proto",
            "moelle-rates",
            "moelle-rules",
            "moelle-settings",
            "moelle-telemetry",
            "moelle-words",
        ],
    ),
    (
        "moelle",
        &[
            "moelle-game",
            "moelle-gateway",
            "moelle-rates",
            "moelle-settings",
            "moelle-telemetry",
        ],
    ),
    ("moelle-tests", &[]),
    (
        "moelle-load",
        &[
            "moelle-games",
            "moelle-proto",
            "moelle-rules",
            "moelle-store-postgres",
        ],
    ),
];

/// Libraries that only these packages may name, tests aside.
const AT_THE_EDGE: [(&str, &[&str]); 4] = [
    ("axum", &["moelle-gateway"]),
    ("sqlx", &["moelle-store-postgres", "moelle-store-sqlite"]),
    (
        "tonic",
        &[
            "moelle-proto",
            "moelle-telemetry",
            "moelle-game",
            "moelle-gateway",
            "moelle-load",
        ],
    ),
    (
        "prost",
        &[
            "moelle-proto",
            "moelle-telemetry",
            "moelle-game",
            "moelle-gateway",
            "moelle-load",
        ],
    ),
];

/// Libraries of which the lock file holds one copy.
const ONE_COPY: [&str; 9] = [
    "axum",
    "h2",
    "http",
    "hyper",
    "opentelemetry",
    "prost",
    "rustls",
    "tonic",
    "tower",
];

/// Libraries that must not be in the lock file.
const ABSENT: [&str; 4] = ["openssl", "aws-lc-rs", "reqwest", "cmake"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the direct dependencies of each package of the workspace, tests aside.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--no-deps",
            "--locked",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().expect("dependencies");
            let names = dependencies
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| text(&dependency["name"]))
                .collect();
            (text(&package["name"]), names)
        })
        .collect()
}

#[test]
fn nobody_depends_on_whom_the_architecture_does_not_allow() {
    let found = dependencies();
    let allowed: BTreeMap<_, _> = MAY_DEPEND_ON.into_iter().collect();
    assert_eq!(
        found.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        allowed.keys().copied().collect::<BTreeSet<_>>(),
        "the packages of the workspace"
    );
    for (package, names) in &found {
        for name in names.iter().filter(|name| found.contains_key(*name)) {
            assert!(
                allowed[package.as_str()].contains(&name.as_str()),
                "{package} depends on {name}"
            );
        }
    }
}

#[test]
fn libraries_stay_at_the_edge_they_belong_to() {
    for (package, names) in &dependencies() {
        for (library, holders) in AT_THE_EDGE {
            let may = holders.contains(&package.as_str());
            assert!(
                may || !names.contains(library),
                "{package} depends on {library}"
            );
        }
    }
}

#[test]
fn the_lock_file_holds_one_copy_of_what_must_be_one() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("the lock file");
    let copies = |name: &str| lock.matches(&format!("\nname = \"{name}\"\n")).count();
    for name in ONE_COPY {
        assert_eq!(copies(name), 1, "{name}");
    }
    for name in ABSENT {
        assert_eq!(copies(name), 0, "{name}");
    }
}

/// The layer of the dependencies is made from every manifest, for a package without one is no member.
#[test]
fn images_are_built_from_the_manifest_of_every_package() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect(name);
    let (manifest, dockerfile) = (read("Cargo.toml"), read("deploy/Dockerfile"));
    let members = manifest
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .expect("the members of the workspace")
        .0;
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(members.len() >= MAY_DEPEND_ON.len(), "{members:?}");
    for member in &members {
        let copy = format!("COPY {member}/Cargo.toml {member}/\n");
        assert!(
            dockerfile.contains(&copy),
            "deploy/Dockerfile does not {copy}"
        );
    }
    // What the builder is not given cannot be copied.
    let given: Vec<String> = read(".dockerignore")
        .lines()
        .filter_map(|line| Some(line.strip_prefix('!')?.to_owned()))
        .collect();
    for member in members {
        let manifest = format!("{member}/Cargo.toml");
        let is_given = given
            .iter()
            .any(|path| manifest == *path || manifest.starts_with(&format!("{path}/")));
        assert!(is_given, ".dockerignore leaves {manifest} out");
    }
    let classic = dockerfile.lines().all(|line| !line.contains("--mount"));
    assert!(classic, "the classic builder knows no mounts");
}

/// A page shows pictures and sends its readers on by paths, which must lead somewhere.
#[test]
fn what_the_pages_link_to_is_there() {
    let mut pages = vec![root().join("README.md"), root().join("ARCHITECTURE.md")];
    let docs = std::fs::read_dir(root().join("docs")).expect("a folder of pages");
    pages.extend(docs.map(|entry| entry.expect("an entry").path()));
    pages.retain(|page| page.extension().is_some_and(|it| it == "md"));
    assert!(pages.len() > 5, "{pages:?}");
    let mut pictures = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for (before, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at)) {
            let target = rest[2..].split([')', '#', ' ']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let there = folder.join(target);
            assert!(there.exists(), "{} links to {target}", page.display());
            let line = before.rsplit('\n').next().unwrap_or_default();
            if line.starts_with("![") {
                let bytes = std::fs::metadata(&there).expect("a picture").len();
                assert!(bytes > 10_000, "{target} is no picture");
                pictures += 1;
            }
        }
    }
    assert!(pictures > 0, "the README shows the page");
}

/// Where the specification lies beside a checkout, its vectors and ours are the same.
#[test]
fn the_vectors_are_true_copies() {
    let original = root().join("../shared/vectors");
    let copy = root().join("tests/vectors");
    let names = |folder: &Path| -> BTreeSet<_> {
        std::fs::read_dir(folder)
            .expect("a folder of vectors")
            .map(|entry| entry.expect("an entry").file_name())
            .collect()
    };
    assert!(names(&copy).len() >= 12, "the copy is not whole");
    if !original.is_dir() {
        return;
    }
    assert_eq!(names(&original), names(&copy));
    for name in names(&original) {
        let read = |folder: &Path| std::fs::read(folder.join(&name)).expect("a file of vectors");
        assert!(read(&original) == read(&copy), "{} differs", name.display());
    }
}
