//! Turns: what one side does when it is to act.

use std::fmt;

use crate::action::Action;
use crate::board::{Board, BoardKind, LINES_THROUGH_MAX};
use crate::point::{Point, PointName};
use crate::refusal::{IllegalTurn, Refusal};

/// One more than can ever be owed: the last of so many removals is always refused.
const REMOVALS_MAX: u32 = 7;
const _: () = assert!(REMOVALS_MAX as usize > LINES_THROUGH_MAX);

/// The points of a turn stand one above the other in slots of so many bits: the start and the
/// target of the placement or movement, then the removals. A slot holds a point's index and 1,
/// or 0 for none.
const SLOT_BITS: u32 = 6;
const START: u32 = 0;
const TARGET: u32 = 1;
const REMOVALS: u32 = 2;
const SLOTS: u32 = REMOVALS + REMOVALS_MAX;

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
    points: u64,
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
            turn = if names.skip(b"-") {
                let to = names.next().ok_or(IllegalTurn::BAD_NOTATION)?;
                turn.moving(first, to)
            } else {
                turn.placing(first)
            };
            names.action += 1;
        }
        while names.skip(b"xX") {
            let point = names.next().ok_or(IllegalTurn::BAD_NOTATION)?;
            turn = turn.with_removal(point);
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
    pub fn removing(self, point: Point) -> Option<Self> {
        let fits = self.removal_count() < REMOVALS_MAX && point.board_kind() == self.board;
        fits.then(|| self.with_removal(point.raw()))
    }

    /// The placement or movement, if the turn has one.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Action> {
        let to = self.point(TARGET)?;
        Some(match self.point(START) {
            None => Action::Place(to),
            Some(from) => Action::Move { from, to },
        })
    }

    /// The points of the removals in their order.
    pub fn removals(&self) -> impl Iterator<Item = Point> + use<> {
        let turn = *self;
        (REMOVALS..SLOTS).map_while(move |slot| turn.point(slot))
    }

    /// The actions in their order.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        self.first()
            .into_iter()
            .chain(self.removals().map(Action::Remove))
    }

    pub(crate) const fn nothing(board: BoardKind) -> Self {
        Self { board, points: 0 }
    }

    /// The same turn with this placement.
    #[inline]
    pub(crate) const fn placing(self, to: u8) -> Self {
        self.cleared(START).with(TARGET, to)
    }

    /// The same turn with this movement.
    #[inline]
    pub(crate) const fn moving(self, from: u8, to: u8) -> Self {
        self.with(START, from).with(TARGET, to)
    }

    /// The same turn with one removal more; more than seven are left out.
    #[inline]
    pub(crate) const fn with_removal(self, point: u8) -> Self {
        let count = self.removal_count();
        if count < REMOVALS_MAX {
            self.with(REMOVALS + count, point)
        } else {
            self
        }
    }

    /// The same turn without its last removal.
    pub(crate) const fn without_last_removal(self) -> Self {
        match self.removal_count() {
            0 => self,
            count => self.cleared(REMOVALS + count - 1),
        }
    }

    /// The starting point of a movement as a bit; none for a placement.
    #[inline]
    pub(crate) const fn start_bit(self) -> u32 {
        match self.slot(START) {
            0 => 0,
            number => 1 << (number - 1),
        }
    }

    const fn removal_count(self) -> u32 {
        let removals = self.points >> (REMOVALS * SLOT_BITS);
        let used = u64::BITS - removals.leading_zeros();
        used.div_ceil(SLOT_BITS)
    }

    #[inline]
    const fn slot(self, slot: u32) -> u64 {
        self.points >> (slot * SLOT_BITS) & ((1 << SLOT_BITS) - 1)
    }

    #[inline]
    const fn cleared(self, slot: u32) -> Self {
        let points = self.points & !(((1 << SLOT_BITS) - 1) << (slot * SLOT_BITS));
        Self { points, ..self }
    }

    #[inline]
    const fn with(self, slot: u32, point: u8) -> Self {
        let points = self.cleared(slot).points | (point as u64 + 1) << (slot * SLOT_BITS);
        Self { points, ..self }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a slot has six bits")]
    fn point(self, slot: u32) -> Option<Point> {
        let number = self.slot(slot) as u8;
        Some(Point::new(self.board, number.checked_sub(1)?))
    }
}

impl From<Action> for Turn {
    fn from(action: Action) -> Self {
        let turn = Self::nothing(action.first_point().board_kind());
        match action {
            Action::Place(to) => turn.placing(to.raw()),
            Action::Move { from, to } => turn.moving(from.raw(), to.raw()),
            Action::Remove(point) => turn.with_removal(point.raw()),
        }
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
