//! A game without a store: played, written down as rows and read back after every change.

use std::path::Path;

use moelle_games::{
    ApplicationId, Change, Credentials, Event, Game, GameError, GameId, GameStatus, Ids, NewGame,
    PLIES_MAX, Seat, Secret, StoredEvent, StoredGame, SystemIds, Visibility,
};
use moelle_rules::{BySide, Position, RuleSet, Side, Termination, Variant};
use serde_json::Value;
use time::OffsetDateTime;

/// Makes a row one that no game can be.
type Spoil = fn(&mut StoredGame);

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn secret(byte: u8) -> Secret {
    Secret::from_bytes([byte; 32])
}

fn bringing(token: Secret) -> Credentials {
    Credentials {
        token: Some(token),
        ..Credentials::default()
    }
}

fn game_from(variant: Option<&'static Variant>, start: Position) -> (Game, Event) {
    Game::create(NewGame {
        id: SystemIds.game_id(NOW),
        application: None,
        variant,
        start,
        visibility: Visibility::Private,
        owner: secret(1).hash(),
        seats: BySide {
            white: Seat::taken(None, secret(2).hash(), None),
            black: Seat::open(None, secret(3).hash(), None),
        },
        time_control: None,
        now: NOW,
    })
}

fn nine(position: &str) -> Game {
    let variant = Variant::find("nine").expect("nine is offered");
    let start = Position::parse(variant.rules(), position).expect("a position");
    game_from(Some(variant), start).0
}

/// The rows of a game, as a store would hold them.
struct Rows {
    events: Vec<StoredEvent>,
}

impl Rows {
    /// Reads the game back from its rows.
    fn restore(&self, game: &Game) -> Game {
        let mut row = StoredGame::from(game);
        let since = row.quiet_since;
        let recent = self.events.iter().filter(|event| event.revision >= since);
        row.position_keys = recent.filter_map(|event| event.position_key).collect();
        Game::try_from(row).expect("the row of a game")
    }
}

fn vectors(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(path).expect("the vectors");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn rules_of(line: &Value, variant: &Variant) -> RuleSet {
    let mut fields = variant.rules().fields();
    for (name, value) in line["rules"].as_object().expect("rules") {
        let value = match value {
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        fields
            .set(name.parse().expect("a field"), &value)
            .expect("a value");
    }
    RuleSet::try_from(fields).expect("a rule set")
}

#[test]
fn a_game_that_is_stored_and_read_back_after_every_change_ends_the_same() {
    for line in vectors("games.jsonl")
        .iter()
        .chain(&vectors("split_games.jsonl"))
    {
        let variant = Variant::find(line["variant"].as_str().expect("a name")).expect("a variant");
        let rules = rules_of(line, variant);
        let start =
            Position::parse(rules, line["start"].as_str().expect("a start")).expect("a start");
        let variant = Some(variant).filter(|variant| variant.name() != "six");
        let (mut game, event) = game_from(variant, start);
        let mut rows = Rows {
            events: vec![StoredEvent::from(&event)],
        };
        for turn in line["turns"].as_array().expect("turns") {
            let (side, turn) = (game.position().side(), turn.as_str().expect("a turn"));
            let (after, event) = rows
                .restore(&game)
                .play(side, turn, NOW)
                .unwrap_or_else(|error| panic!("{turn}: {error} in {line}"));
            let row = StoredEvent::from(&event);
            assert_eq!(
                row.clone().into_event(&after).expect("a row of an event"),
                event
            );
            rows.events.push(row);
            game = after;
            assert_eq!(
                StoredGame::from(&rows.restore(&game)),
                StoredGame::from(&game)
            );
            assert_eq!(
                rows.restore(&game).occurrences(),
                game.occurrences(),
                "{turn} in {line}"
            );
        }
        assert_eq!(game.position().to_string(), line["final"], "{line}");
        let outcome = game.outcome().expect("an end");
        assert_eq!(outcome.result.to_string(), line["result"], "{line}");
        assert_eq!(outcome.termination.name(), line["termination"], "{line}");
        assert_eq!(rows.restore(&game).outcome(), Some(outcome));
    }
}

#[test]
fn a_turn_sent_in_parts_is_one_last_turn() {
    let game = nine("ww1/3/3/b5/3/3/3 w 7,8 0 0 3");
    let (game, event) = game.play(Side::White, "g7", NOW).expect("legal");
    assert_eq!(event.occurrences, None);
    assert_eq!(event.closed_mills().len(), 1);
    let (game, event) = game.play(Side::White, "xa4", NOW).expect("legal");
    assert_eq!(event.occurrences, Some(1));
    assert!(event.closed_mills().is_empty());
    assert_eq!(
        game.last_turn().map(ToString::to_string).as_deref(),
        Some("g7xa4")
    );
    let (game, _) = game.play(Side::Black, "a4", NOW).expect("legal");
    assert_eq!(
        game.last_turn().map(ToString::to_string).as_deref(),
        Some("a4")
    );
}

#[test]
fn a_game_that_has_ended_changes_no_more() {
    let game = nine("3/3/3/6/3/3/3 w 9,9 0 0 0");
    let (ended, event) = game.resign(Side::White, NOW).expect("the game is on");
    assert_eq!(event.change, Change::Resigned { side: Side::White });
    let outcome = ended.outcome().expect("an end");
    assert_eq!(
        (outcome.winner(), outcome.termination),
        (Some(Side::Black), Termination::Resignation)
    );
    assert_eq!(ended.status(), GameStatus::Finished);
    assert!(matches!(
        ended.resign(Side::Black, NOW),
        Err(GameError::GameOver)
    ));
    assert!(matches!(
        ended.play(Side::White, "a1", NOW),
        Err(GameError::GameOver)
    ));
    let join = ended.join(&secret(3).hash(), secret(4).hash(), None, NOW);
    assert!(matches!(join, Err(GameError::GameOver)));
}

#[test]
fn an_invitation_works_once() {
    let game = nine("3/3/3/6/3/3/3 w 9,9 0 0 0");
    assert_eq!(game.status(), GameStatus::Waiting);
    let unknown = game.join(&secret(9).hash(), secret(4).hash(), None, NOW);
    assert!(matches!(unknown, Err(GameError::InvitationUnknown)));
    let (game, side, _) = game
        .join(&secret(3).hash(), secret(4).hash(), None, NOW)
        .expect("open");
    assert_eq!((side, game.status()), (Side::Black, GameStatus::Running));
    assert_eq!(game.seat_of(&secret(4).hash()), Some(Side::Black));
    let again = game.join(&secret(3).hash(), secret(5).hash(), None, NOW);
    assert!(matches!(again, Err(GameError::InvitationUsed)));
}

#[test]
fn a_private_game_is_shown_to_its_own_alone() {
    let game = nine("3/3/3/6/3/3/3 w 9,9 0 0 0");
    assert!(matches!(
        game.admit(&Credentials::default()),
        Err(GameError::Unauthenticated)
    ));
    assert!(matches!(
        game.admit(&bringing(secret(3))),
        Err(GameError::Private)
    ));
    for own in [1, 2] {
        assert!(game.admit(&bringing(secret(own))).is_ok(), "{own}");
    }
}

#[test]
fn an_application_sees_its_own_private_games_and_no_others() {
    let mut row = StoredGame::from(&nine("3/3/3/6/3/3/3 w 9,9 0 0 0"));
    let [own, other] = [1, 2].map(|number| ApplicationId::from_uuid(uuid::Uuid::from_u128(number)));
    let by = |application| Credentials {
        application: Some(application),
        ..Credentials::default()
    };
    let of_nobody = Game::try_from(row.clone()).expect("a game");
    row.application_id = Some(own.as_uuid());
    let game = Game::try_from(row).expect("a game");
    assert_eq!(game.application(), Some(own));
    assert!(game.admit(&by(own)).is_ok());
    assert!(game.admit(&by(other)).is_err());
    assert!(game.admit(&Credentials::default()).is_err());
    assert!(of_nobody.admit(&by(own)).is_err());
    assert!(!of_nobody.is_of(None));
}

#[test]
fn a_game_takes_so_many_plies_and_no_more() {
    let start = "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30";
    let mut row = StoredGame::from(&nine(start));
    row.position = start.replace(" 30", &format!(" {}", 30 + PLIES_MAX));
    let full = Game::try_from(row.clone()).expect("a game");
    assert!(matches!(
        full.play(Side::White, "nonsense", NOW),
        Err(GameError::TooLong)
    ));
    assert!(matches!(
        full.play(Side::Black, "a1", NOW),
        Err(GameError::NotYourTurn)
    ));
    assert!(full.resign(Side::White, NOW).is_ok());
    row.position = start.replace(" 30", &format!(" {}", 29 + PLIES_MAX));
    let last = Game::try_from(row).expect("a game");
    assert!(last.play(Side::White, "a4-b4", NOW).is_ok());
}

#[test]
fn a_row_that_no_game_can_be_names_its_column() {
    let good = StoredGame::from(&nine("3/3/3/6/3/3/3 w 9,9 0 0 0"));
    let spoilt: [(&str, Spoil); 13] = [
        ("variant", |row| {
            row.variant = Some("ten".to_owned());
        }),
        ("rules", |row| {
            row.rules = "fly_at=99\n".to_owned();
        }),
        ("rules", |row| {
            row.rules = "nonsense".to_owned();
        }),
        ("visibility", |row| {
            row.visibility = "secret".to_owned();
        }),
        ("owner_token", |row| {
            row.owner_token = vec![1; 31];
        }),
        ("position", |row| {
            row.position = "3/3/3".to_owned();
        }),
        ("revision", |row| {
            row.revision = 0;
        }),
        ("result", |row| {
            row.result = Some("1-0".to_owned());
        }),
        ("draw_offer", |row| {
            row.draw_offer = Some("green".to_owned());
        }),
        ("takeback_to", |row| {
            row.takeback_to = Some(3);
        }),
        ("rematch_wanted", |row| {
            row.rematch_wanted = Some("both".to_owned());
        }),
        ("time_control", |row| {
            row.time_control = Some("soon".to_owned());
        }),
        ("white_left_ms", |row| {
            row.time_control = Some("turn 1 86400000".to_owned());
        }),
    ];
    for (column, spoil) in spoilt {
        let mut row = good.clone();
        spoil(&mut row);
        let error = Game::try_from(row).expect_err(column);
        assert_eq!((error.table, error.column), ("games", column), "{error}");
        assert_eq!(error.game, GameId::from_uuid(good.game_id));
    }
}
