use moelle_rules::{Course, IllegalTurn, Position, Turn};
use serde::{Deserialize, Deserializer};

use crate::reading::{Ending, Failure, Rules, check, same, told};

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
struct Line {
    id: String,
    #[serde(flatten)]
    rules: Rules,
    start: Option<String>,
    turns: Vec<String>,
    expect: Expected,
    #[serde(default)]
    earlier: Vec<Earlier>,
}

#[derive(Deserialize)]
struct Earlier {
    after: usize,
    #[serde(flatten)]
    expect: Expected,
}

/// What must hold; what is not named is not asked.
#[derive(Deserialize)]
struct Expected {
    position: Option<String>,
    side: Option<String>,
    owed: Option<u8>,
    quiet: Option<u32>,
    phase: Option<String>,
    #[serde(default)]
    outcome: Outcome,
    legal_turns: Option<Vec<String>>,
    removable: Option<Vec<String>>,
    refusal: Option<Refused>,
    #[serde(default)]
    bad_position: bool,
}

#[derive(Deserialize)]
struct Refused {
    at: usize,
    reason: String,
    action: usize,
    point: Option<String>,
}

/// The outcome, be it null, or nothing where it is not named.
#[derive(Default)]
enum Outcome {
    #[default]
    NotNamed,
    Named(Option<Ending>),
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        Option::deserialize(value).map(Self::Named)
    }
}

#[test]
fn every_reported_fault_is_absent() {
    check("reported.jsonl", 214, |line: Line| {
        is_absent(&line).map_err(|why| format!("{}: {why}", line.id))
    });
}

fn is_absent(line: &Line) -> Result<(), Failure> {
    let rules = line.rules.rule_set()?;
    let start = match &line.start {
        None => Ok(line.rules.start()?),
        Some(text) => Position::parse(rules, text),
    };
    if line.expect.bad_position {
        return same("start accepted", start.is_ok(), false);
    }
    let mut course = Course::new(start.map_err(told)?);
    for number in 0..=line.turns.len() {
        for earlier in line
            .earlier
            .iter()
            .filter(|earlier| earlier.after == number)
        {
            holds(&earlier.expect, &course).map_err(|why| format!("after {number}: {why}"))?;
        }
        let Some(text) = line.turns.get(number) else {
            break;
        };
        let turn = Turn::parse(course.position().board(), text);
        let played = turn.and_then(|turn| course.play(&turn).map(|_| ()));
        let refusal = line
            .expect
            .refusal
            .as_ref()
            .filter(|refusal| refusal.at == number);
        is_answered(played, refusal).map_err(|why| format!("{text}: {why}"))?;
    }
    holds(&line.expect, &course)
}

fn is_answered(played: Result<(), IllegalTurn>, refusal: Option<&Refused>) -> Result<(), Failure> {
    match (played, refusal) {
        (Ok(()), None) => Ok(()),
        (Err(refused), None) => Err(refused.to_string()),
        (Ok(()), Some(refusal)) => Err(format!("accepted, not refused with {}", refusal.reason)),
        (Err(refused), Some(refusal)) => same(
            "refusal",
            (
                refused.refusal.name(),
                refused.action,
                refused.point.map(|point| point.to_string()),
            ),
            (
                refusal.reason.as_str(),
                refusal.action,
                refusal.point.clone(),
            ),
        ),
    }
}

fn holds(expect: &Expected, course: &Course) -> Result<(), Failure> {
    let position = course.position();
    asked("position", expect.position.as_ref(), &position.to_string())?;
    asked(
        "side",
        expect.side.as_ref(),
        &position.side().letter().to_string(),
    )?;
    asked("owed", expect.owed.as_ref(), &position.owed())?;
    asked("quiet", expect.quiet.as_ref(), &position.quiet())?;
    asked(
        "phase",
        expect.phase.as_ref(),
        &position.phase().to_string(),
    )?;
    if let Outcome::Named(outcome) = &expect.outcome {
        same("outcome", &course.outcome().map(Ending::from), outcome)?;
    }
    let mut legal: Vec<_> = position
        .legal_turns()
        .map(|turn| turn.to_string())
        .collect();
    if course.outcome().is_some() {
        legal.clear();
    }
    asked("legal turns", expect.legal_turns.as_ref(), &legal)?;
    let mut removable: Vec<_> = position
        .removable()
        .iter()
        .map(|point| point.to_string())
        .collect();
    removable.sort();
    asked("removable", expect.removable.as_ref(), &removable)
}

fn asked<T>(what: &str, expected: Option<&T>, found: &T) -> Result<(), Failure>
where
    T: PartialEq + std::fmt::Debug,
{
    expected.map_or(Ok(()), |expected| same(what, found, expected))
}
