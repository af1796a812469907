//! `POST /v1/rules/check-turns`

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::check_turns_answer::Answer;
use serde::Serialize;
use tonic::Streaming;
use utoipa::ToSchema;

use super::check_turn::{CheckTurnAnswer, CheckTurnBody};
use crate::extract::{Acceptable, Caller, media_type, parse_json, read_body};
use crate::gateway::{self, Gateway, Retry, StreamPermit};
use crate::shape::{BadAnswer, present};
use crate::{Problem, ProblemDocument};

/// Lines of JSON, as this endpoint writes them.
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// Other names of the same.
const ALSO_NDJSON: [&str; 3] = [
    "application/ndjson",
    "application/jsonl",
    "application/json-lines",
];
/// Bytes that a line may have: as many as the body of one check.
const LINE_BYTES_MAX: usize = 64 * 1024;
/// Checks that go to the game service together, at most.
const BATCH_MAX: usize = 200;
/// Bytes of the lines of such a batch, at most, lest it be larger than the game service takes.
const BATCH_BYTES_MAX: usize = 256 * 1024;

/// A line of the answer: what checking the turn alone would answer, or why the line of the request
/// cannot be understood.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CheckTurnsLine {
    /// What checking the turn alone would answer.
    Checked(CheckTurnAnswer),
    /// The line of the request cannot be understood.
    Problem(LineProblem),
}

/// Why there is no answer to a line.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineProblem {
    /// What is wrong.
    problem: Box<ProblemDocument>,
    /// Whether the answer breaks off here, and the rest of the lines goes unanswered.
    end: bool,
}

/// Checks many turns: one request a line, one answer a line, in the same order.
///
/// Empty lines are passed over. A line that cannot be understood is answered with a `problem` and
/// does not keep the others from being checked.
#[utoipa::path(
    post,
    path = "/v1/rules/check-turns",
    tag = "rules",
    request_body(
        content = CheckTurnBody,
        content_type = "application/x-ndjson",
        description = "Lines of JSON, each as for `/v1/rules/check-turn`; 2 MiB at most.",
    ),
    responses((
        status = 200,
        description = "Lines of JSON, one for each line of the request.",
        body = CheckTurnsLine,
        content_type = "application/x-ndjson",
    )),
)]
pub(crate) async fn check_turns(
    State(gateway): State<Gateway>,
    caller: Caller,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let body = read_body(&parts.headers, body, gateway.limits(), true).await;
    negotiate(&parts.headers)?;
    let permit = gateway.admit_stream(&caller)?;
    let (lines, checks) = read_lines(&body?);
    let mut answers = Answers {
        lines,
        checked: VecDeque::new(),
        upstream: None,
        timeout: gateway.deadline(),
        _permit: permit,
    };
    if !checks.batches.is_empty() {
        let mut upstream = open(&gateway, &caller, checks).await?;
        // What fails before the first answer still has a status of its own.
        answers
            .checked
            .extend(next_batch(&mut upstream, answers.timeout).await?);
        answers.upstream = Some(upstream);
    }
    let body = Body::from_stream(stream::unfold(answers, |mut answers| async move {
        let chunk = answers.next_chunk().await?;
        Some((Ok::<_, std::convert::Infallible>(chunk), answers))
    }));
    Ok(([(CONTENT_TYPE, NDJSON), (CACHE_CONTROL, "no-store")], body).into_response())
}

fn negotiate(headers: &HeaderMap) -> Result<(), Failure> {
    let is_ndjson =
        media_type(headers).is_some_and(|it| it == NDJSON || ALSO_NDJSON.contains(&it.as_str()));
    if !is_ndjson {
        let message = format!("The body must be lines of JSON: send `Content-Type: {NDJSON}`.");
        return Err(Failure::saying(ErrorCode::WrongContentType, message));
    }
    let acceptable = Acceptable::of(headers);
    if acceptable.takes(NDJSON) || ALSO_NDJSON.iter().any(|name| acceptable.takes(name)) {
        Ok(())
    } else {
        Err(Failure::saying(
            ErrorCode::NotAcceptable,
            format!("The answer is {NDJSON}."),
        ))
    }
}

/// What is known of a line of the request.
enum Line {
    /// The game service is asked.
    Asked,
    /// It cannot be understood.
    Bad(Problem),
}

/// The checks of a request, in the batches in which they go to the game service.
#[derive(Clone, Default)]
struct Batches {
    batches: Vec<v1::CheckTurnsRequest>,
    last_bytes: usize,
}

impl Batches {
    fn push(&mut self, check: v1::CheckTurnRequest, bytes: usize) {
        match self.batches.last_mut() {
            Some(last)
                if last.checks.len() < BATCH_MAX && self.last_bytes + bytes <= BATCH_BYTES_MAX =>
            {
                last.checks.push(check);
                self.last_bytes += bytes;
            }
            _ => {
                self.batches.push(v1::CheckTurnsRequest {
                    checks: vec![check],
                });
                self.last_bytes = bytes;
            }
        }
    }
}

fn read_lines(body: &Bytes) -> (VecDeque<Line>, Batches) {
    let mut checks = Batches::default();
    let lines = body
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
        .map(|line| match read_line(line) {
            Ok(check) => {
                checks.push(check, line.len());
                Line::Asked
            }
            Err(failure) => Line::Bad(failure.into()),
        })
        .collect();
    (lines, checks)
}

fn read_line(line: &[u8]) -> Result<v1::CheckTurnRequest, Failure> {
    if line.len() > LINE_BYTES_MAX {
        let message = format!("A line may have {LINE_BYTES_MAX} bytes at most.");
        return Err(Failure::saying(ErrorCode::TooLarge, message));
    }
    parse_json::<CheckTurnBody>(line)?.into_wire()
}

async fn open(
    gateway: &Gateway,
    caller: &Caller,
    checks: Batches,
) -> Result<Streaming<v1::CheckTurnsResponse>, Failure> {
    gateway
        .open(
            caller,
            Retry::Always,
            checks,
            |mut upstream, request| async move {
                let request = request.map(|checks: Batches| tokio_stream::iter(checks.batches));
                upstream.rules.check_turns(request).await
            },
        )
        .await
}

async fn next_batch(
    upstream: &mut Streaming<v1::CheckTurnsResponse>,
    timeout: Duration,
) -> Result<Vec<v1::CheckTurnsAnswer>, Failure> {
    match tokio::time::timeout(timeout, upstream.message()).await {
        Ok(Ok(Some(batch))) => Ok(batch.answers),
        Ok(Ok(None)) => Err(ErrorCode::Unavailable.into()),
        Ok(Err(status)) => Err(gateway::failure(&status)),
        Err(_) => Err(ErrorCode::DeadlineExceeded.into()),
    }
}

/// The answer under way.
struct Answers {
    lines: VecDeque<Line>,
    checked: VecDeque<v1::CheckTurnsAnswer>,
    upstream: Option<Streaming<v1::CheckTurnsResponse>>,
    timeout: Duration,
    _permit: StreamPermit,
}

impl Answers {
    /// The next lines of the answer, as many as can be written without waiting for more.
    async fn next_chunk(&mut self) -> Option<Bytes> {
        let mut chunk = Vec::new();
        while let Some(line) = self.lines.pop_front() {
            let written = match line {
                Line::Bad(problem) => line_problem(&problem, false),
                Line::Asked if self.checked.is_empty() && !chunk.is_empty() => {
                    self.lines.push_front(Line::Asked);
                    break;
                }
                Line::Asked => self.answer().await,
            };
            if matches!(&written, CheckTurnsLine::Problem(problem) if problem.end) {
                self.lines.clear();
            }
            // It can be written: its keys are texts.
            chunk.extend(serde_json::to_vec(&written).unwrap_or_default());
            chunk.push(b'\n');
        }
        (!chunk.is_empty()).then(|| chunk.into())
    }

    async fn answer(&mut self) -> CheckTurnsLine {
        if self.checked.is_empty()
            && let Some(upstream) = &mut self.upstream
        {
            match next_batch(upstream, self.timeout).await {
                Ok(answers) => self.checked.extend(answers),
                Err(failure) => return line_problem(&failure.into(), true),
            }
        }
        let answer = self.checked.pop_front().ok_or(BadAnswer("answers"));
        answer
            .and_then(CheckTurnsLine::try_from)
            .unwrap_or_else(|answer| line_problem(&answer.into(), true))
    }
}

fn line_problem(problem: &Problem, end: bool) -> CheckTurnsLine {
    CheckTurnsLine::Problem(LineProblem {
        problem: Box::new(problem.document()),
        end,
    })
}

impl TryFrom<v1::CheckTurnsAnswer> for CheckTurnsLine {
    type Error = BadAnswer;

    fn try_from(answer: v1::CheckTurnsAnswer) -> Result<Self, BadAnswer> {
        match present(answer.answer, "answer")? {
            Answer::Checked(checked) => Ok(Self::Checked(checked.try_into()?)),
            Answer::Problem(problem) => {
                let code = ErrorCode::find(&problem.reason).unwrap_or(ErrorCode::InvalidArgument);
                Ok(line_problem(
                    &Failure::saying(code, problem.message).into(),
                    false,
                ))
            }
        }
    }
}
