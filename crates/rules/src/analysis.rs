//! Seeing what matters in a position: mills, threats, double mills, freedom and flight.

use crate::action::Action;
use crate::bits::count;
use crate::board::Line;
use crate::line_set::LineSet;
use crate::point::{Point, PointSet};
use crate::position::{Phase, Position, removable_of};
use crate::rule_words::{MillRule, Movement};
use crate::side::{BySide, Side};

/// What a player looks for in a position, for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What each side has.
    pub sides: BySide<SideAnalysis>,
    /// The men that the side to act may remove now; none where nothing is owed.
    pub removable: PointSet,
}

/// What one side has, and what it could do if it were to act and owed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideAnalysis {
    /// What the side does when it acts.
    pub phase: Phase,
    /// How many men it has on the board.
    pub men: u8,
    /// How many men it has in hand.
    pub hand: u8,
    /// Its mills.
    pub mills: LineSet,
    /// Its men in mills.
    pub men_in_mills: PointSet,
    /// Its men that the opponent might remove, if it earned a removal now.
    pub exposed: PointSet,
    /// The placements and movements that close a mill, with the lines that each closes.
    pub closing: Vec<Closing>,
    /// The points at which it closes a mill with one of those.
    pub closing_points: PointSet,
    /// Its double mills.
    pub double_mills: Vec<DoubleMill>,
    /// On how many points it could place a man; 0 once its hand is empty.
    pub placements: u16,
    /// How many movements it could make; 0 while it must place.
    pub movements: u16,
    /// Its men that have nowhere to go.
    pub blocked_men: PointSet,
    /// Whether it could do nothing at all if it were to act.
    pub is_blocked: bool,
    /// Whether it flies, and why or why not.
    pub flight: Flight,
}

/// A placement or movement that closes at least one mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The placement or movement.
    pub action: Action,
    /// The point on which the man then stands.
    pub to: Point,
    /// The lines that it closes.
    pub lines: LineSet,
}

/// A man that can shuttle between two mills, so that every turn closes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleMill {
    /// Where the man stands, in the mill that it opens.
    pub from: Point,
    /// The empty point to which it goes, and from which it comes back.
    pub to: Point,
    /// The mill that stands now.
    pub standing: Line,
    /// The mill that the man closes by going.
    pub closed_next: Line,
}

/// Whether a side flies, and why or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// It flies: its hand is empty and it has few enough men on the board.
    Flies {
        /// Its men on the board.
        men: u8,
        /// With this many or fewer a side flies.
        fly_at: u8,
    },
    /// It does not fly, but its men go to any empty point all the same.
    MovesAnywhere,
    /// Nobody flies by these rules.
    Never,
    /// It still has men in hand.
    MenInHand {
        /// How many.
        hand: u8,
    },
    /// It has too many men on the board.
    TooManyMen {
        /// Its men on the board.
        men: u8,
        /// With this many or fewer a side flies.
        fly_at: u8,
    },
}

impl Position {
    /// What matters in the position, for both sides.
    ///
    /// Each side is looked at as if it were to act. Once the game has ended nobody can act: the
    /// closing turns, the placements and the movements are none then.
    ///
    /// ```
    /// use moelle_rules::{Position, Side, Variant};
    ///
    /// let rules = Variant::find("nine").expect("nine is offered").rules();
    /// let position = Position::parse(rules, "w1w/1w1/w1w/b4b/3/b1b/b2 w 0,0 0 0 40")?;
    /// let white = position.analysis().sides.white;
    /// assert_eq!(white.closing.len(), 2);
    /// assert!(white.double_mills.is_empty(), "neither mill stands yet");
    ///
    /// let position = Position::parse(rules, "www/3/w1w/b4b/3/b1b/b2 w 0,0 0 0 40")?;
    /// assert!(position.analysis().sides.white.double_mills.is_empty(), "d7 and d5 are too far");
    /// let position = Position::parse(rules, "w1w/www/3/b4b/3/b1b/b2 w 0,0 0 0 40")?;
    /// let shuttle = position.analysis().sides.white.double_mills[0];
    /// assert_eq!((shuttle.from.to_string(), shuttle.to.to_string()), ("d6".into(), "d7".into()));
    /// # Ok::<(), moelle_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        Analysis {
            sides: BySide::from_fn(|side| self.look_at(side)),
            removable: self.removable(),
        }
    }

    /// What one side has and could do.
    fn look_at(&self, side: Side) -> SideAnalysis {
        let (board, men) = (self.board(), self.men[side]);
        let mut acting = *self;
        (acting.side, acting.owed) = (side, 0);
        let mut closing = Vec::new();
        let (mut placements, mut movements) = (0, 0);
        for action in acting.legal_actions() {
            match action {
                Action::Place(_) => placements += 1,
                Action::Move { .. } | Action::Remove(_) => movements += 1,
            }
            closing.extend(acting.closing_by(action));
        }
        let blocked = men & !self.with_somewhere_to_go(side);
        SideAnalysis {
            phase: self.phase_of(side),
            men: count(men),
            hand: self.hands[side],
            mills: self.mills(side),
            men_in_mills: self.set(board.in_mills(men)),
            exposed: self.set(self.exposed(side)),
            closing_points: PointSet::from_points(
                board.kind(),
                closing.iter().map(|closing| closing.to),
            ),
            closing,
            double_mills: self.double_mills(side),
            placements,
            movements,
            blocked_men: self.set(blocked),
            is_blocked: !self.can_act(side),
            flight: self.flight(side),
        }
    }

    /// The lines that an action of the side to act closes, if it closes any.
    fn closing_by(&self, action: Action) -> Option<Closing> {
        let (from, to) = match action {
            Action::Place(to) => (0, to),
            Action::Move { from, to } => (from.bit(), to),
            Action::Remove(_) => return None,
        };
        let men = self.men[self.side] & !from | to.bit();
        let lines = self.board().lines_closed_at(men, to.raw());
        (lines != 0).then(|| Closing {
            action,
            to,
            lines: LineSet::new(self.board().kind(), lines),
        })
    }

    /// The side's men that the opponent might remove.
    fn exposed(&self, side: Side) -> u32 {
        match self.rules.mill() {
            MillRule::Capture => removable_of(&self.rules, self.board(), self.men[side]),
            MillRule::Win => 0,
        }
    }

    /// The side's men that could move, whatever its hand says.
    fn with_somewhere_to_go(&self, side: Side) -> u32 {
        let empty = self.empty();
        self.set(self.men[side])
            .iter()
            .filter(|man| self.targets_of(side, *man) & empty != 0)
            .fold(0, |free, man| free | man.bit())
    }

    /// The points to which a man of a side goes, taken or not.
    fn targets_of(&self, side: Side, man: Point) -> u32 {
        if self.moves_freely(side) {
            self.board().all()
        } else {
            self.board().neighbour_bits(man.raw())
        }
    }

    /// Every man that stands in one mill and closes another by going, and back again. A side
    /// that must still place has its double mills already.
    fn double_mills(&self, side: Side) -> Vec<DoubleMill> {
        let (board, men) = (self.board(), self.men[side]);
        let mut found = Vec::new();
        if self.rules.mill() == MillRule::Win || self.outcome.is_some() {
            return found;
        }
        for from in self.set(board.in_mills(men)) {
            let rest = men & !from.bit();
            for to in self.set(self.targets_of(side, from) & self.empty()) {
                let next = LineSet::new(
                    board.kind(),
                    board.lines_closed_at(rest | to.bit(), to.raw()),
                );
                let standing = LineSet::new(board.kind(), board.lines_closed_at(men, from.raw()));
                found.extend(standing.iter().flat_map(|standing| {
                    next.iter().map(move |closed_next| DoubleMill {
                        from,
                        to,
                        standing,
                        closed_next,
                    })
                }));
            }
        }
        found
    }

    fn flight(&self, side: Side) -> Flight {
        let (men, hand, fly_at) = (count(self.men[side]), self.hands[side], self.rules.fly_at());
        match (self.flies(side), self.rules.movement(), hand) {
            (true, ..) => Flight::Flies { men, fly_at },
            (false, Movement::Any, _) => Flight::MovesAnywhere,
            (false, Movement::Adjacent, _) if fly_at == 0 => Flight::Never,
            (false, Movement::Adjacent, 1..) => Flight::MenInHand { hand },
            (false, Movement::Adjacent, 0) => Flight::TooManyMen { men, fly_at },
        }
    }
}
