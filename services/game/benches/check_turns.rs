//! How many turns one connection has checked in a second: client and server in this process, over a
//! socket, with every turn of the games of the vectors in batches.
//!
//! `cargo bench -p moelle-game --bench check_turns`

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use moelle_game::store::OpenStore;
use moelle_game::{DatabaseConfig, Parts, Readiness, ServerOptions};
use moelle_games::{Games, SystemClock, SystemIds};
use moelle_proto::limits::ANSWER_BYTES_MAX;
use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use moelle_rules::{Course, Position, Turn, Variant};
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::Endpoint;

/// Turns in a batch.
const BATCH: usize = 500;
/// Batches that are on their way.
const IN_FLIGHT: usize = 4;
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(5);
const ROUNDS: usize = 5;

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(measure())
}

async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("games");
    let database = DatabaseConfig::at(format!("sqlite://{}", file.display()).parse()?);
    let store = OpenStore::open(&database).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let parts = Parts {
        games: Arc::new(Games::new(
            store.games(),
            Arc::new(SystemClock),
            Arc::new(SystemIds),
        )),
        options: ServerOptions::default(),
        readiness: Readiness::default(),
    };
    tokio::spawn(moelle_game::serve(
        listener,
        parts,
        CancellationToken::new(),
    ));
    let channel = Endpoint::from_shared(address)?.connect().await?;
    let client = RulesServiceClient::new(channel).max_decoding_message_size(ANSWER_BYTES_MAX);
    let batches = batches()?;
    println!("{} batches of {BATCH} turns", batches.len());
    rate(client.clone(), &batches, WARM_UP).await?;
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        rates.push(rate(client.clone(), &batches, MEASURED).await?);
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "{:.0} turns a second (median of {ROUNDS}; {:.0} to {:.0})",
        rates[ROUNDS / 2],
        rates[0],
        rates[ROUNDS - 1]
    );
    Ok(())
}

/// Turns a second over some time, on one stream.
async fn rate(
    mut client: RulesServiceClient<tonic::transport::Channel>,
    batches: &[v1::CheckTurnsRequest],
    time: Duration,
) -> anyhow::Result<f64> {
    let (sender, receiver) = tokio::sync::mpsc::channel(IN_FLIGHT);
    let requests = batches.to_vec();
    let start = Instant::now();
    let sending = tokio::spawn(async move {
        let mut sent = 0;
        while start.elapsed() < time {
            if sender
                .send(requests[sent % requests.len()].clone())
                .await
                .is_err()
            {
                break;
            }
            sent += 1;
        }
    });
    let mut answers = client
        .check_turns(ReceiverStream::new(receiver))
        .await?
        .into_inner();
    let mut checked = 0;
    while let Some(response) = answers.next().await {
        let response = response?;
        anyhow::ensure!(
            response.answers.iter().all(is_accepted),
            "a turn of a game is refused"
        );
        checked += response.answers.len();
    }
    sending.await?;
    #[expect(clippy::cast_precision_loss, reason = "far fewer turns than 2^52")]
    Ok(checked as f64 / start.elapsed().as_secs_f64())
}

fn is_accepted(answer: &v1::CheckTurnsAnswer) -> bool {
    use v1::check_turn_response::Answer;
    use v1::check_turns_answer::Answer as InBatch;
    matches!(&answer.answer, Some(InBatch::Checked(checked)) if matches!(checked.answer, Some(Answer::Accepted(_))))
}

/// Every turn of every game that is played by a variant as it is, with the position before it.
fn batches() -> anyhow::Result<Vec<v1::CheckTurnsRequest>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/games.jsonl");
    let mut checks = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let game: serde_json::Value = serde_json::from_str(line)?;
        let variant = game["variant"].as_str().and_then(Variant::find);
        let (Some(variant), true) = (variant, game["rules"] == serde_json::json!({})) else {
            continue;
        };
        let start = game["start"].as_str().unwrap_or_default();
        let mut course = Course::new(Position::parse(variant.rules(), start)?);
        for text in game["turns"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|turn| turn.as_str())
        {
            checks.push(v1::CheckTurnRequest {
                rules: Some(v1::RuleSetSelection {
                    base: Some(Base::Variant(variant.name().to_owned())),
                    options: None,
                    custom_rules: false,
                }),
                position: Some(course.position().to_string()),
                turn: text.to_owned(),
            });
            course.play(&Turn::parse(course.position().board(), text)?)?;
        }
    }
    Ok(checks
        .chunks_exact(BATCH)
        .map(|checks| v1::CheckTurnsRequest {
            checks: checks.to_vec(),
        })
        .collect())
}
