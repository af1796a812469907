//! A game played on the engine and on the twin at once.

use crate::engine::{Engine, Grouped, mills};
use crate::twin::{Game, Refused, RuleSet};

/// The engine and the twin in the same position, or so it is hoped.
#[derive(Clone, PartialEq)]
pub(crate) struct Both {
    pub(crate) twin: Game,
    pub(crate) engine: Engine,
}

/// All that a position shows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) phase: &'static str,
    pub(crate) outcome: Option<(String, String)>,
    pub(crate) legal_turns: Vec<String>,
    pub(crate) removable: Vec<String>,
    pub(crate) white_mills: Vec<Vec<String>>,
    pub(crate) black_mills: Vec<Vec<String>>,
}

impl Both {
    /// The beginning of a game.
    pub(crate) fn start(rules: &RuleSet) -> Self {
        Self {
            twin: Game::start(rules.clone()),
            engine: Engine::start(rules),
        }
    }

    /// The game that starts from a text, if both read it; they must agree on that.
    pub(crate) fn from_text(rules: &RuleSet, text: &str) -> Option<Self> {
        let twin = Game::from_text(rules.clone(), text);
        let engine = Engine::from_text(rules, text);
        match (twin, engine) {
            (Ok(twin), Ok(engine)) => Some(Self { twin, engine }),
            (Err(_), Err(_)) => None,
            (Ok(_), Err(reason)) => panic!("only the engine refuses {text}: {reason}"),
            (Err(reason), Ok(_)) => panic!("only the twin refuses {text}: {reason}"),
        }
    }

    /// What the position shows; the two must agree.
    pub(crate) fn look(&self) -> Shown {
        let twin = Shown {
            text: self.twin.text(),
            phase: self.twin.phase(),
            outcome: self.twin.outcome(),
            legal_turns: self.twin.legal_turns(),
            removable: owned(&self.twin.removable()),
            white_mills: in_order(self.twin.mills('w').iter().map(|mill| owned(mill))),
            black_mills: in_order(self.twin.mills('b').iter().map(|mill| owned(mill))),
        };
        let engine = Shown {
            text: self.engine.text(),
            phase: self.engine.phase(),
            outcome: self.engine.outcome(),
            legal_turns: self.engine.legal_turns(),
            removable: self.engine.removable(),
            white_mills: in_order(self.engine.mills('w')),
            black_mills: in_order(self.engine.mills('b')),
        };
        assert_eq!(
            engine, twin,
            "the engine (left) and the twin (right) show different things"
        );
        self.look_at_actions();
        twin
    }

    /// The legal actions, one by one and grouped, are those that the twin accepts.
    fn look_at_actions(&self) {
        let mut actions = self.engine.legal_actions();
        actions.sort();
        let mut accepted = self.twin.legal_actions();
        accepted.sort();
        assert_eq!(actions, accepted, "single actions at {}", self.twin.text());
        let mut grouped = self.engine.grouped();
        grouped.sort();
        let groups = accepted.iter().filter(|action| !action.starts_with('x'));
        let groups: Vec<Grouped> = groups.map(|action| self.group(action)).collect();
        assert_eq!(grouped, groups, "grouped actions at {}", self.twin.text());
    }

    /// What an accepted action leads to, as the twin sees it.
    fn group(&self, action: &str) -> Grouped {
        let mut after = self.twin.clone();
        after.send(action).expect("it was accepted");
        Grouped {
            action: action.to_owned(),
            wins: after.outcome().is_some_and(|(_, end)| end == "mill"),
            owed: after.owed(),
            removable: owned(&after.removable()),
        }
    }

    /// Sends a turn to both; they must give the same answer.
    pub(crate) fn send(&mut self, turn: &str) -> Result<(), Refused> {
        let before = self.twin.clone();
        let at = before.text();
        let twin = self.twin.send(turn);
        let played = match self.engine.send(turn) {
            Ok(played) => played,
            Err(refused) => {
                assert_eq!(
                    Err(&refused),
                    twin.as_ref(),
                    "refused {turn} at {at}, and the twin"
                );
                return twin;
            }
        };
        assert_eq!(
            twin,
            Ok(()),
            "the engine accepts {turn} at {at}, the twin does not"
        );
        let ended = self.twin.ply() > before.ply();
        assert_eq!(
            played.ended_turn, ended,
            "whether {turn} at {at} ends the turn"
        );
        let passed = ended && self.twin.side() == before.side();
        assert_eq!(
            played.passed, passed,
            "whether the other side passes after {turn} at {at}"
        );
        assert_eq!(
            in_order(mills(played.closed)),
            closed(&before, turn),
            "by {turn} at {at}"
        );
        twin
    }
}

/// The mills that the first action of a turn closes: those through its new point after it.
fn closed(before: &Game, turn: &str) -> Vec<Vec<String>> {
    let first = turn[1..]
        .find(['x', 'X'])
        .map_or(turn, |index| &turn[..=index]);
    let first = first.to_ascii_lowercase();
    // A placement or movement ends with its new point; what is shorter than `d6` or an `x` before
    // a letter is a removal, which closes nothing.
    let is_removal = first.starts_with('x') && first.len() == 3;
    let mut after = before.clone();
    after
        .send(&first)
        .expect("the first action of an accepted turn");
    let new_point = &first[first.len() - 2..];
    let closed = after.mills(before.side()).into_iter();
    let closed = closed.filter(|mill| !is_removal && mill.contains(&new_point));
    in_order(closed.map(|mill| owned(&mill)))
}

fn owned(points: &[&str]) -> Vec<String> {
    points.iter().map(|point| (*point).to_owned()).collect()
}

/// Mills are compared as a set of sets.
fn in_order(mills: impl IntoIterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let sorted = |mut mill: Vec<String>| {
        mill.sort();
        mill
    };
    let mut mills: Vec<Vec<String>> = mills.into_iter().map(sorted).collect();
    mills.sort();
    mills
}
