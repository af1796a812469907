//! The languages, and which of them a caller asks for.

use std::fmt;

/// How many ranges of a header are looked at; the rest is ignored.
const RANGES_MAX: usize = 50;

/// A language that the service speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, also for callers who ask for none of the others.
    #[default]
    English,
    /// Danish.
    Danish,
    /// Norwegian bokmål, also for callers who ask for Norwegian or nynorsk.
    Norwegian,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: &'static [Self] = &[Self::English, Self::Danish, Self::Norwegian, Self::German];

    /// The BCP 47 tag: `en`, `da`, `nb` or `de`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Danish => "da",
            Self::Norwegian => "nb",
            Self::German => "de",
        }
    }

    /// What its speakers call it.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Danish => "Dansk",
            Self::Norwegian => "Norsk bokmål",
            Self::German => "Deutsch",
        }
    }

    /// The language of a BCP 47 tag such as `da`, `da-DK`, `nn` or `no`, if it is spoken here.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        let named = |name: &str| primary.eq_ignore_ascii_case(name);
        match () {
            () if named("en") => Some(Self::English),
            () if named("da") => Some(Self::Danish),
            () if named("nb") || named("no") || named("nn") => Some(Self::Norwegian),
            () if named("de") => Some(Self::German),
            () => None,
        }
    }

    /// The language to answer in, by the `Accept-Language` header of a request (RFC 9110,
    /// section 12.5.4).
    ///
    /// The greatest quality decides, then the order of the header; `*` stands for every
    /// language that is not named. Whatever cannot be read is passed over, and where nothing is
    /// left the answer is English. Any text is safe; the first 50 ranges are looked at.
    ///
    /// ```
    /// use moelle_words::Language;
    ///
    /// assert_eq!(Language::negotiate("sv, no;q=0.9, en;q=0.5"), Language::Norwegian);
    /// assert_eq!(Language::negotiate("fr"), Language::English);
    /// ```
    #[must_use]
    pub fn negotiate(accept_language: &str) -> Self {
        let ranges: Vec<Range> = accept_language
            .split(',')
            .take(RANGES_MAX)
            .filter_map(Range::parse)
            .collect();
        Self::ALL
            .iter()
            .map(|language| (*language, preference(&ranges, *language)))
            .filter(|(_, preference)| preference.quality > 0)
            // Of equals `min_by_key` takes the first.
            .min_by_key(|(_, preference)| (u16::MAX - preference.quality, preference.place))
            .map_or(Self::default(), |(language, _)| language)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

/// One entry of an `Accept-Language` header.
struct Range<'a> {
    tag: &'a str,
    /// In thousandths, at most 1000.
    quality: u16,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (tag, weight) = match text.split_once(';') {
            Some((tag, weight)) => (tag, Some(weight)),
            None => (text, None),
        };
        let quality = match weight {
            Some(weight) => quality(weight)?,
            None => 1000,
        };
        Some(Self {
            tag: tag.trim(),
            quality,
        })
    }
}

/// How much a caller wants a language, and where in the header that is said.
#[derive(Clone, Copy)]
struct Preference {
    quality: u16,
    place: usize,
}

fn preference(ranges: &[Range<'_>], language: Language) -> Preference {
    let best = |wanted: &dyn Fn(&str) -> bool| {
        ranges
            .iter()
            .enumerate()
            .filter(|(_, range)| wanted(range.tag))
            .map(|(place, range)| Preference {
                quality: range.quality,
                place,
            })
            .min_by_key(|preference| (u16::MAX - preference.quality, preference.place))
    };
    best(&|tag| Language::from_tag(tag) == Some(language))
        .or_else(|| best(&|tag| tag == "*"))
        .unwrap_or(Preference {
            quality: 0,
            place: usize::MAX,
        })
}

/// The quality that `q=0.8` and the like say, in thousandths.
fn quality(weight: &str) -> Option<u16> {
    let weight = weight.trim();
    let number = weight
        .strip_prefix("q=")
        .or_else(|| weight.strip_prefix("Q="))?;
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let decimals_are_good =
        decimals.len() <= 3 && decimals.bytes().all(|digit| digit.is_ascii_digit());
    match whole {
        "0" if decimals_are_good => format!("{decimals:0<3}").parse().ok(),
        "1" if decimals_are_good && decimals.bytes().all(|digit| digit == b'0') => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_decides() {
        use Language::{Danish, English, German, Norwegian};
        for (header, language) in [
            ("", English),
            ("da", Danish),
            ("DA-dk", Danish),
            ("no", Norwegian),
            ("nn-NO", Norwegian),
            ("nb-NO,nb;q=0.9,no;q=0.8,nn;q=0.7,en;q=0.6", Norwegian),
            ("de-AT, de;q=0.9", German),
            ("sv, da;q=0.8, en;q=0.9", English),
            ("fr-FR, es", English),
            ("en;q=0.1, de;q=0.2", German),
            ("da;q=0.5, de;q=0.5", Danish),
            ("de;q=0.5, da;q=0.5", German),
            ("da;q=0", English),
            ("en;q=0", English),
            ("en;q=0, *", Danish),
            ("*", English),
            ("*, da;q=0.5", English),
            ("*;q=0.1, da;q=0.5", Danish),
            ("fr, *;q=0.5, de;q=0.4", English),
            ("en-US;q=0.3, da;q=0.5, en;q=0.7", English),
            ("da ; q=0.5 , de ; q=0.50", Danish),
        ] {
            assert_eq!(Language::negotiate(header), language, "{header:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        for header in [
            "da;q=1.1, de",
            "da;q=-1, de",
            "da;q=0.1234, de;q=0.01",
            "da;q=1.001, de;q=0.01",
            "da;q=, de;q=0.01",
            "da;q=NaN, de;q=0.01",
            "da;level=1, de;q=0.01",
            "da;q=+1, de;q=0.01",
            ";;;, ,,;q=, de",
            "dansk, de",
            "\u{0}\u{ff}, \u{1F600};q=1, de;q=0.001",
        ] {
            assert_eq!(Language::negotiate(header), Language::German, "{header:?}");
        }
    }

    #[test]
    fn a_header_without_end_is_cut() {
        let fifty = "fr,".repeat(RANGES_MAX);
        assert_eq!(
            Language::negotiate(&format!("{fifty}da")),
            Language::English
        );
        assert_eq!(
            Language::negotiate(&format!("{}da", &fifty[3..])),
            Language::Danish
        );
        assert_eq!(
            Language::negotiate(&",;q=0.5".repeat(100_000)),
            Language::English
        );
    }

    #[test]
    fn every_tag_names_its_language() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(*language));
            assert_eq!(Language::negotiate(language.tag()), *language);
        }
    }
}
