use std::collections::BTreeSet;

use moelle_rules::{Action, Field, Position, Side, Turn, Variant, perft};

use crate::given::{position, rules, rules_with, texts};

#[test]
fn legal_turns_come_in_the_byte_order_of_their_texts() {
    for variant in Variant::ALL {
        let rules = variant
            .with_options(&[(Field::RemovalsPerTurn, "one_per_mill".into())], true)
            .expect("every variant may remove several men");
        let mut position = Position::start(rules, Side::White);
        for step in 0..60_usize {
            let turns: Vec<Turn> = position.legal_turns().collect();
            let written = texts(&turns);
            assert!(
                written.is_sorted_by(|left, right| left < right),
                "{position}: {written:?}"
            );
            let sorted = position.legal_turns_sorted(usize::MAX);
            assert_eq!(
                (texts(&sorted.turns), sorted.truncated),
                (written.clone(), false),
                "{position}"
            );
            let mut visited = Vec::new();
            position.for_each_turn(|turn| visited.push(turn.to_string()));
            visited.sort();
            assert_eq!(visited, written, "{position}");
            let count = u64::try_from(turns.len()).expect("few turns");
            assert_eq!(count, perft(&position, 1), "{position}");
            let Some(turn) = turns.get(step * 7 % turns.len().max(1)) else {
                break;
            };
            position = position
                .play(turn)
                .expect("legal turns are played")
                .position;
        }
    }
}

#[test]
fn legal_actions_are_those_that_are_accepted() {
    for variant in Variant::ALL {
        let mut position = Position::start(variant.rules(), Side::White);
        for step in 0..80_usize {
            let listed: Vec<_> = position.legal_actions().collect();
            assert_eq!(position.legal_actions().len(), listed.len(), "{position}");
            let points = position.board().points();
            let moves = points.iter().flat_map(|from| {
                points.iter().map(|to| Action::Move {
                    from: *from,
                    to: *to,
                })
            });
            let alone = points
                .iter()
                .flat_map(|point| [Action::Place(*point), Action::Remove(*point)]);
            let accepted: BTreeSet<String> = moves
                .chain(alone)
                .filter(|action| position.act(*action).is_ok())
                .map(|action| action.to_string())
                .collect();
            assert_eq!(
                texts(&listed).into_iter().collect::<BTreeSet<_>>(),
                accepted,
                "{position}"
            );
            for (number, action) in listed.iter().enumerate() {
                assert_eq!(
                    position.legal_actions().nth(number),
                    Some(*action),
                    "{position}"
                );
            }
            let Some(action) = listed.get(step * 5 % listed.len().max(1)) else {
                break;
            };
            position = position.act(*action).expect("legal actions are played");
        }
    }
}

#[test]
fn a_long_list_is_cut_and_says_so_while_the_grouped_form_is_whole() {
    let any = [
        (Field::RemovalsPerTurn, "one_per_mill"),
        (Field::Removable, "any"),
    ];
    let rules = rules_with("sesotho", &any);
    let star = position(rules, "bbb/bwb/1w1/bww1ww1/1w1/bwb/bbb w 3,1 0 0 20");
    let cut = star.legal_turns_sorted(10_000);
    assert!(cut.truncated);
    assert_eq!(cut.turns.len(), 10_000);
    assert_eq!(cut.turns[0].to_string(), "c3");
    assert!(texts(&cut.turns).is_sorted());
    let orders = 11 * 10 * 9 * 8 * 7 * 6;
    let exact = usize::try_from(perft(&star, 1)).expect("the turns can be listed");
    assert!(exact > orders, "d4 alone has {orders}");
    assert!(!star.legal_turns_sorted(exact).truncated);
    assert!(star.legal_turns_sorted(exact - 1).truncated);

    let grouped = star.grouped();
    let d4 = grouped
        .placements
        .iter()
        .find(|target| target.to.to_string() == "d4");
    let d4 = d4.expect("d4 is empty");
    assert_eq!(
        (d4.owed, d4.closes.len(), d4.removable.len(), d4.wins),
        (6, 6, 11, false)
    );
    assert_eq!(grouped.placements.len(), star.empty_points().len());
    assert!(grouped.movements.is_empty(), "men are in hand");
}

#[test]
fn the_grouped_form_shows_what_is_owed_now() {
    let owing = position(rules("nine"), "www/bbb/3/6/1b1/3/3 w 5,5 1 0 8");
    let grouped = owing.grouped();
    assert_eq!(
        (grouped.owed, texts(grouped.removable)),
        (1, vec!["d3".to_owned()])
    );
    assert!(grouped.placements.is_empty() && grouped.movements.is_empty());
}

#[test]
fn the_grouped_form_shows_what_wins_and_leaves_stuck_men_out() {
    let three = position(rules("three"), "w1w/bwb/3 w 0,1 0 0 5");
    let wins: Vec<_> = three
        .grouped()
        .movements
        .iter()
        .flat_map(|man| man.targets.iter().map(move |target| (man.from, *target)))
        .filter(|(_, target)| target.wins)
        .map(|(from, target)| format!("{from}-{}", target.to))
        .collect();
    assert_eq!(wins, ["b2-b3"]);
    let stuck = position(rules("nine"), "wbw/1w1/3/b5/3/3/bb1 w 0,0 0 0 40");
    let lasker = position(rules("lasker"), "wbw/1w1/3/b5/3/3/bb1 w 1,0 0 0 40");
    assert_eq!(stuck.grouped().movements.len(), 3, "three men fly");
    assert_eq!(
        texts(lasker.grouped().movements.iter().map(|man| man.from)),
        ["g7", "d6"]
    );
    assert_eq!(lasker.grouped().placements.len(), 17);
}

#[test]
fn where_what_is_owed_cannot_be_paid_in_full_no_turn_is_complete() {
    let only = [
        (Field::RemovalsPerTurn, "one_per_mill"),
        (Field::Removable, "outside_mills_only"),
    ];
    let dead_end = position(
        rules_with("lasker", &only),
        "www/3/3/bbb2w/1b1/3/2w w 0,0 2 0 34",
    );
    assert_eq!(dead_end.legal_turns().count(), 0);
    assert_eq!(perft(&dead_end, 1), 0);
    assert_eq!(texts(dead_end.legal_actions()), ["xd3"]);
}
