//! Connections as they are taken: so many at once, so many of one address, and given up where they
//! stand still.

mod door;
mod stall;

pub use door::{Door, Visitor};
pub use stall::{Patience, Stalling};
