//! What clients do, and how they try until they are answered.

use std::time::Duration;

use moelle_proto::v1;
use tonic::{Code, Request, Status};

use super::{TRIES, Table};
use crate::support::random::Random;
use crate::support::replicas::Replicas;

/// What a client may do to a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Operation {
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

pub(super) const OPERATION_WEIGHTS: [(Operation, usize); 10] = [
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

pub(super) fn any_operation(random: &mut Random) -> Operation {
    let bag: Vec<Operation> = OPERATION_WEIGHTS
        .iter()
        .flat_map(|(operation, weight)| std::iter::repeat_n(*operation, *weight))
        .collect();
    *random.pick(&bag)
}

pub(super) fn kind_of(operation: Operation) -> &'static str {
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
pub(super) struct Attempt<'a> {
    pub(super) table: &'a Table,
    pub(super) seat: usize,
    pub(super) operation: Operation,
    pub(super) turn: String,
    pub(super) revision: Option<u64>,
    pub(super) request_id: String,
}

impl Attempt<'_> {
    /// Sends the request to any replica until one answers it.
    pub(super) async fn until_answered(
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
pub(super) fn is_away(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::Cancelled | Code::Unknown | Code::DeadlineExceeded
    )
}
