//! Variants and boards, for machines and for people.

use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::{BadAnswer, Board, FieldValue, Mill, RuleSet, mills, present};

/// A point of a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardPoint {
    /// Its name.
    #[schema(example = "d6")]
    pub(crate) name: String,
    /// Its file, counted from 0 at the left.
    pub(crate) x: u32,
    /// Its rank, counted from 0 at the bottom.
    pub(crate) y: u32,
}

/// What a client needs to draw a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardGeometry {
    /// Which board.
    pub(crate) board: Board,
    /// Its name for people.
    pub(crate) name: String,
    /// The side of the square grid that holds it; x and y are below it.
    pub(crate) width: u32,
    /// The points in index order.
    pub(crate) points: Vec<BoardPoint>,
    /// The lines: three points each.
    pub(crate) lines: Vec<Mill>,
    /// Neighbours that are joined but are no part of a mill: two points each.
    pub(crate) links: Vec<Vec<String>>,
}

/// An option that tables of a variant may choose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedOption {
    /// The field, as it is written in `options`.
    #[schema(example = "flyAt")]
    pub(crate) field: String,
    /// The values that may be chosen, the variant's own first. Empty: any from `min` to `max`, or 0.
    pub(crate) values: Vec<FieldValue>,
    /// The least number other than 0. Null where `values` lists them.
    #[schema(required)]
    pub(crate) min: Option<u32>,
    /// The greatest number. Null where `values` lists them.
    #[schema(required)]
    pub(crate) max: Option<u32>,
    /// What the option is called.
    pub(crate) name: String,
}

/// One sentence of the rules in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleSentence {
    /// What it is about.
    #[schema(example = "placing")]
    pub(crate) topic: String,
    /// The sentence, in the language that the caller accepts.
    pub(crate) text: String,
}

/// A variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variant {
    /// Its name in requests.
    #[schema(example = "nine")]
    pub(crate) id: String,
    /// Its name for people.
    pub(crate) name: String,
    /// The digest of its rules.
    pub(crate) digest: String,
    /// Its rules.
    pub(crate) rules: RuleSet,
    /// The position that it starts from.
    pub(crate) start: String,
    /// Its board.
    pub(crate) board: BoardGeometry,
    /// The options that a table may choose.
    pub(crate) options: Vec<OfferedOption>,
    /// The rules in words.
    pub(crate) rules_in_words: Vec<RuleSentence>,
    /// Its history in a few sentences with their sources.
    pub(crate) history: String,
}

impl From<v1::RuleSentence> for RuleSentence {
    fn from(sentence: v1::RuleSentence) -> Self {
        Self {
            topic: sentence.topic,
            text: sentence.text,
        }
    }
}

impl From<v1::OfferedOption> for OfferedOption {
    fn from(option: v1::OfferedOption) -> Self {
        let ranged = option.values.is_empty();
        Self {
            field: crate::case::lower_camel(&option.field),
            values: option
                .values
                .iter()
                .map(|value| FieldValue::of_text(value))
                .collect(),
            min: ranged.then_some(option.min),
            max: ranged.then_some(option.max),
            name: option.name,
        }
    }
}

impl TryFrom<v1::BoardGeometry> for BoardGeometry {
    type Error = BadAnswer;

    fn try_from(geometry: v1::BoardGeometry) -> Result<Self, BadAnswer> {
        let point = |point: v1::BoardPoint| BoardPoint {
            name: point.name,
            x: point.x,
            y: point.y,
        };
        Ok(Self {
            board: geometry.board.try_into()?,
            name: geometry.name,
            width: geometry.width,
            points: geometry.points.into_iter().map(point).collect(),
            lines: mills(geometry.lines),
            links: geometry.links.into_iter().map(|link| link.points).collect(),
        })
    }
}

impl TryFrom<v1::Variant> for Variant {
    type Error = BadAnswer;

    fn try_from(variant: v1::Variant) -> Result<Self, BadAnswer> {
        Ok(Self {
            id: variant.id,
            name: variant.name,
            digest: variant.digest,
            rules: present(variant.rules, "rules")?.try_into()?,
            start: variant.start,
            board: present(variant.geometry, "geometry")?.try_into()?,
            options: variant
                .options
                .into_iter()
                .map(OfferedOption::from)
                .collect(),
            rules_in_words: variant
                .rules_in_words
                .into_iter()
                .map(RuleSentence::from)
                .collect(),
            history: variant.history,
        })
    }
}
