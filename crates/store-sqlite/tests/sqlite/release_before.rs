//! Rows of the release before, which knew nothing of clocks, offers and lists.

use moelle_games::contract::table::{
    Seated, assert_history, call, encode, games_over, load, new_game, play, seated_as,
};
use moelle_games::{
    Clock, Credentials, GameError, GameFilter, GameId, Ids, PlayerName, SeatChoice, Store,
    StoredGame, SystemClock, SystemIds, Visibility,
};
use moelle_rules::{BySide, Side};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::support::{open, url_in};

/// A game again under another id, written as the release before writes games: with the columns that
/// it knows.
async fn again(session: &mut SqliteConnection, game: GameId) -> GameId {
    let id = SystemIds.game_id(SystemClock.now());
    for statement in [
        "INSERT INTO games (
             game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility,
             owner_token, white_name, white_token, white_invitation, black_name, black_token,
             black_invitation, start, position, last_turn, result, termination
         )
         SELECT
             ?2, revision, quiet_since, created_at, updated_at, variant, rules, visibility,
             owner_token, white_name, white_token, white_invitation, black_name, black_token,
             black_invitation, start, position, last_turn, result, termination
         FROM games
         WHERE game_id = ?1",
        "INSERT INTO events (
             game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
             termination
         )
         SELECT
             ?2, revision, at, kind, side, detail, position, occurrences, position_key, result,
             termination
         FROM events
         WHERE game_id = ?1",
    ] {
        sqlx::query(statement)
            .bind(game.as_uuid())
            .bind(id.as_uuid())
            .execute(&mut *session)
            .await
            .expect("the release before works on");
    }
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_release_before_writes_is_read_well_and_played_on() {
    let folder = TempDir::new().expect("a folder");
    let store = open(&url_in(&folder)).await;
    let mut session = SqliteConnection::connect(&url_in(&folder))
        .await
        .expect("a file");
    let games = games_over(std::sync::Arc::clone(&store) as std::sync::Arc<dyn Store>);
    let mut new = new_game(SeatChoice::Both);
    new.visibility = Visibility::Public;
    let ada = PlayerName::try_from("Ada").expect("a name");
    new.names = BySide {
        white: Some(ada.clone()),
        black: None,
    };
    let game = seated_as(&games, new).await;
    let turns = [(Side::White, "d6"), (Side::Black, "f4")];
    for begun in 0..=turns.len() {
        let old = again(&mut session, game.id).await;
        let mut expected = StoredGame::from(&load(&*store, game.id).await);
        expected.game_id = old.as_uuid();
        let read = load(&*store, old).await;
        assert_eq!(StoredGame::from(&read), expected, "{begun} turns");
        assert_eq!(read.has_begun().white, begun > 0);
        assert_eq!(read.has_begun().black, begun > 1);
        assert_eq!(read.occurrences(), Some(1));
        assert_history(&*store, old).await;

        let (white, turn) = (game.credentials(Side::White), "a7");
        let aborted = games.abort(call(old), &white, &encode).await;
        let too_late = matches!(aborted, Err(GameError::TooLateToAbort));
        assert_eq!(too_late, begun == 2, "{aborted:?}");
        if too_late {
            let old = Seated {
                id: old,
                seats: game.seats.clone(),
            };
            play(&games, &old, Side::White, turn).await;
        }
        if let Some((side, turn)) = turns.get(begun) {
            play(&games, &game, *side, turn).await;
        }
    }
    let filter = GameFilter {
        player: Some(PlayerName::try_from("aDA").expect("a name")),
        ..GameFilter::default()
    };
    let page = games.list(&filter, None, 10).await;
    assert_eq!(page.expect("the store answers").games.len(), 4);
    let seen = games.get(game.id, &Credentials::default()).await;
    assert_eq!(
        seen.expect("a public game").seats().white.name(),
        Some(&ada)
    );
}
