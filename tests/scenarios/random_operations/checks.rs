//! What must hold in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_rules::{Record, Side};
use sqlx::PgConnection;
use tokio::time::Instant;

use super::client::read;
use super::tables::{Table, Tables, side};
use crate::support::grpc::{failure, with_token};
use crate::support::random::Random;

/// How long flags may need to be found.
const PATIENCE: Duration = Duration::from_secs(30);

/// Operations among which everything happens.
const ENOUGH: usize = 2_000;
/// Kinds of events without any of which a run has shown nothing.
const MUST_HAPPEN: [&str; 12] = [
    "turn_played",
    "draw_offered",
    "draw_answered",
    "takeback_requested",
    "takeback_answered",
    "resigned",
    "rematch_wanted",
    "time_fell",
    "seat_taken",
    "seat_reissued",
    "invitation_created",
    "invitation_revoked",
];

/// How often what has happened in a game.
pub(super) type Happened = BTreeMap<&'static str, usize>;

/// Lets the time of every game that is on run out, and waits until every flag is found.
pub(super) async fn settle(tables: &Tables) {
    let mut session = tables.processes.session().await;
    sqlx::query(
        "UPDATE games SET clock_since = clock_since - (deadline - clock_timestamp()), \
         deadline = clock_timestamp() WHERE result IS NULL AND deadline > clock_timestamp()",
    )
    .execute(&mut session)
    .await
    .expect("games can be changed");
    let until = Instant::now() + PATIENCE;
    loop {
        let hanging = count(
            &mut session,
            "SELECT count(*) FROM games WHERE deadline IS NOT NULL",
        )
        .await;
        if hanging == 0 {
            return;
        }
        assert!(Instant::now() < until, "{hanging} flags are left hanging");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Checks a game against everything that was acknowledged, and says what has happened in it.
pub(super) async fn check(tables: &Tables, table: &Table) -> Happened {
    let mut random = Random::from_seed(0);
    let game = read(tables, table, &mut random).await;
    let events = all_events(tables, table).await;
    let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
    let truth: Vec<u64> = (1..=game.revision).collect();
    assert_eq!(revisions, truth, "the revisions of {}", table.id);
    check_acknowledged(table, &events);
    check_end(&game, &events);
    check_clocks(&events);
    check_rematch(table, &events);
    check_record(tables, table, &game).await;
    check_seats(tables, table, &events).await;
    let mut happened = Happened::new();
    for event in &events {
        *happened.entry(kind(event)).or_default() += 1;
    }
    happened
}

/// Checks that everything has happened often enough to mean something, and that there is no game
/// that nobody asked for.
pub(super) async fn check_whole(tables: &Tables, checked: &[Happened], operations: usize) {
    let mut happened = Happened::new();
    for (kind, times) in checked.iter().flatten() {
        *happened.entry(kind).or_default() += times;
    }
    let rematches = tables
        .all()
        .iter()
        .filter(|table| table.is_rematch())
        .count();
    println!(
        "{} games, {rematches} rematches, {happened:?}",
        checked.len()
    );
    if operations >= ENOUGH {
        for kind in MUST_HAPPEN {
            assert!(happened.contains_key(kind), "{kind} never happened");
        }
    }
    let changes: usize = happened.values().sum();
    assert!(changes > operations / 3, "only {changes} changes");
    let mut session = tables.processes.session().await;
    let stored = count(&mut session, "SELECT count(*) FROM games").await;
    let known = i64::try_from(checked.len()).expect("a number");
    assert_eq!(stored, known, "games that nobody asked for");
}

async fn count(session: &mut PgConnection, query: &'static str) -> i64 {
    sqlx::query_scalar(query)
        .fetch_one(session)
        .await
        .expect("an answer")
}

pub(super) async fn all_events(tables: &Tables, table: &Table) -> Vec<v1::GameEvent> {
    let mut random = Random::from_seed(0);
    let mut events: Vec<v1::GameEvent> = Vec::new();
    loop {
        let request = v1::ListEventsRequest {
            game_id: table.id.clone(),
            after_revision: events.last().map_or(0, |event| event.revision),
            page_size: 500,
        };
        let page = tables.ask(&mut random, "events", async |mut games| {
            games.list_events(request.clone()).await
        });
        let page = page.await.expect("events");
        events.extend(page.events);
        if !page.more {
            return events;
        }
    }
}

/// Every change that was acknowledged is the event of its revision and of no other, and every event
/// was acknowledged.
fn check_acknowledged(table: &Table, events: &[v1::GameEvent]) {
    let known = table.known();
    let mut taken = BTreeSet::new();
    for change in &known.acknowledged {
        let revision = change.revision;
        assert!(
            taken.insert(revision),
            "revision {revision} is acknowledged twice"
        );
        let event = &events[usize::try_from(revision - 1).expect("an index")];
        let (kind, by) = (kind(event), side_of(event));
        assert!(
            change.kinds.contains(&kind) && by == Some(change.side),
            "revision {revision} is {kind} by {by:?} where {:?} by {:?} was acknowledged",
            change.kinds,
            change.side
        );
        if let Some(Change::TurnPlayed(played)) = &event.change {
            assert_eq!(
                Some(&played.turn),
                change.turn.as_ref(),
                "revision {revision}"
            );
        }
    }
    for event in &events[usize::try_from(table.opened_at).expect("an index")..] {
        let was_asked = taken.contains(&event.revision) || kind(event) == "time_fell";
        assert!(was_asked, "nobody was told of {event:?} in {}", table.id);
    }
    let last = events.len() as u64;
    for revision in &known.stale {
        assert!(
            *revision < last,
            "revision {revision} was no stale one of {last}"
        );
    }
}

fn check_end(game: &v1::Game, events: &[v1::GameEvent]) {
    let outcome =
        |event: &v1::GameEvent| event.state.as_ref().and_then(|state| state.outcome.clone());
    let ended = events.iter().position(|event| outcome(event).is_some());
    let state = game.state.as_ref().expect("a state");
    let told = ended.and_then(|ended| outcome(&events[ended]));
    assert_eq!(state.outcome, told, "{}", game.id);
    for event in ended.map_or(&[][..], |ended| &events[ended + 1..]) {
        assert!(
            ["rematch_wanted", "seat_reissued"].contains(&kind(event)),
            "after the end: {event:?}"
        );
        assert_eq!(outcome(event), told, "after the end: {event:?}");
    }
}

/// Who is not to act loses no time, and a takeback gives back the times of its revision.
fn check_clocks(events: &[v1::GameEvent]) {
    let left = |event: &v1::GameEvent, side: Side| {
        let clock = event.clock.as_ref()?;
        Some(match side {
            Side::White => clock.white_ms,
            Side::Black => clock.black_ms,
        })
    };
    for pair in events.windows(2) {
        let [before, after] = pair else { continue };
        let state = before.state.as_ref().expect("a state");
        let to_act = side(state.side());
        let stood_still = match &after.change {
            Some(Change::TakebackAnswered(answered)) if answered.accepted => {
                let index = usize::try_from(answered.taken_back_to - 1).expect("an index");
                for side in Side::ALL.iter().copied() {
                    assert_eq!(left(after, side), left(&events[index], side), "{after:?}");
                }
                continue;
            }
            _ if state.outcome.is_some() => Side::ALL,
            _ => &[!to_act],
        };
        for side in stood_still {
            assert_eq!(
                left(after, *side),
                left(before, *side),
                "{side:?}: {after:?}"
            );
        }
    }
}

fn check_rematch(table: &Table, events: &[v1::GameEvent]) {
    let named: Vec<&String> = events
        .iter()
        .filter_map(|event| match &event.change {
            Some(Change::RematchWanted(wanted)) => Some(&wanted.game_id),
            _ => None,
        })
        .filter(|id| !id.is_empty())
        .collect();
    let known = table.known();
    assert_eq!(
        named,
        known.rematch.iter().collect::<Vec<_>>(),
        "the rematch of {}",
        table.id
    );
}

/// The turns that stand lead to the position that is stored.
async fn check_record(tables: &Tables, table: &Table, game: &v1::Game) {
    let request = v1::GetRecordRequest {
        game_id: table.id.clone(),
    };
    let mut random = Random::from_seed(0);
    let record = tables.ask(&mut random, "a record", async |mut games| {
        games.get_record(request.clone()).await
    });
    let record = record.await.expect("a record").record;
    let replayed = Record::parse(&record).unwrap_or_else(|error| panic!("{error} in {record}"));
    let position = replayed.course().position().to_string();
    let state = game.state.as_ref().expect("a state");
    assert_eq!(position, state.position, "{record}");
}

/// A seat was taken once, by an invitation that was used once, and its last token alone works.
async fn check_seats(tables: &Tables, table: &Table, events: &[v1::GameEvent]) {
    let taken: Vec<Option<Side>> = events
        .iter()
        .filter(|event| kind(event) == "seat_taken")
        .map(side_of)
        .collect();
    let (used, refused) = {
        let known = table.known();
        (known.used.clone(), known.refused.clone())
    };
    assert_eq!(
        taken.iter().collect::<BTreeSet<_>>().len(),
        taken.len(),
        "{taken:?}"
    );
    assert_eq!(
        used.iter().collect::<BTreeSet<_>>().len(),
        used.len(),
        "{used:?}"
    );
    assert_eq!(used.len(), taken.len());
    for (side, token) in refused {
        assert_ne!(token, table.owner, "the owner is refused");
        assert_ne!(
            Some(token),
            table.token(side, u64::MAX),
            "a good token is refused"
        );
    }
    for side in Side::ALL.iter().copied() {
        let good = table.token(side, u64::MAX);
        for token in table.every_token(side) {
            // What is decided on no revision of the game tells whether the token is good.
            let request = v1::ResignRequest {
                game_id: table.id.clone(),
                revision: Some(events.len() as u64 + 1),
                request_id: String::new(),
            };
            let mut random = Random::from_seed(0);
            let answer = tables.ask(&mut random, "a probe", async |mut games| {
                games.resign(with_token(request.clone(), &token)).await
            });
            let refused = failure(&answer.await.expect_err("the revision is wrong")).code();
            let right = if Some(&token) == good.as_ref() {
                ErrorCode::StaleRevision
            } else {
                ErrorCode::Unauthenticated
            };
            assert_eq!(refused, right, "{side:?} of {}", table.id);
        }
    }
}

/// What happened, in one word.
fn kind(event: &v1::GameEvent) -> &'static str {
    match &event.change {
        Some(Change::Created(_)) => "created",
        Some(Change::SeatTaken(_)) => "seat_taken",
        Some(Change::TurnPlayed(_)) => "turn_played",
        Some(Change::Resigned(_)) => "resigned",
        Some(Change::Aborted(_)) => "aborted",
        Some(Change::DrawOffered(_)) => "draw_offered",
        Some(Change::DrawAnswered(_)) => "draw_answered",
        Some(Change::TakebackRequested(_)) => "takeback_requested",
        Some(Change::TakebackAnswered(_)) => "takeback_answered",
        Some(Change::RematchWanted(_)) => "rematch_wanted",
        Some(Change::TimeFell(_)) => "time_fell",
        Some(Change::InvitationCreated(_)) => "invitation_created",
        Some(Change::InvitationRevoked(_)) => "invitation_revoked",
        Some(Change::SeatReissued(_)) => "seat_reissued",
        Some(Change::Concluded(_)) => "concluded",
        None => "nothing",
    }
}

/// Whom it is about.
fn side_of(event: &v1::GameEvent) -> Option<Side> {
    let of = match event.change.as_ref()? {
        Change::Created(_) | Change::Concluded(_) => return None,
        Change::SeatTaken(change) => change.side(),
        Change::TurnPlayed(change) => change.side(),
        Change::Resigned(change) => change.side(),
        Change::Aborted(change) => change.side(),
        Change::DrawOffered(change) => change.side(),
        Change::DrawAnswered(change) => change.side(),
        Change::TakebackRequested(change) => change.side(),
        Change::TakebackAnswered(change) => change.side(),
        Change::RematchWanted(change) => change.side(),
        Change::TimeFell(change) => change.side(),
        Change::InvitationCreated(change) => change.side(),
        Change::InvitationRevoked(change) => change.side(),
        Change::SeatReissued(change) => change.side(),
    };
    Some(side(of))
}
