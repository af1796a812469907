//! `CompareRuleSets`: how one rule set differs from another.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire::{ChosenRules, Problems, identity};
use moelle_rules::FieldValue;
use moelle_words::{FieldDifference, Language, Row};

pub(super) fn compare(
    request: &v1::CompareRuleSetsRequest,
    language: Language,
) -> Result<v1::CompareRuleSetsResponse, Failure> {
    let mut problems = Problems::new(language);
    let left = ChosenRules::read(request.left.as_ref(), "left", &mut problems);
    let right = ChosenRules::read(request.right.as_ref(), "right", &mut problems);
    let (left, right) = problems.or(left.zip(right))?;
    let compared = moelle_words::compare(&left.rules, &right.rules, language);
    Ok(v1::CompareRuleSetsResponse {
        left: Some(identity(left.variant, &left.rules)),
        right: Some(identity(right.variant, &right.rules)),
        differences: compared.differences.into_iter().map(difference).collect(),
        rows: compared.rows.into_iter().map(row).collect(),
    })
}

fn difference(difference: FieldDifference) -> v1::FieldDifference {
    let written =
        |value: Option<FieldValue>| value.map(|value| value.to_string()).unwrap_or_default();
    v1::FieldDifference {
        field: difference.field.name().to_owned(),
        left: written(difference.a),
        right: written(difference.b),
        text: difference.text,
    }
}

fn row(row: Row) -> v1::ComparisonRow {
    v1::ComparisonRow {
        topic: row.topic.name().to_owned(),
        name: row.title,
        left: row.a,
        right: row.b,
        same: row.same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestServer, failure, of_variant};

    fn ask(left: &str, right: &str) -> v1::CompareRuleSetsRequest {
        v1::CompareRuleSetsRequest {
            left: Some(of_variant(left)),
            right: Some(of_variant(right)),
        }
    }

    #[tokio::test]
    async fn two_variants_differ_field_by_field() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .compare_rule_sets(ask("nine", "lasker"))
            .await;
        let compared = response.expect("a comparison").into_inner();
        let differences: Vec<_> = compared
            .differences
            .iter()
            .map(|one| (one.field.as_str(), one.left.as_str(), one.right.as_str()))
            .collect();
        assert_eq!(
            differences,
            [("men", "9", "10"), ("move_while_placing", "no", "yes")]
        );
        assert!(compared.rows.iter().any(|row| row.same));
        assert!(compared.rows.iter().any(|row| !row.same));
    }

    #[tokio::test]
    async fn twelve_and_morabaraba_are_the_same_rule_set() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .compare_rule_sets(ask("twelve", "morabaraba"))
            .await;
        let compared = response.expect("a comparison").into_inner();
        assert!(compared.differences.is_empty());
        let digest = |identity: Option<v1::RuleSetIdentity>| identity.expect("named").digest;
        assert_eq!(digest(compared.left), digest(compared.right));
    }

    #[tokio::test]
    async fn mistakes_on_both_sides_are_told_at_once() {
        let server = TestServer::start().await;
        let response = server.rules().compare_rule_sets(ask("eight", "ten")).await;
        let failure = failure(&response.expect_err("neither is a variant"));
        let fields: Vec<_> = failure
            .violations()
            .iter()
            .map(|one| one.field.as_str())
            .collect();
        assert_eq!(fields, ["left.variant", "right.variant"]);
    }
}
