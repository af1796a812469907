//! Reading records.

use super::Record;
use super::fault::{ParseRecordError, RecordFault};
use super::words::{Part, Parts, Place};
use super::writing::MISSING;
use crate::field::Field;
use crate::outcome::{GameResult, Outcome, Termination};
use crate::position::Position;
use crate::rule_set::RuleSet;
use crate::side::Side;
use crate::turn::Turn;
use crate::variant::Variant;

/// The variant of a record that names none.
const USUAL_VARIANT: &str = "nine";
/// Terminations that say nothing about how a game ended.
const NO_TERMINATION: [&str; 4] = ["", "?", "normal", "unterminated"];

/// A record as it was read.
pub(super) struct Reading {
    pub(super) record: Record,
    /// How the turns alone end the game, if they do.
    by_turns: Option<Outcome>,
    /// What the text says of the end.
    result: Option<GameResult>,
    termination: Option<Termination>,
    /// Where it says it.
    place: Place,
    says_anything: bool,
}

impl Reading {
    /// The record, if it says something, and nothing of an end that the turns had left no room for.
    pub(super) fn strictly(self) -> Result<Record, ParseRecordError> {
        if !self.says_anything {
            return Err(Place::BEGIN.fault(RecordFault::SaysNothing));
        }
        match self.by_turns {
            Some(outcome) if self.record.outcome != Some(outcome) => {
                Err(self.place.fault(RecordFault::EndsOtherwise {
                    outcome,
                    result: self.result,
                    termination: self.termination,
                }))
            }
            _ => Ok(self.record),
        }
    }
}

pub(super) fn read(text: &str) -> Result<Reading, ParseRecordError> {
    let mut parts = Parts::of(text);
    let mut tags = Tags::default();
    let mut first_word = None;
    while let Some((place, part)) = parts.next()? {
        match part {
            Part::Tag(name, value) => tags.add(place, name, value)?,
            Part::Word(word) => {
                first_word = Some((place, word));
                break;
            }
        }
    }
    let has_tags = !tags.0.is_empty();
    let end = tags.read_end()?;
    let mut turns = Turns::begin(tags)?;
    let mut next = first_word;
    while let Some((place, word)) = next {
        turns.read_word(place, &word)?;
        next = match parts.next()? {
            Some((place, Part::Word(word))) => Some((place, word)),
            Some((place, Part::Tag(..))) => return Err(place.fault(RecordFault::LateTag)),
            None => None,
        };
    }
    let mut reading = end.close(turns, parts.place())?;
    reading.says_anything |= has_tags;
    Ok(reading)
}

/// The tags in their order, each with its place.
#[derive(Default)]
struct Tags(Vec<(Place, String, String)>);

impl Tags {
    fn add(&mut self, place: Place, name: String, value: String) -> Result<(), ParseRecordError> {
        if self
            .0
            .iter()
            .any(|(_, known, _)| known.eq_ignore_ascii_case(&name))
        {
            return Err(place.fault(RecordFault::TagTwice(name)));
        }
        self.0.push((place, name, value));
        Ok(())
    }

    /// Takes a tag away.
    fn take(&mut self, name: &str) -> Option<(Place, String)> {
        let at = self
            .0
            .iter()
            .position(|(_, known, _)| known.eq_ignore_ascii_case(name))?;
        let (place, _, value) = self.0.remove(at);
        Some((place, value))
    }

    fn read_end(&mut self) -> Result<End, ParseRecordError> {
        let mut end = End {
            result: None,
            termination: None,
        };
        if let Some((place, value)) = self.take("Result").filter(|(_, value)| value != "?") {
            let result = value.parse().map_err(|_| RecordFault::UnknownResult(value));
            end.result = Some((place, result.map_err(|what| place.fault(what))?));
        }
        if let Some((place, value)) = self.take("Termination") {
            let says_nothing = NO_TERMINATION.contains(&value.as_str());
            if !says_nothing {
                let read = value
                    .parse()
                    .map_err(|_| RecordFault::UnknownTermination(value));
                end.termination = Some((place, read.map_err(|what| place.fault(what))?));
            }
        }
        Ok(end)
    }

    fn read_variant(&mut self) -> Result<&'static Variant, ParseRecordError> {
        let (place, name) = match self.take("Variant") {
            Some((place, name)) => (Some(place), name),
            None => (None, USUAL_VARIANT.to_owned()),
        };
        match (Variant::find(&name), place) {
            (Some(variant), _) => Ok(variant),
            (None, Some(place)) => Err(place.fault(RecordFault::UnknownVariant(name))),
            (None, None) => Ok(&Variant::ALL[0]),
        }
    }

    fn read_rules(&mut self, variant: &Variant) -> Result<RuleSet, ParseRecordError> {
        let mut fields = variant.rules().fields();
        let mut places = Vec::new();
        for field in Field::ALL {
            if let Some((place, value)) = self.take(field.tag()) {
                fields
                    .set(*field, &value)
                    .map_err(|what| place.fault(what))?;
                places.push((*field, place));
            }
        }
        RuleSet::try_from(fields).map_err(|invalid| {
            let named = |field| places.iter().find(|(known, _)| *known == field);
            let place = invalid
                .problems
                .iter()
                .find_map(|problem| named(problem.field()))
                .or(places.first())
                .map_or(Place::BEGIN, |(_, place)| *place);
            place.fault(invalid)
        })
    }
}

/// The turns while they are being read.
struct Turns {
    record: Record,
    /// Whether Black may still turn out to act first.
    first_is_open: bool,
    /// The side whose turn comes next, as far as an ellipsis says so.
    written: Option<Side>,
    /// The side whose half was written last; none right after a number or at the beginning.
    last: Option<Side>,
    result: Option<(Place, GameResult)>,
}

impl Turns {
    fn begin(mut tags: Tags) -> Result<Self, ParseRecordError> {
        let variant = tags.read_variant()?;
        let rules = tags.read_rules(variant)?;
        let position = tags.take("Position");
        let start = match &position {
            None => Position::start(rules, Side::FIRST),
            Some((place, text)) => {
                Position::parse(rules, text).map_err(|what| place.fault(what))?
            }
        };
        let mut record = Record::new(variant, start);
        for (name, value) in [
            ("Event", &mut record.event),
            ("White", &mut record.players.white),
            ("Black", &mut record.players.black),
        ] {
            if let Some((_, known)) = tags.take(name) {
                *value = known;
            }
        }
        record.tags = tags
            .0
            .into_iter()
            .map(|(_, name, value)| (name, value))
            .collect();
        Ok(Self {
            record,
            first_is_open: position.is_none(),
            written: None,
            last: None,
            result: None,
        })
    }

    /// Whether there was a turn or a result.
    fn says_anything(&self) -> bool {
        !self.record.turns.is_empty() || self.result.is_some()
    }

    fn read_word(&mut self, place: Place, word: &str) -> Result<(), ParseRecordError> {
        if self.result.is_some() {
            return Err(place.fault(RecordFault::AfterResult));
        }
        if let Ok(result) = word.parse() {
            self.result = Some((place, result));
            return Ok(());
        }
        let without_number = self.skip_number(word);
        let turn = self.skip_ellipsis(without_number);
        let skipped = word.chars().count() - turn.chars().count();
        let turn = turn.trim_end_matches(['!', '?']);
        if turn.is_empty() || turn.starts_with('$') {
            return Ok(());
        }
        self.read_turn(place.after(skipped), turn)
    }

    /// The word without a number of turns and its full stop.
    fn skip_number<'a>(&mut self, word: &'a str) -> &'a str {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if rest.len() == word.len() {
            return word;
        }
        self.last = None;
        match rest.strip_prefix("...") {
            Some(_) => rest,
            None => rest.strip_prefix('.').unwrap_or(rest),
        }
    }

    /// The word without the ellipsis that stands for a missing half.
    fn skip_ellipsis<'a>(&mut self, word: &'a str) -> &'a str {
        let Some(rest) = word
            .strip_prefix(MISSING)
            .or_else(|| word.strip_prefix("..."))
        else {
            return word;
        };
        self.written = Some(self.last.unwrap_or(Side::Black));
        rest.trim_start_matches(['.', '…'])
    }

    fn read_turn(&mut self, place: Place, text: &str) -> Result<(), ParseRecordError> {
        if self.first_is_open && self.written == Some(Side::Black) {
            self.record
                .restart(Position::start(self.record.rules(), Side::Black));
        }
        self.first_is_open = false;
        let to_act = self.record.course.position().side();
        if let Some(written) = self.written.take().filter(|written| *written != to_act) {
            return Err(place.fault(RecordFault::OtherSideToAct { written, to_act }));
        }
        if self.record.turns.len() >= Record::TURNS_MAX {
            return Err(place.fault(RecordFault::TooManyTurns));
        }
        let turn = Turn::parse(self.record.start.board(), text);
        turn.and_then(|turn| self.record.play(&turn))
            .map_err(|refused| {
                place.fault(RecordFault::IllegalTurn {
                    turn: text.to_owned(),
                    refused,
                    played: Box::new(self.record.clone()),
                })
            })?;
        self.last = Some(to_act);
        Ok(())
    }
}

/// How the game ended as the tags say it.
struct End {
    result: Option<(Place, GameResult)>,
    termination: Option<(Place, Termination)>,
}

impl End {
    /// Holds what the tags say against the turns, and completes the record.
    fn close(self, turns: Turns, end: Place) -> Result<Reading, ParseRecordError> {
        let says_anything = turns.says_anything();
        if let (Some((_, tag)), Some((place, text))) = (self.result, turns.result)
            && tag != text
        {
            return Err(place.fault(RecordFault::TwoResults { tag, text }));
        }
        let mut record = turns.record;
        let said = self.result.or(turns.result);
        let place = said.map(|(place, _)| place);
        let place = place
            .or(self.termination.map(|(place, _)| place))
            .unwrap_or(end);
        let result = said.map(|(_, result)| result);
        let termination = self.termination.map(|(_, termination)| termination);
        let by_turns = record.outcome;
        record.outcome = agree(by_turns, result, termination).map_err(|what| place.fault(what))?;
        if let Some(outcome) = record.outcome {
            record.course.end(outcome);
        }
        Ok(Reading {
            record,
            by_turns,
            result,
            termination,
            place,
            says_anything,
        })
    }
}

/// The outcome that the turns and the tags give together.
fn agree(
    by_turns: Option<Outcome>,
    result: Option<GameResult>,
    termination: Option<Termination>,
) -> Result<Option<Outcome>, RecordFault> {
    if let Some(termination) = termination.filter(|end| end.is_caused_by_players()) {
        return by_players(result, termination).map(Some);
    }
    match (by_turns, result) {
        (Some(outcome), _) => {
            let same_result = result.is_none_or(|result| result == outcome.result);
            let same_end = termination.is_none_or(|end| end == outcome.termination);
            if same_result && same_end {
                Ok(Some(outcome))
            } else {
                Err(RecordFault::EndsOtherwise {
                    outcome,
                    result,
                    termination,
                })
            }
        }
        (None, None | Some(GameResult::NoResult)) if termination.is_none() => Ok(None),
        (None, _) => Err(RecordFault::DoesNotEnd {
            result,
            termination,
        }),
    }
}

/// The outcome that players have caused, which turns cannot contradict.
fn by_players(
    result: Option<GameResult>,
    termination: Termination,
) -> Result<Outcome, RecordFault> {
    let result = match (result, termination) {
        (Some(result), _) => result,
        (None, Termination::Agreement) => GameResult::Draw,
        (None, _) => GameResult::NoResult,
    };
    if termination.allows(result) {
        Ok(Outcome {
            result,
            termination,
        })
    } else {
        Err(RecordFault::Impossible {
            result,
            termination,
        })
    }
}
