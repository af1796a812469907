//! What is to be said of a rule set, in no language yet.
//!
//! The sentences and the cells of a comparison are made from the same statements, so that the
//! two never contradict each other.

use moelle_rules::{Blocked, BoardFull, MillRule, Movement, RuleSet};

use crate::language::Language;
use crate::texts::{Arg, text};
use crate::topic::Topic;

/// One thing that is true of a rule set.
pub(crate) struct Statement {
    pub(crate) topic: Topic,
    sentence: String,
    cell: Option<String>,
    args: [(&'static str, Arg<'static>); 7],
}

impl Statement {
    /// The statement as a whole sentence.
    pub(crate) fn sentence(&self, language: Language) -> String {
        text(&self.sentence, &self.args, language)
    }

    /// The statement as a part of a cell of a table; none where a table leaves it out.
    pub(crate) fn cell(&self, language: Language) -> Option<String> {
        self.cell
            .as_ref()
            .map(|cell| text(cell, &self.args, language))
    }
}

/// Everything that is to be said of a rule set, by topic. What cannot happen is left out: a
/// board that the men can never fill, or removals where a mill wins.
pub(crate) fn statements(rules: &RuleSet) -> Vec<Statement> {
    let mut told = Told {
        rules,
        statements: Vec::new(),
    };
    told.board_and_men();
    told.placing_and_mill();
    told.removing();
    told.movement_and_flying();
    told.winning();
    told.draws();
    told.statements
}

/// Whether both sides' men together can occupy every point.
pub(crate) fn can_fill_the_board(rules: &RuleSet) -> bool {
    usize::from(rules.men()) * 2 >= rules.board().points().len()
}

struct Told<'a> {
    rules: &'a RuleSet,
    statements: Vec<Statement>,
}

impl Told<'_> {
    fn board_and_men(&mut self) {
        let board = self.rules.board().kind().name();
        self.push(
            Topic::Board,
            format!("rule-board-{board}"),
            Some(format!("board-{board}")),
        );
        self.say(Topic::Men, "men");
        self.say(Topic::Lines, &format!("lines-{board}"));
    }

    fn placing_and_mill(&mut self) {
        let placing = if self.rules.move_while_placing() {
            "or-moving"
        } else {
            "only"
        };
        self.say(Topic::Placing, &format!("placing-{placing}"));
        match (self.rules.mill(), self.rules.capture_while_placing()) {
            (MillRule::Win, _) => self.say(Topic::Mill, "mill-win"),
            (MillRule::Capture, from_start) => {
                let when = if from_start {
                    "from-start"
                } else {
                    "when-placed"
                };
                self.say_in_words_only(Topic::Mill, "mill-capture");
                self.say(Topic::Mill, &format!("mill-capture-{when}"));
            }
        }
    }

    fn removing(&mut self) {
        if self.rules.mill() == MillRule::Win {
            return self.say(Topic::Removing, "removing-never");
        }
        self.say_with_otherwise(
            Topic::Removing,
            &format!("removing-{}", self.rules.removable().name()),
        );
        let removals = self.rules.removals_per_turn().name();
        self.say(Topic::Removing, &format!("removing-{removals}"));
        self.say_in_words_only(Topic::Removing, "removing-for-good");
    }

    fn movement_and_flying(&mut self) {
        let (movement, men) = (self.rules.movement(), self.rules.men());
        self.say(Topic::Movement, &format!("movement-{}", movement.name()));
        match (movement, self.rules.fly_at()) {
            (Movement::Any, 0) => self.say(Topic::Flying, "flying-moot-never"),
            (Movement::Any, _) => self.say(Topic::Flying, "flying-moot"),
            (Movement::Adjacent, 0) if self.rules.mill() == MillRule::Win => {
                // Nobody ever gets down to few men, so the sentence does not speak of them.
                self.push(
                    Topic::Flying,
                    "rule-flying-never-win".into(),
                    Some("cell-flying-never".into()),
                );
                self.say_in_words_only(Topic::Flying, "flying-never-win-otherwise");
            }
            (Movement::Adjacent, 0) => self.say_with_otherwise(Topic::Flying, "flying-never"),
            (Movement::Adjacent, few) if few < men => {
                self.say_with_otherwise(Topic::Flying, "flying-few");
            }
            (Movement::Adjacent, _) => self.say_with_otherwise(Topic::Flying, "flying-all"),
        }
    }

    fn winning(&mut self) {
        self.say(
            Topic::Winning,
            match self.rules.mill() {
                MillRule::Capture => "winning-capture",
                MillRule::Win => "winning-mill",
            },
        );
        if self.rules.blocked() == Blocked::Loses {
            self.say(Topic::Winning, "winning-blocked-loses");
        }
    }

    fn draws(&mut self) {
        match self.rules.blocked() {
            Blocked::Loses => {}
            Blocked::Passes => self.say(Topic::Draws, "draws-blocked-passes"),
            Blocked::Draw => self.say(Topic::Draws, "draws-blocked-draw"),
        }
        if can_fill_the_board(self.rules) {
            self.say(
                Topic::Draws,
                match self.rules.board_full() {
                    BoardFull::Draw => "draws-board_full-draw",
                    BoardFull::Blocked => "draws-board_full-blocked",
                },
            );
        }
        self.say(
            Topic::Draws,
            match self.rules.repetition() {
                0 => "draws-repetition-never",
                _ => "draws-repetition",
            },
        );
        self.say(
            Topic::Draws,
            match self.rules.quiet_plies() {
                0 => "draws-quiet-never",
                _ => "draws-quiet",
            },
        );
    }

    fn say(&mut self, topic: Topic, key: &str) {
        self.push(topic, format!("rule-{key}"), Some(format!("cell-{key}")));
    }

    fn say_in_words_only(&mut self, topic: Topic, key: &str) {
        self.push(topic, format!("rule-{key}"), None);
    }

    /// Says a rule on which tables differ, and what would change without it.
    fn say_with_otherwise(&mut self, topic: Topic, key: &str) {
        self.say(topic, key);
        self.say_in_words_only(topic, &format!("{key}-otherwise"));
    }

    fn push(&mut self, topic: Topic, sentence: String, cell: Option<String>) {
        let rules = self.rules;
        let args = [
            ("points", rules.board().points().len().into()),
            ("lines", rules.board().lines().len().into()),
            ("men", rules.men().into()),
            ("min", rules.min_men().into()),
            ("few", rules.fly_at().into()),
            ("count", rules.repetition().into()),
            ("plies", rules.quiet_plies().into()),
        ];
        self.statements.push(Statement {
            topic,
            sentence,
            cell,
            args,
        });
    }
}
