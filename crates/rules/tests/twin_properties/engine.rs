//! The engine in the words of the twin: texts in, texts out.

use moelle_rules::{
    Course, Field, LineSet, Played, PointSet, Position, Side, TargetGroup, Turn, Variant, perft,
};

use crate::twin::{Refused, RuleSet};

/// A game on the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Engine(Course);

/// One action of the grouped form: what it is, whether it wins, and what it earns.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Grouped {
    pub(crate) action: String,
    pub(crate) wins: bool,
    pub(crate) owed: u64,
    pub(crate) removable: Vec<String>,
}

/// The engine's rule set with the twin's values, set field by field.
pub(crate) fn rules(twin: &RuleSet) -> moelle_rules::RuleSet {
    let mut fields = Variant::find("nine")
        .expect("nine is offered")
        .rules()
        .fields();
    for (field, value) in twin.lines() {
        let field: Field = field.parse().expect("a field of the page");
        fields.set(field, &value).expect("a value of the page");
    }
    moelle_rules::RuleSet::try_from(fields).expect("a valid rule set")
}

impl Engine {
    pub(crate) fn start(twin: &RuleSet) -> Self {
        Self(Course::new(Position::start(rules(twin), Side::White)))
    }

    pub(crate) fn from_text(twin: &RuleSet, text: &str) -> Result<Self, String> {
        let position = Position::parse(rules(twin), text).map_err(|error| error.to_string())?;
        Ok(Self(Course::new(position)))
    }

    pub(crate) fn send(&mut self, text: &str) -> Result<Played, Refused> {
        let turn = Turn::parse(self.position().board(), text);
        turn.and_then(|turn| self.0.play(&turn))
            .map_err(|illegal| Refused {
                reason: illegal.refusal.name(),
                action: illegal.action,
                point: illegal.point.map(|point| point.to_string()),
            })
    }

    pub(crate) fn text(&self) -> String {
        self.position().to_string()
    }

    pub(crate) fn phase(&self) -> &'static str {
        self.position().phase().name()
    }

    pub(crate) fn outcome(&self) -> Option<(String, String)> {
        let outcome = self.0.outcome()?;
        Some((
            outcome.result.name().to_owned(),
            outcome.termination.name().to_owned(),
        ))
    }

    /// The legal turns of the game; a position that has been repeated too often has none.
    pub(crate) fn legal_turns(&self) -> Vec<String> {
        self.while_it_is_on(|position| {
            position
                .legal_turns()
                .map(|turn| turn.to_string())
                .collect()
        })
    }

    pub(crate) fn legal_actions(&self) -> Vec<String> {
        self.while_it_is_on(|position| {
            let actions = position.legal_actions();
            let length = actions.len();
            let actions: Vec<String> = actions.map(|action| action.to_string()).collect();
            assert_eq!(actions.len(), length, "the actions know their number");
            actions
        })
    }

    /// The placements and movements of the grouped form.
    pub(crate) fn grouped(&self) -> Vec<Grouped> {
        self.while_it_is_on(|position| {
            let grouped = position.grouped();
            let placements = grouped
                .placements
                .iter()
                .map(|to| group(to.to.to_string(), to));
            let movements = grouped.movements.iter().flat_map(|movement| {
                let from = movement.from;
                movement
                    .targets
                    .iter()
                    .map(move |to| group(format!("{from}-{}", to.to), to))
            });
            placements.chain(movements).collect()
        })
    }

    pub(crate) fn removable(&self) -> Vec<String> {
        names(self.position().removable())
    }

    pub(crate) fn mills(&self, side: char) -> Vec<Vec<String>> {
        mills(self.position().mills(as_side(side)))
    }

    pub(crate) fn men_of(&self, side: char) -> u64 {
        self.position().men_left(as_side(side)).into()
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    fn position(&self) -> &Position {
        self.0.position()
    }

    fn while_it_is_on<T>(&self, look: impl FnOnce(&Position) -> Vec<T>) -> Vec<T> {
        let over = self.0.outcome().is_some();
        if over {
            Vec::new()
        } else {
            look(self.position())
        }
    }
}

/// The mills of a set of lines.
pub(crate) fn mills(lines: LineSet) -> Vec<Vec<String>> {
    lines
        .iter()
        .map(|line| line.map(|point| point.to_string()).to_vec())
        .collect()
}

fn group(action: String, target: &TargetGroup) -> Grouped {
    let removable = names(target.removable);
    Grouped {
        action,
        wins: target.wins,
        owed: target.owed.into(),
        removable,
    }
}

fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

fn as_side(letter: char) -> Side {
    Side::from_letter(letter).expect("w or b")
}
