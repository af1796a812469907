//! What clients do, and how they try until they are answered.

use moelle_proto::v1;
use moelle_rules::Side;
use tonic::Status;

use super::tables::{Table, Tables};
use crate::support::grpc::with_token;
use crate::support::random::Random;

/// What a client may do to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Play,
    PlayNonsense,
    PlayStale,
    OfferDraw,
    AnswerDraw(bool),
    RequestTakeback,
    AnswerTakeback(bool),
    Resign,
    Abort,
    OfferRematch,
    CreateInvitation,
    RevokeInvitation,
    ReissueByOwner,
    ReissueBySeat,
    Join,
}

const WEIGHTS: [(Operation, usize); 17] = [
    (Operation::Play, 90),
    (Operation::PlayNonsense, 5),
    (Operation::PlayStale, 5),
    (Operation::OfferDraw, 4),
    (Operation::AnswerDraw(true), 1),
    (Operation::AnswerDraw(false), 5),
    (Operation::RequestTakeback, 10),
    (Operation::AnswerTakeback(true), 6),
    (Operation::AnswerTakeback(false), 3),
    (Operation::Resign, 1),
    (Operation::Abort, 1),
    (Operation::OfferRematch, 6),
    (Operation::CreateInvitation, 3),
    (Operation::RevokeInvitation, 1),
    (Operation::ReissueByOwner, 1),
    (Operation::ReissueBySeat, 2),
    (Operation::Join, 8),
];

/// An answer: the game, and the token or invitation that came with it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    pub(super) game: v1::Game,
    pub(super) secret: Option<String>,
    /// The side of the seat that was taken.
    pub(super) side: Option<Side>,
}

/// One request, to be sent until it is answered.
#[derive(Clone)]
pub(super) struct Attempt<'a> {
    pub(super) table: &'a Table,
    pub(super) operation: Operation,
    /// The seat that it is about.
    pub(super) side: Side,
    pub(super) token: String,
    pub(super) invitation: String,
    pub(super) turn: String,
    pub(super) revision: Option<u64>,
    pub(super) request_id: String,
}

impl Operation {
    pub(super) fn any(random: &mut Random) -> Self {
        let all: usize = WEIGHTS.iter().map(|(_, weight)| weight).sum();
        let mut lot = random.below(all);
        for (operation, weight) in WEIGHTS {
            if lot < weight {
                return operation;
            }
            lot -= weight;
        }
        Self::Play
    }

    pub(super) const fn plays(self) -> bool {
        matches!(self, Self::Play | Self::PlayNonsense | Self::PlayStale)
    }

    /// The kinds of events that it may be when it is accepted.
    pub(super) const fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Play | Self::PlayNonsense | Self::PlayStale => &["turn_played"],
            // An offer that meets the other side's is an answer.
            Self::OfferDraw => &["draw_offered", "draw_answered"],
            Self::AnswerDraw(_) => &["draw_answered"],
            Self::RequestTakeback => &["takeback_requested"],
            Self::AnswerTakeback(_) => &["takeback_answered"],
            Self::Resign => &["resigned"],
            Self::Abort => &["aborted"],
            Self::OfferRematch => &["rematch_wanted"],
            Self::CreateInvitation => &["invitation_created"],
            Self::RevokeInvitation => &["invitation_revoked"],
            Self::ReissueByOwner | Self::ReissueBySeat => &["seat_reissued"],
            Self::Join => &["seat_taken"],
        }
    }

    /// Whether it names the revision that its caller saw.
    pub(super) fn names_revision(self, random: &mut Random) -> bool {
        match self {
            Self::Play | Self::PlayNonsense | Self::PlayStale => true,
            Self::Join => false,
            _ => random.below(2) == 0,
        }
    }
}

impl Attempt<'_> {
    /// Sends the request to any replica until one answers it.
    pub(super) async fn until_answered(
        &self,
        tables: &Tables,
        random: &mut Random,
    ) -> Result<Answer, Status> {
        macro_rules! call {
            ($method:ident, $request:ident { $($field:ident: $value:expr),* }) => {{
                let message = v1::$request {
                    game_id: self.table.id.clone(),
                    revision: self.revision,
                    request_id: self.request_id.clone(),
                    $($field: $value),*
                };
                tables
                    .ask(random, stringify!($method), async |mut games| {
                        games.$method(with_token(message.clone(), &self.token)).await
                    })
                    .await?
            }};
        }
        let side = wire(self.side);
        let answer = match self.operation {
            Operation::Play | Operation::PlayNonsense | Operation::PlayStale => {
                let turn = self.turn.clone();
                alone(call!(play_turn, PlayTurnRequest { turn: turn }).game)
            }
            Operation::OfferDraw => alone(call!(offer_draw, OfferDrawRequest {}).game),
            Operation::AnswerDraw(accept) => {
                alone(call!(answer_draw, AnswerDrawRequest { accept: accept }).game)
            }
            Operation::RequestTakeback => {
                alone(call!(request_takeback, RequestTakebackRequest {}).game)
            }
            Operation::AnswerTakeback(accept) => {
                alone(call!(answer_takeback, AnswerTakebackRequest { accept: accept }).game)
            }
            Operation::Resign => alone(call!(resign, ResignRequest {}).game),
            Operation::Abort => alone(call!(abort_game, AbortGameRequest {}).game),
            Operation::OfferRematch => alone(call!(offer_rematch, OfferRematchRequest {}).game),
            Operation::CreateInvitation => {
                let made = call!(create_invitation, CreateInvitationRequest { side: side });
                let secret = made.invitation.expect("an invitation").invitation;
                with_secret(made.game, secret, self.side)
            }
            Operation::RevokeInvitation => {
                alone(call!(revoke_invitation, RevokeInvitationRequest { side: side }).game)
            }
            Operation::ReissueByOwner | Operation::ReissueBySeat => {
                let made = call!(reissue_seat, ReissueSeatRequest { side: side });
                with_secret(made.game, made.seat.expect("a seat").token, self.side)
            }
            Operation::Join => self.join(tables, random).await?,
        };
        Ok(answer)
    }

    async fn join(&self, tables: &Tables, random: &mut Random) -> Result<Answer, Status> {
        let message = v1::JoinGameRequest {
            game_id: self.table.id.clone(),
            invitation: self.invitation.clone(),
            request_id: self.request_id.clone(),
            ..v1::JoinGameRequest::default()
        };
        let joined = tables.ask(random, "join_game", async |mut games| {
            games.join_game(message.clone()).await
        });
        let joined = joined.await?;
        let seat = joined.seat.expect("a seat");
        let side = super::tables::side(seat.side());
        Ok(with_secret(joined.game, seat.token, side))
    }
}

fn alone(game: Option<v1::Game>) -> Answer {
    Answer {
        game: game.expect("a game"),
        secret: None,
        side: None,
    }
}

fn with_secret(game: Option<v1::Game>, secret: String, side: Side) -> Answer {
    Answer {
        game: game.expect("a game"),
        secret: Some(secret),
        side: Some(side),
    }
}

fn wire(side: Side) -> i32 {
    match side {
        Side::White => v1::Side::White,
        Side::Black => v1::Side::Black,
    }
    .into()
}
