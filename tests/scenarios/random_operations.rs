//! Thousands of random operations by several clients on three replicas, which are restarted and lose
//! their database meanwhile. In the end it must hold that:
//!
//! 1. the events of a game are its revisions from 1 on, none missing and none twice;
//! 2. every change that was acknowledged is the event of the revision that the answer named, and no
//!    two acknowledged changes are the same event: none is lost, none applied twice;
//! 3. a game ends at most once, and after its end nothing happens to it but wishes for a rematch;
//! 4. the turns that stand lead, by the rules, to the position that is stored;
//! 5. what a watcher saw is a run of the events, in order and without a gap.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::watch_game_response::Message;
use moelle_rules::Record;
use tonic::{Code, Request, Status};

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

/// What a client may do to a game.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Operation {
    Play,
    PlayNonsense,
    PlayStale,
    OfferDraw,
    DeclineDraw,
    RequestTakeback,
    AnswerTakeback(bool),
    Resign,
    OfferRematch,
}

const OPERATION_WEIGHTS: [(Operation, usize); 10] = [
    (Operation::Play, 60),
    (Operation::PlayNonsense, 5),
    (Operation::PlayStale, 5),
    (Operation::OfferDraw, 4),
    (Operation::DeclineDraw, 5),
    (Operation::RequestTakeback, 5),
    (Operation::AnswerTakeback(true), 5),
    (Operation::AnswerTakeback(false), 3),
    (Operation::Resign, 1),
    (Operation::OfferRematch, 2),
];

fn any_operation(random: &mut Random) -> Operation {
    let bag: Vec<Operation> = OPERATION_WEIGHTS
        .iter()
        .flat_map(|(operation, weight)| std::iter::repeat_n(*operation, *weight))
        .collect();
    *random.pick(&bag)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_whatever_happens_to_the_replicas() {
    let replicas = Arc::new(Replicas::start(3).await);
    let tables: Arc<Vec<Table>> = Arc::new(seat_everybody(&replicas).await);
    let watchers: Vec<_> = (0..GAMES)
        .map(|game| tokio::spawn(watch(Arc::clone(&replicas), tables[game].id.clone(), game)))
        .collect();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|seed| tokio::spawn(client(Arc::clone(&replicas), Arc::clone(&tables), seed)))
        .collect();
    let trouble = tokio::spawn(make_trouble(Arc::clone(&replicas)));
    for client in clients {
        client.await.expect("no client finds a fault");
    }
    trouble.abort();
    let mut seen: Vec<Vec<u64>> = Vec::new();
    for watcher in watchers {
        watcher.abort();
        seen.push(watcher.await.unwrap_or_default());
    }
    let mut changes = 0;
    for table in tables.iter() {
        changes += check(&replicas, table).await;
    }
    assert!(changes > 300, "only {changes} changes");
}

async fn seat_everybody(replicas: &Replicas) -> Vec<Table> {
    let mut tables = Vec::new();
    for game in 0..GAMES {
        let variant = ["nine", "three", "six", "lasker", "nine_holes", "seven"][game];
        let request = v1::CreateGameRequest {
            rules: Some(v1::RuleSetSelection {
                base: Some(Base::Variant(variant.to_owned())),
                ..v1::RuleSetSelection::default()
            }),
            seat: v1::SeatChoice::Both.into(),
            ..v1::CreateGameRequest::default()
        };
        let mut client = replicas.games(game % replicas.count()).await;
        let created = client
            .create_game(request)
            .await
            .expect("a game")
            .into_inner();
        let token = |side: v1::Side| {
            let seat = created.seats.iter().find(|seat| seat.side() == side);
            seat.expect("both seats").token.clone()
        };
        tables.push(Table {
            id: created.game.as_ref().expect("a game").id.clone(),
            tokens: [token(v1::Side::White), token(v1::Side::Black)],
            acknowledged: Mutex::default(),
        });
    }
    tables
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

async fn client(replicas: Arc<Replicas>, tables: Arc<Vec<Table>>, seed: u64) {
    let mut random = Random::from_seed(seed);
    for _ in 0..OPERATIONS {
        let table = random.pick(&tables);
        operate(&replicas, table, &mut random).await;
    }
}

async fn operate(replicas: &Replicas, table: &Table, random: &mut Random) {
    let operation = any_operation(random);
    let Some(game) = read(replicas, table, random).await else {
        return;
    };
    let state = game.state.expect("a state");
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
            assert_eq!(again.as_ref().ok(), Some(changed), "{operation:?} repeated");
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

fn kind_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Play | Operation::PlayNonsense | Operation::PlayStale => "turn_played",
        // An offer that meets the other side's is an answer.
        Operation::OfferDraw => "draw_offered or draw_answered",
        Operation::DeclineDraw => "draw_answered",
        Operation::RequestTakeback => "takeback_requested",
        Operation::AnswerTakeback(_) => "takeback_answered",
        Operation::Resign => "resigned",
        Operation::OfferRematch => "rematch_wanted",
    }
}

/// One request, to be sent until it is answered.
struct Attempt<'a> {
    table: &'a Table,
    seat: usize,
    operation: Operation,
    turn: String,
    revision: Option<u64>,
    request_id: String,
}

impl Attempt<'_> {
    /// Sends the request to any replica until one answers it.
    async fn until_answered(
        &self,
        replicas: &Replicas,
        random: &mut Random,
    ) -> Result<v1::Game, Status> {
        for _ in 0..TRIES {
            let replica = random.below(replicas.count());
            match self.send(replicas, replica).await {
                Err(status) if is_away(&status) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                answer => return answer,
            }
        }
        panic!("{:?} is never answered", self.operation)
    }

    async fn send(&self, replicas: &Replicas, replica: usize) -> Result<v1::Game, Status> {
        let mut client = replicas.games(replica).await;
        let game_id = self.table.id.clone();
        let (revision, request_id) = (self.revision, self.request_id.clone());
        macro_rules! call {
            ($method:ident, $request:ident { $($field:ident: $value:expr),* }) => {{
                let message = v1::$request { game_id, revision, request_id, $($field: $value),* };
                client.$method(self.with_token(message)).await.map(|answer| answer.into_inner().game)
            }};
        }
        let game = match self.operation {
            Operation::Play | Operation::PlayNonsense | Operation::PlayStale => {
                call!(
                    play_turn,
                    PlayTurnRequest {
                        turn: self.turn.clone()
                    }
                )
            }
            Operation::OfferDraw => call!(offer_draw, OfferDrawRequest {}),
            Operation::DeclineDraw => call!(answer_draw, AnswerDrawRequest { accept: false }),
            Operation::RequestTakeback => call!(request_takeback, RequestTakebackRequest {}),
            Operation::AnswerTakeback(accept) => {
                call!(answer_takeback, AnswerTakebackRequest { accept: accept })
            }
            Operation::Resign => call!(resign, ResignRequest {}),
            Operation::OfferRematch => call!(offer_rematch, OfferRematchRequest {}),
        };
        game.map(|game| game.expect("a game"))
    }

    fn with_token<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let bearer = format!("Bearer {}", self.table.tokens[self.seat]);
        request
            .metadata_mut()
            .insert("authorization", bearer.parse().expect("ASCII"));
        request
    }
}

/// Whether nobody answered: a replica or the database is away.
fn is_away(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::Cancelled | Code::Unknown | Code::DeadlineExceeded
    )
}

async fn read(replicas: &Replicas, table: &Table, random: &mut Random) -> Option<v1::Game> {
    for _ in 0..TRIES {
        let mut client = replicas.games(random.below(replicas.count())).await;
        let request = v1::GetGameRequest {
            game_id: table.id.clone(),
        };
        match client.get_game(request).await {
            Ok(answer) => return answer.into_inner().game,
            Err(status) => assert!(is_away(&status), "{status:?}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game is never read")
}

/// Follows a game over restarts and cuts, and finds no gap in what it sees.
async fn watch(replicas: Arc<Replicas>, game_id: String, first: usize) -> Vec<u64> {
    let mut seen: Vec<u64> = Vec::new();
    for replica in (0..replicas.count()).cycle().skip(first) {
        let after_revision = seen.last().copied();
        let request = v1::WatchGameRequest {
            game_id: game_id.clone(),
            after_revision,
        };
        let mut client = replicas.games(replica).await;
        if let Ok(answer) = client.watch_game(request).await {
            let mut stream = answer.into_inner();
            while let Ok(Some(response)) = stream.message().await {
                match response.message {
                    Some(Message::Snapshot(snapshot)) => {
                        assert!(!snapshot.reset, "a known revision is reset");
                        seen.push(snapshot.game.expect("a game").revision);
                    }
                    Some(Message::Event(event)) => {
                        let last = seen.last().copied().unwrap_or_default();
                        assert_eq!(event.revision, last + 1, "a gap");
                        seen.push(event.revision);
                    }
                    Some(Message::Heartbeat(_) | Message::End(_)) | None => {}
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    seen
}

/// Checks a game against everything that was acknowledged, and says how many changes it has seen.
async fn check(replicas: &Replicas, table: &Table) -> usize {
    let mut random = Random::from_seed(0);
    let game = read(replicas, table, &mut random).await.expect("a game");
    let events = all_events(replicas, table).await;
    let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
    assert_eq!(
        revisions,
        (1..=game.revision).collect::<Vec<_>>(),
        "revisions"
    );
    let by_revision: BTreeMap<u64, &v1::GameEvent> =
        events.iter().map(|event| (event.revision, event)).collect();
    let acknowledged = table.acknowledged.lock().expect("no panic");
    let mut taken = std::collections::BTreeSet::new();
    for change in acknowledged.iter() {
        assert!(
            taken.insert(change.revision),
            "revision {} is acknowledged twice",
            change.revision
        );
        let event = by_revision[&change.revision];
        let kind = kind_of_event(event);
        assert!(
            change.kind.contains(kind),
            "{kind} where {} was acknowledged",
            change.kind
        );
        if let Some(Change::TurnPlayed(played)) = &event.change {
            assert_eq!(
                played.turn, change.turn,
                "the turn of revision {}",
                change.revision
            );
        }
    }
    let ended = events.iter().position(|event| {
        event
            .state
            .as_ref()
            .is_some_and(|state| state.outcome.is_some())
    });
    if let Some(ended) = ended {
        for event in &events[ended + 1..] {
            assert_eq!(kind_of_event(event), "rematch_wanted", "after the end");
        }
    }
    drop(acknowledged);
    let mut client = replicas.games(0).await;
    let request = v1::GetRecordRequest {
        game_id: table.id.clone(),
    };
    let record = client
        .get_record(request)
        .await
        .expect("a record")
        .into_inner()
        .record;
    let replayed = Record::parse(&record).unwrap_or_else(|error| panic!("{error} in {record}"));
    let position = replayed.course().position().to_string();
    assert_eq!(position, game.state.expect("a state").position, "{record}");
    events.len()
}

async fn all_events(replicas: &Replicas, table: &Table) -> Vec<v1::GameEvent> {
    let mut events: Vec<v1::GameEvent> = Vec::new();
    loop {
        let request = v1::ListEventsRequest {
            game_id: table.id.clone(),
            after_revision: events.last().map_or(0, |event| event.revision),
            page_size: 500,
        };
        let mut client = replicas.games(0).await;
        match client.list_events(request).await {
            Ok(answer) => {
                let page = answer.into_inner();
                events.extend(page.events);
                if !page.more {
                    return events;
                }
            }
            Err(status) => assert!(is_away(&status), "{status:?}"),
        }
    }
}

fn kind_of_event(event: &v1::GameEvent) -> &'static str {
    match event.change {
        Some(Change::TurnPlayed(_)) => "turn_played",
        Some(Change::DrawOffered(_)) => "draw_offered",
        Some(Change::DrawAnswered(_)) => "draw_answered",
        Some(Change::TakebackRequested(_)) => "takeback_requested",
        Some(Change::TakebackAnswered(_)) => "takeback_answered",
        Some(Change::Resigned(_)) => "resigned",
        Some(Change::RematchWanted(_)) => "rematch_wanted",
        _ => "another change",
    }
}
