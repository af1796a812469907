//! The engine against every line of every file of test vectors.

mod bad_positions;
mod games;
mod perft;
mod positions;
mod reading;
mod refusals;
mod reported;
mod solved;
