//! What is no part of the API of games: the page where people play, health, the documents, what
//! answers where there is nothing.

pub mod admin;
pub(crate) mod docs;
pub(crate) mod fallback;
pub(crate) mod health;
pub(crate) mod page;
pub(crate) mod problems;
