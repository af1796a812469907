//! The life of a game, call by call, through a real server.

mod calls;
mod clocks;
mod lists;
mod refusals;
mod seats;
mod states;
mod streams;
mod table;
mod watching;
