//! How one rule set differs from another.

use moelle_rules::{Field, FieldValue, Movement, RuleSet};

use crate::language::Language;
use crate::names::{field_name, value_name};
use crate::statement::{can_fill_the_board, statements};
use crate::texts::text;
use crate::topic::Topic;

/// Two rule sets side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A row for every topic, in the order of [`Topic::ALL`].
    pub rows: Vec<Row>,
    /// The fields that differ, in the order of the rules. Empty: the two are the same rule set.
    pub differences: Vec<FieldDifference>,
}

/// A row of the table that shows two rule sets side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub topic: Topic,
    /// The heading of the row.
    pub title: String,
    /// What the first rule set says.
    pub a: String,
    /// What the second rule set says.
    pub b: String,
    /// Whether the two say the same.
    pub same: bool,
}

/// A field in which two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// The field.
    pub field: Field,
    /// Its value in the first rule set; none where that has no such field.
    pub a: Option<FieldValue>,
    /// Its value in the second rule set.
    pub b: Option<FieldValue>,
    /// The difference in words. It says so where the difference changes nothing.
    pub text: String,
}

/// How two rule sets differ: as a table for people, and field by field.
///
/// ```
/// use moelle_rules::Variant;
/// use moelle_words::{Language, Topic, compare};
///
/// let [nine, six] = ["nine", "six"].map(|name| Variant::find(name).expect("offered").rules());
/// let comparison = compare(&nine, &six, Language::English);
/// let men = &comparison.rows[1];
/// assert_eq!((men.title.as_str(), men.a.as_str(), men.b.as_str()), ("Men", "9 each", "6 each"));
/// assert_eq!(comparison.differences.len(), 3);
/// ```
#[must_use]
pub fn compare(a: &RuleSet, b: &RuleSet, language: Language) -> Comparison {
    Comparison {
        rows: rows(a, b, language),
        differences: differences(a, b, language),
    }
}

fn rows(a: &RuleSet, b: &RuleSet, language: Language) -> Vec<Row> {
    let cells = [cells(a, language), cells(b, language)];
    let row = |topic: &Topic| {
        let [a, b] = cells.each_ref().map(|cells| cell(cells, *topic, language));
        Row {
            topic: *topic,
            title: topic.title(language),
            same: a == b,
            a,
            b,
        }
    };
    Topic::ALL.iter().map(row).collect()
}

fn cells(rules: &RuleSet, language: Language) -> Vec<(Topic, String)> {
    statements(rules)
        .iter()
        .filter_map(|statement| Some((statement.topic, statement.cell(language)?)))
        .collect()
}

/// Everything that is said on a topic, in one cell.
fn cell(cells: &[(Topic, String)], topic: Topic, language: Language) -> String {
    let on_topic = cells
        .iter()
        .filter(|(of, _)| *of == topic)
        .map(|(_, cell)| cell.as_str());
    on_topic
        .collect::<Vec<_>>()
        .join(&text("cell-separator", &[], language))
}

fn differences(a: &RuleSet, b: &RuleSet, language: Language) -> Vec<FieldDifference> {
    let differing = Field::ALL.iter().filter_map(|field| {
        let values = [a, b].map(|rules| value(rules, *field));
        (values[0] != values[1]).then_some((*field, values))
    });
    differing
        .map(|(field, values)| {
            let in_words = values.each_ref().map(|value| match value {
                Some(value) => value_name(field, value, language),
                None => text("difference-absent", &[], language),
            });
            let text = difference(field, in_words, changes_nothing(field, a, b), language);
            let [a, b] = values;
            FieldDifference { field, a, b, text }
        })
        .collect()
}

fn difference(field: Field, [a, b]: [String; 2], moot: bool, language: Language) -> String {
    let id = if moot {
        "difference-moot"
    } else {
        "difference"
    };
    let args = [
        ("field", field_name(field, language).into()),
        ("a", a.into()),
        ("b", b.into()),
    ];
    text(id, &args, language)
}

fn value(rules: &RuleSet, field: Field) -> Option<FieldValue> {
    rules
        .used_fields()
        .any(|used| used == field)
        .then(|| rules.fields().value(field))
}

/// Whether a field has no say in either rule set: a full board where the men cannot fill it, and
/// flying where men move anywhere.
fn changes_nothing(field: Field, a: &RuleSet, b: &RuleSet) -> bool {
    [a, b].iter().all(|rules| match field {
        Field::BoardFull => !can_fill_the_board(rules),
        Field::FlyAt => rules.movement() == Movement::Any,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use moelle_rules::Variant;

    use super::*;

    #[test]
    fn a_rule_set_does_not_differ_from_itself() {
        for variant in Variant::ALL {
            let comparison = compare(&variant.rules(), &variant.rules(), Language::English);
            assert_eq!(comparison.differences, []);
            assert_eq!(comparison.rows.len(), Topic::ALL.len());
            assert!(
                comparison
                    .rows
                    .iter()
                    .all(|row| row.same && !row.a.is_empty())
            );
        }
    }

    #[test]
    fn a_field_that_one_side_lacks_has_no_value_there() {
        let [nine, three] = ["nine", "three"].map(|name| rules(name, &[]));
        let comparison = compare(&nine, &three, Language::English);
        let removable = comparison
            .differences
            .iter()
            .find(|difference| difference.field == Field::Removable)
            .expect("nothing is removed in three men's morris");
        assert_eq!(removable.a, Some(FieldValue::from("outside_mills_first")));
        assert_eq!(removable.b, None);
        assert_eq!(
            removable.text,
            "What may be removed: men outside mills first / not in these rules",
        );
    }

    #[test]
    fn a_difference_that_changes_nothing_says_so() {
        let never_full = compare(
            &rules("nine", &[]),
            &rules("nine", &[(Field::BoardFull, "blocked")]),
            Language::English,
        );
        assert!(never_full.rows.iter().all(|row| row.same));
        assert!(
            never_full.differences[0]
                .text
                .ends_with("(changes nothing here)")
        );

        let full = compare(
            &rules("twelve", &[]),
            &rules("twelve", &[(Field::BoardFull, "blocked")]),
            Language::English,
        );
        let differing: Vec<Topic> = full
            .rows
            .iter()
            .filter(|row| !row.same)
            .map(|row| row.topic)
            .collect();
        assert_eq!(differing, [Topic::Draws]);
        assert!(!full.differences[0].text.contains("changes nothing"));
    }

    fn rules(variant: &str, changes: &[(Field, &str)]) -> RuleSet {
        let mut fields = Variant::find(variant)
            .expect("the variant is offered")
            .rules()
            .fields();
        for (field, value) in changes {
            fields
                .set(*field, value)
                .expect("the field can have the value");
        }
        RuleSet::try_from(fields).expect("the fields fit together")
    }
}
