//! What a lesson is made of.

use moelle_rules::{Position, Side, Variant};
use moelle_words::{Language, LessonStepText, LessonText, lesson_step_text, lesson_text};

use crate::table::LESSONS;

/// A lesson: a few steps about one thing.
#[derive(Debug)]
pub struct Lesson {
    pub(crate) id: &'static str,
    pub(crate) steps: &'static [Step],
}

/// A step of a lesson.
#[derive(Debug)]
pub struct Step {
    pub(crate) variant: &'static str,
    /// The position; empty is the start of the variant.
    pub(crate) position: &'static str,
    /// The points that the text speaks of.
    pub(crate) lit: &'static [&'static str],
    pub(crate) goal: Option<Goal>,
}

/// What the answer to a task has to do. Every goal asks for a legal action first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Be legal; that is enough.
    AnyTurn,
    /// Be one of these.
    OneOf(&'static [&'static str]),
    /// Close the mill on these points.
    Closes([&'static str; 3]),
    /// Win the game.
    Wins,
}

/// Every lesson, in the order in which they are learnt.
#[must_use]
pub fn lessons() -> &'static [Lesson] {
    LESSONS
}

/// The lesson with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.id == id)
}

impl Lesson {
    /// Its id in requests, such as `double-mill`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Its steps.
    #[must_use]
    pub fn steps(&self) -> &'static [Step] {
        self.steps
    }

    /// The step with this number, 1 for the first.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<&'static Step> {
        self.steps.get(number.checked_sub(1)?)
    }

    /// What it is called and what it is about.
    #[must_use]
    pub fn text(&self, language: Language) -> LessonText {
        lesson_text(self.id, language)
    }

    /// What the step with this number says.
    #[must_use]
    pub fn step_text(&self, number: usize, language: Language) -> LessonStepText {
        lesson_step_text(self.id, number, language)
    }
}

impl Step {
    /// The variant whose rules hold.
    ///
    /// # Panics
    ///
    /// Never: a test walks the table.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        Variant::find(self.variant).expect("every step is of a variant that is offered")
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// Never: a test walks the table.
    #[must_use]
    pub fn position(&self) -> Position {
        let rules = self.variant().rules();
        if self.position.is_empty() {
            return Position::start(rules, Side::White);
        }
        Position::parse(rules, self.position).expect("every position of the table is valid")
    }

    /// The points that the text speaks of.
    #[must_use]
    pub fn lit(&self) -> &'static [&'static str] {
        self.lit
    }

    /// What the answer to its task has to do, if it has a task.
    #[must_use]
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }
}
