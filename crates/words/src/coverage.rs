//! Every text is there, is used, and says what it should in every language.

mod catalogue;
mod rule_sets;

use std::collections::{BTreeSet, HashMap};

use moelle_rules::{
    BoardKind, Field, FieldValue, GameResult, MillRule, Outcome, Phase, Position, PositionProblem,
    Refusal, RuleSet, RuleSetProblem, Side, Termination, Variant,
};

use crate::texts::used;
use crate::*;
use catalogue::catalogue;
use rule_sets::{near_variants, two_steps_from_variants, what_matters};

#[test]
fn every_language_has_the_same_texts_with_the_same_arguments() {
    let english = catalogue(Language::English);
    for language in Language::ALL {
        let texts = catalogue(*language);
        let missing: Vec<&String> = english
            .keys()
            .filter(|id| !texts.contains_key(*id))
            .collect();
        assert!(missing.is_empty(), "missing in {language}: {missing:?}");
        let extra: Vec<&String> = texts
            .keys()
            .filter(|id| !english.contains_key(*id))
            .collect();
        assert!(extra.is_empty(), "only in {language}: {extra:?}");
        for (id, text) in &texts {
            assert_eq!(
                text.arguments, english[id].arguments,
                "`{id}` in {language}"
            );
        }
    }
}

#[test]
fn nothing_was_left_in_english() {
    let english = catalogue(Language::English);
    for language in Language::ALL
        .iter()
        .filter(|language| **language != Language::English)
    {
        for (id, text) in catalogue(*language) {
            let is_sentence = text.says.split_whitespace().count() > 3;
            assert!(
                !is_sentence || text.says != english[&id].says,
                "`{id}` in {language}"
            );
        }
    }
}

#[test]
fn messages_have_places_for_the_known_arguments_only() {
    for (id, text) in catalogue(Language::English) {
        let unknown = text
            .arguments
            .iter()
            .find(|name| !MESSAGE_ARGUMENTS.contains(&name.as_str()));
        assert!(
            !id.starts_with("reason-") || unknown.is_none(),
            "`{id}`: {unknown:?}"
        );
    }
}

#[test]
fn every_refusal_has_its_message() {
    let reasons = reasons();
    for refusal in Refusal::ALL {
        assert!(reasons.contains(&refusal.name()), "{refusal}");
    }
}

#[test]
fn every_text_is_used_and_comes_out_whole() {
    for language in Language::ALL {
        for text in everything(*language) {
            let clean = !text.contains(['{', '}', '$']) && !text.contains("absent");
            assert!(
                clean && !text.contains("  ") && text.trim() == text,
                "{language}: {text:?}"
            );
        }
        let written: BTreeSet<String> = catalogue(*language).into_keys().collect();
        let used = used::in_language(*language);
        let unused: Vec<&String> = written.difference(&used).collect();
        assert!(unused.is_empty(), "never used in {language}: {unused:?}");
    }
}

#[test]
fn rule_sets_that_play_differently_are_told_differently() {
    let near = near_variants();
    for language in Language::ALL {
        told_apart(&near, *language);
    }
    told_apart(&two_steps_from_variants(), Language::English);
}

fn told_apart(all: &[RuleSet], language: Language) {
    let (mut told, mut tabled) = (HashMap::new(), HashMap::new());
    for rules in all {
        let sentences: Vec<String> = rules_in_words(rules, language)
            .into_iter()
            .map(|sentence| sentence.text)
            .collect();
        for sentence in &sentences {
            assert!(sentence.ends_with('.'), "{language}: {sentence}");
        }
        let cells: Vec<String> = compare(rules, rules, language)
            .rows
            .into_iter()
            .map(|row| row.a)
            .collect();
        for (known, text) in [(&mut told, sentences), (&mut tabled, cells)] {
            let other = *known.entry(text).or_insert(*rules);
            assert_eq!(
                what_matters(&other),
                what_matters(rules),
                "told alike in {language}"
            );
        }
    }
    assert!(
        told.len() > 300,
        "only {} rule sets were told apart",
        told.len()
    );
}

/// Everything that can be said in a language, by way of everything that says something.
fn everything(language: Language) -> Vec<String> {
    let mut said = names(language);
    said.extend(messages(language));
    said.extend(endings(language));
    said.extend(flights(language));
    said.extend(problems(language));
    said.extend(guide(language));
    let nine = Variant::ALL[0].rules();
    for rules in near_variants() {
        said.extend(
            rules_in_words(&rules, language)
                .into_iter()
                .map(|sentence| sentence.text),
        );
        let comparison = compare(&nine, &rules, language);
        said.extend(
            comparison
                .rows
                .into_iter()
                .flat_map(|row| [row.title, row.a, row.b]),
        );
        said.extend(
            comparison
                .differences
                .into_iter()
                .map(|difference| difference.text),
        );
    }
    said
}

/// What the guide says; `moelle-lessons` holds which lessons and steps there are.
fn guide(language: Language) -> Vec<String> {
    let mut said = vec![lesson_legal(language)];
    for id in crate::texts::ids_after("lesson-", language) {
        let step = id.rsplit_once('-').map(|(id, number)| (id, number.parse()));
        if let Some((id, Ok(number))) = step {
            let step = lesson_step_text(id, number, language);
            said.push(step.text);
            said.extend(step.task.into_iter().chain(step.right));
        } else {
            let lesson = lesson_text(id, language);
            said.extend([lesson.title, lesson.about]);
        }
    }
    said
}

fn names(language: Language) -> Vec<String> {
    let mut said = Vec::new();
    for variant in Variant::ALL {
        said.push(variant_name(variant, language));
        said.push(variant_about(variant, language));
        said.push(variant_history(variant, language));
    }
    said.extend(
        BoardKind::ALL
            .iter()
            .map(|board| board_name(*board, language)),
    );
    said.extend(Side::ALL.iter().map(|side| side_name(*side, language)));
    said.extend(Phase::ALL.iter().map(|phase| phase_name(*phase, language)));
    said.extend(
        GameResult::ALL
            .iter()
            .map(|result| result_name(*result, language)),
    );
    said.extend(
        Termination::ALL
            .iter()
            .map(|end| termination_name(*end, language)),
    );
    said.extend(Topic::ALL.iter().map(|topic| topic.title(language)));
    said.extend(Field::ALL.iter().map(|field| field_name(*field, language)));
    said.extend(Field::ALL.iter().map(|field| field_about(*field, language)));
    for rules in near_variants() {
        let fields = rules.fields();
        for field in Field::ALL {
            let value = fields.value(*field);
            let name = value_name(*field, &value, language);
            let is_word = matches!(value, FieldValue::Word(_)) && language != Language::English;
            assert!(
                !is_word || name != value.to_string(),
                "{field}: {name} in {language}"
            );
            said.push(name);
        }
    }
    said
}

fn messages(language: Language) -> Vec<String> {
    let mut said = vec![message("no_such_reason", &[], language)];
    for reason in reasons() {
        said.push(message(reason, &[], language));
        let args: Vec<(&str, Arg<'_>)> = MESSAGE_ARGUMENTS
            .iter()
            .map(|name| (*name, Arg::from(7_u8)))
            .collect();
        said.push(message(reason, &args, language));
    }
    said
}

fn endings(language: Language) -> Vec<String> {
    let mut fields = Variant::ALL[0].rules().fields();
    (fields.repetition, fields.quiet_plies) = (0, 0);
    let endless = RuleSet::try_from(fields).expect("the fields fit together");
    let mut said = Vec::new();
    for rules in [Variant::ALL[0].rules(), endless] {
        for termination in Termination::ALL {
            for result in GameResult::ALL {
                let outcome = Outcome {
                    result: *result,
                    termination: *termination,
                };
                said.push(ending(outcome, &rules, language));
            }
        }
    }
    said
}

fn flights(language: Language) -> Vec<String> {
    let few = "w1w/1w1/3/3b1b/3/b1b/3 w 0,0 0 0 30";
    let many = "w1w/ww1/3/3b1b/3/b1b/3 w 0,0 0 0 30";
    let in_hand = "w1w/1w1/3/3b1b/3/b1b/3 w 2,1 0 0 30";
    let six = "w1w/1w1/1b1b/b1b/3 w 0,0 0 0 30";
    [
        ("nine", few),
        ("nine", many),
        ("nine", in_hand),
        ("six", six),
        ("nine_holes", "w2/3/3 b 2,3 0 0 1"),
    ]
    .map(|(variant, text)| {
        let rules = Variant::find(variant)
            .expect("the variant is offered")
            .rules();
        let position = Position::parse(rules, text).expect("the position is possible");
        flight_in_words(&position, Side::White, language)
    })
    .into()
}

fn problems(language: Language) -> Vec<String> {
    let board = BoardKind::Square24;
    let a7 = board.board().name(board.board().points()[0]);
    let of_rule_sets = [
        RuleSetProblem::Men { men: 13 },
        RuleSetProblem::MenForBoard {
            men: 9,
            board: BoardKind::Square16,
            points: 16,
        },
        RuleSetProblem::FlyAt { fly_at: 2, men: 9 },
        RuleSetProblem::MinMen {
            min_men: 0,
            needed: 3,
            mill: MillRule::Capture,
        },
        RuleSetProblem::Repetition { repetition: 1 },
        RuleSetProblem::QuietPlies { quiet_plies: 9 },
    ];
    let of_positions = [
        PositionProblem::Fields { found: 5 },
        PositionProblem::Rows {
            found: 6,
            expected: 7,
            board,
        },
        PositionProblem::Row {
            row: 4,
            found: 5,
            expected: 6,
        },
        PositionProblem::Letter {
            row: 1,
            letter: '\u{7}',
        },
        PositionProblem::DigitsSideBySide { row: 2 },
        PositionProblem::Side,
        PositionProblem::Hands,
        PositionProblem::Owed,
        PositionProblem::Quiet,
        PositionProblem::Ply,
        PositionProblem::OtherBoard { side: Side::White },
        PositionProblem::BothSides { point: a7 },
        PositionProblem::TooManyMen {
            side: Side::Black,
            found: 10,
            men: 9,
        },
        PositionProblem::BothBelowMinMen { min_men: 3 },
        PositionProblem::OwedWhereMillWins,
        PositionProblem::OwedWithoutMill { side: Side::White },
        PositionProblem::OwedMoreThanEarned { owed: 3, most: 2 },
        PositionProblem::OwedMoreThanMen { owed: 2, men: 1 },
        PositionProblem::NothingRemovable,
    ];
    let of_rule_sets = of_rule_sets
        .iter()
        .map(|problem| rule_set_problem(problem, language));
    let of_positions = of_positions
        .iter()
        .map(|problem| position_problem(problem, language));
    // The letter that is no letter is told by its code.
    of_rule_sets
        .chain(of_positions)
        .map(|text| text.replace("\\u{7}", "code 7"))
        .collect()
}
