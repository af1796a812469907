//! Pictures of positions: a board of any shape with the men on it, the mills, the last turn and the
//! names of files and ranks, as SVG or PNG.
//!
//! A picture is first a list of shapes, which one writer makes SVG of and another
//! paints; so the two look the same, and no fonts or styles of the viewer matter. Letters are drawn as
//! outlines of a font that is part of the program.
//!
//! ```
//! use moelle_pictures::{Picture, Theme};
//! use moelle_rules::{Position, Side, Variant};
//!
//! let rules = Variant::find("nine").expect("it is offered").rules();
//! let start = Position::start(rules, Side::White);
//! let svg = Picture::of(&start).in_theme(Theme::Dark).svg();
//! assert!(svg.starts_with("<svg "));
//! ```

mod letters;
mod shape;

mod picture;
mod theme;

mod png;
mod svg;

pub use picture::Picture;
pub use png::{PaintError, Size};
pub use theme::Theme;
