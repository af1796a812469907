//! Why a side flies, or does not.

use moelle_rules::{Movement, Position, Side};

use crate::language::Language;
use crate::names::side_name;
use crate::texts::{Arg, text};

/// Whether a side flies in a position, and why or why not, in a sentence.
///
/// ```
/// use moelle_rules::{Position, Side, Variant};
/// use moelle_words::{Language, flight_in_words};
///
/// let nine = Variant::find("nine").expect("nine men's morris is offered").rules();
/// let start = Position::start(nine, Side::White);
/// assert_eq!(
///     flight_in_words(&start, Side::White, Language::English),
///     "White does not fly: it still has men in hand (9).",
/// );
/// ```
#[must_use]
pub fn flight_in_words(position: &Position, side: Side, language: Language) -> String {
    let rules = position.rules();
    let id = match (rules.movement(), rules.fly_at()) {
        (Movement::Any, _) => "flies-moot",
        (Movement::Adjacent, 0) => "flies-not-never",
        _ if position.hand(side) > 0 => "flies-not-hand",
        _ if position.flies(side) => "flies-few",
        _ => "flies-not-many",
    };
    let args: [(&str, Arg<'_>); 4] = [
        ("side", side_name(side, language).into()),
        ("men", position.men(side).len().into()),
        ("hand", position.hand(side).into()),
        ("few", rules.fly_at().into()),
    ];
    text(id, &args, language)
}

#[cfg(test)]
mod tests {
    use moelle_rules::Variant;

    use super::*;

    #[test]
    fn each_reason_has_its_sentence() {
        for (variant, text, sentence) in [
            (
                "nine",
                "w1w/1w1/3/3b1b/3/b1b/3 w 0,0 0 0 30",
                "White flies: all its men are placed and 3 are left on the board.",
            ),
            (
                "nine",
                "w1w/ww1/3/3b1b/3/b1b/3 w 0,0 0 0 30",
                "White does not fly: it has 4 men on the board, and flies only with 3 or fewer.",
            ),
            (
                "nine",
                "w1w/1w1/3/3b1b/3/b1b/3 w 2,1 0 0 30",
                "White does not fly: it still has men in hand (2).",
            ),
            (
                "six",
                "w1w/1w1/1b1b/b1b/3 w 0,0 0 0 30",
                "White does not fly: there is no flying in these rules.",
            ),
            (
                "nine_holes",
                "w2/3/3 b 2,3 0 0 1",
                "In these rules every man moves to any empty point, so flying makes no difference.",
            ),
        ] {
            let rules = Variant::find(variant)
                .expect("the variant is offered")
                .rules();
            let position = Position::parse(rules, text).expect("the position is possible");
            assert_eq!(
                flight_in_words(&position, Side::White, Language::English),
                sentence
            );
        }
    }
}
