//! Words that columns hold.

use moelle_rules::{BySide, RuleSetFields, Variant};

use crate::Visibility;

/// The fields that a rule set is told apart from: its variant's. Of a whole rule set every field is
/// written, so that it does not matter which fields it begins with.
pub(super) fn base(variant: Option<&Variant>) -> RuleSetFields {
    variant.unwrap_or(&Variant::ALL[0]).rules().fields()
}

const VISIBILITIES: [(Visibility, &str); 3] = [
    (Visibility::Public, "public"),
    (Visibility::Unlisted, "unlisted"),
    (Visibility::Private, "private"),
];

pub(super) fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Unlisted => "unlisted",
        Visibility::Private => "private",
    }
}

pub(super) fn visibility(word: &str) -> Option<Visibility> {
    VISIBILITIES
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(visibility, _)| *visibility)
}

pub(super) fn wanted_word(wanted: BySide<bool>) -> &'static str {
    match (wanted.white, wanted.black) {
        (true, true) => "both",
        (true, false) => "white",
        (false, _) => "black",
    }
}

pub(super) fn wanted(word: &str) -> Option<BySide<bool>> {
    let (white, black) = match word {
        "both" => (true, true),
        "white" => (true, false),
        "black" => (false, true),
        _ => return None,
    };
    Some(BySide { white, black })
}
