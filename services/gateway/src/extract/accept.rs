//! Which of the forms of an answer the caller wants.

use http::HeaderMap;
use http::header::ACCEPT;

/// What a caller accepts, as its `Accept` headers say it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Acceptable {
    ranges: Vec<Range>,
}

/// A media range with its quality in thousandths.
#[derive(Clone, Debug)]
struct Range {
    kind: String,
    subtype: String,
    quality: u16,
}

impl Acceptable {
    /// Reads the headers. Ranges that are malformed are passed over.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let ranges = headers
            .get_all(ACCEPT)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(Range::parse)
            .collect();
        Self { ranges }
    }

    /// How much the caller wants a media type such as `application/json`: 0, not at all, to 1000.
    ///
    /// The most specific range decides. Without any range everything is wanted.
    pub(crate) fn quality(&self, media_type: &str) -> u16 {
        if self.ranges.is_empty() {
            return 1000;
        }
        let (kind, subtype) = media_type.split_once('/').unwrap_or((media_type, "*"));
        self.ranges
            .iter()
            .filter_map(|range| Some((range.specificity(kind, subtype)?, range.quality)))
            .max()
            .map_or(0, |(_, quality)| quality)
    }

    /// Whether the caller wants one media type more than another.
    pub(crate) fn prefers(&self, one: &str, other: &str) -> bool {
        self.quality(one) > self.quality(other)
    }

    /// Whether the caller takes the media type at all.
    pub(crate) fn takes(&self, media_type: &str) -> bool {
        self.quality(media_type) > 0
    }
}

impl Range {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        let quality = parts
            .filter_map(|parameter| parameter.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
            .map_or(Some(1000), |(_, value)| thousandths(value.trim()))?;
        Some(Self {
            kind: kind.to_ascii_lowercase(),
            subtype: subtype.to_ascii_lowercase(),
            quality,
        })
    }

    fn specificity(&self, kind: &str, subtype: &str) -> Option<u8> {
        match (self.kind.as_str(), self.subtype.as_str()) {
            ("*", "*") => Some(0),
            (own, "*") if own == kind => Some(1),
            (own, sub) if own == kind && sub == subtype => Some(2),
            _ => None,
        }
    }
}

/// A quality such as `0.8` in thousandths.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction: u16 = format!("{fraction:0<3}").parse().ok()?;
    let quality = whole
        .parse::<u16>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(fraction)?;
    (quality <= 1000).then_some(quality)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn quality(accept: &str, media_type: &str) -> u16 {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_str(accept).expect("a header"));
        Acceptable::of(&headers).quality(media_type)
    }

    #[test]
    fn the_most_specific_range_decides() {
        for (accept, media_type, expected) in [
            ("*/*", "application/json", 1000),
            ("application/*;q=0.5", "application/json", 500),
            ("text/html, */*;q=0.1", "application/json", 100),
            ("application/json;q=0, */*", "application/json", 0),
            ("text/html", "application/json", 0),
            ("Text/Event-Stream", "text/event-stream", 1000),
            (
                "application/json; charset=utf-8; q=0.25",
                "application/json",
                250,
            ),
            ("nonsense", "application/json", 1000),
            ("", "application/json", 1000),
            ("text/html, nonsense;q=7", "application/json", 0),
            ("application/json;q=1.0001", "application/json", 1000),
        ] {
            assert_eq!(quality(accept, media_type), expected, "{accept:?}");
        }
    }

    #[test]
    fn without_the_header_everything_is_taken() {
        assert!(Acceptable::of(&HeaderMap::new()).takes("application/json"));
    }
}
