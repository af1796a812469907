//! The JSON of the REST contract, and its conversions to and from the messages of `moelle.v1`.

mod clock;
mod event;
mod game;
mod object;
mod position;
mod rule_selection;
mod rule_set;
pub(crate) mod time;
mod variant;
mod webhook;
mod words;

use thiserror::Error;

pub(crate) use clock::{Clock, TimeControlChoice};
pub(crate) use event::Event;
pub(crate) use game::{Game, Invitation, PlayerNames, SeatGrant};
pub(crate) use object::Object;
pub(crate) use position::{Flying, Mill, Outcome, PositionState, Refusal, mills};
pub(crate) use rule_selection::{RuleFields, RuleSelection, body_with_rules};
pub(crate) use rule_set::{FieldValue, Identity, RuleSet};
pub(crate) use variant::{BoardGeometry, RuleSentence, Variant};
pub(crate) use webhook::{Delivery, Webhook};
pub(crate) use words::{
    BlockedRule, Board, BoardFullRule, DeliveryState, FirstToAct, FlyingReason, GameResult,
    GameStatus, MillRule, Movement, NoticeKind, Phase, RefusalReason, Removable, RemovalsPerTurn,
    SeatChoice, Side, Termination, Visibility, Word,
};

/// An answer of the game service lacks what the contract promises; the name says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the answer of the game service has no {0} that is known here")]
pub(crate) struct BadAnswer(pub(crate) &'static str);

/// A part of an answer that must be there.
pub(crate) fn present<T>(part: Option<T>, name: &'static str) -> Result<T, BadAnswer> {
    part.ok_or(BadAnswer(name))
}

/// A text that the wire leaves empty where there is none.
pub(crate) fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
