//! Mølle as its users meet it: real services on real sockets, over a real database.

mod support;

mod abuse;
mod applications;
mod clocks_and_offers;
mod faults;
mod fixed_limits;
mod hostile;
mod lessons_over_grpc;
mod life_over_rest;
mod purging;
mod races;
mod random_operations;
mod refused_turns;
mod repository;
mod restarts;
mod rules_over_grpc;
mod rules_over_rest;
mod running;
mod secrets;
mod streams;
mod tls;
mod traces;
mod webhooks;
mod whole_games;
