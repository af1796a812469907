//! The REST gateway of Mølle: JSON over HTTP in front of the gRPC services, and nothing else. It
//! keeps no state and knows no store.
//!
//! [`serve`] serves a [`Config`] on a listener until it is told to stop. Every endpoint is a file:
//! what it takes, what it answers, how both are said in `moelle.v1`; [`routes`](self) has the table
//! of them all. Every failure is a problem document.

mod config;
mod server;

mod routes;

mod rules;

mod games;

mod application;

mod lessons;

mod pictures;

mod site;

mod openapi;

mod gateway;
mod upstream;

mod extract;
mod guard;
mod hub;
mod problem;
mod rates;

mod shape;

mod case;

pub use config::{Checked, Cli, Command, Config, Limits, Options, RestOptions, UpstreamPace};
pub use openapi::openapi_json;
pub(crate) use problem::{FieldProblem, PROBLEM_JSON, Problem, ProblemDocument};
pub use server::{Readiness, Server, serve};
pub use site::admin::{self, Admin};
pub use upstream::{InvalidUpstream, UpstreamUrl};
