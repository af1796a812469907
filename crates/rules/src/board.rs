//! Boards: tables of points, lines and links.

mod table;

use crate::bits::take_lowest;
use crate::point::{Point, PointName, PointSet};
use crate::words::words;

words! {
    /// The boards that the rules know.
    BoardKind, "board" {
        /// Three squares, 24 points, 16 lines.
        Square24 = "square24",
        /// `square24` with its four corner lines.
        Square24Diagonal = "square24_diagonal",
        /// Two squares, 16 points, 8 lines, 4 links.
        Square16 = "square16",
        /// `square16` with a centre, 17 points, 14 lines.
        Square17 = "square17",
        /// `square24` with a centre, 25 points, 22 lines, 4 links.
        Square25 = "square25",
        /// Three by three points with both diagonals, 8 lines.
        Grid9Diagonal = "grid9_diagonal",
        /// Three by three points, rows and columns only, 6 lines.
        Grid9 = "grid9",
    }
}

impl BoardKind {
    /// The board of this kind.
    #[must_use]
    pub fn board(self) -> &'static Board {
        &table::BOARDS[self as usize]
    }
}

/// Three points of a board on one drawn straight line, in index order.
pub type Line = [Point; 3];

/// A board may have this many points.
pub(crate) const POINTS_MAX: usize = 32;
/// A board may have this many lines.
pub(crate) const LINES_MAX: usize = 24;
/// A board may have this many links.
pub(crate) const LINKS_MAX: usize = 4;
/// So many lines may run through one point, and so many removals may be owed.
pub(crate) const LINES_THROUGH_MAX: usize = 6;

/// A board: its points, its lines, where a mill can stand, and its links, where none can.
///
/// ```
/// use moelle_rules::BoardKind;
///
/// let board = BoardKind::Square25.board();
/// assert_eq!((board.points().len(), board.lines().len(), board.links().len()), (25, 22, 4));
/// let d4 = board.point("D4").expect("upper case is accepted");
/// assert_eq!((d4.index(), board.xy(d4), board.width()), (12, (3, 3), 7));
/// ```
#[derive(Debug)]
pub struct Board {
    kind: BoardKind,
    width: u8,
    names: [PointName; POINTS_MAX],
    points: [Point; POINTS_MAX],
    point_count: usize,
    lines: [Line; LINES_MAX],
    line_count: usize,
    links: [[Point; 2]; LINKS_MAX],
    link_count: usize,
    /// The points of each line as bits; beyond `line_count` those of the first line again.
    line_bits: [u32; LINES_MAX],
    /// The neighbours of each point as bits.
    neighbours: [u32; POINTS_MAX],
    /// For each point, the other two points of each line through it; beyond the count those of
    /// the first again.
    through: [[u32; LINES_THROUGH_MAX]; POINTS_MAX],
    /// For each point, the numbers of those lines, in the same order.
    through_lines: [[u8; LINES_THROUGH_MAX]; POINTS_MAX],
    through_count: [u8; POINTS_MAX],
    /// The indices of the points in the byte order of their names.
    by_name: [u8; POINTS_MAX],
    /// The place of each point in `by_name`.
    name_rank: [u8; POINTS_MAX],
}

impl Board {
    /// The kind of the board.
    #[must_use]
    pub const fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Every point, in index order.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points[..self.point_count]
    }

    /// The point of this name, in either case, if the board has it.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<Point> {
        self.named(PointName::parse(name)?)
    }

    /// The point of this name, if the board has it.
    #[must_use]
    pub fn named(&self, name: PointName) -> Option<Point> {
        self.points()
            .iter()
            .copied()
            .find(|point| self.names[point.index()] == name)
    }

    /// The name of a point of this board.
    #[must_use]
    pub const fn name(&self, point: Point) -> PointName {
        self.names[point.index()]
    }

    /// Every line, its points and the lines themselves in index order.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines[..self.line_count]
    }

    /// Every link: two neighbours that share no line.
    #[must_use]
    pub fn links(&self) -> &[[Point; 2]] {
        &self.links[..self.link_count]
    }

    /// The points that a man on this point may go to along a line or a link.
    #[must_use]
    pub const fn neighbours(&self, point: Point) -> PointSet {
        PointSet::new(self.kind, self.neighbours[point.index()])
    }

    /// The ranks of the drawing from the top, each its points from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Point]> {
        self.points()
            .chunk_by(|left, right| self.xy(*left).1 == self.xy(*right).1)
    }

    /// Where the point is drawn: its file from the left and its rank from the bottom, from 0.
    #[must_use]
    pub const fn xy(&self, point: Point) -> (u8, u8) {
        let [file, rank] = self.names[point.index()].bytes();
        (file - b'a', rank - b'1')
    }

    /// How many files, and as many ranks, the drawing has.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// All points as bits.
    #[inline]
    pub(crate) const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.point_count)
    }

    #[inline]
    pub(crate) fn neighbour_bits(&self, index: u8) -> u32 {
        self.neighbours[usize::from(index)]
    }

    /// The lines through a point of which these men hold the other two points.
    #[inline]
    pub(crate) fn lines_closed_at(&self, men: u32, index: u8) -> u32 {
        let index = usize::from(index);
        let mut closed = 0;
        for (others, line) in self.through[index]
            .iter()
            .zip(self.through_lines[index])
            .take(usize::from(self.through_count[index]))
        {
            closed |= u32::from(men & others == *others) << line;
        }
        closed
    }

    /// Whether these men hold the other two points of a line through a point.
    #[inline]
    pub(crate) fn closes_line_at(&self, men: u32, index: u8) -> bool {
        self.through[usize::from(index)]
            .iter()
            .any(|others| men & others == *others)
    }

    /// Whether any of these men has a neighbour among some points.
    #[inline]
    pub(crate) fn any_neighbour_among(&self, mut men: u32, points: u32) -> bool {
        while let Some(index) = take_lowest(&mut men) {
            if self.neighbour_bits(index) & points != 0 {
                return true;
            }
        }
        false
    }

    /// The lines that these men hold, as bits by number.
    pub(crate) fn mill_lines(&self, men: u32) -> u32 {
        let mut lines = 0;
        for (number, line) in self.line_bits[..self.line_count].iter().enumerate() {
            lines |= u32::from(men & line == *line) << number;
        }
        lines
    }

    /// Those of these men that stand in mills.
    #[inline]
    pub(crate) fn in_mills(&self, men: u32) -> u32 {
        let mut held = 0;
        for line in self.line_bits {
            held |= if men & line == line { line } else { 0 };
        }
        held
    }

    /// The points, taken or not, at which one man more of these would close a line.
    #[inline]
    pub(crate) fn closing_points(&self, men: u32) -> u32 {
        let mut closing = 0;
        for line in self.line_bits {
            let on_line = men & line;
            let two = on_line & on_line.wrapping_sub(1) != 0 && on_line != line;
            closing |= if two { line & !on_line } else { 0 };
        }
        closing
    }

    /// The same set with the bits in the byte order of the points' names.
    #[inline]
    pub(crate) fn to_name_order(&self, mut bits: u32) -> u32 {
        let mut ordered = 0;
        while let Some(index) = take_lowest(&mut bits) {
            ordered |= 1 << self.name_rank[usize::from(index)];
        }
        ordered
    }

    /// The index of the point that stands at this place in the byte order of names.
    #[inline]
    pub(crate) fn index_by_name(&self, rank: u8) -> u8 {
        self.by_name[usize::from(rank)]
    }
}
