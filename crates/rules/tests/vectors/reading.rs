//! Reading the files of vectors, and telling every line that fails at once.

use std::fmt::Debug;
use std::path::Path;

use moelle_rules::{Field, FieldValue, Outcome, Position, RuleSet, Side, Variant};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Why a line failed.
pub(crate) type Failure = String;

/// The variant of a line and the fields that differ from it.
#[derive(Debug, Deserialize)]
pub(crate) struct Rules {
    pub(crate) variant: String,
    pub(crate) rules: Map<String, Value>,
}

impl Rules {
    pub(crate) fn rule_set(&self) -> Result<RuleSet, Failure> {
        let variant = Variant::find(&self.variant).ok_or("unknown variant")?;
        let mut fields = variant.rules().fields();
        for (name, value) in &self.rules {
            let field: Field = name.parse().map_err(told)?;
            let value = match value {
                Value::Bool(yes) => FieldValue::from(*yes),
                Value::Number(number) => FieldValue::from(number.as_u64().ok_or("no number")?),
                Value::String(word) => FieldValue::from(word.as_str()),
                other => return Err(format!("{other} is no value")),
            };
            fields.set_value(field, &value).map_err(told)?;
        }
        RuleSet::try_from(fields).map_err(told)
    }

    pub(crate) fn position(&self, text: &str) -> Result<Position, Failure> {
        Position::parse(self.rule_set()?, text).map_err(told)
    }

    pub(crate) fn start(&self) -> Result<Position, Failure> {
        Ok(Position::start(self.rule_set()?, Side::White))
    }
}

/// The outcome as a line names it.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ending {
    pub(crate) result: String,
    pub(crate) termination: String,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: outcome.result.to_string(),
            termination: outcome.termination.to_string(),
        }
    }
}

/// Checks every line of a file, and fails with every line that does not hold.
pub(crate) fn check<T: DeserializeOwned>(
    file: &str,
    lines_expected: usize,
    check: impl Fn(T) -> Result<(), Failure>,
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{} cannot be read: {error}", path.display());
    });
    let mut failures = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let read = serde_json::from_str(line).map_err(told);
        if let Err(why) = read.and_then(&check) {
            failures.push(format!("{file}:{number}: {why}\n  {line}"));
        }
    }
    let failed = failures.len();
    failures.truncate(10);
    assert!(
        failed == 0,
        "{failed} lines fail, among them\n{}",
        failures.join("\n")
    );
    assert!(
        text.lines().count() >= lines_expected,
        "{file} has lost lines"
    );
}

/// The text of an error.
pub(crate) fn told(error: impl std::fmt::Display) -> Failure {
    error.to_string()
}

/// Fails unless both are the same.
#[expect(
    clippy::needless_pass_by_value,
    reason = "callers have made what they compare"
)]
pub(crate) fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, and expected {expected:?}"))
}
