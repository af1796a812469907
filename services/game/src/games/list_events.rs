//! `ListEvents`.

use moelle_games::Revision;
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::limits::{EVENTS_DEFAULT, EVENTS_MAX};
use moelle_proto::v1;
use moelle_proto::wire::{self, Problems};

use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn events(
        &self,
        request: &v1::ListEventsRequest,
        caller: &Caller,
    ) -> Result<v1::ListEventsResponse, Failure> {
        let limit = page_size(request.page_size, caller)?;
        let id = wire::game_id(&request.game_id)?;
        super::about(id);
        let after = Revision::from_number(request.after_revision);
        let page = self
            .games
            .events(id, after, limit, &caller.credentials)
            .await;
        let page = page.map_err(|error| self.failure(&error, caller))?;
        Ok(v1::ListEventsResponse {
            events: page
                .events
                .iter()
                .map(|event| wire::event(event, &page.game, caller.language))
                .collect(),
            more: page.more,
        })
    }
}

fn page_size(asked: u32, caller: &Caller) -> Result<u32, Failure> {
    match asked {
        0 => Ok(EVENTS_DEFAULT),
        1..=EVENTS_MAX => Ok(asked),
        _ => {
            let mut problems = Problems::new(caller.language);
            let message = format!("A page holds at most {EVENTS_MAX} events.");
            problems.add("page_size", ErrorCode::InvalidArgument, message);
            problems.fact("limit", EVENTS_MAX.to_string());
            Err(problems.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::v1::game_event::Change;

    use super::*;
    use crate::testing::{Table, TestServer, failure, with_token};

    fn page(table: &Table, after_revision: u64, page_size: u32) -> v1::ListEventsRequest {
        v1::ListEventsRequest {
            game_id: table.id.clone(),
            after_revision,
            page_size,
        }
    }

    #[tokio::test]
    async fn every_change_is_one_event_in_order() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        table.play(&server, &["d6", "f4"]).await;
        let listed = server
            .games()
            .list_events(page(&table, 0, 0))
            .await
            .expect("events");
        let listed = listed.into_inner();
        let revisions: Vec<_> = listed.events.iter().map(|event| event.revision).collect();
        assert_eq!((revisions, listed.more), (vec![1, 2, 3, 4], false));
        let change = |index: usize| listed.events[index].change.as_ref().expect("a change");
        assert!(matches!(change(0), Change::Created(_)));
        assert!(matches!(change(1), Change::SeatTaken(taken) if taken.side() == v1::Side::Black));
        assert!(matches!(change(3), Change::TurnPlayed(played) if played.turn == "f4"));
    }

    #[tokio::test]
    async fn pages_follow_one_another() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        table.play(&server, &["d6"]).await;
        let mut seen = Vec::new();
        let mut more = true;
        while more {
            let request = page(&table, seen.last().copied().unwrap_or(0), 2);
            let listed = server
                .games()
                .list_events(request)
                .await
                .expect("events")
                .into_inner();
            assert!(!listed.events.is_empty());
            seen.extend(listed.events.iter().map(|event| event.revision));
            more = listed.more;
        }
        assert_eq!(seen, [1, 2, 3]);
    }

    #[tokio::test]
    async fn a_page_over_the_limit_and_a_private_game_are_refused() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Private).await;
        let status = server
            .games()
            .list_events(page(&table, 0, EVENTS_MAX + 1))
            .await;
        let refused = failure(&status.expect_err("too many"));
        assert_eq!(refused.code(), ErrorCode::InvalidArgument);
        let status = server
            .games()
            .list_events(page(&table, 0, EVENTS_MAX))
            .await;
        assert_eq!(
            failure(&status.expect_err("private")).code(),
            ErrorCode::Unauthenticated
        );
        let request = with_token(page(&table, 0, EVENTS_MAX), &table.owner);
        server
            .games()
            .list_events(request)
            .await
            .expect("the owner sees it");
    }
}
