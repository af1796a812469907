//! Mølle as its users meet it: real services on real sockets, over a real database.

mod repository;
