//! What the side to act may do, action by action.

use moelle_rules::{MovementGroup, Position, TargetGroup};

use crate::v1;
use crate::wire::board::point_names;
use crate::wire::turn::mills;

/// What the side to act may do next: empty once the game has ended.
#[must_use]
pub fn legal_actions(position: &Position) -> v1::LegalActions {
    let grouped = position.grouped();
    v1::LegalActions {
        placements: grouped.placements.into_iter().map(target).collect(),
        movements: grouped.movements.into_iter().map(movements).collect(),
        removals: point_names(grouped.removable),
    }
}

fn movements(group: MovementGroup) -> v1::LegalMovements {
    v1::LegalMovements {
        from: group.from.to_string(),
        to: group.targets.into_iter().map(target).collect(),
    }
}

fn target(group: TargetGroup) -> v1::LegalTarget {
    v1::LegalTarget {
        point: group.to.to_string(),
        closed_mills: mills(group.closes),
        removals_owed: group.owed.into(),
        removable: point_names(group.removable),
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::Variant;

    use super::*;

    fn legal(text: &str) -> v1::LegalActions {
        let rules = Variant::find("nine").expect("nine").rules();
        legal_actions(&Position::parse(rules, text).expect("a position"))
    }

    #[test]
    fn a_placement_says_what_it_closes_and_earns() {
        let legal = legal("ww1/bb1/3/6/3/3/b2 w 7,6 0 0 5");
        let g7 = &legal.placements[0];
        assert_eq!((g7.point.as_str(), g7.removals_owed), ("g7", 1));
        assert_eq!(g7.closed_mills[0].points, ["a7", "d7", "g7"]);
        assert_eq!(g7.removable, ["b6", "d6", "a1"]);
        assert!(legal.movements.is_empty() && legal.removals.is_empty());
    }

    #[test]
    fn while_a_removal_is_owed_nothing_else_is_legal() {
        let legal = legal("1w1/1w1/1w1/4b1/3/b2/3 w 6,7 1 0 4");
        assert_eq!(legal.removals, ["f4", "b2"]);
        assert!(legal.placements.is_empty() && legal.movements.is_empty());
    }

    #[test]
    fn movements_are_listed_man_by_man() {
        let legal = legal("www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30");
        let men: Vec<_> = legal
            .movements
            .iter()
            .map(|man| man.from.as_str())
            .collect();
        assert_eq!(men, ["a4"]);
        assert_eq!(legal.movements[0].to[0].point, "b4");
        assert!(legal.placements.is_empty());
    }
}
