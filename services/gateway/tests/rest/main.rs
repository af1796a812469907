//! The gateway on a socket, before a game service on another that answers what a test tells it to.

mod support;

mod answers;
mod browsers;
mod deadlines;
mod documents;
mod failures;
mod life;
mod lines;
mod malformed;
mod many;
mod pages;
mod rates;
mod replicas;
mod shutdown;
mod slow;
mod streams;
mod tls;
mod travelling;
