//! Rule sets, whole or in part.

use moelle_rules::{Field, FieldValue, RuleSet, RuleSetFields, Variant};
use moelle_words::rule_set_problem;

use crate::error::ErrorCode;
use crate::v1;
use crate::wire::problems::Problems;

/// Reads a whole rule set.
pub(super) fn whole(wire: &v1::RuleSet, at: &str, problems: &mut Problems) -> Option<RuleSet> {
    let mut fields = any_fields();
    let mut complete = true;
    for field in Field::ALL {
        // The kind of mill comes before the fields that depend on it.
        let wrong = match value(wire, *field) {
            None if !field.is_used_where(fields.mill) => None,
            None => Some(format!("`{field}` is not given.")),
            Some(Err(UnknownValue)) => Some(format!(
                "The value of `{field}` is none that the contract knows."
            )),
            Some(Ok(value)) => fields
                .set_value(*field, &value)
                .err()
                .map(|error| format!("{error}.")),
        };
        if let Some(message) = wrong {
            complete = false;
            problems.add(format!("{at}.{field}"), ErrorCode::InvalidRuleSet, message);
        }
    }
    if !complete {
        return None;
    }
    match RuleSet::try_from(fields) {
        Ok(rules) => Some(rules),
        Err(invalid) => {
            for problem in invalid.problems {
                problems.tell(
                    format!("{at}.{}", problem.field()),
                    ErrorCode::InvalidRuleSet,
                    |language| rule_set_problem(&problem, language),
                );
            }
            None
        }
    }
}

/// Fields to begin with, every one of which is set afterwards.
fn any_fields() -> RuleSetFields {
    Variant::ALL[0].rules().fields()
}

/// A number that an enum of the contract does not have, or has for what is not given.
pub(super) struct UnknownValue;

/// The value of a field, where it is present.
pub(super) fn value(wire: &v1::RuleSet, field: Field) -> Option<Result<FieldValue, UnknownValue>> {
    macro_rules! word {
        ($number:expr, $wire:ident, $domain:ident) => {
            $number.map(|number| {
                let wire = v1::$wire::try_from(number).map_err(|_| UnknownValue)?;
                let value = moelle_rules::$domain::try_from(wire).map_err(|_| UnknownValue)?;
                Ok(FieldValue::from(value.name()))
            })
        };
    }
    let number = |number: Option<u32>| number.map(|n| Ok(FieldValue::from(u64::from(n))));
    let yes_no = |yes: Option<bool>| yes.map(|yes| Ok(FieldValue::from(yes)));
    match field {
        Field::Board => word!(wire.board, Board, BoardKind),
        Field::Men => number(wire.men),
        Field::Mill => word!(wire.mill, MillRule, MillRule),
        Field::CaptureWhilePlacing => yes_no(wire.capture_while_placing),
        Field::Removable => word!(wire.removable, Removable, Removable),
        Field::RemovalsPerTurn => word!(wire.removals_per_turn, RemovalsPerTurn, RemovalsPerTurn),
        Field::MoveWhilePlacing => yes_no(wire.move_while_placing),
        Field::Movement => word!(wire.movement, Movement, Movement),
        Field::FlyAt => number(wire.fly_at),
        Field::MinMen => number(wire.min_men),
        Field::Blocked => word!(wire.blocked, BlockedRule, Blocked),
        Field::BoardFull => word!(wire.board_full, BoardFullRule, BoardFull),
        Field::Repetition => number(wire.repetition),
        Field::QuietPlies => number(wire.quiet_plies),
    }
}

impl From<&RuleSet> for v1::RuleSet {
    /// Every field that applies.
    fn from(rules: &RuleSet) -> Self {
        let used = |field: Field| field.is_used_where(rules.mill());
        let mut wire = Self {
            move_while_placing: Some(rules.move_while_placing()),
            men: Some(rules.men().into()),
            fly_at: Some(rules.fly_at().into()),
            min_men: Some(rules.min_men().into()),
            repetition: Some(rules.repetition().into()),
            quiet_plies: Some(rules.quiet_plies().into()),
            capture_while_placing: used(Field::CaptureWhilePlacing)
                .then_some(rules.capture_while_placing()),
            ..Self::default()
        };
        wire.set_board(rules.board().kind().into());
        wire.set_mill(rules.mill().into());
        wire.set_movement(rules.movement().into());
        wire.set_blocked(rules.blocked().into());
        wire.set_board_full(rules.board_full().into());
        if used(Field::Removable) {
            wire.set_removable(rules.removable().into());
        }
        if used(Field::RemovalsPerTurn) {
            wire.set_removals_per_turn(rules.removals_per_turn().into());
        }
        wire
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_about_removals_are_absent_where_a_mill_wins() {
        let three = Variant::find("three").expect("three").rules();
        let wire = v1::RuleSet::from(&three);
        assert_eq!(wire.removable, None);
        assert_eq!(wire.removals_per_turn, None);
        assert_eq!(wire.capture_while_placing, None);
        assert_eq!(wire.min_men, Some(0));
    }
}
