//! The lessons.

use crate::step::{Goal, Lesson, Step};

const fn step(
    variant: &'static str,
    position: &'static str,
    lit: &'static [&'static str],
    goal: Option<Goal>,
) -> Step {
    Step {
        variant,
        position,
        lit,
        goal,
    }
}

/// A step of nine men's morris.
const fn nine(position: &'static str, lit: &'static [&'static str], goal: Option<Goal>) -> Step {
    step("nine", position, lit, goal)
}

/// A step that is only read.
const READ: Option<Goal> = None;
const ANY: Option<Goal> = Some(Goal::AnyTurn);
const WIN: Option<Goal> = Some(Goal::Wins);

#[expect(
    clippy::unnecessary_wraps,
    reason = "a step may have no goal, and the table is read so"
)]
const fn one_of(turns: &'static [&'static str]) -> Option<Goal> {
    Some(Goal::OneOf(turns))
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "a step may have no goal, and the table is read so"
)]
const fn closes(a: &'static str, b: &'static str, c: &'static str) -> Option<Goal> {
    Some(Goal::Closes([a, b, c]))
}

/// In the order in which they are learnt.
pub(crate) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "board",
        steps: &[
            nine("", &[], READ),
            nine(
                "3/1w1/3/6/3/3/3 b 8,9 0 0 1",
                &["d7", "b6", "f6", "d5"],
                READ,
            ),
        ],
    },
    Lesson {
        id: "placing",
        steps: &[
            nine("", &[], ANY),
            nine(
                "3/3/3/4w1/3/1b1/3 w 8,8 0 0 2",
                &["d6", "b4", "f4", "d2"],
                one_of(&["d6", "b4"]),
            ),
        ],
    },
    Lesson {
        id: "mill",
        steps: &[
            nine(
                "ww1/b2/3/6/3/1b1/3 w 7,7 0 0 4",
                &["g7"],
                closes("a7", "d7", "g7"),
            ),
            nine(
                "1w1/1w1/3/6/3/b1b/3 w 7,7 0 0 4",
                &["d5"],
                closes("d7", "d6", "d5"),
            ),
            nine("w2/w2/w2/6/3/bb1/3 b 6,7 0 0 5", &["a7", "b6", "c5"], READ),
        ],
    },
    Lesson {
        id: "removing",
        steps: &[
            nine("www/b2/3/6/bbb/3/3 w 5,5 1 0 8", &["b6"], one_of(&["xb6"])),
            nine("www/3/3/6/bbb/3/3 w 6,6 1 0 6", &["c3", "d3", "e3"], ANY),
        ],
    },
    Lesson {
        id: "moving",
        steps: &[nine(
            "b2/1w1/w1w/4b1/1b1/bb1/w1w w 0,0 0 0 18",
            &["d6", "d5"],
            closes("c5", "d5", "e5"),
        )],
    },
    Lesson {
        id: "open-close",
        steps: &[
            nine(
                "3/b2/www/4b1/1b1/bb1/w1w w 0,0 0 1 20",
                &["c5", "d5", "e5"],
                one_of(&["d5-d6", "c5-c4", "e5-e4"]),
            ),
            nine(
                "3/bw1/w1w/4b1/1b1/1bb/w1w w 0,0 0 3 22",
                &["d6", "d5"],
                closes("c5", "d5", "e5"),
            ),
            nine(
                "b2/3/www/4b1/b2/bb1/w1w w 0,0 1 3 24",
                &["b2", "d2", "f2"],
                one_of(&["xb2", "xd2", "xf4"]),
            ),
        ],
    },
    Lesson {
        id: "flying",
        steps: &[nine(
            "2b/3/b1b/4w1/1w1/w2/ww1 b 0,0 0 2 41",
            &["g7", "d5"],
            closes("c5", "d5", "e5"),
        )],
    },
    Lesson {
        id: "winning",
        steps: &[
            nine("b1b/3/www/6/3/1b1/w2 w 0,0 1 0 50", &[], WIN),
            nine("bbw/1w1/3/bw2w1/3/3/wwb w 0,0 0 4 30", &["g1", "g4"], WIN),
        ],
    },
    Lesson {
        id: "double-mill",
        steps: &[
            nine(
                "3/www/w1w/b4b/1b1/b2/2b w 0,0 0 2 30",
                &["d6", "d5"],
                closes("c5", "d5", "e5"),
            ),
            nine(
                "3/w1w/www/5b/1b1/b2/2b w 0,0 0 1 32",
                &["d5", "d6"],
                closes("b6", "d6", "f6"),
            ),
        ],
    },
    Lesson {
        id: "draws",
        steps: &[nine("3/bw1/w1w/4b1/1b1/1bb/w1w w 0,0 0 98 122", &[], READ)],
    },
    Lesson {
        id: "three",
        steps: &[
            step("three", "", &["b2"], one_of(&["b2"])),
            step("three", "w1b/1w1/b2 w 1,1 0 0 4", &["c1"], WIN),
        ],
    },
    Lesson {
        id: "six",
        steps: &[
            step(
                "six",
                "ww1/3/b3/1b1/3 w 4,4 0 0 4",
                &["e5"],
                closes("a5", "c5", "e5"),
            ),
            step("six", "1w1/1w1/4/bb1/3 b 4,4 0 0 4", &["c5", "c4"], READ),
        ],
    },
    Lesson {
        id: "others",
        steps: &[
            step(
                "twelve",
                "w2/w2/3/6/3/b1b/3 w 10,10 0 0 4",
                &["c5"],
                closes("a7", "b6", "c5"),
            ),
            step(
                "lasker",
                "3/1w1/w1w/6/3/b1b/1b1 w 7,7 0 0 6",
                &["d6", "d5"],
                closes("c5", "d5", "e5"),
            ),
            step(
                "seven",
                "1w1/1w1/5/b1b/3 w 5,5 0 0 4",
                &["c3"],
                closes("c5", "c4", "c3"),
            ),
            step("achi", "bbw/ww1/bwb w 0,0 0 0 8", &["c2"], WIN),
            step("nine_holes", "w1b/1b1/1w1 w 1,1 0 0 4", &[], READ),
        ],
    },
];
