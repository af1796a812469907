//! Messages of the contract: those made from lines of the vectors, and what goes along with them.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_rules::{RuleSet, Variant};
use serde_json::Value;
use tonic::{Request, Status};

use super::vectors::text;

/// The rules of a line, as a variant with options that any table may play.
pub(crate) fn rules(line: &Value) -> v1::RuleSetSelection {
    let variant = Variant::find(text(line, "variant")).expect("a variant");
    let mut fields = variant.rules().fields();
    for (name, value) in line["rules"].as_object().expect("rules are an object") {
        let value = match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(word) => word.clone(),
            number => number.to_string(),
        };
        fields
            .set(name.parse().expect("a field"), &value)
            .expect("a value");
    }
    let rules = RuleSet::try_from(fields).expect("a rule set");
    v1::RuleSetSelection {
        base: Some(v1::rule_set_selection::Base::Variant(
            variant.name().to_owned(),
        )),
        options: (rules != variant.rules()).then(|| v1::RuleSet::from(&rules)),
        custom_rules: true,
    }
}

/// The points of mills.
pub(crate) fn points(mills: &[v1::Mill]) -> Vec<Vec<String>> {
    mills.iter().map(|mill| mill.points.clone()).collect()
}

/// The word of the rules page for a value of an enum of the contract, such as `man_in_mill` for
/// `REFUSAL_REASON_MAN_IN_MILL`.
pub(crate) fn word(value: &str, prefix: &str) -> String {
    value
        .strip_prefix(prefix)
        .expect("the prefix of the enum")
        .to_lowercase()
}

/// A request that brings a token; an empty one is none.
pub(crate) fn with_token<Q>(message: Q, token: &str) -> Request<Q> {
    let mut request = Request::new(message);
    if !token.is_empty() {
        let bearer = format!("Bearer {token}").parse().expect("metadata");
        request.metadata_mut().insert("authorization", bearer);
    }
    request
}

/// A request that brings the key of an application.
pub(crate) fn with_key<Q>(message: Q, key: &str) -> Request<Q> {
    let mut request = Request::new(message);
    let key = key.parse().expect("metadata");
    request.metadata_mut().insert("x-api-key", key);
    request
}

/// The failure in a status, which must be one of ours.
#[track_caller]
pub(crate) fn failure(status: &Status) -> Failure {
    assert!(!status.details().is_empty(), "no details: {status:?}");
    Failure::from(status)
}
