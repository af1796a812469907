//! Where games are kept on a user's own machine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};
use thiserror::Error;

/// The name of the folder in the user's data folder.
const FOLDER: &str = "moelle";
/// The name of the file of games.
const FILE: &str = "games.sqlite";

/// There is no folder for the games.
#[derive(Debug, Error)]
pub(crate) enum NoDataFolder {
    /// The user has no home.
    #[error("no home folder is known: name a folder for the games")]
    NoHome,
    /// The path cannot stand in the address of a store.
    #[error("{0:?} is no text")]
    NoText(PathBuf),
}

/// The folder that was named, or `moelle` in the user's data folder: `$XDG_DATA_HOME` or
/// `~/.local/share` on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows.
pub(crate) fn find(named: &str) -> Result<PathBuf, NoDataFolder> {
    let folder = if named.is_empty() {
        choose_native_strategy()
            .map_err(|_| NoDataFolder::NoHome)?
            .data_dir()
            .join(FOLDER)
    } else {
        PathBuf::from(named)
    };
    if folder.to_str().is_some() {
        Ok(folder)
    } else {
        Err(NoDataFolder::NoText(folder))
    }
}

/// The address of the file of games in a folder.
pub(crate) fn games_url(folder: &Path) -> String {
    let mut url = "sqlite://".to_owned();
    for byte in folder.join(FILE).to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:\\".contains(&byte) {
            url.push(char::from(byte));
        } else {
            // It cannot fail: the target is a text.
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_named_is_taken_as_it_is() {
        assert_eq!(
            find("games here").expect("a folder"),
            Path::new("games here")
        );
    }

    #[test]
    fn a_path_stands_in_the_address_whatever_it_holds() {
        for (folder, expected) in [
            ("/home/ada", "sqlite:///home/ada/games.sqlite"),
            ("/a b/100%?#", "sqlite:///a%20b/100%25%3F%23/games.sqlite"),
            ("/ø", "sqlite:///%C3%B8/games.sqlite"),
        ] {
            assert_eq!(games_url(Path::new(folder)), expected);
        }
    }
}
