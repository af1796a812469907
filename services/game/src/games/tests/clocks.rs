//! Clocks, and flags that fall.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::{GameResult, Termination};

use super::calls::{Ask, Call};
use super::states::{State, minutes};
use crate::testing::{Table, TestServer, failure, of_variant};

async fn with_clock(server: &TestServer) -> Table {
    let request = v1::CreateGameRequest {
        time_control: Some(minutes(5)),
        ..v1::CreateGameRequest::default()
    };
    Table::of(server, request).await
}

async fn last_event(server: &TestServer, table: &Table) -> v1::GameEvent {
    let request = v1::ListEventsRequest {
        game_id: table.id.clone(),
        ..v1::ListEventsRequest::default()
    };
    let listed = server.games().list_events(request).await.expect("events");
    listed.into_inner().events.pop().expect("an event")
}

fn millis(at: Option<prost_types::Timestamp>) -> i64 {
    let at = at.expect("a time");
    at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000
}

#[tokio::test]
async fn the_clocks_start_with_the_second_seat_and_the_time_with_the_second_turn() {
    let server = TestServer::start().await;
    let table = with_clock(&server).await;
    let clock = table.game(&server).await.clock.expect("a clock");
    assert_eq!((clock.white_ms, clock.black_ms), (300_000, 300_000));
    assert_eq!(clock.deadline, None);
    let control = clock.control.expect("a control");
    assert_eq!(control.pace, minutes(5).pace);
    assert_eq!(control.first_turn_ms, 120_000);

    let table = table.with_black(&server).await;
    let event = last_event(&server, &table).await;
    let clock = event.clock.expect("a clock");
    assert_eq!(clock.server_time, event.at);
    assert_eq!(millis(clock.deadline) - millis(event.at), 120_000);

    table.play(&server, &["d6", "f4"]).await;
    let event = last_event(&server, &table).await;
    let clock = event.clock.expect("a clock");
    assert_eq!((clock.white_ms, clock.black_ms), (300_000, 300_000));
    assert_eq!(millis(clock.deadline) - millis(event.at), 300_000);

    server.clock.advance(time::Duration::minutes(1));
    let clock = table.game(&server).await.clock.expect("a clock");
    assert!((230_000..=240_000).contains(&clock.white_ms), "{clock:?}");
    assert_eq!(clock.black_ms, 300_000);
    let left = millis(clock.deadline) - millis(clock.server_time);
    assert!(left.abs_diff(240_000) < 10_000, "{clock:?}");
    let played = Call::Play.by(&server, &table, &table.white).await;
    let clock = played.clock.expect("a clock");
    assert!((230_000..=240_000).contains(&clock.white_ms), "{clock:?}");
}

#[tokio::test]
async fn a_flag_that_nobody_sees_is_stored_and_told_to_watchers() {
    let server = TestServer::start().await;
    for (turns, result, termination) in [
        (
            &["d6", "f4"][..],
            GameResult::BlackWins,
            Termination::Timeout,
        ),
        (&["d6"][..], GameResult::None, Termination::Aborted),
    ] {
        let table = with_clock(&server).await.with_black(&server).await;
        table.play(&server, turns).await;
        let before = last_event(&server, &table).await;
        let request = v1::WatchGameRequest {
            game_id: table.id.clone(),
            after_revision: Some(before.revision),
            ..v1::WatchGameRequest::default()
        };
        let mut events = server
            .games()
            .watch_game(request)
            .await
            .expect("a stream")
            .into_inner();
        server.clock.advance(time::Duration::minutes(6));
        let told = tokio::time::timeout(Duration::from_secs(20), events.message()).await;
        let told = told
            .expect("in time")
            .expect("no failure")
            .expect("a message");
        let event = match told.message {
            Some(v1::watch_game_response::Message::Event(event)) => event,
            other => panic!("no event: {other:?}"),
        };
        assert!(
            matches!(event.change, Some(Change::TimeFell(_))),
            "{event:?}"
        );
        // The moment of the deadline, whenever it was seen.
        assert_eq!(event.at, before.clock.expect("a clock").deadline);
        let outcome = event
            .state
            .and_then(|state| state.outcome)
            .expect("an outcome");
        assert_eq!(
            (outcome.result(), outcome.termination()),
            (result, termination)
        );
    }
}

#[tokio::test]
async fn many_replicas_store_one_fall_and_a_store_that_was_away_is_caught_up_with() {
    let server = TestServer::start().await;
    let others = [server.beside().await, server.beside().await];
    let mut tables = Vec::new();
    for _ in 0..5 {
        let table = with_clock(&server).await.with_black(&server).await;
        table.play(&server, &["d6", "f4"]).await;
        tables.push(table);
    }
    server.store.go_away();
    server.clock.advance(time::Duration::minutes(6));
    // Longer than a round.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    server.store.come_back();
    for table in &tables {
        let mut tries = 0;
        while !matches!(
            last_event(&server, table).await.change,
            Some(Change::TimeFell(_))
        ) {
            tries += 1;
            assert!(tries < 200, "the flag never falls");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    // Longer than a round of every replica.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    for (table, other) in tables.iter().zip(others.iter().cycle()) {
        assert_eq!(last_event(other, table).await.revision, 5);
    }
}

#[tokio::test]
async fn a_turn_after_the_deadline_is_refused_and_stores_the_fall() {
    let server = TestServer::start().await;
    let table = State::TimeOver.set(&server).await;
    let ask = Ask {
        token: &table.white,
        ..Ask::default()
    };
    let late = Call::Play.make(&server, &table, ask).await;
    assert_eq!(
        failure(&late.expect_err("late")).code(),
        ErrorCode::GameOver
    );
    let event = last_event(&server, &table).await;
    assert!(
        matches!(event.change, Some(Change::TimeFell(_))),
        "{event:?}"
    );
    assert_eq!(event.clock.expect("a clock").white_ms, 0);
}

/// A look at a fall that nobody has stored shows the revision that it will be, which is the game's entity
/// tag over REST, and the events end with it.
#[tokio::test]
async fn a_fall_that_is_not_stored_yet_is_seen_alike_by_every_read() {
    let server = TestServer::start().await;
    let table = with_clock(&server).await.with_black(&server).await;
    table.play(&server, &["d6", "f4"]).await;
    let before = table.game(&server).await;
    server.clock.advance(time::Duration::minutes(6));
    let seen = table.game(&server).await;
    assert_eq!(
        (seen.revision, seen.status()),
        (before.revision + 1, v1::GameStatus::Finished)
    );
    let event = last_event(&server, &table).await;
    assert_eq!(event.revision, seen.revision);
    assert_eq!(event.state, seen.state);
    assert!(matches!(event.change, Some(Change::TimeFell(_))));
}

#[tokio::test]
async fn what_no_table_can_agree_on_is_refused_by_its_field() {
    let server = TestServer::start().await;
    let request = v1::CreateGameRequest {
        rules: Some(of_variant("nine")),
        time_control: Some(minutes(60 * 25)),
        ..v1::CreateGameRequest::default()
    };
    let status = server
        .games()
        .create_game(request)
        .await
        .expect_err("too long");
    let failure = failure(&status);
    assert_eq!(failure.code(), ErrorCode::InvalidArgument);
    assert_eq!(failure.violations()[0].field, "time_control.total.total_ms");
}
