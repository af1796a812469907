use std::collections::BTreeSet;

use moelle_rules::{BoardKind, Point, PointSet};

use crate::given::texts;

#[test]
fn boards_have_the_points_lines_and_links_of_the_rules() {
    let sizes = [
        (BoardKind::Square24, 24, 16, 0, 7),
        (BoardKind::Square24Diagonal, 24, 20, 0, 7),
        (BoardKind::Square16, 16, 8, 4, 5),
        (BoardKind::Square17, 17, 14, 0, 5),
        (BoardKind::Square25, 25, 22, 4, 7),
        (BoardKind::Grid9Diagonal, 9, 8, 0, 3),
        (BoardKind::Grid9, 9, 6, 0, 3),
    ];
    for (kind, points, lines, links, width) in sizes {
        let board = kind.board();
        let found = (
            board.points().len(),
            board.lines().len(),
            board.links().len(),
            board.width(),
        );
        assert_eq!(board.kind(), kind);
        assert_eq!(found, (points, lines, links, width), "{kind}");
        assert_eq!(kind.name().parse(), Ok(kind));
    }
}

#[test]
fn points_are_numbered_row_by_row_from_the_top_left() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        let places: Vec<_> = board
            .points()
            .iter()
            .map(|point| {
                let (file, rank) = board.xy(*point);
                assert!(
                    file < board.width() && rank < board.width(),
                    "{point} of {kind}"
                );
                (board.width() - rank, file)
            })
            .collect();
        assert!(
            places.is_sorted_by(|left, right| left < right),
            "{kind}: {places:?}"
        );
        let numbers: Vec<_> = board.points().iter().map(|point| point.index()).collect();
        assert_eq!(
            numbers,
            (0..board.points().len()).collect::<Vec<_>>(),
            "{kind}"
        );
        for point in board.points() {
            assert_eq!(
                board.point(&point.to_string().to_uppercase()),
                Some(*point),
                "{kind}"
            );
        }
    }
}

#[test]
fn lines_are_straight_and_their_points_and_they_are_in_index_order() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        assert!(
            board.lines().is_sorted_by(|left, right| left < right),
            "{kind}"
        );
        for line in board.lines() {
            let [a, b, c] = line.map(|point| {
                let (file, rank) = board.xy(point);
                (i32::from(file), i32::from(rank))
            });
            assert!(line.is_sorted(), "{line:?} of {kind}");
            assert_eq!(
                (b.0 - a.0) * (c.1 - b.1),
                (b.1 - a.1) * (c.0 - b.0),
                "{line:?} of {kind} is not straight"
            );
        }
    }
}

#[test]
fn neighbours_are_those_of_the_lines_and_links() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        let pairs: BTreeSet<_> = board
            .lines()
            .iter()
            .flat_map(|[a, b, c]| [[*a, *b], [*b, *c]])
            .chain(board.links().iter().copied())
            .flat_map(|[a, b]| [(a, b), (b, a)])
            .collect();
        let neighbours: BTreeSet<_> = board
            .points()
            .iter()
            .flat_map(|point| board.neighbours(*point).iter().map(|other| (*point, other)))
            .collect();
        assert_eq!(neighbours, pairs, "{kind}");
    }
}

#[test]
fn numbers_and_lines_are_as_drawn() {
    let lines = |kind: BoardKind| {
        let lines = kind.board().lines().iter();
        lines
            .map(|line| line.map(Point::index))
            .collect::<BTreeSet<_>>()
    };
    let square24 = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10, 11],
        [12, 13, 14],
        [15, 16, 17],
        [18, 19, 20],
        [21, 22, 23],
        [0, 9, 21],
        [3, 10, 18],
        [6, 11, 15],
        [1, 4, 7],
        [16, 19, 22],
        [8, 12, 17],
        [5, 13, 20],
        [2, 14, 23],
    ];
    let square16 = [
        [0, 1, 2],
        [3, 4, 5],
        [10, 11, 12],
        [13, 14, 15],
        [0, 6, 13],
        [3, 7, 10],
        [5, 8, 12],
        [2, 9, 15],
    ];
    let corners = [[0, 3, 6], [2, 5, 8], [15, 18, 21], [17, 20, 23]];
    assert_eq!(lines(BoardKind::Square24), BTreeSet::from(square24));
    let with_corners = square24.into_iter().chain(corners).collect();
    assert_eq!(lines(BoardKind::Square24Diagonal), with_corners);
    assert_eq!(lines(BoardKind::Square16), BTreeSet::from(square16));
    let joined = BoardKind::Square16.board().links().iter();
    let joined: Vec<_> = joined.map(|link| link.map(Point::index)).collect();
    assert_eq!(joined, [[1, 4], [6, 7], [8, 9], [11, 14]]);
    let index = |kind: BoardKind, name| kind.board().point(name).expect(name).index();
    let square17 =
        ["a3", "b3", "c3", "d3", "e3", "e1"].map(|name| index(BoardKind::Square17, name));
    assert_eq!(square17, [6, 7, 8, 9, 10, 16]);
    let square25 = ["a4", "d4", "e4", "g1"].map(|name| index(BoardKind::Square25, name));
    assert_eq!(square25, [9, 12, 13, 24]);
}

#[test]
fn one_point_of_sesotho_and_of_seven_lies_on_many_lines() {
    let lines_through = |kind: BoardKind, name: &str| {
        let board = kind.board();
        let point = board.point(name).expect(name);
        board
            .lines()
            .iter()
            .filter(|line| line.contains(&point))
            .count()
    };
    assert_eq!(lines_through(BoardKind::Square25, "d4"), 6);
    assert_eq!(lines_through(BoardKind::Square17, "c3"), 6);
}

#[test]
fn rows_are_the_ranks_of_the_drawing() {
    let lengths = |kind: BoardKind| kind.board().rows().map(<[_]>::len).collect::<Vec<_>>();
    assert_eq!(lengths(BoardKind::Square24), [3, 3, 3, 6, 3, 3, 3]);
    assert_eq!(lengths(BoardKind::Square25), [3, 3, 3, 7, 3, 3, 3]);
    assert_eq!(lengths(BoardKind::Square16), [3, 3, 4, 3, 3]);
    assert_eq!(lengths(BoardKind::Square17), [3, 3, 5, 3, 3]);
    assert_eq!(lengths(BoardKind::Grid9), [3, 3, 3]);
}

#[test]
fn sets_of_points_are_of_one_board() {
    let (nine, grid) = (BoardKind::Square24.board(), BoardKind::Grid9.board());
    let point = |name| nine.point(name).expect(name);
    let set = PointSet::from_points(nine.kind(), [point("g1"), point("a7"), grid.points()[1]]);
    assert_eq!(texts(set), ["a7", "g1"]);
    assert!(set.contains(point("a7")) && !set.contains(grid.points()[0]));
    assert_eq!(
        texts(set.with(point("d6")).without(point("a7"))),
        ["d6", "g1"]
    );
    let other = PointSet::from_points(grid.kind(), grid.points().iter().copied());
    assert_eq!((set | other, set - other), (set, set));
    assert!((set & other).is_empty());
    assert_eq!(set.iter().len(), 2);
    assert_eq!(PointSet::from_points(nine.kind(), set), set);
}
