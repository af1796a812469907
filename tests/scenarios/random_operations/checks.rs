//! What must hold in the end.

use std::collections::{BTreeMap, BTreeSet};

use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_rules::Record;

use super::operations::is_away;
use super::{Table, read};
use crate::support::random::Random;
use crate::support::replicas::Replicas;

/// Checks a game against everything that was acknowledged, and says how many changes it has seen.
pub(super) async fn check(replicas: &Replicas, table: &Table) -> usize {
    let mut random = Random::from_seed(0);
    let game = read(replicas, table, &mut random).await;
    let events = all_events(replicas, table).await;
    let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
    assert_eq!(
        revisions,
        (1..=game.revision).collect::<Vec<_>>(),
        "revisions"
    );
    let by_revision: BTreeMap<u64, &v1::GameEvent> =
        events.iter().map(|event| (event.revision, event)).collect();
    check_acknowledged(table, &by_revision);
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

/// Every change that was acknowledged is the event of its revision, and of no other.
fn check_acknowledged(table: &Table, by_revision: &BTreeMap<u64, &v1::GameEvent>) {
    let acknowledged = table.acknowledged.lock().expect("no panic");
    let mut taken = BTreeSet::new();
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
