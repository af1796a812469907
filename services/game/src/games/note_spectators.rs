//! `NoteSpectators`: what relays say of their watchers.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn note(
        &self,
        request: &v1::NoteSpectatorsRequest,
        caller: &Caller,
    ) -> Result<v1::NoteSpectatorsResponse, Failure> {
        let (relay, counts) = wire::note_spectators(request, caller.language)?;
        let noted = self.games.note_spectators(relay, &counts).await;
        noted.map_err(|error| self.failure(&error, caller))?;
        Ok(v1::NoteSpectatorsResponse {})
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;
    use moelle_proto::limits::{NOTED_MAX, SPECTATORS_MAX};

    use super::*;
    use crate::testing::{Table, TestServer, failure};

    const RELAY: &str = "5b0f5f8e-7d0c-4c1b-9a64-0d3a4b7c9e21";

    fn note(games: &[(&str, u32)]) -> v1::NoteSpectatorsRequest {
        v1::NoteSpectatorsRequest {
            relay_id: RELAY.to_owned(),
            games: games
                .iter()
                .map(|(game, count)| v1::SpectatorCount {
                    game_id: (*game).to_owned(),
                    count: *count,
                })
                .collect(),
        }
    }

    #[tokio::test]
    async fn what_a_relay_notes_counts_until_it_notes_anew_or_falls_silent() {
        let server = TestServer::start().await;
        let (one, two) = (Table::joined(&server).await, Table::joined(&server).await);
        let counts = async || {
            let games = [one.game(&server).await, two.game(&server).await];
            games.map(|game| game.spectators)
        };
        let send = async |request| server.games().note_spectators(request).await;
        send(note(&[(&one.id, 7), (&two.id, 2)]))
            .await
            .expect("noted");
        assert_eq!(counts().await, [Some(7), Some(2)]);
        send(note(&[(&one.id, 6)])).await.expect("noted");
        assert_eq!(counts().await, [Some(6), Some(0)]);
        server.clock.advance(time::Duration::seconds(31));
        assert_eq!(counts().await, [Some(0), Some(0)], "the relay is silent");
    }

    #[tokio::test]
    async fn what_cannot_be_a_count_is_refused() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let many = vec![(table.id.as_str(), 1); NOTED_MAX + 1];
        let no_relay = v1::NoteSpectatorsRequest {
            relay_id: "me".to_owned(),
            ..note(&[])
        };
        for request in [
            no_relay,
            note(&many),
            note(&[(&table.id, SPECTATORS_MAX + 1)]),
            note(&[(&table.id, 1), (&table.id, 1)]),
        ] {
            let status = server.games().note_spectators(request).await;
            let refused = failure(&status.expect_err("it is wrong"));
            assert_eq!(refused.code(), ErrorCode::InvalidArgument);
        }
        let status = server.games().note_spectators(note(&[("?", 1)])).await;
        let refused = failure(&status.expect_err("no game"));
        assert_eq!(refused.code(), ErrorCode::GameNotFound);
    }
}
