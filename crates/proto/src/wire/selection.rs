//! Which rules a request is about.

use moelle_rules::{Field, OptionError, RuleSet, Variant};

use moelle_words::{Language, message};

use crate::error::{ErrorCode, Failure};
use crate::v1;
use crate::v1::rule_set_selection::Base;
use crate::wire::problems::{Problems, excerpt};
use crate::wire::rule_set::{UnknownValue, value, whole};

/// The rules that a request is about.
#[derive(Clone, Copy, Debug)]
pub struct ChosenRules {
    /// The variant that they were chosen as. `None`: a whole rule set of the caller's own.
    pub variant: Option<&'static Variant>,
    /// The rules.
    pub rules: RuleSet,
}

impl ChosenRules {
    /// Reads which rules a request is about; `at` is the field that says so. What is wrong is
    /// added to `problems`, and then there is no answer.
    pub fn read(
        selection: Option<&v1::RuleSetSelection>,
        at: &str,
        problems: &mut Problems,
    ) -> Option<Self> {
        let absent = v1::RuleSetSelection::default();
        let selection = selection.unwrap_or(&absent);
        match &selection.base {
            Some(Base::Variant(name)) => of_variant(name, selection, at, problems),
            Some(Base::Rules(rules)) => {
                if selection.options.is_some() {
                    problems.add(
                        format!("{at}.options"),
                        ErrorCode::InvalidArgument,
                        "A whole rule set excludes options.",
                    );
                }
                let rules = whole(rules, &format!("{at}.rules"), problems)?;
                Some(Self {
                    variant: None,
                    rules,
                })
            }
            None => {
                problems.add(
                    format!("{at}.variant"),
                    ErrorCode::InvalidArgument,
                    "Neither a variant nor a whole rule set is given.",
                );
                None
            }
        }
    }
}

/// The variant with this name; `at` is the field that holds it.
///
/// # Errors
///
/// `unknown_variant`.
pub fn variant(name: &str, at: &str, language: Language) -> Result<&'static Variant, Failure> {
    let mut problems = Problems::new(language);
    let variant = known_variant(name, at, &mut problems);
    problems.or(variant)
}

pub(super) fn known_variant(
    name: &str,
    at: &str,
    problems: &mut Problems,
) -> Option<&'static Variant> {
    let variant = Variant::find(name);
    if variant.is_none() {
        let name = excerpt(name);
        problems.tell(at, ErrorCode::UnknownVariant, |language| {
            message(
                "unknown_variant",
                &[("variant", name.as_str().into())],
                language,
            )
        });
        problems.fact("variant", name);
    }
    variant
}

fn of_variant(
    name: &str,
    selection: &v1::RuleSetSelection,
    at: &str,
    problems: &mut Problems,
) -> Option<ChosenRules> {
    let variant = known_variant(name, &format!("{at}.variant"), problems)?;
    let absent = v1::RuleSet::default();
    let wire = selection.options.as_ref().unwrap_or(&absent);
    let mut options = Vec::new();
    for field in Field::ALL {
        match value(wire, *field) {
            None => {}
            Some(Ok(value)) => options.push((*field, value)),
            Some(Err(UnknownValue)) => problems.add(
                format!("{at}.options.{field}"),
                ErrorCode::InvalidOption,
                format!("Option `{field}`: the value is none that the contract knows."),
            ),
        }
    }
    match variant.with_options(&options, selection.custom_rules) {
        Ok(rules) => Some(ChosenRules {
            variant: Some(variant),
            rules,
        }),
        Err(invalid) => {
            for problem in invalid.problems {
                note(problem, at, problems);
            }
            None
        }
    }
}

fn note(problem: OptionError, at: &str, problems: &mut Problems) {
    match problem {
        OptionError::NotOffered { option, variant } => {
            problems.tell(
                format!("{at}.options.{option}"),
                ErrorCode::OptionNotOffered,
                |language| {
                    let args = [
                        ("option", option.name().into()),
                        ("variant", variant.into()),
                    ];
                    message("option_not_offered", &args, language)
                },
            );
            problems.fact("option", option.name());
            problems.fact("variant", variant);
        }
        OptionError::Invalid { option, reason, .. } => {
            problems.add(
                format!("{at}.options.{option}"),
                ErrorCode::InvalidOption,
                format!("Option `{option}`: {reason}."),
            );
            problems.fact("option", option.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(selection: &v1::RuleSetSelection) -> Result<ChosenRules, Failure> {
        let mut problems = Problems::new(Language::English);
        let chosen = ChosenRules::read(Some(selection), "rules", &mut problems);
        problems.or(chosen)
    }

    fn of(variant: &str, options: v1::RuleSet) -> v1::RuleSetSelection {
        v1::RuleSetSelection {
            base: Some(Base::Variant(variant.to_owned())),
            options: Some(options),
            custom_rules: false,
        }
    }

    fn own(rules: v1::RuleSet) -> v1::RuleSetSelection {
        v1::RuleSetSelection {
            base: Some(Base::Rules(rules)),
            ..v1::RuleSetSelection::default()
        }
    }

    fn fields(failure: &Failure) -> Vec<&str> {
        let violations = failure.violations();
        violations
            .iter()
            .map(|violation| violation.field.as_str())
            .collect()
    }

    #[test]
    fn every_variant_written_as_a_whole_rule_set_reads_back() {
        for variant in Variant::ALL {
            let wire = v1::RuleSet::from(&variant.rules());
            let chosen = read(&own(wire)).expect("a rule set");
            assert_eq!(chosen.rules, variant.rules(), "{}", variant.name());
            assert!(chosen.variant.is_none());
        }
    }

    #[test]
    fn options_replace_the_fields_of_the_variant() {
        let options = v1::RuleSet {
            fly_at: Some(0),
            repetition: Some(5),
            ..Default::default()
        };
        let chosen = read(&of("nine", options)).expect("offered options");
        assert_eq!(chosen.variant.map(Variant::name), Some("nine"));
        assert_eq!((chosen.rules.fly_at(), chosen.rules.repetition()), (0, 5));
    }

    #[test]
    fn an_option_that_is_not_offered_names_itself_and_the_variant() {
        let options = v1::RuleSet {
            fly_at: Some(3),
            men: Some(7),
            ..Default::default()
        };
        let failure = read(&of("six", options)).expect_err("nobody flies in six");
        assert_eq!(failure.code(), ErrorCode::OptionNotOffered);
        assert_eq!(
            fields(&failure),
            ["rules.options.men", "rules.options.fly_at"]
        );
        assert_eq!(failure.metadata()["variant"], "six");
        assert_eq!(failure.metadata()["option"], "men");
    }

    #[test]
    fn custom_rules_lift_the_list_of_options_but_not_their_ranges() {
        let options = v1::RuleSet {
            fly_at: Some(3),
            ..Default::default()
        };
        let custom = v1::RuleSetSelection {
            custom_rules: true,
            ..of("six", options)
        };
        assert_eq!(read(&custom).expect("custom rules").rules.fly_at(), 3);
        let options = v1::RuleSet {
            fly_at: Some(7),
            men: Some(300),
            ..Default::default()
        };
        let custom = v1::RuleSetSelection {
            custom_rules: true,
            ..of("six", options)
        };
        let failure = read(&custom).expect_err("out of range");
        assert_eq!(failure.code(), ErrorCode::InvalidOption);
    }

    #[test]
    fn a_number_that_an_enum_does_not_have_is_no_value() {
        for number in [0, 99, -1] {
            let options = v1::RuleSet {
                removable: Some(number),
                ..Default::default()
            };
            let failure = read(&of("nine", options)).expect_err("no such value");
            assert_eq!(failure.code(), ErrorCode::InvalidOption, "{number}");
            assert_eq!(fields(&failure), ["rules.options.removable"]);
        }
    }

    #[test]
    fn an_unknown_variant_is_named_but_not_at_length() {
        let failure = read(&of(&"n".repeat(10_000), v1::RuleSet::default())).expect_err("unknown");
        assert_eq!(failure.code(), ErrorCode::UnknownVariant);
        assert_eq!(fields(&failure), ["rules.variant"]);
        assert!(failure.message().len() < 200);
    }

    #[test]
    fn a_request_without_rules_is_refused() {
        let failure = read(&v1::RuleSetSelection::default()).expect_err("nothing chosen");
        assert_eq!(failure.code(), ErrorCode::InvalidArgument);
    }

    #[test]
    fn a_whole_rule_set_names_every_field_that_is_absent_or_wrong() {
        let nine = variant("nine", "variant", Language::English)
            .expect("nine")
            .rules();
        let partial = v1::RuleSet {
            men: Some(2),
            removable: None,
            quiet_plies: None,
            ..v1::RuleSet::from(&nine)
        };
        let failure = read(&own(partial)).expect_err("two fields are absent");
        assert_eq!(failure.code(), ErrorCode::InvalidRuleSet);
        assert_eq!(
            fields(&failure),
            ["rules.rules.removable", "rules.rules.quiet_plies"]
        );

        let wrong = v1::RuleSet {
            men: Some(2),
            quiet_plies: Some(5),
            ..v1::RuleSet::from(&nine)
        };
        let failure = read(&own(wrong)).expect_err("two fields are out of range");
        assert_eq!(
            fields(&failure),
            [
                "rules.rules.men",
                "rules.rules.fly_at",
                "rules.rules.quiet_plies"
            ]
        );
    }

    #[test]
    fn a_whole_rule_set_excludes_options() {
        let nine = variant("nine", "variant", Language::English)
            .expect("nine")
            .rules();
        let selection = v1::RuleSetSelection {
            options: Some(v1::RuleSet::default()),
            ..own(v1::RuleSet::from(&nine))
        };
        let failure = read(&selection).expect_err("both");
        assert_eq!(fields(&failure), ["rules.options"]);
    }
}
