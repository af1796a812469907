//! Records in requests.

use moelle_games::ImportGame;
use moelle_rules::{ParseRecordError, Record, RecordFault};
use moelle_words::{Language, message};

use crate::error::{ErrorCode, Failure};
use crate::limits::{RECORD_BYTES_MAX, REPLAY_TURNS_MAX};
use crate::v1;
use crate::wire::game_request::{request_of, seat_choice, visibility};
use crate::wire::problems::Problems;

/// Reads a record that a game is to be made of.
///
/// # Errors
///
/// `too_large`, or the failure that names everything that is wrong.
pub fn import_game(
    request: &v1::ImportGameRequest,
    language: Language,
) -> Result<ImportGame, Failure> {
    record_size(&request.record)?;
    let mut problems = Problems::new(language);
    let request_id = request_of("ImportGame", &request.request_id, &mut problems, || {
        v1::ImportGameRequest {
            request_id: String::new(),
            ..request.clone()
        }
    });
    let seat = match request.seat() {
        v1::SeatChoice::Unspecified if request.seat == 0 => Some(moelle_games::SeatChoice::None),
        _ => seat_choice(request.seat, &mut problems),
    };
    let visibility = visibility(request.visibility, &mut problems);
    let record = match Record::parse_strictly(&request.record) {
        Ok(record) => Some(record),
        Err(ParseRecordError {
            what: RecordFault::TooManyTurns,
            ..
        }) => return Err(too_many_turns()),
        Err(fault) => {
            tell_invalid_record(&fault, &mut problems);
            None
        }
    };
    let made = || {
        Some(ImportGame {
            record: record?,
            seat: seat?,
            visibility: visibility?,
            application: None,
            request: request_id?,
        })
    };
    let made = made();
    problems.or(made)
}

/// Refuses a record that is too long to be read.
///
/// # Errors
///
/// `too_large`.
pub fn record_size(text: &str) -> Result<(), Failure> {
    if text.len() <= RECORD_BYTES_MAX {
        return Ok(());
    }
    let message = format!("A record has at most {RECORD_BYTES_MAX} bytes.");
    Err(Failure::saying(ErrorCode::TooLarge, message).with("limit", RECORD_BYTES_MAX))
}

/// The failure of a record that cannot be read; the field is called `record`.
#[must_use]
pub fn invalid_record(fault: &ParseRecordError, language: Language) -> Failure {
    let mut problems = Problems::new(language);
    tell_invalid_record(fault, &mut problems);
    problems.into()
}

/// The failure of a record or a list with more turns than are replayed.
#[must_use]
pub fn too_many_turns() -> Failure {
    let message = format!("A replay holds at most {REPLAY_TURNS_MAX} turns.");
    Failure::saying(ErrorCode::TooLarge, message).with("limit", REPLAY_TURNS_MAX)
}

fn tell_invalid_record(fault: &ParseRecordError, problems: &mut Problems) {
    problems.tell("record", ErrorCode::InvalidRecord, |language| {
        if language == Language::English {
            return format!("The record cannot be read: {fault}.");
        }
        let place = [("line", fault.line.into()), ("column", fault.column.into())];
        message(ErrorCode::InvalidRecord.reason(), &place, language)
    });
    problems.fact("line", fault.line.to_string());
    problems.fact("column", fault.column.to_string());
}
