//! What a picture is made of, in units of its own.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// A place: from the left, from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

/// A step along an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(At),
    Line(At),
    Quad(At, At),
    Cubic(At, At, At),
    Close,
}

/// A shape. Later ones lie over earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A square with round corners that fills the picture but for a margin.
    Slab {
        margin: f32,
        corner: f32,
        fill: Option<Colour>,
        stroke: Colour,
        width: f32,
    },
    /// A straight line with round ends.
    Line {
        from: At,
        to: At,
        colour: Colour,
        width: f32,
    },
    /// A disc, or a ring where it is not filled.
    Circle {
        middle: At,
        radius: f32,
        fill: Option<Colour>,
        stroke: Option<(Colour, f32)>,
    },
    /// The outline of a letter, filled.
    Outline {
        segments: Vec<Segment>,
        fill: Colour,
    },
}
