//! `DescribeRuleSet`: any rule set, field by field and in words.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire::{ChosenRules, Problems, geometry, identity};
use moelle_rules::{Position, RuleSet, Side};
use moelle_words::{Language, rules_in_words};

pub(super) fn describe(
    request: &v1::DescribeRuleSetRequest,
    language: Language,
) -> Result<v1::DescribeRuleSetResponse, Failure> {
    let mut problems = Problems::new(language);
    let chosen = ChosenRules::read(request.rules.as_ref(), "rules", &mut problems);
    let ChosenRules { variant, rules } = problems.or(chosen)?;
    Ok(v1::DescribeRuleSetResponse {
        identity: Some(identity(variant, &rules)),
        rules: Some(v1::RuleSet::from(&rules)),
        rules_in_words: sentences(&rules, language),
        geometry: Some(geometry(rules.board(), language)),
        start: Position::start(rules, Side::FIRST).to_string(),
    })
}

/// The rules in words.
pub(super) fn sentences(rules: &RuleSet, language: Language) -> Vec<v1::RuleSentence> {
    rules_in_words(rules, language)
        .into_iter()
        .map(|sentence| v1::RuleSentence {
            topic: sentence.topic.name().to_owned(),
            text: sentence.text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;
    use moelle_proto::v1::rule_set_selection::Base;
    use moelle_rules::Variant;

    use super::*;
    use crate::testing::{TestServer, failure};

    fn own(rules: v1::RuleSet) -> v1::DescribeRuleSetRequest {
        let selection = v1::RuleSetSelection {
            base: Some(Base::Rules(rules)),
            ..v1::RuleSetSelection::default()
        };
        v1::DescribeRuleSetRequest {
            rules: Some(selection),
        }
    }

    #[tokio::test]
    async fn a_rule_set_of_the_callers_own_is_described_whole() {
        let server = TestServer::start().await;
        let achi = Variant::find("achi").expect("achi").rules();
        let fields = v1::RuleSet {
            repetition: Some(7),
            ..v1::RuleSet::from(&achi)
        };
        let response = server.rules().describe_rule_set(own(fields)).await;
        let described = response.expect("a description").into_inner();
        assert_eq!(described.rules, Some(fields));
        assert_eq!(described.start, "3/3/3 w 4,4 0 0 0");
        assert_eq!(described.geometry.expect("a board").points.len(), 9);
        assert!(described.rules_in_words.len() > 5);
        let identity = described.identity.expect("an identity");
        assert_eq!((identity.variant.as_str(), identity.digest.len()), ("", 64));
    }

    #[tokio::test]
    async fn fields_that_make_no_rule_set_are_all_named() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .describe_rule_set(own(v1::RuleSet::default()))
            .await;
        let failure = failure(&response.expect_err("nothing is given"));
        assert_eq!(failure.code(), ErrorCode::InvalidRuleSet);
        assert_eq!(failure.violations().len(), 14);
    }
}
