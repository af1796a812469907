//! The seven boards, copied from the page as they are drawn and listed there.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::notation::Action;

/// The names of the boards, in the order of the page.
pub const BOARDS: [&str; 7] = [
    "square24",
    "square24_diagonal",
    "square16",
    "square17",
    "square25",
    "grid9_diagonal",
    "grid9",
];

/// A board: names of points, lines of three, and what follows from them.
pub struct Board {
    /// The ranks of the drawing from the top, each with the names of its points from the left.
    pub rows: Vec<Vec<&'static str>>,
    /// All points in index order.
    pub points: Vec<&'static str>,
    /// The lines, each with its points in the order in which they are drawn.
    pub lines: Vec<[&'static str; 3]>,
    /// The links, which join neighbours and hold no mill.
    pub links: Vec<[&'static str; 2]>,
    /// Every pair of neighbours, both ways round.
    pub adjacent: BTreeSet<(&'static str, &'static str)>,
    /// Every action that the points can spell, legal or not.
    pub actions: Vec<Action>,
}

/// The board of that name.
pub fn board(name: &str) -> &'static Board {
    static ALL: OnceLock<Vec<Board>> = OnceLock::new();
    let all = ALL.get_or_init(|| BOARDS.into_iter().map(build).collect());
    let index = BOARDS.into_iter().position(|known| known == name);
    &all[index.unwrap_or_else(|| panic!("no board is called {name}"))]
}

const SQUARE24: &str = "
    a7          d7          g7
        b6      d6      f6
            c5  d5  e5
    a4  b4  c4      e4  f4  g4
            c3  d3  e3
        b2      d2      f2
    a1          d1          g1
";

const SQUARE16: &str = "
    a5      c5      e5
        b4  c4  d4
    a3  b3      d3  e3
        b2  c2  d2
    a1      c1      e1
";

const SQUARE17: &str = "
    a5      c5      e5
        b4  c4  d4
    a3  b3  c3  d3  e3
        b2  c2  d2
    a1      c1      e1
";

const SQUARE25: &str = "
    a7          d7          g7
        b6      d6      f6
            c5  d5  e5
    a4  b4  c4  d4  e4  f4  g4
            c3  d3  e3
        b2      d2      f2
    a1          d1          g1
";

const GRID9: &str = "
    a3 b3 c3
    a2 b2 c2
    a1 b1 c1
";

const SQUARE24_ROWS: &str = "0-1-2 3-4-5 6-7-8 9-10-11 12-13-14 15-16-17 18-19-20 21-22-23";
const SQUARE24_COLUMNS: &str = "0-9-21 3-10-18 6-11-15 1-4-7 16-19-22 8-12-17 5-13-20 2-14-23";
const SQUARE24_CORNERS: &str = "0-3-6 2-5-8 15-18-21 17-20-23";
const SQUARE16_LINES: &str = "0-1-2 3-4-5 10-11-12 13-14-15 0-6-13 3-7-10 5-8-12 2-9-15";
const SQUARE16_LINKS: &str = "1-4 6-7 8-9 11-14";
const SQUARE17_MORE: &str = "c5-c4-c3 c4-c3-c2 c3-c2-c1 a3-b3-c3 b3-c3-d3 c3-d3-e3";
const SQUARE25_MORE: &str = "d6-d5-d4 d5-d4-d3 d4-d3-d2 b4-c4-d4 c4-d4-e4 d4-e4-f4";
const SQUARE25_LINKS: &str = "a7-b6 g7-f6 a1-b2 g1-f2";
const GRID9_ROWS: &str = "0-1-2 3-4-5 6-7-8";
const GRID9_COLUMNS: &str = "0-3-6 1-4-7 2-5-8";
const GRID9_DIAGONALS: &str = "0-4-8 2-4-6";

/// Chains of the page (three points are a line, two a link) and the drawing that they count on.
type Chains = (&'static str, &'static str);

/// The drawing of a board and all that is listed below it.
fn drawn(name: &str) -> (&'static str, Vec<Chains>) {
    let square24 = [(SQUARE24, SQUARE24_ROWS), (SQUARE24, SQUARE24_COLUMNS)];
    let square16 = [(SQUARE16, SQUARE16_LINES), (SQUARE16, SQUARE16_LINKS)];
    let square25 = [(SQUARE25, SQUARE25_MORE), (SQUARE25, SQUARE25_LINKS)];
    let grid9 = [(GRID9, GRID9_ROWS), (GRID9, GRID9_COLUMNS)];
    match name {
        "square24" => (SQUARE24, square24.into()),
        "square24_diagonal" => (
            SQUARE24,
            [&square24[..], &[(SQUARE24, SQUARE24_CORNERS)]].concat(),
        ),
        "square16" => (SQUARE16, square16.into()),
        "square17" => (
            SQUARE17,
            [&square16[..], &[(SQUARE17, SQUARE17_MORE)]].concat(),
        ),
        "square25" => (SQUARE25, [square24, square25].concat()),
        "grid9_diagonal" => (GRID9, [&grid9[..], &[(GRID9, GRID9_DIAGONALS)]].concat()),
        "grid9" => (GRID9, grid9.into()),
        other => panic!("no board is called {other}"),
    }
}

fn build(name: &'static str) -> Board {
    let (drawing, chains) = drawn(name);
    let rows = rows(drawing);
    let points = rows.concat();
    let mut board = Board {
        actions: actions(&points),
        rows,
        points,
        lines: Vec::new(),
        links: Vec::new(),
        adjacent: BTreeSet::new(),
    };
    for chain in chains.into_iter().flat_map(read_chains) {
        match chain[..] {
            [a, b, c] => board.lines.push([a, b, c]),
            [a, b] => board.links.push([a, b]),
            _ => panic!("{chain:?} is neither a line nor a link"),
        }
        for pair in chain.windows(2) {
            board.adjacent.insert((pair[0], pair[1]));
            board.adjacent.insert((pair[1], pair[0]));
        }
    }
    board
}

/// Reads chains such as `0-1-2` or `c5-c4-c3`; a number counts the points of the drawing.
fn read_chains((drawing, text): Chains) -> Vec<Vec<&'static str>> {
    let points = rows(drawing).concat();
    let point = |word: &'static str| match word.parse::<usize>() {
        Ok(index) => points[index],
        Err(_) => word,
    };
    text.split_whitespace()
        .map(|chain| chain.split('-').map(point).collect())
        .collect()
}

fn actions(points: &[&str]) -> Vec<Action> {
    let mut actions = Vec::new();
    for point in points {
        actions.push(Action::Place((*point).to_owned()));
        actions.push(Action::Remove((*point).to_owned()));
        actions.extend(
            points
                .iter()
                .map(|to| Action::Move((*point).to_owned(), (*to).to_owned())),
        );
    }
    actions
}

fn rows(drawing: &'static str) -> Vec<Vec<&'static str>> {
    let ranks = drawing
        .lines()
        .map(|rank| rank.split_whitespace().collect::<Vec<_>>());
    ranks.filter(|rank| !rank.is_empty()).collect()
}
