//! One action: why it is refused, and what it does to the board.

use super::boards::board;
use super::notation::Action;
use super::position::{Position, View, opponent};
use super::rule_sets::RuleSet;

/// The first reason of the page's table that holds against an action, and the point it names.
///
/// Whether the game has ended is asked before.
pub fn refusal(
    rules: &RuleSet,
    position: &Position,
    action: &Action,
) -> Option<(&'static str, String)> {
    let view = View::new(rules, position);
    let (side, owed) = (position.side, position.owed);
    let refused = |reason, point: &str| Some((reason, point.to_owned()));
    match action {
        Action::Place(point) | Action::Move(point, _) if owed > 0 => refused("removal_owed", point),
        Action::Remove(point) if owed == 0 => refused("no_removal_owed", point),
        Action::Remove(point) => match view.man(point) {
            None => refused("nothing_to_remove", point),
            Some(man) if man == side => refused("own_man", point),
            Some(_) if !view.removable().contains(&point.as_str()) => refused("man_in_mill", point),
            Some(_) => None,
        },
        Action::Place(point) => {
            if view.hand(side) == 0 {
                refused("none_in_hand", point)
            } else if view.man(point).is_some() {
                refused("point_occupied", point)
            } else {
                None
            }
        }
        Action::Move(from, to) => {
            if view.hand(side) > 0 && !rules.move_while_placing {
                refused("men_in_hand", from)
            } else if view.man(from).is_none() {
                refused("no_man_there", from)
            } else if view.man(from) == Some(opponent(side)) {
                refused("not_your_man", from)
            } else if view.man(to).is_some() {
                refused("point_occupied", to)
            } else if rules.movement == "adjacent"
                && !view.flies(side)
                && !view.board.adjacent.contains(&(from.as_str(), to.as_str()))
            {
                refused("not_adjacent", to)
            } else {
                None
            }
        }
    }
}

/// Whether the side to act has any action at all.
pub fn can_act(rules: &RuleSet, position: &Position) -> bool {
    board(rules.board)
        .actions
        .iter()
        .any(|action| refusal(rules, position, action).is_none())
}

/// What an action that is not refused leaves behind: the men after it, and what it closed.
pub struct Done {
    pub position: Position,
    /// How many mills the action closed; a removal closes none.
    pub closed: u64,
}

/// Moves the men and works out what is owed; ply, side and a movement's quiet are the turn's.
pub fn perform(rules: &RuleSet, position: &Position, action: &Action) -> Done {
    let mut next = position.clone();
    let side = position.side;
    let name = |point: &str| {
        let points = &board(rules.board).points;
        *points
            .iter()
            .find(|known| **known == point)
            .expect("a point of the board")
    };
    let new_point = match action {
        Action::Place(point) => {
            next.men.insert(name(point), side);
            *next.hands.get_mut(&side).expect("both sides have a hand") -= 1;
            next.quiet = 0;
            point
        }
        Action::Move(from, to) => {
            next.men.remove(name(from));
            next.men.insert(name(to), side);
            to
        }
        Action::Remove(point) => {
            next.men.remove(name(point));
            next.quiet = 0;
            next.owed -= 1;
            return Done {
                position: next,
                closed: 0,
            };
        }
    };
    let view = View::new(rules, &next);
    let mills = view.mills(side);
    let closed = mills
        .iter()
        .filter(|mill| mill.contains(&new_point.as_str()))
        .count() as u64;
    let owed = if closed > 0 { earned(&view, closed) } else { 0 };
    next.owed = owed;
    Done {
        position: next,
        closed,
    }
}

/// The removals that an action has earned which closed that many mills.
fn earned(view: &View, closed: u64) -> u64 {
    let men_in_hand = view.hand('w') > 0 || view.hand('b') > 0;
    if view.rules.mill == "win" || (men_in_hand && !view.rules.capture_while_placing) {
        return 0;
    }
    let earned = if view.rules.removals_per_turn == "one" {
        1
    } else {
        closed
    };
    earned.min(view.removable().len() as u64)
}
