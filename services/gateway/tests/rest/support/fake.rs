//! A game service on a socket that answers what a test tells it to.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures::{Stream, StreamExt as _};
use moelle_proto::v1;
use moelle_proto::v1::game_service_server::GameServiceServer;
use moelle_proto::v1::rules_service_server::{RulesService, RulesServiceServer};
use moelle_proto::v1::watch_game_response::Message;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tonic::metadata::MetadataMap;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

use super::messages::{game, geometry, identity, mill, rules, state, variant};

/// A service that runs until this is dropped, and then is gone at once.
pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    pub(crate) script: Arc<Script>,
    /// Its own, so that it can be killed with all its connections.
    runtime: Option<Runtime>,
}

/// What a stream says: a message, or that it fails.
pub(crate) type Said = Result<v1::WatchGameResponse, Status>;

/// What a stream of many games says.
pub(crate) type SaidOfMany = Result<v1::WatchGamesResponse, Status>;

/// What the service does, and what it has seen.
#[derive(Default)]
pub(crate) struct Script {
    /// Every call fails so.
    pub(crate) failure: Mutex<Option<Status>>,
    /// No call is answered.
    pub(crate) hangs: Mutex<bool>,
    /// The game that is read has ended.
    pub(crate) finished: Mutex<bool>,
    /// What the next stream sends; without it a snapshot alone.
    pub(crate) stream: Mutex<Option<mpsc::UnboundedReceiver<Said>>>,
    /// What the next stream of many games sends.
    pub(crate) many: Mutex<Option<mpsc::UnboundedReceiver<SaidOfMany>>>,
    /// The metadata and the message of every call.
    pub(crate) seen: Mutex<Vec<(MetadataMap, String)>>,
    /// Calls under way.
    pub(crate) under_way: Arc<AtomicUsize>,
    /// Batches of checks after which the stream fails.
    pub(crate) batches_max: Mutex<Option<usize>>,
}

/// Counts a call as long as it lives.
pub(super) struct UnderWay(pub(super) Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Fake {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::on(listener)
    }

    /// The same on a port that was chosen before.
    pub(crate) fn on(listener: TcpListener) -> Self {
        let address = listener.local_addr().expect("an address");
        let listener = listener.into_std().expect("a listener");
        let script = Arc::new(Script::default());
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.spawn(serve(listener, Service(Arc::clone(&script))));
        Self {
            address,
            script,
            runtime: Some(runtime),
        }
    }

    pub(crate) fn fail_with(&self, status: Status) {
        *self.script.failure.lock().expect("no panic") = Some(status);
    }

    pub(crate) fn hang(&self) {
        *self.script.hangs.lock().expect("no panic") = true;
    }

    /// What the next stream sends is what this sender is given.
    pub(crate) fn stream(&self) -> mpsc::UnboundedSender<Said> {
        let (sender, receiver) = mpsc::unbounded_channel();
        *self.script.stream.lock().expect("no panic") = Some(receiver);
        sender
    }

    /// What the next stream of many games sends is what this sender is given.
    pub(crate) fn stream_of_many(&self) -> mpsc::UnboundedSender<SaidOfMany> {
        let (sender, receiver) = mpsc::unbounded_channel();
        *self.script.many.lock().expect("no panic") = Some(receiver);
        sender
    }

    /// The metadata and the message of the last call.
    pub(crate) fn last_seen(&self) -> (MetadataMap, String) {
        self.script
            .seen
            .lock()
            .expect("no panic")
            .last()
            .expect("a call")
            .clone()
    }

    pub(crate) fn calls(&self) -> usize {
        self.script.seen.lock().expect("no panic").len()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn serve(listener: std::net::TcpListener, service: Service) {
    let listener = TcpListener::from_std(listener).expect("a listener");
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_serving::<GameServiceServer<Service>>().await;
    Server::builder()
        .add_service(health)
        .add_service(RulesServiceServer::new(service.clone()))
        .add_service(GameServiceServer::new(service))
        .serve_with_incoming(TcpIncoming::from(listener))
        .await
        .expect("the service serves");
}

/// A message of a stream.
#[expect(clippy::unnecessary_wraps, reason = "it is what a stream says")]
pub(crate) fn message(message: Message) -> Said {
    Ok(v1::WatchGameResponse {
        message: Some(message),
    })
}

/// A snapshot of the game at a revision.
pub(crate) fn snapshot(revision: u64, reset: bool) -> Said {
    message(Message::Snapshot(v1::Snapshot {
        game: Some(game(revision)),
        reset,
    }))
}

#[derive(Clone)]
pub(super) struct Service(pub(super) Arc<Script>);

impl Service {
    /// Notes a call, and answers it unless the script says otherwise.
    pub(super) async fn answer<M: std::fmt::Debug, A>(
        &self,
        request: &Request<M>,
        answer: A,
    ) -> Result<Response<A>, Status> {
        self.0.under_way.fetch_add(1, Ordering::SeqCst);
        let _under_way = UnderWay(Arc::clone(&self.0.under_way));
        let seen = (
            request.metadata().clone(),
            format!("{:?}", request.get_ref()),
        );
        self.0.seen.lock().expect("no panic").push(seen);
        if *self.0.hangs.lock().expect("no panic") {
            std::future::pending::<()>().await;
        }
        match &*self.0.failure.lock().expect("no panic") {
            Some(status) => Err(status.clone()),
            None => Ok(Response::new(answer)),
        }
    }

    fn check(request: &v1::CheckTurnRequest) -> v1::CheckTurnResponse {
        use v1::check_turn_response::Answer;
        let answer = if request.turn == "a1" {
            Answer::Accepted(v1::AcceptedTurn {
                state: Some(state()),
                closed_mills: vec![mill(["c5", "d5", "e5"])],
            })
        } else {
            Answer::Refusal(v1::Refusal {
                reason: v1::RefusalReason::BadNotation.into(),
                action: 0,
                point: None,
                message: "That is no turn.".to_owned(),
            })
        };
        v1::CheckTurnResponse {
            rules: Some(identity()),
            answer: Some(answer),
        }
    }
}

pub(super) type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

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
