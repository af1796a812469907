//! Pictures as PNG.

use std::str::FromStr;

use thiserror::Error;
use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::picture::Picture;
use crate::shape::{At, Colour, Segment, Shape};

/// How large a picture of pixels is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 240 pixels wide and high.
    Small,
    /// 480.
    #[default]
    Medium,
    /// 960.
    Large,
}

/// A picture that could not be painted.
#[derive(Debug, Error)]
#[error("the picture could not be painted")]
pub struct PaintError;

impl Size {
    /// Every size.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The pixels on a side.
    #[must_use]
    pub const fn pixels(self) -> u16 {
        match self {
            Self::Small => 240,
            Self::Medium => 480,
            Self::Large => 960,
        }
    }
}

impl FromStr for Size {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let named = |size: &Self| size.name() == name;
        Self::ALL.into_iter().find(named).ok_or(())
    }
}

impl Picture<'_> {
    /// The picture as PNG. It takes some milliseconds.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn png(&self, size: Size) -> Result<Vec<u8>, PaintError> {
        let pixels = size.pixels();
        let mut map = Pixmap::new(pixels.into(), pixels.into()).ok_or(PaintError)?;
        let scale = f32::from(pixels) / self.size();
        let painter = Painter {
            size: self.size(),
            scale: Transform::from_scale(scale, scale),
        };
        for shape in self.shapes() {
            painter.paint(&shape, &mut map);
        }
        map.encode_png().map_err(|_| PaintError)
    }
}

struct Painter {
    size: f32,
    scale: Transform,
}

impl Painter {
    /// What has no extent is not seen, and not painted.
    fn paint(&self, shape: &Shape, map: &mut Pixmap) {
        match shape {
            Shape::Slab {
                margin,
                corner,
                fill,
                stroke,
                width,
            } => {
                if let Some(path) = rounded(*margin, self.size - margin, *corner) {
                    self.fill(&path, *fill, map);
                    self.stroke(&path, *stroke, *width, map);
                }
            }
            Shape::Line {
                from,
                to,
                colour,
                width,
            } => {
                let mut path = PathBuilder::new();
                path.move_to(from.x, from.y);
                path.line_to(to.x, to.y);
                if let Some(path) = path.finish() {
                    self.stroke(&path, *colour, *width, map);
                }
            }
            Shape::Circle {
                middle,
                radius,
                fill,
                stroke,
            } => {
                if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, *radius) {
                    self.fill(&path, *fill, map);
                    if let Some((colour, width)) = stroke {
                        self.stroke(&path, *colour, *width, map);
                    }
                }
            }
            Shape::Outline { segments, fill } => {
                if let Some(path) = traced(segments) {
                    self.fill(&path, Some(*fill), map);
                }
            }
        }
    }

    fn fill(&self, path: &Path, colour: Option<Colour>, map: &mut Pixmap) {
        if let Some(colour) = colour {
            map.fill_path(path, &paint(colour), FillRule::Winding, self.scale, None);
        }
    }

    fn stroke(&self, path: &Path, colour: Colour, width: f32, map: &mut Pixmap) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            ..Stroke::default()
        };
        map.stroke_path(path, &paint(colour), &stroke, self.scale, None);
    }
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}

/// A square from one corner to the other, its corners round.
fn rounded(least: f32, greatest: f32, corner: f32) -> Option<Path> {
    Rect::from_ltrb(least, least, greatest, greatest)?;
    let (near, far) = (least + corner, greatest - corner);
    let mut path = PathBuilder::new();
    path.move_to(near, least);
    path.line_to(far, least);
    path.quad_to(greatest, least, greatest, near);
    path.line_to(greatest, far);
    path.quad_to(greatest, greatest, far, greatest);
    path.line_to(near, greatest);
    path.quad_to(least, greatest, least, far);
    path.line_to(least, near);
    path.quad_to(least, least, near, least);
    path.close();
    path.finish()
}

fn traced(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(At { x, y }) => path.move_to(x, y),
            Segment::Line(At { x, y }) => path.line_to(x, y),
            Segment::Quad(by, to) => path.quad_to(by.x, by.y, to.x, to.y),
            Segment::Cubic(by, then, to) => path.cubic_to(by.x, by.y, then.x, then.y, to.x, to.y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use moelle_rules::{Position, Variant};

    use super::*;
    use crate::Theme;

    #[test]
    fn a_man_is_where_the_position_says_in_the_colour_of_its_side() {
        let rules = Variant::find("three").expect("it is offered").rules();
        let position = Position::parse(rules, "w2/3/2b w 2,2 0 0 2").expect("a position");
        for size in Size::ALL {
            let png = Picture::of(&position).png(size).expect("a picture");
            let map = Pixmap::decode_png(&png).expect("a PNG");
            assert_eq!(map.width(), u32::from(size.pixels()));
            let pixel = |x: f32, y: f32| {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a place within the picture"
                )]
                let at = |units: f32| (units / 352.0 * f32::from(size.pixels())) as u32;
                let pixel = map.pixel(at(x), at(y)).expect("a pixel");
                Colour(pixel.red(), pixel.green(), pixel.blue())
            };
            let palette = Theme::Light.palette();
            // The board is 352 units wide; a man's middle is 76 from its edge. Between the lines there
            // is wood.
            assert_eq!(pixel(76.0, 76.0), palette.white.body, "{size:?}");
            assert_eq!(pixel(276.0, 276.0), palette.black.body, "{size:?}");
            assert_eq!(pixel(130.0, 200.0), palette.slab, "{size:?}");
        }
    }

    #[test]
    fn sizes_are_known_by_their_names() {
        for size in Size::ALL {
            assert_eq!(size.name().parse(), Ok(size));
        }
        assert_eq!("huge".parse::<Size>(), Err(()));
    }
}
