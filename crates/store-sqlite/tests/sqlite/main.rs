//! The store in a SQLite file: the contract of every store, and what a file can get wrong.

mod contract;
mod file;
mod other_processes;
mod release_before;
mod support;
