use moelle_rules::{Field, Flight, Phase, Position, Side, SideAnalysis, Variant};

use crate::given::{position, rules, rules_with, texts};

fn white(position: &Position) -> SideAnalysis {
    position.analysis().sides.white
}

fn closings(side: &SideAnalysis) -> Vec<String> {
    texts(side.closing.iter().map(|closing| closing.action))
}

#[test]
fn a_man_that_shuttles_between_two_mills_is_a_double_mill() {
    let position = position(rules("nine"), "w1w/www/3/b2b1b/3/b2/3 b 0,0 0 0 40");
    let side = white(&position);
    let shuttles: Vec<_> = side
        .double_mills
        .iter()
        .map(|double| {
            format!(
                "{}-{} {:?} {:?}",
                double.from, double.to, double.standing, double.closed_next
            )
        })
        .collect();
    assert_eq!(shuttles, ["d6-d7 [b6, d6, f6] [a7, d7, g7]"]);
    assert_eq!(closings(&side), ["d6-d7"], "whoever is to act");
    assert_eq!(texts(side.closing_points), ["d7"]);
    assert!(position.analysis().sides.black.double_mills.is_empty());
}

#[test]
fn two_mills_that_need_the_same_man_elsewhere_are_no_double_mill() {
    let far = position(rules("nine"), "www/3/w1w/b2b1b/3/b2/3 w 0,0 0 0 40");
    assert!(
        white(&far).double_mills.is_empty(),
        "no man of the outer mill reaches d5"
    );
    let taken = position(rules("nine"), "wbw/www/3/b4b/3/b2/3 w 0,0 0 0 40");
    assert!(white(&taken).double_mills.is_empty(), "d7 is taken");
    let wins = position(rules("three"), "ww1/wb1/b1b w 0,0 0 0 6");
    assert!(white(&wins).double_mills.is_empty(), "the first mill wins");
}

#[test]
fn closing_turns_are_those_that_close_when_they_are_played() {
    for variant in Variant::ALL {
        let mut position = Position::start(variant.rules(), Side::White);
        for step in 0..60_usize {
            let analysis = position.analysis();
            let side = &analysis.sides[position.side()];
            if position.owed() == 0 {
                let closing: Vec<_> = position
                    .legal_actions()
                    .filter(|action| {
                        let played = position.play(&(*action).into()).expect("legal");
                        !played.closed.is_empty()
                    })
                    .collect();
                assert_eq!(closings(side), texts(closing), "{position}");
                let actions = usize::from(side.placements) + usize::from(side.movements);
                assert_eq!(actions, position.legal_actions().len(), "{position}");
            }
            assert_eq!(analysis.removable, position.removable(), "{position}");
            let actions: Vec<_> = position.legal_actions().collect();
            let Some(action) = actions.get(step * 11 % actions.len().max(1)) else {
                break;
            };
            position = position.act(*action).expect("legal actions are played");
        }
    }
}

#[test]
fn blocked_men_have_nowhere_to_go() {
    let stuck = position(rules("nine"), "wbw/3/3/b4b/3/3/wb1 w 0,0 0 0 40");
    let side = white(&stuck);
    assert!(side.blocked_men.is_empty(), "three men fly");
    assert_eq!(side.flight, Flight::Flies { men: 3, fly_at: 3 });
    let grounded = rules_with("nine", &[(Field::FlyAt, "0")]);
    let stuck = position(grounded, "wbw/3/3/b4b/3/3/wb1 b 0,0 0 0 40");
    let side = white(&stuck);
    assert_eq!(texts(side.blocked_men), ["a7", "g7", "a1"]);
    assert!(side.is_blocked && side.closing.is_empty());
    assert_eq!(
        (side.movements, side.placements, side.phase),
        (0, 0, Phase::Moving)
    );
}

#[test]
fn why_a_side_flies_or_not_is_told() {
    let flight = |rules, text: &str| white(&position(rules, text)).flight;
    let few = "www/3/3/bbbb2/3/3/3 w 0,0 0 0 40";
    assert_eq!(
        flight(rules("nine"), few),
        Flight::Flies { men: 3, fly_at: 3 }
    );
    assert_eq!(
        flight(rules("nine"), &few.replace("0,0", "2,0")),
        Flight::MenInHand { hand: 2 }
    );
    let four = few.replace("www/3", "www/w2");
    assert_eq!(
        flight(rules("nine"), &four),
        Flight::TooManyMen { men: 4, fly_at: 3 }
    );
    assert_eq!(
        flight(rules_with("nine", &[(Field::FlyAt, "0")]), few),
        Flight::Never
    );
    let holes = "w1w/3/bb1 w 1,1 0 0 4";
    assert_eq!(flight(rules("nine_holes"), holes), Flight::MovesAnywhere);
}

#[test]
fn exposed_men_are_those_that_could_be_removed() {
    let mixed = position(rules("nine"), "www/w2/3/b2b1b/3/3/3 b 0,0 0 0 40");
    assert_eq!(texts(white(&mixed).exposed), ["b6"]);
    let mills = position(rules("nine"), "www/3/3/b2b1b/3/3/3 b 0,0 0 0 40");
    assert_eq!(texts(white(&mills).exposed), ["a7", "d7", "g7"]);
    assert_eq!(texts(white(&mills).men_in_mills), ["a7", "d7", "g7"]);
    let only = rules_with("nine", &[(Field::Removable, "outside_mills_only")]);
    assert!(
        white(&position(only, "www/3/3/b2b1b/3/3/3 b 0,0 0 0 40"))
            .exposed
            .is_empty()
    );
    assert!(
        white(&position(rules("three"), "w1w/3/bb1 w 1,1 0 0 4"))
            .exposed
            .is_empty()
    );
}

#[test]
fn once_the_game_has_ended_nobody_can_act() {
    let over = position(rules("nine"), "w1w/www/3/b2b2/3/3/3 b 0,0 0 0 40");
    assert!(over.outcome().is_some());
    let side = white(&over);
    assert_eq!((side.placements, side.movements), (0, 0));
    assert!(side.closing.is_empty() && side.double_mills.is_empty());
    assert_eq!(side.mills.len(), 1);
}
