//! Every call that changes a game, made alike.

use moelle_proto::v1;
use prost::Message as _;
use tonic::Status;

use crate::testing::{Table, TestServer, with_token};

/// A call that White makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    Play,
    Resign,
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    RequestTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferRematch,
    Invite,
    Revoke,
    Reissue,
    Join,
}

/// Who asks, and how.
#[derive(Clone, Copy, Default)]
pub(super) struct Ask<'a> {
    pub(super) token: &'a str,
    pub(super) revision: Option<u64>,
    pub(super) request_id: &'a str,
}

/// What every answer has: the game; and its bytes.
#[derive(Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) game: v1::Game,
    pub(super) bytes: Vec<u8>,
}

impl Call {
    pub(super) const ALL: &'static [Self] = &[
        Self::Play,
        Self::Resign,
        Self::Abort,
        Self::OfferDraw,
        Self::AcceptDraw,
        Self::DeclineDraw,
        Self::RequestTakeback,
        Self::AcceptTakeback,
        Self::DeclineTakeback,
        Self::OfferRematch,
        Self::Invite,
        Self::Revoke,
        Self::Reissue,
        Self::Join,
    ];

    /// What the contract calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Play => "PlayTurn",
            Self::Resign => "Resign",
            Self::Abort => "AbortGame",
            Self::OfferDraw => "OfferDraw",
            Self::AcceptDraw => "AnswerDraw yes",
            Self::DeclineDraw => "AnswerDraw no",
            Self::RequestTakeback => "RequestTakeback",
            Self::AcceptTakeback => "AnswerTakeback yes",
            Self::DeclineTakeback => "AnswerTakeback no",
            Self::OfferRematch => "OfferRematch",
            Self::Invite => "CreateInvitation",
            Self::Revoke => "RevokeInvitation",
            Self::Reissue => "ReissueSeat",
            Self::Join => "JoinGame",
        }
    }

    /// Makes the call.
    pub(super) async fn make(
        self,
        server: &TestServer,
        table: &Table,
        ask: Ask<'_>,
    ) -> Result<Answer, Status> {
        let mut games = server.games();
        macro_rules! ask {
            ($rpc:ident, $request:ident { $($field:ident: $value:expr),* $(,)? }) => {{
                let request = v1::$request {
                    game_id: table.id.clone(),
                    revision: ask.revision,
                    request_id: ask.request_id.to_owned(),
                    $($field: $value,)*
                };
                let answer = games.$rpc(with_token(request, ask.token)).await?.into_inner();
                Ok(Answer {
                    bytes: answer.encode_to_vec(),
                    game: answer.game.expect("a game"),
                })
            }};
        }
        match self {
            Self::Play => ask!(
                play_turn,
                PlayTurnRequest {
                    turn: "a1".to_owned(),
                }
            ),
            Self::Resign => ask!(resign, ResignRequest {}),
            Self::Abort => ask!(abort_game, AbortGameRequest {}),
            Self::OfferDraw => ask!(offer_draw, OfferDrawRequest {}),
            Self::AcceptDraw => ask!(answer_draw, AnswerDrawRequest { accept: true }),
            Self::DeclineDraw => ask!(answer_draw, AnswerDrawRequest { accept: false }),
            Self::RequestTakeback => ask!(request_takeback, RequestTakebackRequest {}),
            Self::AcceptTakeback => ask!(answer_takeback, AnswerTakebackRequest { accept: true }),
            Self::DeclineTakeback => ask!(answer_takeback, AnswerTakebackRequest { accept: false }),
            Self::OfferRematch => ask!(offer_rematch, OfferRematchRequest {}),
            Self::Invite => ask!(
                create_invitation,
                CreateInvitationRequest {
                    side: v1::Side::Black.into(),
                }
            ),
            Self::Revoke => ask!(
                revoke_invitation,
                RevokeInvitationRequest {
                    side: v1::Side::Black.into(),
                }
            ),
            Self::Reissue => ask!(
                reissue_seat,
                ReissueSeatRequest {
                    side: v1::Side::White.into(),
                }
            ),
            Self::Join => ask!(
                join_game,
                JoinGameRequest {
                    invitation: table.invitation.clone(),
                    name: String::new(),
                }
            ),
        }
    }

    /// Makes the call with a token, which must succeed.
    pub(super) async fn by(self, server: &TestServer, table: &Table, token: &str) -> v1::Game {
        let ask = Ask {
            token,
            ..Ask::default()
        };
        let answer = self.make(server, table, ask).await;
        answer
            .unwrap_or_else(|status| panic!("{self:?}: {status:?}"))
            .game
    }
}
