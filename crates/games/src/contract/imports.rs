//! Records become games in one piece, and games records.

use moelle_rules::{Field, Outcome, Position, Record, RuleSet, Side, Termination, Turn};

use super::Replicas;
use super::table::{
    Seated, assert_history, assert_same, call, done, encode, encode_created, events, games, load,
    nine, play, request,
};
use crate::{
    Change, Credentials, GameError, ImportGame, PLIES_MAX, Reply, Request, SeatChoice, Visibility,
};

/// Four turns after which the start is there again.
const SHUFFLE: [&str; 4] = ["a4-b4", "g4-f4", "b4-a4", "f4-g4"];

/// A record of so many turns, by rules under which it could go on for ever.
fn record(turns: usize) -> Record {
    let mut fields = nine().rules().fields();
    for (field, value) in [("repetition", "0"), ("quiet_plies", "0")] {
        let field: Field = field.parse().expect("a field");
        fields.set(field, value).expect("a value");
    }
    let rules = RuleSet::try_from(fields).expect("a rule set");
    let start = Position::parse(rules, "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30").expect("a position");
    let mut record = Record::new(nine(), start);
    "Ada".clone_into(&mut record.players.white);
    for text in SHUFFLE.iter().cycle().take(turns) {
        let turn = Turn::parse(rules.board(), text).expect("a turn");
        record.play(&turn).expect("a legal turn");
    }
    record
}

fn import(record: Record, request: Option<Request>) -> ImportGame {
    ImportGame {
        record,
        seat: SeatChoice::Both,
        visibility: Visibility::Unlisted,
        application: None,
        request,
    }
}

/// Three hundred turns and the end are stored with the game, once for a request, and read back.
pub async fn a_long_record_becomes_a_game_and_a_record_again(replicas: &dyn Replicas) {
    let two = [games(replicas).await, games(replicas).await];
    let mut long = record(300);
    long.end(Outcome::win(Side::Black, Termination::Resignation));
    let request = request(b"record");
    let created = done(
        two[0]
            .import(import(long.clone(), Some(request)), &encode_created)
            .await,
    );
    let again = two[1]
        .import(import(long.clone(), Some(request)), &encode_created)
        .await;
    let Ok(Reply::Repeated(answer)) = again else {
        panic!("{again:?}");
    };
    assert_eq!(answer, encode_created(&created));
    let id = created.game.id();
    let stored = assert_history(&**two[1].store(), id).await;
    assert_same(&stored, &created.game);
    let events = events(&**two[1].store(), &stored).await;
    assert_eq!(events.len(), 302);
    assert_eq!(events[301].change, Change::Concluded);
    let exported = two[1].record(id, &Credentials::default()).await;
    let (_, exported) = exported.expect("a game that is there");
    assert!(exported.turns().eq(long.turns()));
    assert_eq!(
        (exported.outcome(), &exported.players.white),
        (long.outcome(), &long.players.white)
    );
}

/// As many turns as a game may have, in one piece; no turn more can be played.
pub async fn the_longest_record_becomes_a_game(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let turns = usize::try_from(PLIES_MAX).expect("small");
    let created = done(
        games
            .import(import(record(turns), None), &encode_created)
            .await,
    );
    let game = Seated::from(created);
    let stored = assert_history(&**games.store(), game.id).await;
    assert_eq!(stored.revision().number(), u64::from(PLIES_MAX) + 1);
    let white = game.credentials(Side::White);
    let more = games.play(call(game.id), "a4-b4", &white, &encode).await;
    assert!(matches!(more, Err(GameError::TooLong)), "{more:?}");
    let longer = games
        .import(import(record(turns + 1), None), &encode_created)
        .await;
    assert!(matches!(longer, Err(GameError::TooLong)), "{longer:?}");
}

/// A record that is not over is played on.
pub async fn a_record_is_played_on(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let created = done(games.import(import(record(3), None), &encode_created).await);
    let game = Seated::from(created);
    let played = play(&games, &game, Side::Black, "f4-g4").await;
    assert_same(&load(&**games.store(), game.id).await, &played.game);
    assert_eq!(played.game.revision().number(), 5);
}
