//! What a request says about its rules.

use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    BlockedRule, Board, BoardFullRule, MillRule, Movement, Object, Removable, RemovalsPerTurn, Word,
};

/// Fields of a rule set. As `rules` they are a whole one and every field that applies must be
/// there; as `options` those that are there replace the variant's.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
pub(crate) struct RuleFields {
    /// The board.
    #[schema(value_type = Option<Board>)]
    pub(crate) board: Option<String>,
    /// Men of each side: 3 to 12, and twice as many at most as the board has points.
    #[schema(minimum = 3, maximum = 12)]
    pub(crate) men: Option<i64>,
    /// What closing a mill does.
    #[schema(value_type = Option<MillRule>)]
    pub(crate) mill: Option<String>,
    /// Whether a mill earns a removal while either side still has a man in hand. Not where `mill`
    /// is `win`.
    pub(crate) capture_while_placing: Option<bool>,
    /// Which men may be removed. Not where `mill` is `win`.
    #[schema(value_type = Option<Removable>)]
    pub(crate) removable: Option<String>,
    /// What several mills closed by one action earn. Not where `mill` is `win`.
    #[schema(value_type = Option<RemovalsPerTurn>)]
    pub(crate) removals_per_turn: Option<String>,
    /// Whether a side with men in hand may move instead of placing.
    pub(crate) move_while_placing: Option<bool>,
    /// Where a man moves.
    #[schema(value_type = Option<Movement>)]
    pub(crate) movement: Option<String>,
    /// A side with an empty hand and this many men, or fewer, flies: 3 to `men`; 0 is never.
    #[schema(minimum = 0, maximum = 12)]
    pub(crate) fly_at: Option<i64>,
    /// A side with fewer men than this has lost: 3 where `mill` is `capture`, 0 where it is `win`.
    #[schema(minimum = 0, maximum = 3)]
    pub(crate) min_men: Option<i64>,
    /// What happens to a side that has no legal turn.
    #[schema(value_type = Option<BlockedRule>)]
    pub(crate) blocked: Option<String>,
    /// What happens when every point is occupied.
    #[schema(value_type = Option<BoardFullRule>)]
    pub(crate) board_full: Option<String>,
    /// The game is drawn when a position has occurred this many times: 2 to 10; 0 is never.
    #[schema(minimum = 0, maximum = 10)]
    pub(crate) repetition: Option<i64>,
    /// The game is drawn after this many plies without a placement or a removal: 10 to 1000; 0 is
    /// never.
    #[schema(minimum = 0, maximum = 1000)]
    pub(crate) quiet_plies: Option<i64>,
}

/// Which rules a request is about: a variant, perhaps with options, or a whole rule set.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
pub(crate) struct RuleSelection {
    /// A variant's name; `GET /v1/variants` lists them. Either this or `rules` must be there.
    #[schema(example = "nine")]
    pub(crate) variant: Option<String>,
    /// A whole rule set in place of a variant. It implies `customRules` and excludes `options`.
    #[schema(value_type = Option<RuleFields>)]
    pub(crate) rules: Option<Object<RuleFields>>,
    /// Fields that replace those of the variant. A field or value that the variant does not offer
    /// is refused with `option_not_offered`, unless `customRules` holds.
    #[schema(value_type = Option<RuleFields>)]
    pub(crate) options: Option<Object<RuleFields>>,
    /// Lifts the list of offered options, for applications that define rules of their own.
    pub(crate) custom_rules: Option<bool>,
}

/// Defines the body of a request that says, beside its own fields, which rules it is about.
///
/// The four fields lie flat in the body. They are written out by this macro, because serde's
/// `flatten` would let unknown fields pass.
macro_rules! body_with_rules {
    (
        $(#[$doc:meta])*
        pub(crate) struct $name:ident {
            $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
        }
    ) => {
        #[derive(Clone, Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
        $(#[$doc])*
        pub(crate) struct $name {
            /// A variant's name; `GET /v1/variants` lists them. Either this or `rules` must be
            /// there.
            #[schema(example = "nine")]
            pub(crate) variant: Option<String>,
            /// A whole rule set in place of a variant. It implies `customRules` and excludes
            /// `options`.
            #[schema(value_type = Option<$crate::shape::RuleFields>)]
            pub(crate) rules: Option<$crate::shape::Object<$crate::shape::RuleFields>>,
            /// Fields that replace those of the variant. A field or value that the variant does not
            /// offer is refused with `option_not_offered`, unless `customRules` holds.
            #[schema(value_type = Option<$crate::shape::RuleFields>)]
            pub(crate) options: Option<$crate::shape::Object<$crate::shape::RuleFields>>,
            /// Lifts the list of offered options, for applications that define rules of their own.
            pub(crate) custom_rules: Option<bool>,
            $($(#[$field_doc])* pub(crate) $field: $type,)*
        }

        impl $name {
            /// Takes what the body says about its rules.
            fn take_rules(&mut self) -> $crate::shape::RuleSelection {
                $crate::shape::RuleSelection {
                    variant: self.variant.take(),
                    rules: self.rules.take(),
                    options: self.options.take(),
                    custom_rules: self.custom_rules.take(),
                }
            }
        }
    };
}
pub(crate) use body_with_rules;

impl RuleSelection {
    /// The selection as a message.
    ///
    /// # Errors
    ///
    /// When both or neither of `variant` and `rules` are there, and where a value is none; every
    /// such field at once. `at` is the way to the selection: empty, or with a dot at its end.
    pub(crate) fn into_wire(self, at: &str) -> Result<v1::RuleSetSelection, Failure> {
        let mut violations = Vec::new();
        let options = self.options.map(|Object(fields)| {
            fields.into_wire(
                &format!("{at}options."),
                ErrorCode::InvalidOption,
                &mut violations,
            )
        });
        let rules = self.rules.map(|Object(fields)| {
            fields.into_wire(
                &format!("{at}rules."),
                ErrorCode::InvalidRuleSet,
                &mut violations,
            )
        });
        let base = match (self.variant, rules) {
            (Some(variant), None) => Some(Base::Variant(variant)),
            (None, Some(rules)) => Some(Base::Rules(rules)),
            (Some(_), Some(_)) => {
                let message = "Give `variant` or `rules`, not both.";
                violations.push(violation(format!("{at}rules"), message));
                None
            }
            (None, None) => {
                let message = "Give `variant`, or a whole rule set as `rules`.";
                violations.push(violation(format!("{at}variant"), message));
                None
            }
        };
        if violations.is_empty() {
            Ok(v1::RuleSetSelection {
                base,
                options,
                custom_rules: self.custom_rules.unwrap_or_default(),
            })
        } else {
            Err(Failure::of_fields(violations))
        }
    }
}

fn violation(field: String, message: &str) -> FieldViolation {
    FieldViolation {
        field,
        code: ErrorCode::InvalidArgument,
        message: message.to_owned(),
    }
}

impl RuleFields {
    fn into_wire(
        self,
        at: &str,
        code: ErrorCode,
        violations: &mut Vec<FieldViolation>,
    ) -> v1::RuleSet {
        let mut read = Read {
            at,
            code,
            violations,
        };
        v1::RuleSet {
            board: read.word::<Board>("board", self.board),
            men: read.number("men", self.men),
            mill: read.word::<MillRule>("mill", self.mill),
            capture_while_placing: self.capture_while_placing,
            removable: read.word::<Removable>("removable", self.removable),
            removals_per_turn: read
                .word::<RemovalsPerTurn>("removalsPerTurn", self.removals_per_turn),
            move_while_placing: self.move_while_placing,
            movement: read.word::<Movement>("movement", self.movement),
            fly_at: read.number("flyAt", self.fly_at),
            min_men: read.number("minMen", self.min_men),
            blocked: read.word::<BlockedRule>("blocked", self.blocked),
            board_full: read.word::<BoardFullRule>("boardFull", self.board_full),
            repetition: read.number("repetition", self.repetition),
            quiet_plies: read.number("quietPlies", self.quiet_plies),
        }
    }
}

/// Reads the values of fields and collects what is wrong with them.
struct Read<'r> {
    at: &'r str,
    code: ErrorCode,
    violations: &'r mut Vec<FieldViolation>,
}

impl Read<'_> {
    fn word<T: Word + Into<i32>>(&mut self, field: &str, word: Option<String>) -> Option<i32> {
        let value = T::of_word(&word?).map(Into::into);
        if value.is_none() {
            self.refuse(field, &format!("must be one of {}", T::WORDS.join(", ")));
        }
        value
    }

    /// What is in range beyond being a number of the wire is for the game service to say.
    fn number(&mut self, field: &str, number: Option<i64>) -> Option<u32> {
        let value = u32::try_from(number?).ok();
        if value.is_none() {
            self.refuse(field, "is out of range");
        }
        value
    }

    fn refuse(&mut self, field: &str, what: &str) {
        let field = format!("{}{field}", self.at);
        let message = format!("`{field}` {what}.");
        self.violations.push(FieldViolation {
            field,
            code: self.code,
            message,
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn selection(value: serde_json::Value) -> Result<v1::RuleSetSelection, Failure> {
        serde_json::from_value::<RuleSelection>(value)
            .expect("a selection")
            .into_wire("")
    }

    #[test]
    fn options_are_read_in_the_words_of_the_rules() {
        let wire = selection(json!({
            "variant": "nine",
            "options": {"flyAt": 0, "removable": "any", "captureWhilePlacing": false, "men": null},
            "customRules": true,
        }))
        .expect("a selection");
        assert_eq!(wire.base, Some(Base::Variant("nine".to_owned())));
        assert!(wire.custom_rules);
        assert_eq!(
            wire.options,
            Some(v1::RuleSet {
                fly_at: Some(0),
                removable: Some(v1::Removable::Any.into()),
                capture_while_placing: Some(false),
                ..v1::RuleSet::default()
            })
        );
    }

    #[test]
    fn one_of_variant_and_rules_must_be_there() {
        for (value, field) in [
            (json!({}), "variant"),
            (json!({"variant": "nine", "rules": {}}), "rules"),
        ] {
            let failure = selection(value).expect_err("it says too much or too little");
            assert_eq!(failure.code(), ErrorCode::InvalidArgument);
            assert_eq!(failure.violations()[0].field, field);
        }
    }

    #[test]
    fn every_value_that_is_none_is_told_at_once() {
        let options = json!({"flyAt": -1, "removable": "sometimes", "men": 1_i64 << 40});
        let failure = selection(json!({"variant": "nine", "options": options}))
            .expect_err("three values are none");
        assert_eq!(failure.code(), ErrorCode::InvalidOption);
        let fields: Vec<_> = failure
            .violations()
            .iter()
            .map(|it| it.field.as_str())
            .collect();
        assert_eq!(
            fields,
            ["options.men", "options.removable", "options.flyAt"]
        );
        assert!(
            failure.message().contains("outside_mills_first"),
            "{}",
            failure.message()
        );
    }
}
