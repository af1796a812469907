//! What the lessons of the guide say.

use crate::language::Language;
use crate::texts::{find, text};

/// What a lesson is called and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonText {
    /// What it is called.
    pub title: String,
    /// What it is about, in a few words.
    pub about: String,
}

/// What a step of a lesson says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStepText {
    /// What there is to know.
    pub text: String,
    /// What the reader is to do, where the step has a task.
    pub task: Option<String>,
    /// What is said when it was done.
    pub right: Option<String>,
}

/// The title of a lesson and what it is about.
#[must_use]
pub fn lesson_text(id: &str, language: Language) -> LessonText {
    LessonText {
        title: text(&format!("lesson-{id}"), &[], language),
        about: text(&format!("lesson-{id}.about"), &[], language),
    }
}

/// What a step says; the first step has the number 1.
#[must_use]
pub fn lesson_step_text(id: &str, number: usize, language: Language) -> LessonStepText {
    let id = format!("lesson-{id}-{number}");
    LessonStepText {
        text: text(&id, &[], language),
        task: find(&format!("{id}.task"), &[], language),
        right: find(&format!("{id}.right"), &[], language),
    }
}

/// What is said of an answer that the rules allow and the task does not ask for.
#[must_use]
pub fn lesson_legal(language: Language) -> String {
    text("lesson_legal", &[], language)
}
