//! Requests that look for games, and that follow many.

use std::collections::{BTreeMap, HashSet};

use moelle_games::{Game, GameFilter, GameId, GamePlace, GameStatus, Revision};
use moelle_words::Language;
use prost_types::Timestamp;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::error::{ErrorCode, Failure};
use crate::limits::{GAMES_DEFAULT, GAMES_MAX, NOTED_MAX, SPECTATORS_MAX, WATCHED_MAX};
use crate::v1;
use crate::wire::game_request::{game_id, player_name, unknown_value};
use crate::wire::problems::Problems;
use crate::wire::selection::known_variant;

/// Which games are asked for.
#[derive(Debug)]
pub struct GameQuery {
    /// Which.
    pub filter: GameFilter,
    /// The place of the last game of the page before.
    pub after: Option<GamePlace>,
    /// Games in an answer, at most.
    pub limit: u32,
}

/// Reads which games are asked for.
///
/// # Errors
///
/// The failure that names everything that is wrong.
pub fn list_games(
    request: &v1::ListGamesRequest,
    language: Language,
) -> Result<GameQuery, Failure> {
    let mut problems = Problems::new(language);
    let variant = given(&request.variant).map(|name| known_variant(name, "variant", &mut problems));
    let player = given(&request.player).map(|name| player_name(name, "player", &mut problems));
    let status = status(request.status, &mut problems);
    let created_from = moment(request.created_from.as_ref(), "created_from", &mut problems);
    let created_before = moment(
        request.created_before.as_ref(),
        "created_before",
        &mut problems,
    );
    let limit = match request.page_size {
        0 => GAMES_DEFAULT,
        size => size,
    };
    if limit > GAMES_MAX {
        let message = format!("A page holds at most {GAMES_MAX} games.");
        problems.add("page_size", ErrorCode::InvalidArgument, message);
        problems.fact("limit", GAMES_MAX.to_string());
    }
    let after = given(&request.page_token).map(place);
    if after == Some(None) {
        let message = "The page token is none that a page has given.";
        problems.add("page_token", ErrorCode::InvalidArgument, message);
    }
    problems.or(Some(GameQuery {
        filter: GameFilter {
            variant: variant.flatten(),
            status,
            player: player.flatten(),
            created_from,
            created_before,
        },
        after: after.flatten(),
        limit,
    }))
}

/// Where the page after these games begins, if there is one.
#[must_use]
pub fn next_page_token(games: &[Game], more: bool) -> String {
    games
        .last()
        .filter(|_| more)
        .map(|game| page_token(GamePlace::from(game)))
        .unwrap_or_default()
}

/// A place as text: the microsecond of creation in hexadecimal, and the id.
fn page_token(place: GamePlace) -> String {
    let micros = place.created_at.unix_timestamp_nanos().div_euclid(1_000);
    format!("{micros:x}-{}", place.game)
}

/// The place that a page has given.
fn place(token: &str) -> Option<GamePlace> {
    let (micros, id) = token.split_once('-')?;
    let digits = !micros.is_empty() && micros.bytes().all(|byte| byte.is_ascii_hexdigit());
    let micros = digits
        .then(|| i64::from_str_radix(micros, 16).ok())
        .flatten()?;
    let nanos = i128::from(micros) * 1_000;
    Some(GamePlace {
        created_at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
        game: id.parse().ok()?,
    })
}

/// Reads which games are to be followed, and from where on.
///
/// # Errors
///
/// `game_not_found` with the place in the list, or `invalid_argument`.
pub fn watch_games(
    request: &v1::WatchGamesRequest,
    language: Language,
) -> Result<Vec<(GameId, Option<Revision>)>, Failure> {
    let mut problems = Problems::new(language);
    if request.games.is_empty() || request.games.len() > WATCHED_MAX {
        let message = format!("A stream follows 1 to {WATCHED_MAX} games.");
        problems.add("games", ErrorCode::InvalidArgument, message);
        problems.fact("limit", WATCHED_MAX.to_string());
        return Err(problems.into());
    }
    let mut seen = HashSet::new();
    let mut games = Vec::with_capacity(request.games.len());
    for (index, watched) in request.games.iter().enumerate() {
        let id = game_id(&watched.game_id).map_err(|failure| failure.with("index", index))?;
        if !seen.insert(id) {
            let message = format!("`games[{index}]` is there twice.");
            problems.add(
                format!("games[{index}].game_id"),
                ErrorCode::InvalidArgument,
                message,
            );
        }
        games.push((id, watched.after_revision.map(Revision::from_number)));
    }
    problems.or(Some(games))
}

/// Reads how many spectators games have.
///
/// # Errors
///
/// `game_not_found` with the place in the list, or `invalid_argument`.
pub fn note_spectators(
    request: &v1::NoteSpectatorsRequest,
    language: Language,
) -> Result<(Uuid, Vec<(GameId, u32)>), Failure> {
    let mut problems = Problems::new(language);
    let relay = Uuid::try_parse(&request.relay_id)
        .ok()
        .filter(|relay| !relay.is_nil());
    if relay.is_none() {
        let message = "`relay_id` must be a random UUID.";
        problems.add("relay_id", ErrorCode::InvalidArgument, message);
    }
    if request.games.len() > NOTED_MAX {
        let message = format!("At most {NOTED_MAX} games are noted at once.");
        problems.add("games", ErrorCode::InvalidArgument, message);
        problems.fact("limit", NOTED_MAX.to_string());
        return Err(problems.into());
    }
    let mut counts = BTreeMap::new();
    for (index, noted) in request.games.iter().enumerate() {
        let id = game_id(&noted.game_id).map_err(|failure| failure.with("index", index))?;
        if noted.count > SPECTATORS_MAX {
            let message = format!("A game has at most {SPECTATORS_MAX} spectators.");
            let field = format!("games[{index}].count");
            problems.add(field, ErrorCode::InvalidArgument, message);
        }
        if counts.insert(id, noted.count).is_some() {
            let message = format!("`games[{index}]` is there twice.");
            let field = format!("games[{index}].game_id");
            problems.add(field, ErrorCode::InvalidArgument, message);
        }
    }
    counts.retain(|_, count| *count > 0);
    problems.or(relay.map(|relay| (relay, counts.into_iter().collect())))
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn status(number: i32, problems: &mut Problems) -> Option<GameStatus> {
    match v1::GameStatus::try_from(number) {
        Ok(v1::GameStatus::Unspecified) => None,
        Ok(v1::GameStatus::Waiting) => Some(GameStatus::Waiting),
        Ok(v1::GameStatus::Running) => Some(GameStatus::Running),
        Ok(v1::GameStatus::Finished) => Some(GameStatus::Finished),
        Err(_) => unknown_value("status", problems),
    }
}

fn moment(at: Option<&Timestamp>, field: &str, problems: &mut Problems) -> Option<OffsetDateTime> {
    let at = at?;
    let moment = (0..1_000_000_000)
        .contains(&at.nanos)
        .then(|| OffsetDateTime::from_unix_timestamp(at.seconds).ok())
        .flatten()
        .and_then(|whole| whole.checked_add(Duration::nanoseconds(at.nanos.into())));
    if moment.is_none() {
        let message = format!("`{field}` is no time that can be told.");
        problems.add(field, ErrorCode::InvalidArgument, message);
    }
    moment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_is_not_asked() {
        let query = list_games(&v1::ListGamesRequest::default(), Language::English);
        let query = query.expect("a query");
        assert_eq!((query.limit, query.after), (GAMES_DEFAULT, None));
        let filter = query.filter;
        assert!(filter.variant.is_none() && filter.player.is_none() && filter.status.is_none());
        assert!(filter.created_from.is_none() && filter.created_before.is_none());
    }

    #[test]
    fn a_page_begins_where_the_one_before_ended_and_nowhere_else() {
        let place_of = |micros: i128| GamePlace {
            created_at: OffsetDateTime::from_unix_timestamp_nanos(micros * 1_000)
                .expect("in range"),
            game: GameId::from_uuid(uuid::Uuid::from_u128(u128::MAX)),
        };
        for micros in [0, 1, 1_800_000_000_123_456] {
            let token = page_token(place_of(micros));
            assert_eq!(place(&token), Some(place_of(micros)), "{token}");
        }
        let id = place_of(0).game;
        let far = format!("{:x}-{id}", i64::MAX);
        for token in [
            "x",
            "-",
            &*format!("-{id}"),
            &format!("{id}"),
            &format!("1-{id}1"),
            &format!("+1-{id}"),
            &format!("--1-{id}"),
            &format!("fffffffffffffffff-{id}"),
            &far,
        ] {
            assert_eq!(place(token), None, "{token}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let request = v1::ListGamesRequest {
            variant: "no-such".to_owned(),
            status: 9,
            player: "\u{7}".to_owned(),
            created_from: Some(Timestamp {
                seconds: i64::MAX,
                nanos: 0,
            }),
            created_before: Some(Timestamp {
                seconds: 0,
                nanos: -1,
            }),
            page_size: 101,
            page_token: "x".to_owned(),
            own: false,
        };
        let failure = list_games(&request, Language::English).expect_err("all is wrong");
        let mut fields: Vec<_> = failure.violations().iter().map(|one| &*one.field).collect();
        fields.sort_unstable();
        assert_eq!(
            fields,
            [
                "created_before",
                "created_from",
                "page_size",
                "page_token",
                "player",
                "status",
                "variant"
            ]
        );
    }

    #[test]
    fn a_stream_follows_some_games_each_once() {
        let watched = |number: u128| v1::WatchedGame {
            game_id: GameId::from_uuid(uuid::Uuid::from_u128(number)).to_string(),
            after_revision: Some(3),
        };
        let code = |games: Vec<v1::WatchedGame>| {
            let request = v1::WatchGamesRequest {
                games,
                ..v1::WatchGamesRequest::default()
            };
            watch_games(&request, Language::English)
                .map(|games| games.len())
                .map_err(|failure| failure.code())
        };
        assert_eq!(code(Vec::new()), Err(ErrorCode::InvalidArgument));
        assert_eq!(code((0..100).map(watched).collect()), Ok(100));
        assert_eq!(
            code((0..101).map(watched).collect()),
            Err(ErrorCode::InvalidArgument)
        );
        assert_eq!(
            code(vec![watched(1), watched(1)]),
            Err(ErrorCode::InvalidArgument)
        );
        assert_eq!(
            code(vec![v1::WatchedGame::default()]),
            Err(ErrorCode::GameNotFound)
        );
    }
}
