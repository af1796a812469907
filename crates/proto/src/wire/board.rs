//! Boards as a client draws them.

use moelle_rules::{Board, Point};
use moelle_words::{Language, board_name};

use crate::v1;
use crate::wire::turn::mills;

/// What a client needs to draw a board, its name in a language.
#[must_use]
pub fn geometry(board: &Board, language: Language) -> v1::BoardGeometry {
    v1::BoardGeometry {
        board: v1::Board::from(board.kind()).into(),
        width: board.width().into(),
        points: board
            .points()
            .iter()
            .map(|point| drawn(board, *point))
            .collect(),
        lines: mills(board.lines().iter().copied()),
        links: board
            .links()
            .iter()
            .map(|link| v1::Link {
                points: point_names(*link),
            })
            .collect(),
        name: board_name(board.kind(), language),
    }
}

/// The names of points, in their order.
#[must_use]
pub fn point_names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

fn drawn(board: &Board, point: Point) -> v1::BoardPoint {
    let (x, y) = board.xy(point);
    v1::BoardPoint {
        name: point.to_string(),
        x: x.into(),
        y: y.into(),
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::BoardKind;

    use super::*;

    #[test]
    fn every_point_is_drawn_where_its_name_says_and_once() {
        for kind in BoardKind::ALL {
            let geometry = geometry(kind.board(), Language::English);
            for point in &geometry.points {
                let file = char::from(b'a' + u8::try_from(point.x).expect("a file"));
                assert_eq!(point.name, format!("{file}{}", point.y + 1), "{kind}");
                assert!(
                    point.x < geometry.width && point.y < geometry.width,
                    "{kind}"
                );
            }
            let mut names: Vec<_> = geometry.points.iter().map(|point| &point.name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), kind.board().points().len(), "{kind}");
            assert!(
                geometry.lines.iter().all(|line| line.points.len() == 3),
                "{kind}"
            );
        }
    }
}
