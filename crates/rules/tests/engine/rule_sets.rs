use moelle_rules::{
    BoardKind, Field, FieldValue, Offer, OptionError, RuleSet, RuleSetProblem, Variant,
};

use crate::given::{rules, rules_with, texts};

#[test]
fn digests_are_those_of_the_rules() {
    assert_eq!(
        rules("nine").digest().to_string(),
        "4247136de339c1170a811de5ba4acea5fc73736c08a34ee90293ec116e316bc8"
    );
    assert_eq!(
        rules("three").digest().to_string(),
        "8693ae65bfb0c9b83de37967840e22a0f6457d67dff1cc686cb6e6599156a893"
    );
    assert_eq!(
        rules("twelve").digest(),
        rules("morabaraba").digest(),
        "the same rule set"
    );
    assert_ne!(
        rules("nine").digest(),
        rules_with("nine", &[(Field::FlyAt, "0")]).digest()
    );
}

#[test]
fn fields_that_mean_nothing_where_a_mill_wins_make_no_difference() {
    let three = rules("three");
    let other = [
        (Field::Removable, "any"),
        (Field::RemovalsPerTurn, "one_per_mill"),
        (Field::CaptureWhilePlacing, "no"),
    ];
    assert_eq!(rules_with("three", &other), three);
    assert_eq!(three.used_fields().count(), 11);
    assert_eq!(rules("nine").used_fields().count(), 14);
}

#[test]
fn the_twelve_variants_are_as_the_rules_tell() {
    let told: Vec<String> = Variant::ALL
        .iter()
        .map(|variant| {
            let rules = variant.rules();
            assert_eq!(
                RuleSet::try_from(rules.fields()),
                Ok(rules),
                "{}",
                variant.name()
            );
            assert!(std::ptr::eq(
                Variant::find(variant.name()).expect("named"),
                variant
            ));
            format!(
                "{} {} {} {} {} {} {}",
                variant.name(),
                rules.board().kind(),
                rules.men(),
                rules.mill(),
                rules.movement(),
                rules.fly_at(),
                rules.min_men()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "nine square24 9 capture adjacent 3 3",
            "six square16 6 capture adjacent 0 3",
            "five square16 5 capture adjacent 0 3",
            "three grid9_diagonal 3 win adjacent 0 0",
            "twelve square24_diagonal 12 capture adjacent 3 3",
            "lasker square24 10 capture adjacent 3 3",
            "morabaraba square24_diagonal 12 capture adjacent 3 3",
            "nine_holes grid9 3 win any 0 0",
            "seven square17 7 capture adjacent 0 3",
            "eleven square24_diagonal 11 capture adjacent 3 3",
            "sesotho square25 12 capture adjacent 3 3",
            "achi grid9_diagonal 4 win adjacent 0 0",
        ]
    );
    let moves_early: Vec<_> = Variant::ALL
        .iter()
        .filter(|variant| variant.rules().move_while_placing())
        .map(Variant::name)
        .collect();
    assert_eq!(moves_early, ["lasker"]);
}

#[test]
fn fields_are_read_and_written_by_one_table() {
    for variant in Variant::ALL {
        let fields = variant.rules().fields();
        let mut copied = rules("nine").fields();
        for field in Field::ALL {
            copied
                .set(*field, &fields.get(*field))
                .expect("a value that was written is read");
            assert_eq!(field.name().parse(), Ok(*field));
            assert_eq!(Field::from_tag(&field.tag().to_lowercase()), Some(*field));
        }
        assert_eq!(copied, fields, "{}", variant.name());
    }
    let mut fields = rules("nine").fields();
    let wrong = [
        (Field::Board, "square26"),
        (Field::Men, "nine"),
        (Field::Men, "256"),
        (Field::Men, "09"),
        (Field::Men, "-3"),
        (Field::CaptureWhilePlacing, "true"),
        (Field::CaptureWhilePlacing, "1"),
        (Field::Removable, "ANY"),
        (Field::FlyAt, "no"),
        (Field::QuietPlies, "65536"),
        (Field::QuietPlies, ""),
    ];
    for (field, value) in wrong {
        let refused = fields.set(field, value).expect_err(value);
        assert_eq!(
            (refused.field, refused.value.to_string().as_str()),
            (field, value)
        );
    }
    assert_eq!(
        fields,
        rules("nine").fields(),
        "what is refused changes nothing"
    );
}

#[test]
fn every_problem_of_a_rule_set_is_told_at_once() {
    let mut fields = rules("nine").fields();
    (fields.men, fields.fly_at, fields.min_men) = (13, 2, 4);
    (fields.repetition, fields.quiet_plies) = (1, 9);
    let refused = RuleSet::try_from(fields).expect_err("nothing fits");
    let fields_named: Vec<_> = refused.problems.iter().map(RuleSetProblem::field).collect();
    assert_eq!(
        fields_named,
        [
            Field::Men,
            Field::FlyAt,
            Field::MinMen,
            Field::Repetition,
            Field::QuietPlies
        ]
    );
    assert!(refused.to_string().contains("men is 13"), "{refused}");
}

#[test]
fn the_bounds_of_every_number_are_exact() {
    let accepts = |field: Field, value: u64| {
        let mut fields = rules("nine").fields();
        fields.set_value(field, &FieldValue::Number(value)).is_ok()
            && RuleSet::try_from(fields).is_ok()
    };
    let accepted = |field: Field, values: std::ops::RangeInclusive<u64>| {
        values
            .filter(|value| accepts(field, *value))
            .collect::<Vec<_>>()
    };
    assert_eq!(accepted(Field::Men, 0..=20), (3..=12).collect::<Vec<_>>());
    assert_eq!(accepted(Field::FlyAt, 0..=20), [0, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(accepted(Field::MinMen, 0..=20), [3]);
    assert_eq!(
        accepted(Field::Repetition, 0..=20),
        [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    );
    let quiet = accepted(Field::QuietPlies, 0..=70_000);
    assert_eq!(
        (quiet[0], quiet[1], quiet.last(), quiet.len()),
        (0, 10, Some(&1000), 992)
    );
    for (board, most) in [
        (BoardKind::Grid9, 4),
        (BoardKind::Square16, 8),
        (BoardKind::Square25, 12),
    ] {
        let mut fields = rules("three").fields();
        fields.board = board;
        let fits = (3..=12).filter(|men| {
            fields.men = *men;
            RuleSet::try_from(fields).is_ok()
        });
        assert_eq!(fits.max(), Some(most), "{board}");
    }
}

#[test]
fn options_are_offered_by_the_variants_that_the_rules_name() {
    let offering = |field: Field, value: FieldValue| {
        Variant::ALL
            .iter()
            .filter(|variant| variant.offers(field, &value))
            .map(Variant::name)
            .collect::<Vec<_>>()
    };
    let flying = [
        "nine",
        "twelve",
        "lasker",
        "morabaraba",
        "eleven",
        "sesotho",
    ];
    assert_eq!(offering(Field::FlyAt, FieldValue::Number(0)), flying);
    assert_eq!(
        offering(Field::FlyAt, FieldValue::Number(3)),
        flying,
        "the variant's own value"
    );
    assert!(offering(Field::FlyAt, FieldValue::Number(4)).is_empty());
    let capturing = [
        "nine",
        "six",
        "five",
        "twelve",
        "lasker",
        "morabaraba",
        "seven",
        "eleven",
        "sesotho",
    ];
    assert_eq!(offering(Field::Removable, "any".into()), capturing);
    let several = [
        "nine",
        "twelve",
        "lasker",
        "morabaraba",
        "seven",
        "eleven",
        "sesotho",
    ];
    assert_eq!(
        offering(Field::RemovalsPerTurn, "one_per_mill".into()),
        several
    );
    assert_eq!(offering(Field::RemovalsPerTurn, "one".into()), several);
    assert_eq!(offering(Field::Repetition, FieldValue::Number(0)).len(), 12);
    assert_eq!(
        offering(Field::QuietPlies, FieldValue::Number(1000)).len(),
        12
    );
    assert!(offering(Field::QuietPlies, FieldValue::Number(9)).is_empty());
    assert!(offering(Field::Men, FieldValue::Number(9)).is_empty());
    assert!(offering(Field::Blocked, "draw".into()).is_empty());
}

#[test]
fn what_is_offered_is_listed_and_accepted() {
    for variant in Variant::ALL {
        for field in Field::ALL {
            let offered = variant.offer(*field);
            assert_eq!(
                offered.is_some(),
                variant.options().contains(field),
                "{}",
                variant.name()
            );
            let values: Vec<FieldValue> = match offered {
                None => Vec::new(),
                Some(Offer::Words(words)) => words.into_iter().map(FieldValue::from).collect(),
                Some(Offer::ZeroOr(range)) => std::iter::once(0)
                    .chain(range)
                    .map(|number| FieldValue::Number(number.into()))
                    .collect(),
            };
            for value in values {
                assert!(
                    variant.offers(*field, &value),
                    "{} {field} {value}",
                    variant.name()
                );
            }
        }
    }
}

#[test]
fn rule_sets_are_compared_field_by_field() {
    let differing = |left: &str, right: &str| rules(left).differing_fields(&rules(right));
    assert!(differing("twelve", "morabaraba").is_empty());
    assert_eq!(differing("seven", "six"), [Field::Board, Field::Men]);
    let three = [
        Field::Board,
        Field::Men,
        Field::Mill,
        Field::CaptureWhilePlacing,
        Field::Removable,
        Field::RemovalsPerTurn,
        Field::FlyAt,
        Field::MinMen,
    ];
    assert_eq!(differing("nine", "three"), three);
    assert_eq!(rules("three").value(Field::Removable), None);
}

#[test]
fn every_option_that_cannot_be_chosen_is_told_at_once() {
    let six = Variant::find("six").expect("six is offered");
    let options = [
        (Field::FlyAt, FieldValue::Number(0)),
        (Field::Removable, FieldValue::from("some")),
        (Field::Repetition, FieldValue::Number(11)),
        (Field::QuietPlies, FieldValue::Number(200)),
    ];
    let refused = six
        .with_options(&options, false)
        .expect_err("three cannot be chosen");
    assert_eq!(refused.problems.len(), 3, "{refused}");
    assert_eq!(
        refused.problems[0],
        OptionError::NotOffered {
            option: Field::FlyAt,
            variant: "six"
        },
        "flying off is not offered where nobody flies, though it is the value"
    );
    let invalid: Vec<_> = refused.problems[1..]
        .iter()
        .map(|problem| match problem {
            OptionError::Invalid { option, .. } => *option,
            OptionError::NotOffered { .. } => panic!("{problem} is offered"),
        })
        .collect();
    assert_eq!(invalid, [Field::Removable, Field::Repetition]);
}

#[test]
fn custom_rules_may_set_any_field_but_not_to_any_value() {
    let nine = Variant::find("nine").expect("nine is offered");
    let men = |men: u64| {
        [
            (Field::Men, FieldValue::Number(men)),
            (Field::FlyAt, FieldValue::Number(4)),
        ]
    };
    let rules = nine
        .with_options(&men(7), true)
        .expect("seven men may play, and fly with four");
    assert_eq!((rules.men(), rules.fly_at()), (7, 4));
    let refused = nine
        .with_options(&men(13), true)
        .expect_err("there are not so many men");
    assert!(matches!(
        refused.problems[..],
        [OptionError::Invalid {
            option: Field::Men,
            ..
        }]
    ));
    assert_eq!(nine.with_options(&[], false), Ok(nine.rules()));
    assert_eq!(
        texts(nine.options()),
        [
            "removable",
            "removals_per_turn",
            "fly_at",
            "repetition",
            "quiet_plies"
        ]
    );
}
