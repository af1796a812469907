//! The names of files and ranks, as outlines.

use ttf_parser::{Face, OutlineBuilder};

use crate::shape::{At, Segment};

/// The letters a to g and the digits 1 to 7 of `DejaVu` Sans Bold; see `font/LICENSE`.
const FONT: &[u8] = include_bytes!("../font/dejavu-sans-bold-board.ttf");

/// The outline of a letter, its middle at a place, its lower edge on a line. Nothing where the font
/// lacks it.
pub(crate) fn outline(letter: char, middle: At, size: f32) -> Vec<Segment> {
    let Ok(face) = Face::parse(FONT, 0) else {
        return Vec::new();
    };
    let Some(glyph) = face.glyph_index(letter) else {
        return Vec::new();
    };
    let scale = size / f32::from(face.units_per_em());
    let width = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    let mut pen = Pen {
        left: middle.x - width / 2.0,
        base: middle.y,
        scale,
        segments: Vec::new(),
    };
    face.outline_glyph(glyph, &mut pen);
    pen.segments
}

/// Draws with the font's axes, which point up.
struct Pen {
    left: f32,
    base: f32,
    scale: f32,
    segments: Vec<Segment>,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> At {
        At {
            x: self.left + x * self.scale,
            y: self.base - y * self.scale,
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.segments
            .push(Segment::Quad(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second) = (self.at(x1, y1), self.at(x2, y2));
        self.segments
            .push(Segment::Cubic(first, second, self.at(x, y)));
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_file_and_a_rank_has_an_outline() {
        for letter in "abcdefg1234567".chars() {
            let outline = outline(letter, At { x: 0.0, y: 0.0 }, 20.0);
            assert!(outline.len() > 3, "{letter}");
        }
        assert!(outline('x', At { x: 0.0, y: 0.0 }, 20.0).is_empty());
    }
}
