//! Answers to questions about the rules.

use futures::StreamExt as _;
use moelle_proto::v1;
use moelle_proto::v1::rules_service_server::RulesService;
use tonic::{Request, Response, Status, Streaming};

use super::super::messages::{geometry, identity, mill, rules, state, variant};
use super::{Answers, Service};

#[tonic::async_trait]
impl RulesService for Service {
    async fn list_variants(
        &self,
        request: Request<v1::ListVariantsRequest>,
    ) -> Result<Response<v1::ListVariantsResponse>, Status> {
        self.answer(
            &request,
            v1::ListVariantsResponse {
                variants: vec![variant()],
            },
        )
        .await
    }

    async fn get_variant(
        &self,
        request: Request<v1::GetVariantRequest>,
    ) -> Result<Response<v1::GetVariantResponse>, Status> {
        self.answer(
            &request,
            v1::GetVariantResponse {
                variant: Some(variant()),
            },
        )
        .await
    }

    async fn describe_rule_set(
        &self,
        request: Request<v1::DescribeRuleSetRequest>,
    ) -> Result<Response<v1::DescribeRuleSetResponse>, Status> {
        let answer = v1::DescribeRuleSetResponse {
            identity: Some(identity()),
            rules: Some(rules()),
            rules_in_words: vec![],
            geometry: Some(geometry()),
            start: state().position,
        };
        self.answer(&request, answer).await
    }

    async fn compare_rule_sets(
        &self,
        request: Request<v1::CompareRuleSetsRequest>,
    ) -> Result<Response<v1::CompareRuleSetsResponse>, Status> {
        let answer = v1::CompareRuleSetsResponse {
            left: Some(identity()),
            right: Some(v1::RuleSetIdentity {
                variant: String::new(),
                ..identity()
            }),
            differences: vec![v1::FieldDifference {
                field: "fly_at".to_owned(),
                left: "3".to_owned(),
                right: String::new(),
                text: "Nobody flies.".to_owned(),
            }],
            rows: vec![],
        };
        self.answer(&request, answer).await
    }

    async fn check_turn(
        &self,
        request: Request<v1::CheckTurnRequest>,
    ) -> Result<Response<v1::CheckTurnResponse>, Status> {
        let answer = Self::check(request.get_ref());
        self.answer(&request, answer).await
    }

    type CheckTurnsStream = Answers<v1::CheckTurnsResponse>;

    async fn check_turns(
        &self,
        request: Request<Streaming<v1::CheckTurnsRequest>>,
    ) -> Result<Response<Self::CheckTurnsStream>, Status> {
        self.answer(&Request::new(()), ()).await?;
        let batches_max = self
            .0
            .batches_max
            .lock()
            .expect("no panic")
            .unwrap_or(usize::MAX);
        let answers = request
            .into_inner()
            .enumerate()
            .map(move |(number, batch)| {
                use v1::check_turns_answer::Answer;
                if number >= batches_max {
                    return Err(Status::unavailable("SELECT secret"));
                }
                let answer = |check: &v1::CheckTurnRequest| v1::CheckTurnsAnswer {
                    answer: Some(if check.turn == "?" {
                        Answer::Problem(v1::CheckProblem {
                            reason: "invalid_position".to_owned(),
                            message: "That is no position.".to_owned(),
                        })
                    } else {
                        Answer::Checked(Service::check(check))
                    }),
                };
                Ok(v1::CheckTurnsResponse {
                    answers: batch?.checks.iter().map(answer).collect(),
                })
            });
        Ok(Response::new(Box::pin(answers)))
    }

    async fn list_legal_turns(
        &self,
        request: Request<v1::ListLegalTurnsRequest>,
    ) -> Result<Response<v1::ListLegalTurnsResponse>, Status> {
        let answer = v1::ListLegalTurnsResponse {
            rules: Some(identity()),
            state: Some(state()),
            turns: vec!["a1".to_owned()],
            truncated: true,
            actions: Some(v1::LegalActions {
                placements: vec![v1::LegalTarget {
                    point: "a1".to_owned(),
                    ..v1::LegalTarget::default()
                }],
                ..v1::LegalActions::default()
            }),
        };
        self.answer(&request, answer).await
    }

    async fn replay_game(
        &self,
        request: Request<v1::ReplayGameRequest>,
    ) -> Result<Response<v1::ReplayGameResponse>, Status> {
        let answer = v1::ReplayGameResponse {
            rules: Some(identity()),
            start: state().position,
            steps: vec![v1::ReplayStep {
                turn: "a1".to_owned(),
                position: state().position,
                closed_mills: vec![],
            }],
            state: Some(state()),
            plies: 1,
            refusal: Some(v1::ReplayRefusal {
                turn: 1,
                refusal: Some(v1::Refusal {
                    reason: v1::RefusalReason::ManInMill.into(),
                    action: 1,
                    point: Some("a7".to_owned()),
                    message: "The man on a7 stands in a mill.".to_owned(),
                }),
            }),
        };
        self.answer(&request, answer).await
    }

    async fn analyze_position(
        &self,
        request: Request<v1::AnalyzePositionRequest>,
    ) -> Result<Response<v1::AnalyzePositionResponse>, Status> {
        let side = v1::SideAnalysis {
            phase: v1::Phase::Moving.into(),
            double_mills: vec![v1::DoubleMill {
                man: "d6".to_owned(),
                to: "d5".to_owned(),
                opens: Some(mill(["b6", "d6", "f6"])),
                closes: Some(mill(["c5", "d5", "e5"])),
            }],
            mobility: 7,
            flying: state().flying.and_then(|flying| flying.white),
            ..v1::SideAnalysis::default()
        };
        let answer = v1::AnalyzePositionResponse {
            rules: Some(identity()),
            state: Some(state()),
            white: Some(side.clone()),
            black: Some(side),
        };
        self.answer(&request, answer).await
    }
}
