//! Pictures as SVG.

use std::fmt::{self, Display, Write as _};

use crate::picture::Picture;
use crate::shape::{At, Colour, Segment, Shape};

impl Picture<'_> {
    /// The picture as SVG, which scales to any size.
    #[must_use]
    pub fn svg(&self) -> String {
        let size = self.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" role=\"img\">"
        );
        for shape in self.shapes() {
            let _ = write!(svg, "{}", Written(&shape, size));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

struct Written<'a>(&'a Shape, f32);

impl Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(shape, size) = self;
        match shape {
            Shape::Slab {
                margin,
                corner,
                fill,
                stroke,
                width,
            } => write!(
                f,
                "<rect x=\"{margin}\" y=\"{margin}\" width=\"{side}\" height=\"{side}\" \
                 rx=\"{corner}\" fill=\"{}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
                Fill(*fill),
                side = size - 2.0 * margin,
            ),
            Shape::Line {
                from,
                to,
                colour,
                width,
            } => write!(
                f,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" \
                 stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
                from.x, from.y, to.x, to.y,
            ),
            Shape::Circle {
                middle,
                radius,
                fill,
                stroke,
            } => {
                write!(
                    f,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\"",
                    middle.x,
                    middle.y,
                    Fill(*fill)
                )?;
                if let Some((colour, width)) = stroke {
                    write!(f, " stroke=\"{colour}\" stroke-width=\"{width}\"")?;
                }
                f.write_str("/>")
            }
            Shape::Outline { segments, fill } => {
                f.write_str("<path d=\"")?;
                for segment in segments {
                    write!(f, "{segment}")?;
                }
                write!(f, "\" fill=\"{fill}\"/>")
            }
        }
    }
}

struct Fill(Option<Colour>);

impl Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(colour) => colour.fmt(f),
            None => f.write_str("none"),
        }
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} {:.1}", self.x, self.y)
    }
}

impl Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(to) => write!(f, "M{to}"),
            Self::Line(to) => write!(f, "L{to}"),
            Self::Quad(by, to) => write!(f, "Q{by} {to}"),
            Self::Cubic(by, then, to) => write!(f, "C{by} {then} {to}"),
            Self::Close => f.write_str("Z"),
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::{Position, Side, Turn, Variant};

    use super::*;
    use crate::Theme;

    #[test]
    fn every_board_is_drawn_with_its_lines_points_and_men() {
        for variant in Variant::ALL {
            let rules = variant.rules();
            let start = Position::start(rules, Side::White);
            let point = start.board().points()[0].to_string();
            let turn = Turn::parse(start.board(), &point).expect("a turn");
            let played = start.play(&turn).expect("it is legal");
            let svg = Picture::of(&played.position).after(Some(&turn)).svg();
            let board = start.board();
            let lines = board.lines().len() + board.links().len();
            assert_eq!(svg.matches("<line ").count(), lines, "{}", variant.name());
            // Every point, a man of three circles, the ring of the last turn.
            let circles = board.points().len() + 3 + 1;
            assert_eq!(svg.matches("<circle ").count(), circles);
            assert_eq!(
                svg.matches("<path ").count(),
                2 * usize::from(board.width())
            );
        }
    }

    #[test]
    fn mills_and_removals_are_marked() {
        let rules = Variant::find("nine").expect("it is offered").rules();
        let position =
            Position::parse(rules, "1w1/1w1/3/4b1/3/b2/3 w 7,7 0 0 4").expect("it is one");
        let turn = Turn::parse(position.board(), "d5xf4").expect("a turn");
        let after = position.play(&turn).expect("it is legal").position;
        let picture = Picture::of(&after);
        let unmarked = picture.svg();
        let marked = picture.after(Some(&turn)).svg();
        let lines = |svg: &str| svg.matches("<line ").count();
        assert_eq!(lines(&unmarked), position.board().lines().len() + 1);
        assert_eq!(lines(&marked), lines(&unmarked) + 2);
    }

    #[test]
    fn themes_and_names_are_a_choice() {
        let rules = Variant::find("three").expect("it is offered").rules();
        let start = Position::start(rules, Side::White);
        let mut seen = Vec::new();
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
            seen.push(Picture::of(&start).in_theme(theme).svg());
        }
        seen.push(Picture::of(&start).with_names(false).svg());
        assert!(!seen[3].contains("<path "));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }
}
