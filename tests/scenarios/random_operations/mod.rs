//! Thousands of random operations by several clients on three replicas, which are restarted and lose
//! their database meanwhile. In the end it must hold that:
//!
//! 1. the events of a game are its revisions from 1 on, none missing and none twice;
//! 2. every change that was acknowledged is the event of the revision that the answer named, and no
//!    two acknowledged changes are the same event: none is lost, none applied twice;
//! 3. a game ends at most once, and after its end nothing happens to it but wishes for a rematch;
//! 4. the turns that stand lead, by the rules, to the position that is stored;
//! 5. the revisions that a watcher saw follow each other, over all restarts, without a gap or a
//!    repetition.

mod checks;
mod operations;

use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::watch_game_response::Message;
use tonic::Code;

use self::checks::check;
use self::operations::{Attempt, Operation, any_operation, is_away, kind_of};
use crate::support::random::Random;
use crate::support::replicas::Replicas;

const CLIENTS: u64 = 6;
const OPERATIONS: usize = 350;
const GAMES: usize = 6;
/// Tries of one request while the database or a replica is away.
const TRIES: usize = 200;

/// A game that all clients know, with the tokens of both seats.
struct Table {
    id: String,
    tokens: [String; 2],
    acknowledged: Mutex<Vec<Acknowledged>>,
}

/// A change that was acknowledged.
struct Acknowledged {
    revision: u64,
    kind: &'static str,
    /// The turn, if it was one.
    turn: String,
}

/// The games that all clients know; a client that finds one over may open another.
#[derive(Default)]
struct Tables(RwLock<Vec<Arc<Table>>>);

impl Tables {
    fn all(&self) -> Vec<Arc<Table>> {
        self.0.read().expect("no panic").clone()
    }

    async fn open(&self, replicas: &Replicas, random: &mut Random) {
        let table = Arc::new(Table::open(replicas, random).await);
        self.0.write().expect("no panic").push(table);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_whatever_happens_to_the_replicas() {
    let replicas = Arc::new(Replicas::start(3).await);
    let tables = Arc::new(Tables::default());
    let mut random = Random::from_seed(7);
    for _ in 0..GAMES {
        tables.open(&replicas, &mut random).await;
    }
    let watchers: Vec<_> = tables
        .all()
        .into_iter()
        .enumerate()
        .map(|(first, table)| {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let watching = watch(Arc::clone(&replicas), table, first, Arc::clone(&seen));
            (tokio::spawn(watching), seen)
        })
        .collect();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|seed| tokio::spawn(client(Arc::clone(&replicas), Arc::clone(&tables), seed)))
        .collect();
    let trouble = tokio::spawn(make_trouble(Arc::clone(&replicas)));
    for client in clients {
        client.await.expect("no client finds a fault");
    }
    trouble.abort();
    let mut changes = 0;
    for table in tables.all() {
        changes += check(&replicas, &table).await;
    }
    assert!(changes > 700, "only {changes} changes");
    for (watcher, seen) in watchers {
        watcher.abort();
        let fault = watcher.await.err().filter(tokio::task::JoinError::is_panic);
        assert!(fault.is_none(), "a watcher found a fault: {fault:?}");
        assert!(
            !seen.lock().expect("no panic").is_empty(),
            "a watcher saw nothing"
        );
    }
}

impl Table {
    /// A new game with both seats taken, created once however often it is asked for.
    async fn open(replicas: &Replicas, random: &mut Random) -> Self {
        let variant = *random.pick(&["nine", "six", "lasker", "seven", "morabaraba", "three"]);
        let request = v1::CreateGameRequest {
            rules: Some(v1::RuleSetSelection {
                base: Some(Base::Variant(variant.to_owned())),
                ..v1::RuleSetSelection::default()
            }),
            seat: v1::SeatChoice::Both.into(),
            request_id: uuid::Uuid::new_v4().to_string(),
            ..v1::CreateGameRequest::default()
        };
        for _ in 0..TRIES {
            let mut client = replicas.games(random.below(replicas.count())).await;
            match client.create_game(request.clone()).await {
                Ok(created) => return Self::of(&created.into_inner()),
                Err(status) => assert!(is_away(&status), "{status:?}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no game is ever created")
    }

    fn of(created: &v1::CreateGameResponse) -> Self {
        let token = |side: v1::Side| {
            let seat = created.seats.iter().find(|seat| seat.side() == side);
            seat.expect("both seats").token.clone()
        };
        Self {
            id: created.game.as_ref().expect("a game").id.clone(),
            tokens: [token(v1::Side::White), token(v1::Side::Black)],
            acknowledged: Mutex::default(),
        }
    }
}

/// Restarts replicas and cuts the database, again and again.
async fn make_trouble(replicas: Arc<Replicas>) {
    let mut random = Random::from_seed(99);
    loop {
        tokio::time::sleep(Duration::from_millis(700)).await;
        if random.below(2) == 0 {
            replicas.restart(random.below(replicas.count())).await;
        } else {
            replicas.cut_the_database().await;
        }
    }
}

async fn client(replicas: Arc<Replicas>, tables: Arc<Tables>, seed: u64) {
    let mut random = Random::from_seed(seed);
    for _ in 0..OPERATIONS {
        let known = tables.all();
        // Games that were opened last are on; the others are over, or nearly so.
        let recent = &known[known.len() - GAMES..];
        let table = Arc::clone(random.pick(recent));
        let is_over = operate(&replicas, &table, &mut random).await;
        if is_over && random.below(4) == 0 {
            tables.open(&replicas, &mut random).await;
        }
    }
}

/// Does something to a game, and says whether the game was over before.
async fn operate(replicas: &Replicas, table: &Table, random: &mut Random) -> bool {
    let operation = any_operation(random);
    let game = read(replicas, table, random).await;
    let state = game.state.expect("a state");
    let is_over = state.outcome.is_some();
    let to_act = usize::from(state.side() == v1::Side::Black);
    let plays = matches!(
        operation,
        Operation::Play | Operation::PlayNonsense | Operation::PlayStale
    );
    let seat = if plays { to_act } else { random.below(2) };
    let turn = match operation {
        Operation::PlayNonsense => "a1-a1".to_owned(),
        _ => a_legal_turn(&state.position, game.rules.as_ref(), random),
    };
    let revision = match operation {
        Operation::PlayStale => Some(game.revision.saturating_sub(1)),
        _ => Some(game.revision),
    };
    let request_id = uuid::Uuid::new_v4().to_string();
    let attempt = Attempt {
        table,
        seat,
        operation,
        turn,
        revision,
        request_id,
    };
    let answer = attempt.until_answered(replicas, random).await;
    match &answer {
        Ok(changed) => {
            // A repeated request gets the same answer.
            let again = attempt.until_answered(replicas, random).await;
            let again = again.unwrap_or_else(|error| panic!("{operation:?} repeated: {error:?}"));
            assert_eq!(again, *changed, "{operation:?} repeated");
            let acknowledged = Acknowledged {
                revision: changed.revision,
                kind: kind_of(operation),
                turn: if plays {
                    attempt.turn.clone()
                } else {
                    String::new()
                },
            };
            table
                .acknowledged
                .lock()
                .expect("no panic")
                .push(acknowledged);
            assert_ne!(operation, Operation::PlayNonsense, "nonsense is accepted");
            assert_ne!(operation, Operation::PlayStale, "a stale turn is accepted");
        }
        Err(status) => assert!(
            matches!(status.code(), Code::FailedPrecondition | Code::Aborted),
            "{operation:?}: {status:?}"
        ),
    }
    is_over
}

/// A legal turn of a position, or anything where there is none.
fn a_legal_turn(position: &str, rules: Option<&v1::RuleSet>, random: &mut Random) -> String {
    let fields = moelle_rules::Variant::ALL
        .iter()
        .find(|variant| rules == Some(&v1::RuleSet::from(&variant.rules())));
    let rules = fields.expect("a variant").rules();
    let position = moelle_rules::Position::parse(rules, position).expect("a position");
    let turns: Vec<_> = position.legal_turns().collect();
    if turns.is_empty() {
        "a1".to_owned()
    } else {
        random.pick(&turns).to_string()
    }
}

async fn read(replicas: &Replicas, table: &Table, random: &mut Random) -> v1::Game {
    for _ in 0..TRIES {
        let mut client = replicas.games(random.below(replicas.count())).await;
        let request = v1::GetGameRequest {
            game_id: table.id.clone(),
        };
        match client.get_game(request).await {
            Ok(answer) => return answer.into_inner().game.expect("a game"),
            Err(status) => assert!(is_away(&status), "{status:?}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game is never read")
}

/// Follows a game over restarts and cuts, and finds no gap in what it sees.
async fn watch(
    replicas: Arc<Replicas>,
    table: Arc<Table>,
    first: usize,
    seen: Arc<Mutex<Vec<u64>>>,
) {
    let last = || seen.lock().expect("no panic").last().copied();
    let see = |revision: u64| seen.lock().expect("no panic").push(revision);
    for replica in (0..replicas.count()).cycle().skip(first) {
        let after_revision = last();
        let request = v1::WatchGameRequest {
            game_id: table.id.clone(),
            after_revision,
        };
        let mut client = replicas.games(replica).await;
        if let Ok(answer) = client.watch_game(request).await {
            let mut stream = answer.into_inner();
            while let Ok(Some(response)) = stream.message().await {
                match response.message {
                    Some(Message::Snapshot(snapshot)) => {
                        assert!(!snapshot.reset, "a known revision is reset");
                        see(snapshot.game.expect("a game").revision);
                    }
                    Some(Message::Event(event)) => {
                        assert_eq!(Some(event.revision - 1), last(), "a gap");
                        see(event.revision);
                    }
                    Some(Message::Heartbeat(_) | Message::End(_)) | None => {}
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
