//! Rule sets of every kind.

use std::collections::HashSet;

use moelle_rules::{
    Blocked, BoardFull, BoardKind, Field, MillRule, Movement, Removable, RemovalsPerTurn, RuleSet,
    RuleSetFields, Variant,
};

use crate::statement::can_fill_the_board;

/// Every rule set that is a variant with one field changed to any value, and the variants.
pub(super) fn near_variants() -> Vec<RuleSet> {
    let variants = Variant::ALL.iter().map(|variant| variant.rules().fields());
    valid(variants.flat_map(|fields| changes(fields).chain([fields])))
}

/// Every rule set that is one of a few variants with any two fields changed.
pub(super) fn two_steps_from_variants() -> Vec<RuleSet> {
    let variants = ["nine", "twelve", "three"].map(|name| Variant::find(name).expect("offered"));
    valid(
        variants
            .iter()
            .flat_map(|variant| changes(variant.rules().fields()))
            .flat_map(changes),
    )
}

/// The fields without those that have no say: a full board that cannot be.
pub(super) fn what_matters(rules: &RuleSet) -> RuleSetFields {
    let mut fields = rules.fields();
    if !can_fill_the_board(rules) {
        fields.board_full = BoardFull::Draw;
    }
    fields
}

fn changes(fields: RuleSetFields) -> impl Iterator<Item = RuleSetFields> {
    Field::ALL.iter().flat_map(move |field| {
        values(*field).into_iter().map(move |value| {
            let mut changed = fields;
            changed
                .set(*field, &value)
                .expect("the field can have the value");
            // The fewest men follow from what a mill does.
            changed.min_men = if changed.mill == MillRule::Win { 0 } else { 3 };
            changed
        })
    })
}

fn values(field: Field) -> Vec<String> {
    fn words<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<String> {
        all.iter().map(|word| name(*word).to_owned()).collect()
    }
    let numbers = |numbers: &[u16]| numbers.iter().map(u16::to_string).collect();
    match field {
        Field::Board => words(BoardKind::ALL, BoardKind::name),
        Field::Men => numbers(&[3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        Field::Mill => words(MillRule::ALL, MillRule::name),
        Field::CaptureWhilePlacing | Field::MoveWhilePlacing => vec!["yes".into(), "no".into()],
        Field::Removable => words(Removable::ALL, Removable::name),
        Field::RemovalsPerTurn => words(RemovalsPerTurn::ALL, RemovalsPerTurn::name),
        Field::Movement => words(Movement::ALL, Movement::name),
        Field::FlyAt => numbers(&[0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        Field::MinMen => numbers(&[0, 3]),
        Field::Blocked => words(Blocked::ALL, Blocked::name),
        Field::BoardFull => words(BoardFull::ALL, BoardFull::name),
        Field::Repetition => numbers(&[0, 2, 3, 4, 10]),
        Field::QuietPlies => numbers(&[0, 10, 50, 1000]),
    }
}

fn valid(fields: impl Iterator<Item = RuleSetFields>) -> Vec<RuleSet> {
    let mut seen = HashSet::new();
    let rules = fields.filter_map(|fields| RuleSet::try_from(fields).ok());
    rules.filter(|rules| seen.insert(*rules)).collect()
}
