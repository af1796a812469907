//! The slow and obvious twin of the engine: the same game, written a second time from the page of
//! the rules alone.
//!
//! It shares no code and no idea with the engine that it checks. Points are names, sides are the
//! letters `w` and `b`, lines are three names, a position is a map, and every question is answered
//! by trying: a turn is legal if it is accepted, a side is blocked if no action is accepted, a mill
//! stands if a line is found that one side holds. Where the page has a table or a drawing, the twin
//! has the same table or drawing, so that the two can be laid side by side.
//!
//! | file | part of the page |
//! | --- | --- |
//! | `boards` | Boards |
//! | `rule_sets` | What a rule set holds, Variants |
//! | `position` | Terms; mills, flying, phases |
//! | `text` | Notation: positions, and when one is refused |
//! | `notation` | Notation: actions and turns |
//! | `actions` | A turn; the refusals of one action |
//! | `game` | How a game ends, Refusals, Perft |

mod actions;
mod boards;
mod game;
mod notation;
mod position;
mod rule_sets;
mod text;

pub use boards::{BOARDS, Board, board};
pub use game::{Game, Refused, perft};
pub use rule_sets::{RuleSet, VARIANTS, variant};
