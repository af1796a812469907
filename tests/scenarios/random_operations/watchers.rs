//! Those who watch, over everything that happens, and what they have seen in the end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::checks::all_events;
use super::tables::{Table, Tables};
use crate::support::http::{Call, Http};
use crate::support::processes::Processes;

/// How long a watcher waits before it comes back.
const PAUSE: Duration = Duration::from_millis(25);
/// How long a watcher may need to see the last event, once nothing happens any more.
const PATIENCE: Duration = Duration::from_secs(30);

/// The watchers of the first games.
pub(super) struct Watchers {
    one: Vec<(Arc<Table>, Watcher<v1::GameEvent>)>,
    by_sse: Vec<(Arc<Table>, Watcher<Value>)>,
    many: Vec<Arc<Table>>,
    of_many: Vec<Shared<v1::GameEvent>>,
    watching_many: JoinHandle<()>,
}

struct Watcher<E> {
    seen: Shared<E>,
    watching: JoinHandle<()>,
}

type Shared<E> = Arc<Mutex<Seen<E>>>;

/// What a watcher has seen of a game.
#[derive(Debug)]
struct Seen<E> {
    /// The revision of the snapshot that it began with.
    from: Option<u64>,
    events: BTreeMap<u64, E>,
    /// Whether it was told that nothing more will come.
    is_over: bool,
}

impl<E> Default for Seen<E> {
    fn default() -> Self {
        Self {
            from: None,
            events: BTreeMap::new(),
            is_over: false,
        }
    }
}

impl<E> Seen<E> {
    /// The last revision that it knows.
    fn last(&self) -> Option<u64> {
        let last = self.events.last_key_value();
        last.map(|(revision, _)| *revision).or(self.from)
    }

    fn begin(&mut self, snapshot: u64) {
        assert_eq!(self.last(), None, "a snapshot where a revision is known");
        self.from = Some(snapshot);
    }

    fn see(&mut self, revision: u64, event: E) {
        assert_eq!(self.last(), Some(revision - 1), "a gap or a repetition");
        self.events.insert(revision, event);
    }
}

fn locked<E>(seen: &Shared<E>) -> MutexGuard<'_, Seen<E>> {
    seen.lock().expect("no panic")
}

impl Watchers {
    pub(super) fn of(processes: &Arc<Processes>, tables: &[Arc<Table>]) -> Self {
        let one = tables.iter().enumerate().map(|(first, table)| {
            let seen = Shared::default();
            let watching = watch(Arc::clone(processes), table.id.clone(), first, seen.clone());
            let watching = tokio::spawn(watching);
            (Arc::clone(table), Watcher { seen, watching })
        });
        let by_sse = tables.iter().map(|table| {
            let seen = Shared::default();
            let http = Http::new(processes.gateway_url());
            let watching = tokio::spawn(watch_by_sse(http, table.id.clone(), seen.clone()));
            (Arc::clone(table), Watcher { seen, watching })
        });
        let of_many: Vec<Shared<v1::GameEvent>> =
            tables.iter().map(|_| Shared::default()).collect();
        let games = tables.iter().map(|table| table.id.clone());
        let games: Vec<_> = games.zip(of_many.iter().cloned()).collect();
        let watching_many = tokio::spawn(watch_many(Arc::clone(processes), games));
        Self {
            one: one.collect(),
            by_sse: by_sse.collect(),
            many: tables.to_vec(),
            of_many,
            watching_many,
        }
    }

    /// Checks what everybody has seen against what is stored.
    pub(super) async fn check(self, tables: &Tables) {
        let http = Http::new(tables.processes.gateway_url());
        for (table, watcher) in self.one {
            let events = all_events(tables, &table).await;
            assert_seen(&watcher.seen, &events, v1::GameEvent::clone).await;
            stop(watcher.watching).await;
        }
        for (table, seen) in self.many.iter().zip(&self.of_many) {
            let events = all_events(tables, table).await;
            assert_seen(seen, &events, v1::GameEvent::clone).await;
        }
        stop(self.watching_many).await;
        for (table, watcher) in self.by_sse {
            let events = all_events(tables, &table).await;
            let listed = listed(&http, &table.id).await;
            assert_eq!(listed.len(), events.len());
            let of = |event: &v1::GameEvent| listed[&event.revision].clone();
            assert_seen(&watcher.seen, &events, of).await;
            stop(watcher.watching).await;
        }
    }
}

/// Waits until a watcher has seen what it must, and checks that it is the truth.
async fn assert_seen<E: PartialEq + std::fmt::Debug>(
    seen: &Shared<E>,
    events: &[v1::GameEvent],
    as_seen: impl Fn(&v1::GameEvent) -> E,
) {
    let is_end = |event: &&v1::GameEvent| {
        let state = event.state.as_ref().expect("a state");
        state.outcome.is_some()
    };
    let end = events.iter().find(is_end).map(|event| event.revision);
    // A stream ends with the game; what comes after that is found where it is asked for.
    let last = end.unwrap_or(events.len() as u64);
    let deadline = Instant::now() + PATIENCE;
    while locked(seen).last() < Some(last) || locked(seen).is_over != end.is_some() {
        assert!(
            Instant::now() < deadline,
            "revision {last} is never seen, over: {}: {:?}",
            end.is_some(),
            locked(seen)
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let seen = locked(seen);
    let from = seen.from.expect("a snapshot");
    // Whoever was cut off after the game's last turn and came back may have seen more.
    let last = seen.last().unwrap_or(last);
    let truth: BTreeMap<u64, E> = events
        .iter()
        .filter(|event| event.revision > from && event.revision <= last)
        .map(|event| (event.revision, as_seen(event)))
        .collect();
    assert_eq!(seen.events, truth);
}

async fn stop(watching: JoinHandle<()>) {
    watching.abort();
    let fault = watching
        .await
        .err()
        .filter(tokio::task::JoinError::is_panic);
    assert!(fault.is_none(), "a watcher found a fault: {fault:?}");
}

/// The events of a game as REST lists them.
async fn listed(http: &Http, id: &str) -> BTreeMap<u64, Value> {
    let mut events = BTreeMap::new();
    loop {
        let after = events.last_key_value().map_or(0, |(revision, _)| *revision);
        let call = Call::get(format!("/v1/games/{id}/events?after={after}&limit=500"));
        let page = http.send(call).await.expect(200);
        for event in page["events"].as_array().expect("events") {
            events.insert(event["revision"].as_u64().expect("a number"), event.clone());
        }
        if page["more"] == false {
            return events;
        }
    }
}

/// Takes a message about a game. `false`: nothing more will come.
fn take(seen: &Shared<v1::GameEvent>, message: Message) -> bool {
    match message {
        Message::Snapshot(snapshot) => {
            assert!(!snapshot.reset, "a known revision is reset");
            locked(seen).begin(snapshot.game.expect("a game").revision);
        }
        Message::Event(event) => locked(seen).see(event.revision, event),
        Message::End(end) if end.reason() == v1::StreamEndReason::GameOver => {
            locked(seen).is_over = true;
            return false;
        }
        Message::End(_) | Message::Heartbeat(_) => {}
    }
    true
}

/// Follows a game over gRPC, at one replica after the other.
async fn watch(processes: Arc<Processes>, id: String, first: usize, seen: Shared<v1::GameEvent>) {
    for replica in (0..processes.replicas()).cycle().skip(first) {
        let request = v1::WatchGameRequest {
            game_id: id.clone(),
            after_revision: locked(&seen).last(),
            ..v1::WatchGameRequest::default()
        };
        let mut games = GameServiceClient::new(processes.channel(replica));
        if let Ok(opened) = games.watch_game(request).await {
            let mut stream = opened.into_inner();
            while let Ok(Some(response)) = stream.message().await {
                if !take(&seen, response.message.expect("a message")) {
                    return;
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Follows many games on one stream, at one replica after the other.
async fn watch_many(processes: Arc<Processes>, games: Vec<(String, Shared<v1::GameEvent>)>) {
    for replica in (0..processes.replicas()).cycle() {
        let going_on: Vec<v1::WatchedGame> = games
            .iter()
            .filter(|(_, seen)| !locked(seen).is_over)
            .map(|(id, seen)| v1::WatchedGame {
                game_id: id.clone(),
                after_revision: locked(seen).last(),
            })
            .collect();
        if going_on.is_empty() {
            return;
        }
        let request = v1::WatchGamesRequest {
            games: going_on,
            ..v1::WatchGamesRequest::default()
        };
        let mut client = GameServiceClient::new(processes.channel(replica));
        if let Ok(opened) = client.watch_games(request).await {
            let mut stream = opened.into_inner();
            while let Ok(Some(response)) = stream.message().await {
                let about = games.iter().find(|(id, _)| *id == response.game_id);
                let message = response.message.and_then(|message| message.message);
                if let (Some((_, seen)), Some(message)) = (about, message) {
                    take(seen, message);
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Follows a game as a browser does.
async fn watch_by_sse(http: Http, id: String, seen: Shared<Value>) {
    loop {
        let call = Call::get(format!("/v1/games/{id}/events"));
        let last = locked(&seen).last();
        let call = match last {
            Some(last) => call.header("last-event-id", &last.to_string()),
            None => call,
        };
        let opened = http.try_events(call).await;
        if let Ok(mut source) = opened {
            if source.status() == 204 {
                locked(&seen).is_over = true;
                return;
            }
            while let Some(event) = source.next().await {
                match event.name.as_str() {
                    "snapshot" => locked(&seen).begin(event.id.expect("a revision")),
                    "event" => locked(&seen).see(event.id.expect("a revision"), event.data),
                    "end" if event.data["reason"] == "game_over" => {
                        locked(&seen).is_over = true;
                        return;
                    }
                    "reset" => panic!("a known revision is reset: {:?}", event.data),
                    _ => {}
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
