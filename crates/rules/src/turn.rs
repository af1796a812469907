//! Turns: what one side does when it is to act.

use std::fmt;

use crate::action::Action;
use crate::board::{Board, BoardKind, LINES_THROUGH_MAX};
use crate::point::{Point, PointName};
use crate::refusal::{IllegalTurn, Refusal};

/// One more than can ever be owed: the last of so many removals is always refused.
const REMOVALS_MAX: usize = LINES_THROUGH_MAX + 1;
/// No point.
const NONE: u8 = u8::MAX;

/// A turn, or a part of one: a placement or a movement, and removals; at least one action.
///
/// A turn knows the names of its board and nothing of a position: it may be illegal. It is
/// small, copied freely and never on the heap. Of a text with more than seven removals the
/// first seven are kept; no more than six are ever owed, so the seventh is refused.
///
/// ```
/// use moelle_rules::{BoardKind, Refusal, Turn};
///
/// let board = BoardKind::Square24.board();
/// let turn = Turn::parse(board, "D6-d5Xa7")?;
/// assert_eq!(turn.to_string(), "d6-d5xa7");
/// assert_eq!(turn.actions().count(), 2);
///
/// let refused = Turn::parse(board, "d6-d4").expect_err("this board has no centre");
/// assert_eq!((refused.refusal, refused.action), (Refusal::UnknownPoint, 0));
/// # Ok::<(), moelle_rules::IllegalTurn>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    board: BoardKind,
    from: u8,
    to: u8,
    removal_count: u8,
    /// The removals as indices; 0 beyond the count.
    removals: [u8; REMOVALS_MAX],
}

impl Turn {
    /// Reads a turn for a board.
    ///
    /// # Errors
    /// The text is no turn, or names a point that the board does not have.
    pub fn parse(board: &Board, text: &str) -> Result<Self, IllegalTurn> {
        let mut names = Names {
            rest: text.as_bytes(),
            board,
            action: 0,
            unknown: None,
        };
        let mut turn = Self::nothing(board.kind());
        if !names.at_removal() {
            let first = names.next().ok_or(IllegalTurn::BAD_NOTATION)?;
            if names.skip(b"-") {
                turn.from = first;
                turn.to = names.next().ok_or(IllegalTurn::BAD_NOTATION)?;
            } else {
                turn.to = first;
            }
            names.action += 1;
        }
        while names.skip(b"xX") {
            let point = names.next().ok_or(IllegalTurn::BAD_NOTATION)?;
            turn.push_removal(point);
            names.action += 1;
        }
        if !names.rest.is_empty() || names.action == 0 {
            return Err(IllegalTurn::BAD_NOTATION);
        }
        names.unknown.map_or(Ok(turn), Err)
    }

    /// The turn of these actions: at most one placement or movement, which comes first, then
    /// removals, and all of one board. None if they are no turn.
    pub fn from_actions(actions: impl IntoIterator<Item = Action>) -> Option<Self> {
        let mut actions = actions.into_iter();
        let mut turn = Self::from(actions.next()?);
        for action in actions {
            match action {
                Action::Remove(point) if point.board_kind() == turn.board => {
                    turn = turn.removing(point)?;
                }
                _ => return None,
            }
        }
        Some(turn)
    }

    /// The turn with one removal more; none if it has seven, or the point is of another board.
    #[must_use]
    pub fn removing(mut self, point: Point) -> Option<Self> {
        let fits = usize::from(self.removal_count) < REMOVALS_MAX;
        if !fits || point.board_kind() != self.board {
            return None;
        }
        self.push_removal(point.raw());
        Some(self)
    }

    /// The placement or movement, if the turn has one.
    #[must_use]
    pub fn first(&self) -> Option<Action> {
        let point = |index| Point::new(self.board, index);
        match (self.from, self.to) {
            (_, NONE) => None,
            (NONE, to) => Some(Action::Place(point(to))),
            (from, to) => Some(Action::Move {
                from: point(from),
                to: point(to),
            }),
        }
    }

    /// The points of the removals in their order.
    pub fn removals(&self) -> impl Iterator<Item = Point> + use<> {
        let board = self.board;
        self.removals
            .into_iter()
            .take(usize::from(self.removal_count))
            .map(move |index| Point::new(board, index))
    }

    /// The actions in their order.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        self.first()
            .into_iter()
            .chain(self.removals().map(Action::Remove))
    }

    pub(crate) const fn nothing(board: BoardKind) -> Self {
        Self {
            board,
            from: NONE,
            to: NONE,
            removal_count: 0,
            removals: [0; REMOVALS_MAX],
        }
    }

    pub(crate) const fn set_place(&mut self, to: u8) {
        (self.from, self.to) = (NONE, to);
    }

    pub(crate) const fn set_move(&mut self, from: u8, to: u8) {
        (self.from, self.to) = (from, to);
    }

    /// The index of the starting point of a movement.
    pub(crate) const fn start_index(&self) -> u8 {
        self.from
    }

    /// The starting point of a movement as a bit; none for a placement.
    pub(crate) const fn start_bit(&self) -> u32 {
        if self.from == NONE { 0 } else { 1 << self.from }
    }

    /// The index of the target of a placement or movement.
    pub(crate) const fn target_index(&self) -> u8 {
        self.to
    }

    pub(crate) const fn push_removal(&mut self, point: u8) {
        let count = self.removal_count as usize;
        if count < REMOVALS_MAX {
            self.removals[count] = point;
            self.removal_count += 1;
        }
    }

    pub(crate) const fn pop_removal(&mut self) {
        self.removal_count -= 1;
        self.removals[self.removal_count as usize] = 0;
    }
}

impl From<Action> for Turn {
    fn from(action: Action) -> Self {
        let mut turn = Self::nothing(action.first_point().board_kind());
        match action {
            Action::Place(to) => turn.set_place(to.raw()),
            Action::Move { from, to } => turn.set_move(from.raw(), to.raw()),
            Action::Remove(point) => turn.push_removal(point.raw()),
        }
        turn
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.actions().try_for_each(|action| action.fmt(f))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text of a turn while it is being read.
struct Names<'a> {
    rest: &'a [u8],
    board: &'a Board,
    action: usize,
    /// The first point that the board does not have.
    unknown: Option<IllegalTurn>,
}

impl Names<'_> {
    /// Whether a removal comes next: an `x` that is not itself the letter of a point.
    fn at_removal(&self) -> bool {
        matches!(self.rest, [b'x' | b'X', next, ..] if !next.is_ascii_digit())
    }

    /// Skips one byte if it is one of these.
    fn skip(&mut self, any_of: &[u8]) -> bool {
        let found = self.rest.first().is_some_and(|byte| any_of.contains(byte));
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    /// Reads a name: the index of the point, or any index if the board does not have it.
    fn next(&mut self) -> Option<u8> {
        let [letter, digit, rest @ ..] = self.rest else {
            return None;
        };
        let name = PointName::from_ascii(*letter, *digit)?;
        self.rest = rest;
        let point = self.board.named(name);
        if point.is_none() && self.unknown.is_none() {
            self.unknown = Some(IllegalTurn {
                refusal: Refusal::UnknownPoint,
                action: self.action,
                point: Some(name),
            });
        }
        Some(point.map_or(0, Point::raw))
    }
}
