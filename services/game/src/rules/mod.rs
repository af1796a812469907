//! `moelle.v1.RulesService`: questions about the rules, one file each.

mod analyze_position;
mod check_turn;
mod check_turns;
mod compare_rule_sets;
mod describe_rule_set;
mod list_legal_turns;
mod replay_game;
mod variants;

use futures::stream::BoxStream;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::rules_service_server::RulesService;
use moelle_words::Language;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, Streaming};

use crate::{caller, edge};

/// The service: it has no state but the knowledge that the server is going away.
#[derive(Clone, Debug)]
pub(crate) struct RulesApi {
    shutdown: CancellationToken,
}

impl RulesApi {
    pub(crate) fn new(shutdown: CancellationToken) -> Self {
        Self { shutdown }
    }
}

/// Answers a request in the language of its caller.
pub(crate) fn answer<Q, A>(
    request: Request<Q>,
    handle: impl FnOnce(Q, Language) -> Result<A, Failure>,
) -> Result<Response<A>, Status> {
    let language = caller::language(request.metadata());
    match handle(request.into_inner(), language) {
        Ok(answer) => Ok(Response::new(answer)),
        Err(failure) => Err(edge::refuse(failure, language)),
    }
}

#[tonic::async_trait]
impl RulesService for RulesApi {
    async fn list_variants(
        &self,
        request: Request<v1::ListVariantsRequest>,
    ) -> Result<Response<v1::ListVariantsResponse>, Status> {
        answer(request, |_, language| Ok(variants::list(language)))
    }

    async fn get_variant(
        &self,
        request: Request<v1::GetVariantRequest>,
    ) -> Result<Response<v1::GetVariantResponse>, Status> {
        answer(request, |request, language| {
            variants::get(&request, language)
        })
    }

    async fn describe_rule_set(
        &self,
        request: Request<v1::DescribeRuleSetRequest>,
    ) -> Result<Response<v1::DescribeRuleSetResponse>, Status> {
        answer(request, |request, language| {
            describe_rule_set::describe(&request, language)
        })
    }

    async fn compare_rule_sets(
        &self,
        request: Request<v1::CompareRuleSetsRequest>,
    ) -> Result<Response<v1::CompareRuleSetsResponse>, Status> {
        answer(request, |request, language| {
            compare_rule_sets::compare(&request, language)
        })
    }

    async fn check_turn(
        &self,
        request: Request<v1::CheckTurnRequest>,
    ) -> Result<Response<v1::CheckTurnResponse>, Status> {
        answer(request, |request, language| {
            check_turn::check(&request, language)
        })
    }

    type CheckTurnsStream = BoxStream<'static, Result<v1::CheckTurnsResponse, Status>>;

    async fn check_turns(
        &self,
        request: Request<Streaming<v1::CheckTurnsRequest>>,
    ) -> Result<Response<Self::CheckTurnsStream>, Status> {
        let language = caller::language(request.metadata());
        let batches = request.into_inner();
        Ok(Response::new(check_turns::stream(
            batches,
            language,
            self.shutdown.clone(),
        )))
    }

    async fn list_legal_turns(
        &self,
        request: Request<v1::ListLegalTurnsRequest>,
    ) -> Result<Response<v1::ListLegalTurnsResponse>, Status> {
        answer(request, |request, language| {
            list_legal_turns::list(&request, language)
        })
    }

    async fn replay_game(
        &self,
        request: Request<v1::ReplayGameRequest>,
    ) -> Result<Response<v1::ReplayGameResponse>, Status> {
        answer(request, replay_game::replay)
    }

    async fn analyze_position(
        &self,
        request: Request<v1::AnalyzePositionRequest>,
    ) -> Result<Response<v1::AnalyzePositionResponse>, Status> {
        answer(request, |request, language| {
            analyze_position::analyze(&request, language)
        })
    }
}
