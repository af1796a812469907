//! The words that the fields of a rule set are filled with.

use crate::words::words;

words! {
    /// What closing a mill does.
    MillRule, "mill rule" {
        /// It earns a removal.
        Capture = "capture",
        /// It wins at once.
        Win = "win",
    }
}

words! {
    /// Which opposing men may be removed.
    Removable, "choice of removable men" {
        /// Those in no mill, or any if all of them on the board stand in mills.
        OutsideMillsFirst = "outside_mills_first",
        /// Those in no mill, and none where all stand in mills.
        OutsideMillsOnly = "outside_mills_only",
        /// Any.
        Any = "any",
    }
}

words! {
    /// What closing several mills in one action earns.
    RemovalsPerTurn, "number of removals" {
        /// One removal.
        One = "one",
        /// One removal for each mill.
        OnePerMill = "one_per_mill",
    }
}

words! {
    /// Where a man moves that does not fly.
    Movement, "movement" {
        /// Along a line or link to a neighbouring empty point.
        Adjacent = "adjacent",
        /// To any empty point.
        Any = "any",
    }
}

words! {
    /// What happens to a side that has no legal turn.
    Blocked, "rule for a blocked side" {
        /// It loses.
        Loses = "loses",
        /// It passes: the other side acts again.
        Passes = "passes",
        /// The game is drawn.
        Draw = "draw",
    }
}

words! {
    /// What happens when every point is occupied after a turn.
    BoardFull, "rule for a full board" {
        /// The game is drawn.
        Draw = "draw",
        /// The side to act is simply blocked.
        Blocked = "blocked",
    }
}
