//! The files of the page, as they lie in `page/`: there is no build step.

use std::fmt::Write as _;
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// A file of the page.
pub(super) struct File {
    name: &'static str,
    pub(super) content_type: &'static str,
    pub(super) bytes: &'static [u8],
}

macro_rules! files {
    ($($name:literal $content_type:ident,)*) => {
        /// Every file but the document itself.
        const FILES: &[File] = &[$(File {
            name: $name,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../../../page/", $name)),
        },)*];
    };
}

const CSS: &str = "text/css; charset=utf-8";
const JSON: &str = "application/json";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

files! {
    "api.js" SCRIPT,
    "app.js" SCRIPT,
    "away.js" SCRIPT,
    "board.js" SCRIPT,
    "clock.js" SCRIPT,
    "device.js" SCRIPT,
    "dom.js" SCRIPT,
    "early.js" SCRIPT,
    "history.js" SCRIPT,
    "home.js" SCRIPT,
    "icon.svg" SVG,
    "join.js" SCRIPT,
    "lean-qr.js" SCRIPT,
    "learn.js" SCRIPT,
    "link.js" SCRIPT,
    "notation.js" SCRIPT,
    "panel.js" SCRIPT,
    "plate.js" SCRIPT,
    "play.js" SCRIPT,
    "retry.js" SCRIPT,
    "rules.js" SCRIPT,
    "seats.js" SCRIPT,
    "style.css" CSS,
    "texts.js" SCRIPT,
    "texts/da.json" JSON,
    "texts/de.json" JSON,
    "texts/en.json" JSON,
    "texts/nb.json" JSON,
    "turns.js" SCRIPT,
    "variants.js" SCRIPT,
}

/// The document, with places for what differs.
pub(super) const DOCUMENT: &str = include_str!("../../../page/index.html");

/// What the addresses of the files change by: they may be kept for ever.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let digest = FILES
        .iter()
        .fold(Sha256::new(), |digest, file| {
            digest.chain_update(file.bytes)
        })
        .finalize();
    digest.iter().take(6).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
});

/// The file with this name.
pub(super) fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// A script and those that it imports when it is loaded, each once, before those that it imports itself.
pub(super) fn with_imports(script: &str) -> Vec<&'static str> {
    let mut found: Vec<&File> = find(script).into_iter().collect();
    let mut next = 0;
    while let Some(file) = found.get(next) {
        for name in imports(file) {
            if found.iter().all(|other| other.name != name) {
                found.extend(find(name));
            }
        }
        next += 1;
    }
    found.iter().map(|file| file.name).collect()
}

/// What a script imports at its head: one line each, `import … from './name.js';`.
fn imports(file: &File) -> impl Iterator<Item = &'static str> + use<> {
    let text = std::str::from_utf8(file.bytes).unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with("import "));
    lines.filter_map(|line| {
        line.split_once("'./")?
            .1
            .split_once('\'')
            .map(|(name, _)| name)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What a visitor loads of the page, whatever is looked at.
    const BYTES_MAX: usize = 150_000;

    fn named(folder: &str) -> BTreeSet<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        fs::read_dir(root.join(folder))
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
            .filter(|entry| entry.file_type().expect("a type").is_file())
            .map(|entry| format!("{folder}{}", entry.file_name().display()))
            .collect()
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let mut there = named("");
        there.extend(named("texts/"));
        there.remove("index.html");
        let served: BTreeSet<_> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(served, there);
    }

    #[test]
    fn scripts_come_with_what_they_import_and_with_nothing_else() {
        let needed = with_imports("play.js");
        for name in ["play.js", "board.js", "texts.js"] {
            assert!(needed.contains(&name), "{name} in {needed:?}");
        }
        for name in ["home.js", "learn.js", "lean-qr.js"] {
            assert!(!needed.contains(&name), "{name} in {needed:?}");
        }
        let once: BTreeSet<_> = needed.iter().collect();
        assert_eq!(once.len(), needed.len(), "{needed:?}");
        for file in FILES.iter().filter(|file| file.content_type == SCRIPT) {
            for name in imports(file) {
                assert!(find(name).is_some(), "{} imports {name}", file.name);
            }
        }
    }

    #[test]
    fn the_whole_page_is_small() {
        let bytes: usize = FILES.iter().map(|file| file.bytes.len()).sum();
        assert!(bytes + DOCUMENT.len() < BYTES_MAX, "{bytes} bytes");
    }

    #[test]
    fn every_text_is_there_in_every_language_with_the_same_places() {
        let texts = |language: &str| -> BTreeMap<String, String> {
            let file = find(&format!("texts/{language}.json")).expect("the texts");
            serde_json::from_slice(file.bytes).expect("a list of texts")
        };
        let places = |text: &str| -> BTreeSet<String> {
            let parts = text.split('{').skip(1);
            parts
                .map(|part| part.split('}').next().expect("an end").to_owned())
                .collect()
        };
        let english = texts("en");
        for language in ["da", "nb", "de"] {
            let others = texts(language);
            assert!(english.keys().eq(others.keys()), "{language}");
            for (key, text) in &english {
                assert_eq!(places(text), places(&others[key]), "{key} in {language}");
                assert!(!others[key].trim().is_empty(), "{key} in {language}");
                let translated =
                    ["api", "said.placed"].contains(&key.as_str()) || others[key] != *text;
                assert!(translated, "{key} in {language} is English: {text}");
            }
        }
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere_or_written_inline() {
        for file in FILES {
            let Ok(text) = std::str::from_utf8(file.bytes) else {
                continue;
            };
            for part in text.split("http").skip(1) {
                let address = part.starts_with("://") || part.starts_with("s://");
                let namespace = part.starts_with("://www.w3.org/2000/svg");
                assert!(!address || namespace, "{}: http{part:.40}", file.name);
            }
            assert!(!text.contains("setAttribute('style'"), "{}", file.name);
        }
        for inline in ["<style", "style=", "onclick=", "<script>"] {
            assert!(!DOCUMENT.contains(inline), "{inline}");
        }
    }
}
