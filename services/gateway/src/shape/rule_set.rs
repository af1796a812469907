//! Rule sets of answers.

use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BadAnswer, BlockedRule, Board, BoardFullRule, MillRule, Movement, Removable, RemovalsPerTurn,
    non_empty,
};

/// A whole rule set of an answer: every field that applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RuleSet {
    /// The board.
    pub(crate) board: Board,
    /// Men of each side.
    pub(crate) men: u32,
    /// What closing a mill does.
    pub(crate) mill: MillRule,
    /// Whether a mill earns a removal while either side still has a man in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capture_while_placing: Option<bool>,
    /// Which men may be removed. Absent where `mill` is `win`, as the two beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) removable: Option<Removable>,
    /// What several mills closed by one action earn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) removals_per_turn: Option<RemovalsPerTurn>,
    /// Whether a side with men in hand may move instead of placing.
    pub(crate) move_while_placing: bool,
    /// Where a man moves.
    pub(crate) movement: Movement,
    /// A side with an empty hand and this many men, or fewer, flies; 0 is never.
    pub(crate) fly_at: u32,
    /// A side with fewer men than this has lost.
    pub(crate) min_men: u32,
    /// What happens to a side that has no legal turn.
    pub(crate) blocked: BlockedRule,
    /// What happens when every point is occupied.
    pub(crate) board_full: BoardFullRule,
    /// The game is drawn when a position has occurred this many times; 0 is never.
    pub(crate) repetition: u32,
    /// The game is drawn after this many plies without a placement or a removal; 0 is never.
    pub(crate) quiet_plies: u32,
}

/// The rules that an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Identity {
    /// The variant's name. Null: a whole rule set of the caller's own.
    #[schema(required, example = "nine")]
    pub(crate) variant: Option<String>,
    /// SHA-256 in hexadecimal over the fields of the rule set.
    #[schema(example = "4247136de339c1170a811de5ba4acea5fc73736c08a34ee90293ec116e316bc8")]
    pub(crate) digest: String,
}

/// The value of a field of a rule set: true or false, a number, or a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum FieldValue {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
}

impl FieldValue {
    /// The value that a text of the wire stands for.
    #[must_use]
    pub(crate) fn of_text(text: &str) -> Self {
        match text {
            "yes" => Self::Truth(true),
            "no" => Self::Truth(false),
            _ => text
                .parse()
                .map_or_else(|_| Self::Word(text.to_owned()), Self::Number),
        }
    }
}

impl From<v1::RuleSetIdentity> for Identity {
    fn from(identity: v1::RuleSetIdentity) -> Self {
        Self {
            variant: non_empty(identity.variant),
            digest: identity.digest,
        }
    }
}

impl TryFrom<v1::RuleSet> for RuleSet {
    type Error = BadAnswer;

    fn try_from(rules: v1::RuleSet) -> Result<Self, BadAnswer> {
        fn there<T>(part: Option<T>) -> Result<T, BadAnswer> {
            part.ok_or(BadAnswer("rules"))
        }
        Ok(Self {
            board: there(rules.board)?.try_into()?,
            men: there(rules.men)?,
            mill: there(rules.mill)?.try_into()?,
            capture_while_placing: rules.capture_while_placing,
            removable: rules.removable.map(Removable::try_from).transpose()?,
            removals_per_turn: rules
                .removals_per_turn
                .map(RemovalsPerTurn::try_from)
                .transpose()?,
            move_while_placing: there(rules.move_while_placing)?,
            movement: there(rules.movement)?.try_into()?,
            fly_at: there(rules.fly_at)?,
            min_men: there(rules.min_men)?,
            blocked: there(rules.blocked)?.try_into()?,
            board_full: there(rules.board_full)?.try_into()?,
            repetition: there(rules.repetition)?,
            quiet_plies: there(rules.quiet_plies)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_of_fields_have_their_own_types() {
        for (text, expected) in [
            ("yes", json!(true)),
            ("no", json!(false)),
            ("3", json!(3)),
            ("outside_mills_first", json!("outside_mills_first")),
        ] {
            let value = serde_json::to_value(FieldValue::of_text(text)).expect("a value");
            assert_eq!(value, expected);
        }
    }
}
