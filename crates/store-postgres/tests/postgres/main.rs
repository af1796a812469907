//! The store on PostgreSQL: the contract of every store, and what PostgreSQL alone can get wrong.

mod contract;
mod dropped_requests;
mod lost_answers;
mod lost_connections;
mod migrations;
mod outbox;
mod plans;
mod pool;
mod proxy;
mod release_before;
mod restarts;
mod statements;
mod support;
