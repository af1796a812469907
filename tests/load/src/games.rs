//! Games to watch.

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rule_set_selection::Base;
use tonic::Request;
use tonic::transport::Channel;

/// Turns of a game in which nobody closes a mill.
pub(crate) const TURNS: [&str; 12] = [
    "d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3",
];
/// Calls at once.
const AT_ONCE: usize = 16;

/// A game of which both seats are taken.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: String,
    tokens: [String; 2],
}

/// Creates so many games.
pub(crate) async fn create(
    client: &GameServiceClient<Channel>,
    count: usize,
) -> anyhow::Result<Vec<Table>> {
    let tables = stream::iter(0..count).map(|_| Table::create(client.clone()));
    tables.buffer_unordered(AT_ONCE).try_collect().await
}

/// Plays one more turn in every game.
pub(crate) async fn play(
    client: &GameServiceClient<Channel>,
    tables: &[Table],
    turn: usize,
) -> anyhow::Result<()> {
    let played = stream::iter(tables).map(|table| table.play(client.clone(), turn));
    played.buffer_unordered(AT_ONCE).try_collect().await
}

impl Table {
    async fn create(mut client: GameServiceClient<Channel>) -> anyhow::Result<Self> {
        let request = v1::CreateGameRequest {
            rules: Some(v1::RuleSetSelection {
                base: Some(Base::Variant("nine".to_owned())),
                ..v1::RuleSetSelection::default()
            }),
            seat: v1::SeatChoice::Both.into(),
            ..v1::CreateGameRequest::default()
        };
        let created = client.create_game(request).await?.into_inner();
        let token = |side: v1::Side| {
            let seat = created.seats.iter().find(|seat| seat.side() == side);
            seat.map(|seat| seat.token.clone()).context("a seat")
        };
        Ok(Self {
            tokens: [token(v1::Side::White)?, token(v1::Side::Black)?],
            id: created.game.context("a game")?.id,
        })
    }

    async fn play(
        &self,
        mut client: GameServiceClient<Channel>,
        turn: usize,
    ) -> anyhow::Result<()> {
        let mut request = Request::new(v1::PlayTurnRequest {
            game_id: self.id.clone(),
            turn: TURNS[turn].to_owned(),
            ..v1::PlayTurnRequest::default()
        });
        let token = format!("Bearer {}", self.tokens[turn % 2]).parse()?;
        request.metadata_mut().insert("authorization", token);
        client.play_turn(request).await?;
        Ok(())
    }
}
