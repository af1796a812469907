//! Telling the game service who watches here.

use std::time::Duration;

use moelle_proto::limits::{NOTED_MAX, SPECTATORS_MAX};
use moelle_proto::v1;
use uuid::Uuid;

use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};

/// How soon a change is told.
const NOTE_AFTER: Duration = Duration::from_secs(1);
/// How long the last note may take.
const LAST_NOTE: Duration = Duration::from_secs(1);
/// How often it is told all the same. It counts for 30 seconds, so that one note may be lost.
const NOTE_EVERY: Duration = Duration::from_secs(9);

impl Gateway {
    /// Notes spectators until the gateway shuts down, and then that there are none.
    pub(crate) async fn note_spectators(self) {
        // One id for each thousand games.
        let mut relays: Vec<Uuid> = Vec::new();
        let mut ticks = tokio::time::interval(NOTE_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let shutdown = self.shutdown().clone();
        let mut due = async || {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.hub().audience.notified() => tokio::time::sleep(NOTE_AFTER).await,
            }
        };
        while shutdown.run_until_cancelled(due()).await.is_some() {
            let counts: Vec<_> = self.hub().spectators().into_iter().collect();
            let notes: Vec<_> = counts.chunks(NOTED_MAX).collect();
            while relays.len() < notes.len() {
                relays.push(Uuid::now_v7());
            }
            for (index, relay) in relays.iter().enumerate() {
                self.note(*relay, notes.get(index).copied().unwrap_or_default())
                    .await;
            }
            // Those that had nothing to say have said so.
            relays.truncate(notes.len());
        }
        let taking_back = async {
            for relay in relays {
                self.note(relay, &[]).await;
            }
        };
        let _ = tokio::time::timeout(LAST_NOTE, taking_back).await;
    }

    async fn note(&self, relay: Uuid, counts: &[(String, u32)]) {
        let message = v1::NoteSpectatorsRequest {
            relay_id: relay.to_string(),
            games: counts
                .iter()
                .map(|(game, count)| v1::SpectatorCount {
                    game_id: game.clone(),
                    count: (*count).min(SPECTATORS_MAX),
                })
                .collect(),
        };
        let caller = Caller::anonymous(moelle_words::Language::English);
        let noted: Result<v1::NoteSpectatorsResponse, _> = self
            .ask(
                &caller,
                Retry::Always,
                message,
                |mut upstream, request| async move {
                    upstream.games.note_spectators(request).await
                },
            )
            .await;
        if let Err(failure) = noted {
            tracing::debug!(reason = %failure.code(), "spectators could not be noted");
        }
    }
}
