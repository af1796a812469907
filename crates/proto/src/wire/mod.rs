//! The messages of the contract and what they mean in the domain: in by `read` and `TryFrom`, naming
//! the field that is absent or wrong; out by `From` and plain functions.

mod board;
mod enums;
mod game;
mod game_error;
mod game_request;
mod identity;
mod legal;
mod position;
mod problems;
mod rule_set;
mod selection;
mod turn;

pub use board::{geometry, point_names};
pub use enums::Unspecified;
pub use game::{event, game, timestamp};
pub use game_error::game_failure;
pub use game_request::{create_game, game_id, join_game, play_turn, resign};
pub use identity::{digest, identity};
pub use legal::legal_actions;
pub use position::{Standing, flying, outcome, read_position, state};
pub use problems::{Problems, excerpt};
pub use selection::{ChosenRules, variant};
pub use turn::{mill, mills, refusal, refused};
