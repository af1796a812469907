//! The messages of the contract and what they mean in the domain: in by `read` and `TryFrom`, naming
//! the field that is absent or wrong; out by `From` and plain functions.

mod board;
mod change;
mod enums;
mod event;
mod game;
mod game_error;
mod game_query;
mod game_request;
mod identity;
mod legal;
mod position;
mod problems;
mod record;
mod rule_set;
mod selection;
mod time_control;
mod turn;
mod webhook;

pub use board::{geometry, point_names};
pub use change::{ChangeRequest, SeatRequest, change_call, seat_call};
pub use enums::Unspecified;
pub use event::event;
pub use game::{game, timestamp};
pub use game_error::game_failure;
pub use game_query::{GameQuery, list_games, next_page_token, note_spectators, watch_games};
pub use game_request::{create_game, game_id, join_game};
pub use identity::{digest, identity};
pub use legal::legal_actions;
pub use position::{Standing, flying, outcome, read_position, state};
pub use problems::{Problems, excerpt};
pub use record::{import_game, invalid_record, record_size, too_many_turns};
pub use selection::{ChosenRules, variant};
pub use turn::{mill, mills, refusal, refused};
pub use webhook::{
    DeliveryQuery, delivery, delivery_id, kinds, list_deliveries, next_deliveries, webhook,
    webhook_failure, webhook_id,
};
