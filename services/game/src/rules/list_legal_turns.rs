//! `ListLegalTurns`: what the side to act may do.

use moelle_proto::error::Failure;
use moelle_proto::limits::LEGAL_TURNS_MAX;
use moelle_proto::v1;
use moelle_proto::wire::{Standing, identity, legal_actions, state};
use moelle_words::Language;

use crate::rules::check_turn::question;

pub(super) fn list(
    request: &v1::ListLegalTurnsRequest,
    language: Language,
) -> Result<v1::ListLegalTurnsResponse, Failure> {
    let (chosen, position) = question(
        request.rules.as_ref(),
        request.position.as_deref(),
        language,
    )?;
    let legal = position.legal_turns_sorted(LEGAL_TURNS_MAX);
    Ok(v1::ListLegalTurnsResponse {
        rules: Some(identity(chosen.variant, &chosen.rules)),
        state: Some(state(Standing::from(&position), language)),
        turns: legal.turns.iter().map(ToString::to_string).collect(),
        truncated: legal.truncated,
        actions: Some(legal_actions(&position)),
    })
}

#[cfg(test)]
mod tests {
    use moelle_proto::v1::rule_set_selection::Base;

    use super::*;
    use crate::testing::{TestServer, of_variant};

    async fn list(request: v1::ListLegalTurnsRequest) -> v1::ListLegalTurnsResponse {
        let server = TestServer::start().await;
        let response = server.rules().list_legal_turns(request).await;
        response.expect("an answer").into_inner()
    }

    fn nine(position: &str) -> v1::ListLegalTurnsRequest {
        v1::ListLegalTurnsRequest {
            rules: Some(of_variant("nine")),
            position: (!position.is_empty()).then(|| position.to_owned()),
        }
    }

    #[tokio::test]
    async fn turns_are_listed_whole_and_by_action() {
        let listed = list(nine("ww1/bb1/3/6/3/3/b2 w 7,6 0 0 5")).await;
        assert_eq!(listed.turns.len(), 21);
        assert_eq!(listed.turns[18..], ["g7xa1", "g7xb6", "g7xd6"]);
        assert!(!listed.truncated);
        let actions = listed.actions.expect("actions");
        assert_eq!(actions.placements.len(), 19);
        assert_eq!(actions.placements[0].removable, ["b6", "d6", "a1"]);
    }

    #[tokio::test]
    async fn a_game_that_is_over_has_no_legal_turns() {
        let listed = list(nine("www/bb1/3/6/3/3/3 b 0,0 0 0 30")).await;
        assert!(listed.turns.is_empty());
        assert_eq!(listed.actions, Some(v1::LegalActions::default()));
        let outcome = listed.state.expect("a state").outcome.expect("an outcome");
        assert_eq!(outcome.termination(), v1::Termination::TooFewMen);
    }

    #[tokio::test]
    async fn a_long_list_is_cut_and_says_so_and_the_actions_are_whole() {
        // One placement on d4 completes six lines, and ten men may be removed in any order.
        let selection = v1::RuleSetSelection {
            base: Some(Base::Variant("sesotho".to_owned())),
            options: Some(v1::RuleSet {
                removals_per_turn: Some(v1::RemovalsPerTurn::OnePerMill.into()),
                removable: Some(v1::Removable::Any.into()),
                ..v1::RuleSet::default()
            }),
            custom_rules: false,
        };
        let listed = list(v1::ListLegalTurnsRequest {
            rules: Some(selection),
            position: Some("bbb/bwb/1w1/1ww1ww1/1w1/bwb/bbb w 2,0 0 0 20".to_owned()),
        })
        .await;
        assert!(listed.truncated);
        assert_eq!(listed.turns.len(), LEGAL_TURNS_MAX);
        assert!(listed.turns.is_sorted());
        let actions = listed.actions.expect("actions");
        let d4 = actions
            .placements
            .iter()
            .find(|target| target.point == "d4")
            .expect("d4");
        assert_eq!((d4.removals_owed, d4.closed_mills.len()), (6, 6));
    }
}
