//! What tests begin with.

use moelle_rules::{Course, Field, Position, RuleSet, Turn, Variant};

/// The rule set of a variant.
pub(crate) fn rules(variant: &str) -> RuleSet {
    Variant::find(variant)
        .expect("the variant is offered")
        .rules()
}

/// The rule set of a variant with other fields.
pub(crate) fn rules_with(variant: &str, changes: &[(Field, &str)]) -> RuleSet {
    let mut fields = rules(variant).fields();
    for (field, value) in changes {
        fields.set(*field, value).expect("the field has the value");
    }
    RuleSet::try_from(fields).expect("the fields make a rule set")
}

/// A position of a rule set.
pub(crate) fn position(rules: RuleSet, text: &str) -> Position {
    Position::parse(rules, text).unwrap_or_else(|refused| panic!("{text}: {refused}"))
}

/// A turn on the board of a position.
pub(crate) fn turn(position: &Position, text: &str) -> Turn {
    Turn::parse(position.board(), text).unwrap_or_else(|refused| panic!("{text}: {refused}"))
}

/// Plays turns, all of which are legal.
pub(crate) fn play_all(course: &mut Course, turns: &str) {
    for text in turns.split_whitespace() {
        let turn = turn(course.position(), text);
        course
            .play(&turn)
            .unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }
}

/// Texts of anything, in a list.
pub(crate) fn texts<T: ToString>(things: impl IntoIterator<Item = T>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}
