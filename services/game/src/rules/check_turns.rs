//! `CheckTurns`: many turns, batch by batch.

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::limits::BATCH_MAX;
use moelle_proto::v1;
use moelle_proto::v1::check_turns_answer::Answer;
use moelle_telemetry::{Metrics, OpenStream};
use moelle_words::Language;
use tokio_util::sync::CancellationToken;
use tonic::{Status, Streaming};

use crate::edge;
use crate::rules::check_turn;

/// The answers to batches, one for each and in order, until the caller has no more or the server
/// goes away. A batch that cannot be read ends the stream; a check that makes no sense does not.
pub(super) fn stream(
    batches: Streaming<v1::CheckTurnsRequest>,
    language: Language,
    shutdown: CancellationToken,
) -> BoxStream<'static, Result<v1::CheckTurnsResponse, Status>> {
    let open = Metrics::global().stream("check_turns");
    let next = move |batches: Option<(Streaming<v1::CheckTurnsRequest>, OpenStream)>| {
        let shutdown = shutdown.clone();
        async move {
            let (mut batches, open) = batches?;
            let answered = match shutdown.run_until_cancelled(batches.message()).await {
                Some(Ok(Some(batch))) => answer(&batch, language),
                Some(Ok(None)) => return None,
                Some(Err(status)) => Err(Failure::from(&moelle_proto::error::complete(&status))),
                None => Err(Failure::new(ErrorCode::Unavailable)),
            };
            match answered {
                Ok(answers) => Some((Ok(answers), Some((batches, open)))),
                Err(failure) => Some((Err(edge::refuse(failure, language)), None)),
            }
        }
    };
    stream::unfold(Some((batches, open)), next).boxed()
}

fn answer(
    batch: &v1::CheckTurnsRequest,
    language: Language,
) -> Result<v1::CheckTurnsResponse, Failure> {
    if batch.checks.len() > BATCH_MAX {
        let message = format!("A batch holds at most {BATCH_MAX} checks.");
        return Err(Failure::saying(ErrorCode::TooLarge, message).with("limit", BATCH_MAX));
    }
    let answers = batch
        .checks
        .iter()
        .map(|check| v1::CheckTurnsAnswer {
            answer: Some(match check_turn::check(check, language) {
                Ok(checked) => Answer::Checked(checked),
                Err(failure) => Answer::Problem(problem(failure, language)),
            }),
        })
        .collect();
    Ok(v1::CheckTurnsResponse { answers })
}

fn problem(failure: Failure, language: Language) -> v1::CheckProblem {
    let failure = failure.told_in(language);
    v1::CheckProblem {
        reason: failure.code().reason().to_owned(),
        message: failure.text().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestServer, failure, of_variant};

    fn batch(turns: &[&str]) -> v1::CheckTurnsRequest {
        let check = |turn: &&str| v1::CheckTurnRequest {
            rules: Some(of_variant(if turn.is_empty() { "eight" } else { "nine" })),
            position: None,
            turn: (*turn).to_owned(),
        };
        v1::CheckTurnsRequest {
            checks: turns.iter().map(check).collect(),
        }
    }

    fn word(answer: &v1::CheckTurnsAnswer) -> &str {
        use v1::check_turn_response::Answer as Checked;
        match answer.answer.as_ref().expect("an answer") {
            Answer::Problem(problem) => &problem.reason,
            Answer::Checked(checked) => match checked.answer.as_ref().expect("an answer") {
                Checked::Accepted(_) => "accepted",
                Checked::Refusal(_) => "refused",
            },
        }
    }

    #[tokio::test]
    async fn every_batch_gets_its_answers_in_order() {
        let server = TestServer::start().await;
        let batches = [batch(&["d6", "d6xa7", ""]), batch(&[]), batch(&["x"])];
        let response = server.rules().check_turns(stream::iter(batches)).await;
        let answers: Vec<_> = response.expect("a stream").into_inner().collect().await;
        let words: Vec<Vec<_>> = answers
            .iter()
            .map(|batch| {
                batch
                    .as_ref()
                    .expect("a batch")
                    .answers
                    .iter()
                    .map(word)
                    .collect()
            })
            .collect();
        let expected: [&[&str]; 3] = [
            &["accepted", "refused", "unknown_variant"],
            &[],
            &["refused"],
        ];
        assert_eq!(words, expected);
    }

    #[tokio::test]
    async fn a_batch_over_the_limit_ends_the_stream_and_says_so() {
        let server = TestServer::start().await;
        let batches = [
            batch(&vec!["d6"; BATCH_MAX]),
            batch(&vec!["d6"; BATCH_MAX + 1]),
        ];
        let response = server.rules().check_turns(stream::iter(batches)).await;
        let mut answers = response.expect("a stream").into_inner();
        let first = answers.message().await.expect("a batch").expect("a batch");
        assert_eq!(first.answers.len(), BATCH_MAX);
        let failure = failure(&answers.message().await.expect_err("too large"));
        assert_eq!(failure.code(), ErrorCode::TooLarge);
        assert_eq!(failure.metadata()["limit"], "1000");
    }

    #[tokio::test]
    async fn a_shutdown_ends_an_idle_stream() {
        let server = TestServer::start().await;
        let idle = stream::pending::<v1::CheckTurnsRequest>();
        let response = server.rules().check_turns(idle).await;
        let mut answers = response.expect("a stream").into_inner();
        server.shutdown.cancel();
        let failure = failure(&answers.message().await.expect_err("the server goes away"));
        assert_eq!(failure.code(), ErrorCode::Unavailable);
        server.stopped().await;
    }
}
