use moelle_rules::{
    Course, Field, GameResult, Outcome, Position, Refusal, Repetitions, Side, Termination,
};

use crate::given::{play_all, position, rules, rules_with, turn};

const SHUTTLE: &str = "a7-d7 a1-d1 d7-a7 d1-a1";
const START: &str = "w2/1w1/3/w1b3/w2/1b1/b1b w 0,0 0 0 30";

#[test]
fn the_starting_position_counts_as_an_occurrence() {
    let mut course = Course::new(position(rules("nine"), START));
    assert_eq!(course.occurrences(), 1);
    play_all(&mut course, SHUTTLE);
    assert_eq!((course.occurrences(), course.outcome()), (2, None));
    play_all(&mut course, SHUTTLE);
    assert_eq!(course.occurrences(), 3);
    assert_eq!(
        course.outcome(),
        Some(Outcome::draw(Termination::Repetition))
    );
    assert_eq!(
        course.position().outcome(),
        None,
        "one position shows no repetition"
    );
    let more = turn(course.position(), "a7-d7");
    let refused = course.play(&more).expect_err("the game is over");
    assert_eq!((refused.refusal, refused.action), (Refusal::GameOver, 0));
    assert_eq!(
        refused.point.map(|point| point.to_string()).as_deref(),
        Some("a7")
    );
}

#[test]
fn positions_count_for_nothing_after_a_placement_or_a_removal() {
    let mut course = Course::new(position(rules("lasker"), "w2/3/3/6/3/3/b2 w 9,9 0 0 2"));
    play_all(&mut course, SHUTTLE);
    assert_eq!(
        (course.occurrences(), course.repetitions().keys().len()),
        (2, 5)
    );
    play_all(&mut course, "f4");
    assert_eq!(
        (course.occurrences(), course.repetitions().keys().len()),
        (1, 1)
    );
}

#[test]
fn inside_a_turn_nothing_is_counted() {
    let mut course = Course::new(position(
        rules("nine"),
        "ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40",
    ));
    play_all(&mut course, "g4-g7");
    assert_eq!((course.occurrences(), course.position().owed()), (0, 1));
    play_all(&mut course, "xd5");
    assert_eq!(
        (course.occurrences(), course.repetitions().keys().len()),
        (1, 1)
    );
}

#[test]
fn repetition_comes_before_quiet_and_may_be_switched_off() {
    let fields = [(Field::QuietPlies, "12"), (Field::Repetition, "4")];
    for (repetition, termination) in [
        ("4", Termination::Repetition),
        ("5", Termination::Quiet),
        ("0", Termination::Quiet),
    ] {
        let rules = rules_with("nine", &[fields[0], (Field::Repetition, repetition)]);
        let mut course = Course::new(position(rules, START));
        for _ in 0..3 {
            assert_eq!(course.outcome(), None);
            play_all(&mut course, SHUTTLE);
        }
        let outcome = course.outcome().expect("twelve quiet plies");
        assert_eq!(outcome.termination, termination, "repetition {repetition}");
    }
}

#[test]
fn a_course_is_taken_up_again_from_its_keys() {
    let mut course = Course::new(position(rules("nine"), START));
    play_all(&mut course, SHUTTLE);
    play_all(&mut course, "a7-d7 a1-d1");
    let keys: Vec<u64> = course
        .repetitions()
        .keys()
        .iter()
        .map(|key| key.to_u64())
        .collect();
    let text = course.position().to_string();
    let again = position(rules("nine"), &text);
    let mut resumed = Course::resume(again, keys.into_iter().map(Into::into), None);
    assert_eq!(resumed, course);
    play_all(&mut resumed, "d7-a7 d1-a1");
    assert_eq!(
        resumed.outcome(),
        Some(Outcome::draw(Termination::Repetition))
    );
    let resigned = Outcome::win(Side::Black, Termination::Resignation);
    let mut over = Course::resume(again, [], Some(resigned));
    assert!(over.play(&turn(&again, "d7-a7")).is_err());
}

#[test]
fn a_blocked_side_passes_and_the_position_passed_back_is_counted() {
    let passes = rules_with("nine", &[(Field::Blocked, "passes"), (Field::FlyAt, "0")]);
    let mut course = Course::new(position(passes, "wbw/3/3/b5/2b/3/wb1 b 0,0 0 0 30"));
    let played = course
        .play(&turn(course.position(), "e3-d3"))
        .expect("legal");
    assert!(!played.passed, "White can move");
    let mut course = Course::new(position(passes, "wbw/3/3/b2b1b/3/3/wb1 b 0,0 0 0 30"));
    let played = course
        .play(&turn(course.position(), "e4-e3"))
        .expect("legal");
    assert!(played.passed && played.ended_turn);
    assert_eq!(
        course.position().to_string(),
        "wbw/3/3/b4b/2b/3/wb1 b 0,0 0 1 31"
    );
    play_all(&mut course, "e3-e4 e4-e3");
    assert_eq!(
        (course.position().side(), course.occurrences()),
        (Side::Black, 2)
    );
    assert_eq!(course.position().ply(), 33, "a pass is no ply");
}

#[test]
fn players_end_a_game_once() {
    let mut course = Course::new(Position::start(rules("nine"), Side::White));
    let resigned = Outcome::win(Side::White, Termination::Resignation);
    course.end(resigned);
    course.end(Outcome::draw(Termination::Agreement));
    assert_eq!(course.outcome(), Some(resigned));
    assert!(
        course
            .act(
                course
                    .position()
                    .legal_actions()
                    .next()
                    .expect("the board is empty")
            )
            .is_err()
    );
    course.restart(Position::start(rules("nine"), Side::Black));
    assert_eq!((course.outcome(), course.occurrences()), (None, 1));
}

#[test]
fn a_removal_too_many_after_a_draw_by_repetition_finds_the_game_over() {
    let mut course = Course::new(position(rules("nine"), START));
    play_all(&mut course, SHUTTLE);
    play_all(&mut course, "a7-d7 a1-d1 d7-a7");
    let refused = course
        .play(&turn(course.position(), "d1-a1xa7"))
        .expect_err("one too many");
    assert_eq!((refused.refusal, refused.action), (Refusal::GameOver, 1));
    assert_eq!(course.outcome(), None, "the refused turn changed nothing");
}

#[test]
fn results_and_terminations_go_together() {
    use Termination::{Aborted, Agreement, Blocked, Mill, Quiet, Timeout};
    assert!(Mill.allows(GameResult::WhiteWins) && !Mill.allows(GameResult::Draw));
    assert!(Quiet.allows(GameResult::Draw) && !Quiet.allows(GameResult::NoResult));
    assert!(Blocked.allows(GameResult::Draw) && Blocked.allows(GameResult::BlackWins));
    assert!(Aborted.allows(GameResult::NoResult) && !Aborted.allows(GameResult::WhiteWins));
    assert!(Timeout.is_caused_by_players() && !Mill.is_caused_by_players());
    assert!(Agreement.allows(GameResult::Draw) && !Agreement.allows(GameResult::WhiteWins));
    assert_eq!(GameResult::win(Side::Black).winner(), Some(Side::Black));
}

#[test]
fn repetitions_are_counted_by_hand_too() {
    let start = Position::start(rules("nine"), Side::White);
    let mut repetitions = Repetitions::new();
    repetitions.count(&start);
    repetitions.count(&start);
    assert_eq!(repetitions.seen(&start), 2);
    assert_eq!(
        repetitions,
        [start.key(), start.key()].into_iter().collect()
    );
    repetitions.clear();
    assert_eq!(repetitions.seen(&start), 0);
}

#[test]
fn a_position_is_recognised_however_long_ago_it_occurred() {
    let endless = rules_with(
        "nine",
        &[(Field::QuietPlies, "0"), (Field::Repetition, "10")],
    );
    let start = position(endless, START);
    let mut repetitions = Repetitions::new();
    for number in 0..2_000_u32 {
        assert_eq!(
            repetitions.seen(&start),
            number.div_ceil(300),
            "after {number}"
        );
        let other = position(endless, "b2/1w1/3/w1b3/w2/1b1/b1w w 0,0 0 0 30");
        repetitions.count(if number % 300 == 0 { &start } else { &other });
    }
    assert_eq!(
        repetitions.keys().iter().copied().collect::<Repetitions>(),
        repetitions
    );
}

#[test]
fn a_side_passes_also_where_the_position_passed_back_is_the_end() {
    let changes = [
        (Field::Blocked, "passes"),
        (Field::FlyAt, "0"),
        (Field::QuietPlies, "10"),
    ];
    let passes = rules_with("nine", &changes);
    let mut course = Course::new(position(passes, "wbw/3/3/b2b1b/3/3/wb1 b 0,0 0 9 30"));
    let played = course
        .play(&turn(course.position(), "e4-e3"))
        .expect("legal");
    assert!(played.passed && played.ended_turn);
    assert_eq!(played.outcome, Some(Outcome::draw(Termination::Quiet)));
    assert_eq!(course.position().side(), Side::Black);
}
