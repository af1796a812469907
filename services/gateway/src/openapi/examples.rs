//! Examples of every call and of every failure.
//!
//! Those of a call stand in `examples/`, in a file named for its operation id: what may be asked,
//! what is answered, and which failures are its own. Those of failures follow from the table of
//! errors.

use std::collections::BTreeMap;

use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use moelle_words::Language;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::Problem;

/// What an operation may be asked and what it answers.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CallExamples {
    /// Bodies of requests by the name of the example: JSON, or a text where the body is one.
    #[serde(default)]
    pub(super) requests: BTreeMap<String, Value>,
    /// Bodies of answers by their status and the name of the example.
    pub(super) answers: BTreeMap<String, BTreeMap<String, Value>>,
    /// The reasons of failures that say something about this call; any other may come too.
    pub(super) refusals: Vec<String>,
}

macro_rules! calls {
    ($($id:ident)*) => {
        /// The text of each file, by operation id.
        const CALLS: &[(&str, &str)] = &[
            $((stringify!($id), include_str!(concat!("../../examples/", stringify!($id), ".json"))),)*
        ];
    };
}

calls! {
    abort_game
    analyze_position
    answer_draw
    answer_takeback
    board_png
    board_svg
    check_lesson_step
    check_turn
    check_turns
    compare_rule_sets
    compare_variants
    create_game
    create_invitation
    delete_webhook
    describe_rule_set
    game_board_png
    game_board_svg
    get_game
    get_lesson
    get_problem
    get_record
    get_variant
    import_game
    join_game
    list_deliveries
    list_events
    list_games
    list_legal_turns
    list_lessons
    list_problems
    list_variants
    list_webhooks
    livez
    offer_draw
    offer_rematch
    play_turn
    readyz
    register_webhook
    reissue_seat
    replay_game
    request_takeback
    resend_dead_deliveries
    resend_delivery
    resign
    revoke_invitation
    rotate_webhook_secret
    send_test
    update_webhook
    watch_games
}

/// The examples of an operation; none where it has no file.
pub(super) fn of_call(operation_id: &str) -> Option<CallExamples> {
    let (_, text) = CALLS.iter().find(|(id, _)| *id == operation_id)?;
    serde_json::from_str(text).ok()
}

/// An example of every failure, by its reason.
pub(super) fn of_failures() -> Map<String, Value> {
    ErrorCode::all()
        .map(|code| {
            (
                code.reason().to_owned(),
                example(code.title(), &problem(code)),
            )
        })
        .collect()
}

/// The example of a failure by the name under which it is found.
pub(super) fn reference(reason: &str) -> Value {
    json!({"$ref": format!("#/components/examples/{reason}")})
}

/// An example as the document of the API holds it.
pub(super) fn example(summary: &str, value: &Value) -> Value {
    json!({"summary": summary, "value": value})
}

/// A document of a failure of this kind.
fn problem(code: ErrorCode) -> Value {
    let mut failure = Failure::new(code);
    if code.http() == 422 {
        failure = failure.with("action", 0).with("point", "a7");
    }
    if code == ErrorCode::StaleRevision {
        failure = failure.with("current_revision", 13);
    }
    if code.http() == 400 && code != ErrorCode::Malformed {
        failure = failure.with_violations(vec![FieldViolation {
            field: wrong_field(code).to_owned(),
            code,
            message: format!("{}.", code.title()),
        }]);
    }
    let document = Problem::from(failure.told_in(Language::English)).document();
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["traceId"] = json!("0af7651916cd43dd8448eb211c80319c");
    if code == ErrorCode::StaleRevision {
        let game = of_call("get_game").and_then(|mut call| call.answers.remove("200"));
        document["game"] = game
            .and_then(|answers| answers.into_values().next())
            .map(|mut answer| answer["game"].take())
            .unwrap_or_default();
    }
    document
}

/// A field that such a failure may be about.
fn wrong_field(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::UnknownVariant => "variant",
        ErrorCode::OptionNotOffered | ErrorCode::InvalidOption => "options.flyAt",
        ErrorCode::InvalidRuleSet => "rules.men",
        ErrorCode::InvalidPosition => "position",
        ErrorCode::InvalidRecord => "record",
        _ => "turn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_examples_is_read_and_names_known_reasons() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
        let files = std::fs::read_dir(folder).expect("the folder").count();
        assert_eq!(files, CALLS.len(), "a file is not in the list");
        for (id, text) in CALLS {
            let call: CallExamples =
                serde_json::from_str(text).unwrap_or_else(|error| panic!("{id}: {error}"));
            for reason in call.refusals {
                assert!(ErrorCode::find(&reason).is_some(), "{id}: {reason}");
            }
        }
    }
}
