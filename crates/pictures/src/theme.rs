//! Colours.

use std::str::FromStr;

use crate::shape::Colour;

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light wood.
    #[default]
    Light,
    /// Dark wood.
    Dark,
    /// Black on white, for print.
    Plain,
}

/// What each part of a picture is coloured in.
pub(crate) struct Palette {
    pub(crate) slab: Colour,
    pub(crate) edge: Colour,
    pub(crate) line: Colour,
    pub(crate) name: Colour,
    pub(crate) mill: Colour,
    pub(crate) last: Colour,
    pub(crate) removed: Colour,
    pub(crate) white: Man,
    pub(crate) black: Man,
}

/// What the men of a side are coloured in.
pub(crate) struct Man {
    pub(crate) body: Colour,
    pub(crate) edge: Colour,
    pub(crate) groove: Colour,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Plain];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Plain => "plain",
        }
    }

    pub(crate) const fn palette(self) -> Palette {
        match self {
            Self::Light => Palette {
                slab: Colour(0xdc, 0xbf, 0x8c),
                edge: Colour(0x8c, 0x6a, 0x3b),
                line: Colour(0x4b, 0x33, 0x18),
                name: Colour(0x5a, 0x3f, 0x1c),
                mill: Colour(0xb3, 0x39, 0x1f),
                last: Colour(0x8a, 0x5a, 0x00),
                removed: Colour(0x9b, 0x1c, 0x1c),
                white: Man {
                    body: Colour(0xfb, 0xf3, 0xe0),
                    edge: Colour(0x8a, 0x73, 0x54),
                    groove: Colour(0xd6, 0xc4, 0xa0),
                },
                black: Man {
                    body: Colour(0x33, 0x23, 0x1a),
                    edge: Colour(0x12, 0x0b, 0x06),
                    groove: Colour(0x5d, 0x46, 0x35),
                },
            },
            Self::Dark => Palette {
                slab: Colour(0x5f, 0x41, 0x26),
                edge: Colour(0x2b, 0x1c, 0x10),
                line: Colour(0xe3, 0xc9, 0x9a),
                name: Colour(0xe3, 0xc9, 0x9a),
                mill: Colour(0xff, 0x9a, 0x6b),
                last: Colour(0xff, 0xd2, 0x7a),
                removed: Colour(0xff, 0x9d, 0x8f),
                white: Man {
                    body: Colour(0xf3, 0xe7, 0xcd),
                    edge: Colour(0x2b, 0x1c, 0x10),
                    groove: Colour(0xc5, 0xb1, 0x8a),
                },
                black: Man {
                    body: Colour(0x17, 0x10, 0x0b),
                    edge: Colour(0xb3, 0x90, 0x66),
                    groove: Colour(0x5b, 0x45, 0x30),
                },
            },
            Self::Plain => Palette {
                slab: Colour(0xff, 0xff, 0xff),
                edge: Colour(0x00, 0x00, 0x00),
                line: Colour(0x00, 0x00, 0x00),
                name: Colour(0x00, 0x00, 0x00),
                mill: Colour(0x00, 0x00, 0x00),
                last: Colour(0x77, 0x77, 0x77),
                removed: Colour(0x77, 0x77, 0x77),
                white: Man {
                    body: Colour(0xff, 0xff, 0xff),
                    edge: Colour(0x00, 0x00, 0x00),
                    groove: Colour(0xff, 0xff, 0xff),
                },
                black: Man {
                    body: Colour(0x00, 0x00, 0x00),
                    edge: Colour(0x00, 0x00, 0x00),
                    groove: Colour(0x00, 0x00, 0x00),
                },
            },
        }
    }
}

impl FromStr for Theme {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let named = |theme: &Self| theme.name() == name;
        Self::ALL.into_iter().find(named).ok_or(())
    }
}
