//! The boards as drawn in the rules, turned into tables when the crate is compiled.

use super::{Board, BoardKind, LINES_MAX, LINES_THROUGH_MAX, LINKS_MAX, POINTS_MAX};
use crate::point::{Point, PointName};

/// A board in words: the names of its points row by row from the top, its lines and its links.
struct Drawing {
    kind: BoardKind,
    width: u8,
    points: &'static str,
    lines: &'static [&'static str],
    links: &'static [&'static str],
}

pub(super) static BOARDS: [Board; 7] = DRAWN;

const DRAWN: [Board; 7] = [
    build(&Drawing {
        kind: BoardKind::Square24,
        width: 7,
        points: "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1",
        lines: &[ROWS_24, COLUMNS_24],
        links: &[],
    }),
    build(&Drawing {
        kind: BoardKind::Square24Diagonal,
        width: 7,
        points: "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1",
        lines: &[ROWS_24, COLUMNS_24, "a7b6c5g7f6e5c3b2a1e3f2g1"],
        links: &[],
    }),
    build(&Drawing {
        kind: BoardKind::Square16,
        width: 5,
        points: "a5c5e5b4c4d4a3b3d3e3b2c2d2a1c1e1",
        lines: &[LINES_16],
        links: &["c5c4a3b3d3e3c2c1"],
    }),
    build(&Drawing {
        kind: BoardKind::Square17,
        width: 5,
        points: "a5c5e5b4c4d4a3b3c3d3e3b2c2d2a1c1e1",
        lines: &[LINES_16, "c5c4c3c4c3c2c3c2c1a3b3c3b3c3d3c3d3e3"],
        links: &[],
    }),
    build(&Drawing {
        kind: BoardKind::Square25,
        width: 7,
        points: "a7d7g7b6d6f6c5d5e5a4b4c4d4e4f4g4c3d3e3b2d2f2a1d1g1",
        lines: &[ROWS_24, COLUMNS_24, "d6d5d4d5d4d3d4d3d2b4c4d4c4d4e4d4e4f4"],
        links: &["a7b6g7f6a1b2g1f2"],
    }),
    build(&Drawing {
        kind: BoardKind::Grid9Diagonal,
        width: 3,
        points: "a3b3c3a2b2c2a1b1c1",
        lines: &[LINES_9, "a3b2c1c3b2a1"],
        links: &[],
    }),
    build(&Drawing {
        kind: BoardKind::Grid9,
        width: 3,
        points: "a3b3c3a2b2c2a1b1c1",
        lines: &[LINES_9],
        links: &[],
    }),
];

/// A position's key has so many bits for the men of each side.
const _: () = {
    let mut board = 0;
    while board < DRAWN.len() {
        assert!(DRAWN[board].point_count <= crate::position::KEY_POINTS_MAX);
        board += 1;
    }
};

const ROWS_24: &str = "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1";
const COLUMNS_24: &str = "a7a4a1b6b4b2c5c4c3d7d6d5d3d2d1e5e4e3f6f4f2g7g4g1";
const LINES_16: &str = "a5c5e5b4c4d4b2c2d2a1c1e1a5a3a1b4b3b2d4d3d2e5e3e1";
const LINES_9: &str = "a3b3c3a2b2c2a1b1c1a3a2a1b3b2b1c3c2c1";

const fn build(drawing: &Drawing) -> Board {
    let nowhere = Point::new(drawing.kind, 0);
    let mut board = Board {
        kind: drawing.kind,
        width: drawing.width,
        names: [PointName::EMPTY; POINTS_MAX],
        points: [nowhere; POINTS_MAX],
        point_count: 0,
        lines: [[nowhere; 3]; LINES_MAX],
        line_count: 0,
        links: [[nowhere; 2]; LINKS_MAX],
        link_count: 0,
        line_bits: [0; LINES_MAX],
        neighbours: [0; POINTS_MAX],
        through: [[0; LINES_THROUGH_MAX]; POINTS_MAX],
        through_lines: [[0; LINES_THROUGH_MAX]; POINTS_MAX],
        through_count: [0; POINTS_MAX],
        by_name: [0; POINTS_MAX],
        name_rank: [0; POINTS_MAX],
    };
    add_points(&mut board, drawing);
    let mut i = 0;
    while i < drawing.lines.len() {
        add_lines(&mut board, drawing.lines[i].as_bytes());
        i += 1;
    }
    number_lines(&mut board);
    let mut i = 0;
    while i < drawing.links.len() {
        add_links(&mut board, drawing.links[i].as_bytes());
        i += 1;
    }
    order_names(&mut board);
    board
}

const fn add_points(board: &mut Board, drawing: &Drawing) {
    let text = drawing.points.as_bytes();
    while board.point_count * 2 < text.len() {
        let index = board.point_count;
        board.names[index] = PointName::new(text[index * 2], text[index * 2 + 1]);
        #[expect(clippy::cast_possible_truncation, reason = "at most 32 points")]
        let point = Point::new(drawing.kind, index as u8);
        board.points[index] = point;
        board.point_count += 1;
    }
}

/// Adds lines, each three names, keeping all lines in index order.
const fn add_lines(board: &mut Board, text: &[u8]) {
    let mut at = 0;
    while at < text.len() {
        let line = in_order([
            find(board, text, at),
            find(board, text, at + 2),
            find(board, text, at + 4),
        ]);
        join(board, line[0], line[1]);
        join(board, line[1], line[2]);
        let mut place = board.line_count;
        while place > 0 && comes_before(line, board.lines[place - 1]) {
            board.lines[place] = board.lines[place - 1];
            place -= 1;
        }
        board.lines[place] = line;
        board.line_count += 1;
        at += 6;
    }
}

const fn number_lines(board: &mut Board) {
    let mut number = 0;
    while number < board.line_count {
        let line = board.lines[number];
        let bits = line[0].bit() | line[1].bit() | line[2].bit();
        board.line_bits[number] = bits;
        let mut i = 0;
        while i < 3 {
            let at = line[i].index();
            let count = board.through_count[at] as usize;
            board.through[at][count] = bits ^ line[i].bit();
            #[expect(clippy::cast_possible_truncation, reason = "at most 24 lines")]
            let line_number = number as u8;
            board.through_lines[at][count] = line_number;
            board.through_count[at] += 1;
            i += 1;
        }
        number += 1;
    }
    repeat_first(&mut board.line_bits, board.line_count);
    let mut at = 0;
    while at < board.point_count {
        repeat_first(&mut board.through[at], board.through_count[at] as usize);
        at += 1;
    }
}

/// Fills the places behind the first `count` with the first, so that loops over all places have
/// a fixed length and find nothing more.
const fn repeat_first<const N: usize>(bits: &mut [u32; N], count: usize) {
    let mut at = count;
    while at < N {
        bits[at] = bits[0];
        at += 1;
    }
}

const fn add_links(board: &mut Board, text: &[u8]) {
    let mut at = 0;
    while at < text.len() {
        let (from, to) = (find(board, text, at), find(board, text, at + 2));
        join(board, from, to);
        board.links[board.link_count] = [from, to];
        board.link_count += 1;
        at += 4;
    }
}

const fn order_names(board: &mut Board) {
    let mut index = 0;
    while index < board.point_count {
        let mut rank = 0;
        let mut other = 0;
        while other < board.point_count {
            if name_before(board.names[other], board.names[index]) {
                rank += 1;
            }
            other += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 32 points")]
        {
            board.by_name[rank] = index as u8;
            board.name_rank[index] = rank as u8;
        }
        index += 1;
    }
}

/// The point whose name stands at this place of the text.
const fn find(board: &Board, text: &[u8], at: usize) -> Point {
    let mut index = 0;
    while index < board.point_count {
        let name = board.names[index].bytes();
        if name[0] == text[at] && name[1] == text[at + 1] {
            return board.points[index];
        }
        index += 1;
    }
    panic!("a line or link names a point that the board does not have")
}

const fn join(board: &mut Board, left: Point, right: Point) {
    board.neighbours[left.index()] |= right.bit();
    board.neighbours[right.index()] |= left.bit();
}

/// A line is written from one end to the other, so its ends are all that may have to change.
const fn in_order(line: [Point; 3]) -> [Point; 3] {
    if line[0].raw() < line[2].raw() {
        line
    } else {
        [line[2], line[1], line[0]]
    }
}

const fn comes_before(left: [Point; 3], right: [Point; 3]) -> bool {
    let mut i = 0;
    while i < 3 {
        if left[i].raw() != right[i].raw() {
            return left[i].raw() < right[i].raw();
        }
        i += 1;
    }
    false
}

const fn name_before(left: PointName, right: PointName) -> bool {
    let (left, right) = (left.bytes(), right.bytes());
    left[0] < right[0] || (left[0] == right[0] && left[1] < right[1])
}
