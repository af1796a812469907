//! The texts of every language, and the one place that looks them up.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::language::Language;

/// The files of a language.
macro_rules! files {
    ($language:literal) => {
        &[
            include_str!(concat!("../texts/", $language, "/refusals.ftl")),
            include_str!(concat!("../texts/", $language, "/endings.ftl")),
            include_str!(concat!("../texts/", $language, "/rules.ftl")),
            include_str!(concat!("../texts/", $language, "/variants.ftl")),
            include_str!(concat!("../texts/", $language, "/options.ftl")),
            include_str!(concat!("../texts/", $language, "/problems.ftl")),
            include_str!(concat!("../texts/", $language, "/errors.ftl")),
            include_str!(concat!("../texts/", $language, "/history.ftl")),
            include_str!(concat!("../texts/", $language, "/lessons.ftl")),
        ]
    };
}

/// The sources of a language's texts.
pub(crate) const fn sources(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => files!("en"),
        Language::Danish => files!("da"),
        Language::Norwegian => files!("nb"),
        Language::German => files!("de"),
    }
}

/// A value that a text has a place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg<'a> {
    /// A text, taken as it is.
    Text(Cow<'a, str>),
    /// A number; texts may have a form for one and a form for many.
    Number(u64),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Arg<'_> {
            fn from(number: $number) -> Self {
                Self::Number(u64::from(number))
            }
        })*
    };
}

numbers!(u8, u16, u32, u64);

impl From<usize> for Arg<'_> {
    fn from(number: usize) -> Self {
        Self::Number(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

/// Named values for the places of a text.
pub(crate) type Args<'a> = [(&'a str, Arg<'a>)];

/// A text that is known to exist, its places filled.
///
/// A missing text or argument is a defect that the tests find; where it happens all the same the
/// caller gets the id, or the text with the name of what is missing.
pub(crate) fn text(id: &str, args: &Args<'_>, language: Language) -> String {
    let found = find(id, args, language);
    debug_assert!(found.is_some(), "no text `{id}` in {language}");
    found.unwrap_or_else(|| id.to_owned())
}

/// A text, if the language has it. `id.attribute` names an attribute.
pub(crate) fn find(id: &str, args: &Args<'_>, language: Language) -> Option<String> {
    let bundle = bundle(language);
    let (message, attribute) = match id.split_once('.') {
        Some((message, attribute)) => (message, Some(attribute)),
        None => (id, None),
    };
    let message = bundle.get_message(message)?;
    let pattern = match attribute {
        Some(attribute) => message.get_attribute(attribute)?.value(),
        None => message.value()?,
    };
    #[cfg(test)]
    used::record(id, language);
    let args: FluentArgs<'_> = args.iter().map(|(name, arg)| (*name, value(arg))).collect();
    let mut errors = Vec::new();
    let text = bundle
        .format_pattern(pattern, Some(&args), &mut errors)
        .into_owned();
    debug_assert!(errors.is_empty(), "`{id}` in {language}: {errors:?}");
    Some(text)
}

/// The ids of a language's messages that begin with a prefix, without it.
pub(crate) fn ids_after(prefix: &'static str, language: Language) -> Vec<&'static str> {
    let mut ids = Vec::new();
    for source in sources(language) {
        let at_line_start = source.lines().filter_map(|line| line.strip_prefix(prefix));
        ids.extend(
            at_line_start
                .filter_map(|rest| rest.split_once(" ="))
                .map(|(id, _)| id),
        );
    }
    ids
}

fn value<'a>(arg: &'a Arg<'_>) -> FluentValue<'a> {
    match arg {
        Arg::Text(text) => FluentValue::from(text.as_ref()),
        Arg::Number(number) => FluentValue::from(*number),
    }
}

fn bundle(language: Language) -> &'static FluentBundle<FluentResource> {
    static BUNDLES: [LazyLock<FluentBundle<FluentResource>>; 4] = [
        LazyLock::new(|| load(Language::English)),
        LazyLock::new(|| load(Language::Danish)),
        LazyLock::new(|| load(Language::Norwegian)),
        LazyLock::new(|| load(Language::German)),
    ];
    &BUNDLES[language as usize]
}

fn load(language: Language) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = language.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // The texts stand alone and are all written from left to right.
    bundle.set_use_isolating(false);
    let mut faults = String::new();
    for source in sources(language) {
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(
            |(what_can_be_read, errors)| {
                let _ = write!(faults, "{errors:?}");
                what_can_be_read
            },
        );
        if let Err(errors) = bundle.add_resource(resource) {
            let _ = write!(faults, "{errors:?}");
        }
    }
    debug_assert!(faults.is_empty(), "the texts in {language}: {faults}");
    bundle
}

/// Which texts a test has used.
#[cfg(test)]
pub(crate) mod used {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use crate::language::Language;

    thread_local! {
        static USED: RefCell<BTreeSet<(Language, String)>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(crate) fn record(id: &str, language: Language) {
        USED.with_borrow_mut(|used| used.insert((language, id.to_owned())));
    }

    /// The ids that this thread has looked up.
    pub(crate) fn in_language(language: Language) -> BTreeSet<String> {
        USED.with_borrow(|used| {
            used.iter()
                .filter(|(used, _)| *used == language)
                .map(|(_, id)| id.clone())
                .collect()
        })
    }
}
