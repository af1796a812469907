//! Many callers at once, and callers that try again.
//!
//! Where it is not about the database itself, a scenario is held on one service over a file and on
//! three replicas over PostgreSQL, and asks over REST and over gRPC.

mod ends;
mod joins;
mod keys;
mod lost_answers;
mod rematches;
mod resets;
mod turns;

use moelle_proto::error::ErrorCode;
use tonic::{Response, Status};

use crate::support::grpc::failure;
use crate::support::http::Answer;

/// How many answers have this status.
fn count(answers: &[Answer], status: u16) -> usize {
    answers
        .iter()
        .filter(|answer| answer.status == status)
        .count()
}

/// Parts the answers of gRPC, all of whose failures must be this one.
fn accepted<T>(answers: Vec<Result<Response<T>, Status>>, refusal: ErrorCode) -> Vec<T> {
    let mut accepted = Vec::new();
    for answer in answers {
        match answer {
            Ok(answer) => accepted.push(answer.into_inner()),
            Err(status) => assert_eq!(failure(&status).code(), refusal, "{status:?}"),
        }
    }
    accepted
}

fn random_uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// A number that a variable sets, for longer runs than those of every day.
fn number_of(variable: &str, otherwise: usize) -> usize {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
        Err(_) => otherwise,
    }
}
