//! What the services tell of their work: traces, metrics and logs, as a collector and a reader of
//! the log get them.

mod documented;
mod logs;
mod many_games;
mod one_turn;
mod streams;
mod traceparent;

use serde_json::{Value, json};

use crate::support::collector::{Collector, Exported};
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::table::Table;

/// Both services as processes, and a collector that they export to.
struct Observed {
    collector: Collector,
    processes: Processes,
    http: Http,
}

impl Observed {
    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// The same, with more variables in the environment of both.
    async fn start_with(more: &[(&'static str, &str)]) -> Self {
        let collector = Collector::start().await;
        let mut variables = collector.variables();
        variables.extend(
            more.iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        let plan = Plan {
            variables,
            ..Plan::default()
        };
        let processes = Processes::start(&plan).await;
        let http = Http::new(processes.gateway_url());
        Self {
            collector,
            processes,
            http,
        }
    }

    /// A game of two players.
    async fn table(&self) -> Table {
        Table::open(&self.http, &json!({"variant": "nine"})).await
    }

    /// The spans of a trace, once those of these names are there.
    async fn trace(&self, trace: &str, names: &[&str]) -> Vec<Exported> {
        let has_all = |spans: &[Exported]| {
            let arrived = |name: &&str| {
                let wanted = names.iter().filter(|other| *other == name).count();
                spans.iter().filter(|span| span.name() == *name).count() >= wanted
            };
            names.iter().all(arrived)
        };
        self.collector.trace(trace, has_all).await
    }
}

/// A context as a caller sends it, and the ids in it.
struct Caller {
    header: String,
    trace: String,
    span: String,
}

impl Caller {
    /// A fresh trace, sampled or not.
    fn new(is_sampled: bool) -> Self {
        let trace = uuid::Uuid::new_v4().simple().to_string();
        let span = uuid::Uuid::new_v4().simple().to_string()[..16].to_owned();
        let flags = if is_sampled { "01" } else { "00" };
        Self {
            header: format!("00-{trace}-{span}-{flags}"),
            trace,
            span,
        }
    }

    fn of(&self, call: Call) -> Call {
        call.header("traceparent", &self.header)
    }
}

/// The parts of a `traceparent`: trace, span and flags.
#[track_caller]
fn parts(traceparent: &str) -> (String, String, String) {
    let parts: Vec<&str> = traceparent.split('-').collect();
    let ["00", trace, span, flags] = parts[..] else {
        panic!("no traceparent: {traceparent:?}")
    };
    assert_eq!((trace.len(), span.len(), flags.len()), (32, 16, 2));
    (trace.to_owned(), span.to_owned(), flags.to_owned())
}

/// The one span of a service with this name.
#[track_caller]
fn only<'s>(spans: &'s [Exported], service: &str, name: &str) -> &'s Exported {
    let mut found = spans
        .iter()
        .filter(|span| span.service == service && span.name() == name);
    let first = found
        .next()
        .unwrap_or_else(|| panic!("no {name} of {service} in {spans:#?}"));
    assert!(found.next().is_none(), "{name} is there twice");
    first
}

fn turn(table: &Table, turn: &str) -> Call {
    let body: Value = json!({"turn": turn, "revision": table.revision()});
    Call::post(table.path("/turns"), &body).token(table.token())
}
