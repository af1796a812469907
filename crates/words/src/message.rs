//! What a refused or failed call says.

use moelle_rules::{Field, IllegalTurn, Variant};

use crate::language::Language;
use crate::names::{field_name, variant_name};
use crate::texts::{Arg, find, ids_after, text};

/// What the ids of these messages begin with.
const PREFIX: &str = "reason-";

/// Longer texts are cut when they go into a message.
const ARG_CHARS_MAX: usize = 2_000;

/// The arguments that a message may have a place for. One that is not given is `absent`, and every
/// message has a form without it.
///
/// | argument | meaning |
/// | --- | --- |
/// | `point` | a point, such as `d6` |
/// | `variant` | the name of a variant, such as `nine`; people read its name in their language |
/// | `option` | a field of a rule set, such as `fly_at`; people read its name in their language |
/// | `field` | a field of the request |
/// | `limit` | the greatest number allowed |
/// | `seconds` | when to try again |
/// | `line`, `column` | a place in a record, from 1 |
/// | `reasons` | whole sentences that say more |
pub const MESSAGE_ARGUMENTS: &[&str] = &[
    "point", "variant", "option", "field", "limit", "seconds", "line", "column", "reasons",
];

/// What to tell people about a refusal or an error with this reason, such as `man_in_mill` or
/// `seat_taken`.
///
/// Arguments that the message has no place for are ignored, those that are not given may be left
/// out, and texts that hold nothing but a number count as that number; see [`MESSAGE_ARGUMENTS`].
/// A reason without a message of its own gets a general one.
///
/// ```
/// use moelle_words::{Language, message};
///
/// let text = message("man_in_mill", &[("point", "a7".into())], Language::Danish);
/// assert!(text.starts_with("Brikken på a7 står i en mølle"));
/// ```
#[must_use]
pub fn message(reason: &str, args: &[(&str, Arg<'_>)], language: Language) -> String {
    let filled: Vec<(&str, Arg<'_>)> = MESSAGE_ARGUMENTS
        .iter()
        .map(|name| {
            let given = args
                .iter()
                .find(|(given, _)| given == name)
                .map(|(_, arg)| arg);
            (
                *name,
                given.map_or("absent".into(), |arg| for_people(name, arg, language)),
            )
        })
        .collect();
    let known = is_reason(reason).then(|| find(&format!("{PREFIX}{reason}"), &filled, language));
    known
        .flatten()
        .unwrap_or_else(|| text("unknown-reason", &[("reason", clean(reason))], language))
}

/// What to tell people about a turn that the rules refuse.
#[must_use]
pub fn refusal(illegal: &IllegalTurn, language: Language) -> String {
    let point = illegal
        .point
        .map(|point| ("point", Arg::from(point.to_string())));
    message(illegal.refusal.name(), point.as_slice(), language)
}

/// Every reason that has a message.
#[must_use]
pub fn reasons() -> Vec<&'static str> {
    ids_after(PREFIX, Language::English)
}

fn is_reason(reason: &str) -> bool {
    reason
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// An argument as people read it: variants and options by their names.
fn for_people<'a>(name: &str, arg: &'a Arg<'_>, language: Language) -> Arg<'a> {
    let given = match arg {
        Arg::Number(number) => return Arg::Number(*number),
        Arg::Text(given) => given.as_ref(),
    };
    let known = match name {
        "variant" => Variant::find(given).map(|variant| variant_name(variant, language)),
        "option" => given
            .parse::<Field>()
            .ok()
            .map(|field| field_name(field, language)),
        _ => None,
    };
    match (known, given.parse::<u64>()) {
        (Some(known), _) => known.into(),
        (None, Ok(number)) if number.to_string() == given => number.into(),
        _ => clean(given),
    }
}

/// A text from outside, made fit to stand in a sentence.
fn clean(text: &str) -> Arg<'static> {
    let visible = text
        .chars()
        .map(|char| if char.is_control() { ' ' } else { char });
    visible.take(ARG_CHARS_MAX).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use moelle_rules::Refusal;

    use super::*;

    #[test]
    fn every_refusal_names_its_point_or_needs_none() {
        for language in Language::ALL {
            for refusal in Refusal::ALL {
                let bare = message(refusal.name(), &[], *language);
                assert!(!bare.contains("absent") && bare.ends_with('.'), "{bare}");
                let named = message(refusal.name(), &[("point", "d6".into())], *language);
                let example = *refusal == Refusal::BadNotation;
                assert_eq!(named.contains("d6"), named != bare || example, "{named}");
            }
        }
    }

    #[test]
    fn an_unknown_reason_is_told_as_it_is() {
        for language in Language::ALL {
            for reason in [
                "no_such_reason",
                "variant-nine",
                "unknown-reason",
                "",
                "\u{202e}<b>",
            ] {
                let text = message(reason, &[], *language);
                assert!(text.contains(reason), "{text}");
            }
        }
    }

    #[test]
    fn variants_and_options_have_their_names_for_people() {
        let args = [("option", "fly_at".into()), ("variant", "six".into())];
        assert_eq!(
            message("option_not_offered", &args, Language::English),
            "Six men’s morris does not offer the option “Flying”.",
        );
        let args = [("variant", "eight".into())];
        assert_eq!(
            message("unknown_variant", &args, Language::German),
            "Die Variante eight gibt es nicht.",
        );
    }

    #[test]
    fn a_number_may_come_as_a_text() {
        for one in [Arg::from(1_u8), Arg::from("1")] {
            let text = message("too_many", &[("seconds", one)], Language::English);
            assert_eq!(text, "Too many requests. Try again in a second.");
        }
        let text = message("too_many", &[("seconds", "07".into())], Language::Danish);
        assert_eq!(text, "For mange forespørgsler. Prøv igen om 07 sekunder.");
    }

    #[test]
    fn hostile_arguments_stay_arguments() {
        let args = [("variant", Arg::from("{ $point }\r\nSet-Cookie: a\u{0}"))];
        let text = message("unknown_variant", &args, Language::English);
        assert_eq!(text, "There is no variant { $point }  Set-Cookie: a .");
        let args = [("variant", Arg::from("å".repeat(1_000_000)))];
        assert!(
            message("unknown_variant", &args, Language::English)
                .chars()
                .count()
                < 2_100
        );
    }
}
