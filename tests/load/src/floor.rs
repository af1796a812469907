//! Calls that need no store beside the least that a call can be: the health check of the same server,
//! and an answer of the same gateway that is always the same and takes one call of gRPC.
//!
//! No route answers a constant of the same size. Two stand in: the smallest variant, of which the game
//! service works nothing out, but which is longer and is turned into JSON like every other message; and the
//! check of a text that is no turn, which is shorter.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use bytes::Bytes;
use clap::Args;
use futures::future::join_all;
use moelle_proto::v1;
use moelle_proto::v1::check_turn_response::Answer as Checked;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use serde::Deserialize;
use serde_json::json;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::figures::Spread;
use crate::play::Pace;
use crate::player::{Answer, Rest};
use crate::records::{self, Record};
use crate::stack::{Place, Stack};
use crate::usage::Watched;

const CHECK: &str = "/v1/rules/check-turn";
/// The variant with the shortest answer.
const VARIANT: &str = "/v1/variants/three";

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Floor {
    #[command(flatten)]
    pace: Pace,
}

/// Who calls, one call after the other.
enum Caller {
    Health(HealthClient<Channel>),
    Check(RulesServiceClient<Channel>),
    Variant(Rest),
    NoTurn(Rest),
    CheckOverRest(Rest),
}

/// What came of a round.
struct Came {
    rate: f64,
    /// Milliseconds of the service and the gateway for each call.
    cpu_ms: f64,
}

#[derive(Deserialize)]
struct CheckAnswer {
    accepted: bool,
    position: String,
}

impl Floor {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let records = Arc::new(records::read()?);
        let place = Place::file();
        let database = place.open().await?;
        let stack = Stack::start(&database, true, &place.settings()).await?;
        let gateway = stack.gateway.as_ref().context("a gateway")?;
        let watched = [
            Watched::One("service", stack.game.pid()),
            Watched::One("gateway", gateway.pid()),
        ];
        let names = [
            "health",
            "CheckTurn",
            "variant over REST",
            "no turn over REST",
            "check over REST",
        ];
        let mut kinds: [Vec<Caller>; 5] = Default::default();
        let channels = stack.channels(4).await?;
        for channel in channels.into_iter().cycle().take(self.pace.games) {
            kinds[0].push(Caller::Health(HealthClient::new(channel.clone())));
            kinds[1].push(Caller::Check(RulesServiceClient::new(channel)));
            kinds[2].push(Caller::Variant(Rest::connect(gateway.address).await?));
            kinds[3].push(Caller::NoTurn(Rest::connect(gateway.address).await?));
            kinds[4].push(Caller::CheckOverRest(Rest::connect(gateway.address).await?));
        }
        for (name, callers) in names.iter().zip(&mut kinds) {
            let bytes = callers[0].call(&records[0], 3).await?;
            println!("{name}: {bytes} bytes of an answer");
        }
        let mut came: [Vec<Came>; 5] = Default::default();
        for number in 1..=self.pace.rounds {
            print!("round {number}, calls/s and ms of the services:");
            for ((callers, came), name) in kinds.iter_mut().zip(&mut came).zip(names) {
                let calling = std::mem::take(callers);
                let (round, again) = call(calling, &records, self.pace, &watched).await?;
                *callers = again;
                print!("  {name} {:.0} {:.4}", round.rate, round.cpu_ms);
                came.push(round);
            }
            println!();
        }
        let [health, check, variant, no_turn, over_rest] = &came;
        for (what, floor, above) in [
            ("CheckTurn / health check", health, check),
            ("check / variant, over REST", variant, over_rest),
            ("check / no turn, over REST", no_turn, over_rest),
        ] {
            let rate = floor
                .iter()
                .zip(above)
                .map(|(floor, it)| it.rate / floor.rate);
            println!("{what}, calls a second: {}", Spread::of(rate).text(3));
            let cost = floor
                .iter()
                .zip(above)
                .map(|(floor, it)| floor.cpu_ms / it.cpu_ms);
            println!(
                "{what}, calls for the same time of the services: {}",
                Spread::of(cost).text(3)
            );
        }
        Ok(())
    }
}

/// Lets every caller call for a while, and gives the callers back.
async fn call(
    callers: Vec<Caller>,
    records: &Arc<Vec<Record>>,
    pace: Pace,
    watched: &[Watched],
) -> anyhow::Result<(Came, Vec<Caller>)> {
    let (stage, count) = (Arc::new(AtomicU8::new(0)), Arc::new(AtomicU64::new(0)));
    let calling: Vec<_> = callers
        .into_iter()
        .enumerate()
        .map(|(first, mut caller)| {
            let (stage, count) = (Arc::clone(&stage), Arc::clone(&count));
            let records = Arc::clone(records);
            tokio::spawn(async move {
                for record in records.iter().cycle().skip(first) {
                    for number in 0..record.moves.len() {
                        if stage.load(Ordering::Relaxed) == 2 {
                            return anyhow::Ok(caller);
                        }
                        caller.call(record, number).await?;
                        if stage.load(Ordering::Relaxed) == 1 {
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
                bail!("there is no record")
            })
        })
        .collect();
    let look = || -> anyhow::Result<Duration> {
        let used = watched.iter().map(|watched| Ok(watched.usage()?.cpu));
        used.sum()
    };
    tokio::time::sleep(Duration::from_secs(pace.warm_up)).await;
    let (begin, before) = (Instant::now(), look()?);
    stage.store(1, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(pace.seconds)).await;
    stage.store(2, Ordering::Relaxed);
    let (length, used) = (begin.elapsed(), look()?.saturating_sub(before));
    let mut callers = Vec::new();
    for ended in join_all(calling).await {
        callers.push(ended??);
    }
    #[expect(clippy::cast_precision_loss, reason = "fewer calls than that")]
    let calls = count.load(Ordering::Relaxed) as f64;
    ensure!(calls > 0.0, "no call was answered");
    let came = Came {
        rate: calls / length.as_secs_f64(),
        cpu_ms: used.as_secs_f64() * 1000.0 / calls,
    };
    Ok((came, callers))
}

impl Caller {
    /// One call about a turn of a record, its answer checked; gives the bytes of the answer.
    async fn call(&mut self, record: &Record, number: usize) -> anyhow::Result<usize> {
        let before = match number {
            0 => &record.start,
            later => &record.moves[later - 1].position,
        };
        let next = &record.moves[number];
        match self {
            Self::Health(client) => {
                let request = HealthCheckRequest::default();
                let answer = client.check(request).await?.into_inner();
                ensure!(
                    answer.status() == ServingStatus::Serving,
                    "it does not serve"
                );
                Ok(2)
            }
            Self::Check(client) => {
                let request = v1::CheckTurnRequest {
                    rules: Some(v1::RuleSetSelection {
                        base: Some(Base::Variant(record.variant.clone())),
                        ..v1::RuleSetSelection::default()
                    }),
                    position: Some(before.clone()),
                    turn: next.turn.clone(),
                };
                let answer = client.check_turn(request).await?.into_inner();
                let bytes = prost::Message::encoded_len(&answer);
                let Some(Checked::Accepted(accepted)) = answer.answer else {
                    bail!("{} is refused at {before}", next.turn);
                };
                let position = accepted.state.context("a state")?.position;
                ensure!(
                    position == next.position,
                    "{} at {before}: {position}",
                    next.turn
                );
                Ok(bytes)
            }
            Self::Variant(rest) => length(rest.get(VARIANT).await?),
            Self::NoTurn(rest) => {
                let body = json!({"variant": "nine", "turn": "?"}).to_string();
                length(rest.post(CHECK, None, body.into()).await?)
            }
            Self::CheckOverRest(rest) => {
                let (variant, turn) = (&record.variant, &next.turn);
                let body = json!({"variant": variant, "position": before, "turn": turn});
                let Answer::Had(body) = rest.post(CHECK, None, body.to_string().into()).await?
                else {
                    bail!("the gateway is busy");
                };
                let answer: CheckAnswer = serde_json::from_slice(&body)?;
                ensure!(
                    answer.accepted && answer.position == next.position,
                    "{turn} at {before}: {}",
                    answer.position
                );
                Ok(body.len())
            }
        }
    }
}

fn length(answer: Answer<Bytes>) -> anyhow::Result<usize> {
    match answer {
        Answer::Had(body) => Ok(body.len()),
        Answer::Shed(_) => bail!("the gateway is busy"),
    }
}
