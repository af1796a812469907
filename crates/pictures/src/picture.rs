//! What a picture shows.

use moelle_rules::{Action, Board, Point, Position, Side, Turn};

use crate::letters::outline;
use crate::shape::{At, Shape};
use crate::theme::{Man, Palette, Theme};

/// Units from one point of the grid to the next.
const STEP: f32 = 100.0;
/// Units from a point at the edge to the edge of the picture, with names and without.
const EDGE_NAMED: f32 = 76.0;
const EDGE_BARE: f32 = 60.0;

/// A picture of a position.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    position: &'a Position,
    last: Option<&'a Turn>,
    theme: Theme,
    named: bool,
}

impl<'a> Picture<'a> {
    /// The position, light, with the names of files and ranks.
    #[must_use]
    pub fn of(position: &'a Position) -> Self {
        Self {
            position,
            last: None,
            theme: Theme::default(),
            named: true,
        }
    }

    /// Marks the last turn.
    #[must_use]
    pub fn after(self, last: Option<&'a Turn>) -> Self {
        Self { last, ..self }
    }

    /// Colours it.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Shows the names of files and ranks, or leaves them out.
    #[must_use]
    pub fn with_names(self, named: bool) -> Self {
        Self { named, ..self }
    }

    fn board(&self) -> &'static Board {
        self.position.board()
    }

    fn edge(&self) -> f32 {
        if self.named { EDGE_NAMED } else { EDGE_BARE }
    }

    /// The side of the square that it fills, in units.
    pub(crate) fn size(&self) -> f32 {
        f32::from(self.board().width() - 1) * STEP + 2.0 * self.edge()
    }

    fn radius(&self) -> f32 {
        15.0 + 3.0 * f32::from(self.board().width())
    }

    fn at(&self, point: Point) -> At {
        let (file, rank) = self.board().xy(point);
        At {
            x: self.edge() + f32::from(file) * STEP,
            y: self.edge() + f32::from(self.board().width() - 1 - rank) * STEP,
        }
    }

    /// Everything that it shows, from the bottom up.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        let palette = self.theme.palette();
        let mut shapes = vec![Shape::Slab {
            margin: 2.0,
            corner: 22.0,
            fill: Some(palette.slab),
            stroke: palette.edge,
            width: 3.0,
        }];
        self.draw_board(&palette, &mut shapes);
        if self.named {
            self.draw_names(&palette, &mut shapes);
        }
        for side in [Side::White, Side::Black] {
            for line in self.position.mills(side) {
                let [from, _, to] = line.map(|point| self.at(point));
                shapes.push(Shape::Line {
                    from,
                    to,
                    colour: palette.mill,
                    width: 12.0,
                });
            }
        }
        for (side, man) in [(Side::White, &palette.white), (Side::Black, &palette.black)] {
            for point in self.position.men(side) {
                self.draw_man(self.at(point), man, &mut shapes);
            }
        }
        if let Some(last) = self.last {
            self.mark(last, &palette, &mut shapes);
        }
        shapes
    }

    fn draw_board(&self, palette: &Palette, shapes: &mut Vec<Shape>) {
        let board = self.board();
        let mut draw = |from, to| {
            shapes.push(Shape::Line {
                from: self.at(from),
                to: self.at(to),
                colour: palette.line,
                width: 5.0,
            });
        };
        for [from, _, to] in board.lines() {
            draw(*from, *to);
        }
        for [from, to] in board.links() {
            draw(*from, *to);
        }
        for point in board.points() {
            shapes.push(Shape::Circle {
                middle: self.at(*point),
                radius: 9.0,
                fill: Some(palette.line),
                stroke: None,
            });
        }
    }

    fn draw_names(&self, palette: &Palette, shapes: &mut Vec<Shape>) {
        let names = ('a'..='g').zip('1'..='7').take(self.board().width().into());
        let mut along = self.edge();
        for (file, rank) in names {
            let under = At {
                x: along,
                y: self.size() - 19.0,
            };
            let beside = At {
                x: 26.0,
                y: self.size() - along + 7.0,
            };
            for (letter, place) in [(file, under), (rank, beside)] {
                shapes.push(Shape::Outline {
                    segments: outline(letter, place, 20.0),
                    fill: palette.name,
                });
            }
            along += STEP;
        }
    }

    fn draw_man(&self, middle: At, man: &Man, shapes: &mut Vec<Shape>) {
        let radius = self.radius();
        shapes.push(Shape::Circle {
            middle,
            radius,
            fill: Some(man.body),
            stroke: Some((man.edge, 2.5)),
        });
        for share in [0.7, 0.36] {
            shapes.push(Shape::Circle {
                middle,
                radius: radius * share,
                fill: None,
                stroke: Some((man.groove, 2.5)),
            });
        }
    }

    /// Rings where a man came from and where it went, crosses where men were removed.
    fn mark(&self, last: &Turn, palette: &Palette, shapes: &mut Vec<Shape>) {
        let mut ring = |point, radius| {
            shapes.push(Shape::Circle {
                middle: self.at(point),
                radius,
                fill: None,
                stroke: Some((palette.last, 6.0)),
            });
        };
        for action in last.actions() {
            match action {
                Action::Place(to) => ring(to, self.radius() + 7.0),
                Action::Move { from, to } => {
                    ring(from, 19.0);
                    ring(to, self.radius() + 7.0);
                }
                Action::Remove(_) => {}
            }
        }
        for point in last.removals() {
            let At { x, y } = self.at(point);
            for (dx, dy) in [(11.0, 11.0), (11.0, -11.0)] {
                shapes.push(Shape::Line {
                    from: At {
                        x: x - dx,
                        y: y - dy,
                    },
                    to: At {
                        x: x + dx,
                        y: y + dy,
                    },
                    colour: palette.removed,
                    width: 7.0,
                });
            }
        }
    }
}
