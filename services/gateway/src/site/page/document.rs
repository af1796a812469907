//! The document of the page, in the reader's language.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::iter;
use std::sync::LazyLock;

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;
use moelle_words::Language;

use super::files;
use super::preview::Shown;

/// The texts of every language, by language and key.
static TEXTS: LazyLock<HashMap<&'static str, HashMap<String, String>>> = LazyLock::new(|| {
    let texts = |language: &Language| {
        let file = files::find(&format!("texts/{}.json", language.tag()));
        let texts = file.and_then(|file| serde_json::from_slice(file.bytes).ok());
        (language.tag(), texts.unwrap_or_default())
    };
    Language::ALL.iter().map(texts).collect()
});

/// What the document says beside its script.
pub(super) struct Document {
    pub(super) language: Language,
    /// The script that shows it.
    script: &'static str,
    /// What its script asks of the API first, and without a token: the browser asks at once.
    questions: Vec<String>,
    /// The variant of the game that it shows, where everybody may see the game.
    variant: Option<String>,
    /// The tags by which a link to it is shown elsewhere.
    pub(super) preview: String,
}

impl Document {
    /// The document that this script shows, for who sends these headers.
    pub(super) fn new(script: &'static str, headers: &HeaderMap, questions: Vec<String>) -> Self {
        let asked = headers.get_all(ACCEPT_LANGUAGE).iter();
        let asked: Vec<_> = asked.filter_map(|value| value.to_str().ok()).collect();
        let language = Language::negotiate(&asked.join(", "));
        let title = text(language, "welcome");
        let about = text(language, "welcomeMore");
        Self {
            language,
            script,
            questions,
            variant: None,
            preview: tags(&[
                ("og:type", "website"),
                ("og:title", title),
                ("og:description", about),
            ]),
        }
    }

    /// The document of a game that everybody may see.
    pub(super) fn of_game(self, game: Shown) -> Self {
        let questions = game.variant.iter();
        Self {
            questions: questions.map(|it| format!("/v1/variants/{it}")).collect(),
            variant: game.variant,
            preview: game.tags,
            ..self
        }
    }

    /// Its text.
    pub(super) fn html(&self) -> String {
        let language = self.language.tag();
        let base = format!("/page/{}", *files::VERSION);
        let mut preload = String::new();
        let mut scripts = files::with_imports("early.js");
        scripts.extend(files::with_imports("app.js"));
        scripts.extend(files::with_imports(self.script));
        let mut loaded = HashSet::new();
        for script in scripts.into_iter().filter(|script| loaded.insert(*script)) {
            let _ = writeln!(
                preload,
                "<link rel=\"modulepreload\" href=\"{base}/{script}\">"
            );
        }
        let texts = format!("{base}/texts/{language}.json");
        for question in iter::once(&texts).chain(&self.questions) {
            let _ = writeln!(
                preload,
                "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{}\">",
                escaped(question)
            );
        }
        let says = |key| escaped(text(self.language, key));
        let variant = self.variant.iter();
        let variant = variant.map(|it| format!(" data-variant=\"{}\"", escaped(it)));
        [
            ("base", base),
            ("language", language.to_owned()),
            ("variant", variant.collect()),
            ("title", "Mølle".to_owned()),
            ("description", says("welcomeMore")),
            ("skip", says("skip")),
            ("noscript", says("noScript")),
            ("late", says("late")),
            ("retry", says("tryAgain")),
            ("preview", self.preview.clone()),
            ("preload", preload),
        ]
        .into_iter()
        .fold(files::DOCUMENT.to_owned(), |html, (place, value)| {
            html.replace(&format!("{{{{{place}}}}}"), &value)
        })
    }
}

/// A text of the page.
fn text(language: Language, key: &str) -> &'static str {
    let texts = TEXTS.get(language.tag());
    texts
        .and_then(|texts| texts.get(key))
        .map_or("", |text| text)
}

/// Open Graph tags.
pub(super) fn tags(tags: &[(&str, &str)]) -> String {
    let tag = |(property, content): &(&str, &str)| {
        format!(
            "<meta property=\"{property}\" content=\"{}\">\n",
            escaped(content)
        )
    };
    let tags: String = tags.iter().map(tag).collect();
    tags.trim_end().to_owned()
}

/// A text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_document_is_whole_in_every_language() {
        for language in Language::ALL {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(language.tag()));
            let html = Document::new("home.js", &headers, Vec::new()).html();
            assert!(html.contains(&format!("<html lang=\"{}\">", language.tag())));
            assert!(!html.contains("{{"), "{html}");
            assert!(!html.contains("content=\"\""), "{html}");
        }
    }

    #[test]
    fn what_a_player_is_called_stays_a_text() {
        let written = tags(&[("og:title", "\"><script>&")]);
        assert_eq!(
            written,
            "<meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;&amp;\">"
        );
    }
}
