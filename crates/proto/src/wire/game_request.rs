//! Requests about stored games.

use moelle_games::{
    BodyHash, CreateGame, FirstToAct, GameId, JoinGame, PlayerName, Request, Revision, SeatChoice,
    Secret, StartChoice, Visibility,
};
use moelle_rules::{BySide, RuleSet, Side};
use moelle_words::Language;
use prost::Message;

use crate::error::{ErrorCode, Failure};
use crate::v1;
use crate::wire::position::read_position;
use crate::wire::problems::Problems;
use crate::wire::selection::ChosenRules;
use crate::wire::time_control::read_time_control;

/// Reads the id of a game. A text that is no id is that of no game.
///
/// # Errors
///
/// `game_not_found`.
pub fn game_id(text: &str) -> Result<GameId, Failure> {
    text.parse()
        .map_err(|_| Failure::new(ErrorCode::GameNotFound))
}

/// Reads what is to be created.
///
/// # Errors
///
/// The failure that names everything that is wrong.
pub fn create_game(
    request: &v1::CreateGameRequest,
    language: Language,
) -> Result<CreateGame, Failure> {
    let mut problems = Problems::new(language);
    let request_id = request_of("CreateGame", &request.request_id, &mut problems, || {
        v1::CreateGameRequest {
            request_id: String::new(),
            ..request.clone()
        }
    });
    let chosen = ChosenRules::read(request.rules.as_ref(), "rules", &mut problems);
    let start = chosen.and_then(|chosen| start(request, chosen.rules, &mut problems));
    let seat = seat_choice(request.seat, &mut problems);
    let visibility = visibility(request.visibility, &mut problems);
    let names = names(request.names.as_ref(), &mut problems);
    let time_control = request.time_control.map_or(Some(None), |control| {
        read_time_control(&control, "time_control", &mut problems).map(Some)
    });
    let made = || {
        Some(CreateGame {
            variant: chosen?.variant,
            start: start?,
            seat: seat?,
            names: names?,
            visibility: visibility?,
            time_control: time_control?,
            application: None,
            request: request_id?,
        })
    };
    let made = made();
    problems.or(made)
}

/// Reads which seat is to be taken.
///
/// # Errors
///
/// `game_not_found`, `invitation_unknown`, or the failure that names everything that is wrong.
pub fn join_game(request: &v1::JoinGameRequest, language: Language) -> Result<JoinGame, Failure> {
    let mut problems = Problems::new(language);
    let request_id = request_of("JoinGame", &request.request_id, &mut problems, || {
        v1::JoinGameRequest {
            request_id: String::new(),
            ..request.clone()
        }
    });
    let name = if request.name.is_empty() {
        Some(None)
    } else {
        player_name(&request.name, "name", &mut problems).map(Some)
    };
    if request.invitation.is_empty() {
        problems.add(
            "invitation",
            ErrorCode::InvalidArgument,
            "The invitation is not given.",
        );
    }
    let (request_id, name) = problems.or(request_id.zip(name))?;
    let invitation: Result<Secret, _> = request.invitation.parse();
    Ok(JoinGame {
        game: game_id(&request.game_id)?,
        invitation: invitation.map_err(|_| Failure::new(ErrorCode::InvitationUnknown))?,
        name,
        revision: request.revision.map(Revision::from_number),
        request: request_id,
    })
}

/// What makes a retry safe, where the caller gave an id: the id, and a hash of the method and of
/// everything in the request but the id.
#[expect(
    clippy::option_option,
    reason = "no id is an answer, a wrong one is none"
)]
pub(super) fn request_of<M: Message>(
    method: &str,
    id: &str,
    problems: &mut Problems,
    without_id: impl FnOnce() -> M,
) -> Option<Option<Request>> {
    if id.is_empty() {
        return Some(None);
    }
    let Ok(id) = id.parse() else {
        let message = "The request's id is no random UUID (version 4).";
        problems.add("request_id", ErrorCode::InvalidArgument, message);
        return None;
    };
    let mut body = method.as_bytes().to_vec();
    body.push(b'\n');
    body.extend(without_id().encode_to_vec());
    Some(Some(Request {
        id,
        body: BodyHash::of(&body),
    }))
}

fn start(
    request: &v1::CreateGameRequest,
    rules: RuleSet,
    problems: &mut Problems,
) -> Option<StartChoice> {
    let first = match v1::FirstToAct::try_from(request.first_to_act) {
        Ok(v1::FirstToAct::Unspecified | v1::FirstToAct::White) => FirstToAct::Side(Side::White),
        Ok(v1::FirstToAct::Black) => FirstToAct::Side(Side::Black),
        Ok(v1::FirstToAct::Random) => FirstToAct::Random,
        Err(_) => return unknown_value("first_to_act", problems),
    };
    let Some(start) = request.start.as_deref() else {
        return Some(StartChoice::Empty(rules, first));
    };
    if request.first_to_act() != v1::FirstToAct::Unspecified {
        let message = "The start position says itself who acts first.";
        problems.add("first_to_act", ErrorCode::InvalidArgument, message);
    }
    read_position(rules, Some(start), "start", problems).map(StartChoice::Position)
}

pub(super) fn seat_choice(number: i32, problems: &mut Problems) -> Option<SeatChoice> {
    match v1::SeatChoice::try_from(number) {
        Ok(v1::SeatChoice::Unspecified | v1::SeatChoice::White) => {
            Some(SeatChoice::One(Side::White))
        }
        Ok(v1::SeatChoice::Black) => Some(SeatChoice::One(Side::Black)),
        Ok(v1::SeatChoice::Random) => Some(SeatChoice::Random),
        Ok(v1::SeatChoice::Both) => Some(SeatChoice::Both),
        Ok(v1::SeatChoice::None) => Some(SeatChoice::None),
        Err(_) => unknown_value("seat", problems),
    }
}

pub(super) fn visibility(number: i32, problems: &mut Problems) -> Option<Visibility> {
    match v1::Visibility::try_from(number) {
        Ok(v1::Visibility::Unspecified | v1::Visibility::Unlisted) => Some(Visibility::Unlisted),
        Ok(v1::Visibility::Public) => Some(Visibility::Public),
        Ok(v1::Visibility::Private) => Some(Visibility::Private),
        Err(_) => unknown_value("visibility", problems),
    }
}

fn names(
    names: Option<&v1::PlayerNames>,
    problems: &mut Problems,
) -> Option<BySide<Option<PlayerName>>> {
    let mut of = |name: Option<&String>, at| match name {
        None => Some(None),
        Some(name) => player_name(name, at, problems).map(Some),
    };
    let white = of(names.and_then(|names| names.white.as_ref()), "names.white");
    let black = of(names.and_then(|names| names.black.as_ref()), "names.black");
    Some(BySide {
        white: white?,
        black: black?,
    })
}

pub(super) fn player_name(text: &str, at: &str, problems: &mut Problems) -> Option<PlayerName> {
    match PlayerName::try_from(text) {
        Ok(name) => Some(name),
        Err(error) => {
            let mut message = error.to_string();
            message.replace_range(..1, &message[..1].to_uppercase());
            problems.add(at, ErrorCode::InvalidArgument, format!("{message}."));
            None
        }
    }
}

pub(super) fn unknown_value<T>(field: &str, problems: &mut Problems) -> Option<T> {
    let message = format!("The value of `{field}` is none that the contract knows.");
    problems.add(field, ErrorCode::InvalidArgument, message);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::rule_set_selection::Base;

    const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

    fn nine() -> v1::CreateGameRequest {
        v1::CreateGameRequest {
            rules: Some(v1::RuleSetSelection {
                base: Some(Base::Variant("nine".to_owned())),
                ..v1::RuleSetSelection::default()
            }),
            ..v1::CreateGameRequest::default()
        }
    }

    #[test]
    fn what_is_absent_has_the_default_of_the_contract() {
        let new = create_game(&nine(), Language::English).expect("a game");
        assert_eq!(new.seat, SeatChoice::One(Side::White));
        assert_eq!(new.visibility, Visibility::Unlisted);
        assert!(matches!(
            new.start,
            StartChoice::Empty(_, FirstToAct::Side(Side::White))
        ));
        assert!(new.request.is_none());
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let request = v1::CreateGameRequest {
            seat: 99,
            visibility: -1,
            names: Some(v1::PlayerNames {
                white: Some(String::new()),
                black: Some("n".repeat(65)),
            }),
            start: Some("w".to_owned()),
            first_to_act: v1::FirstToAct::Random.into(),
            request_id: "1".to_owned(),
            ..nine()
        };
        let failure = create_game(&request, Language::English).expect_err("all is wrong");
        let mut fields: Vec<_> = failure
            .violations()
            .iter()
            .map(|one| one.field.as_str())
            .collect();
        fields.sort_unstable();
        assert_eq!(
            fields,
            [
                "first_to_act",
                "names.black",
                "names.white",
                "request_id",
                "seat",
                "start",
                "visibility"
            ]
        );
    }

    #[test]
    fn the_hash_of_a_request_is_of_all_but_its_id() {
        let body = |request: &v1::CreateGameRequest| {
            let new = create_game(request, Language::English).expect("a game");
            new.request.expect("an id").body
        };
        let one = v1::CreateGameRequest {
            request_id: ID.to_owned(),
            ..nine()
        };
        let mut other = one.clone();
        other.request_id = ID.to_uppercase();
        assert_eq!(body(&one), body(&other));
        other.seat = v1::SeatChoice::Black.into();
        assert_ne!(body(&one), body(&other));
    }

    #[test]
    fn an_id_that_is_none_is_that_of_no_game() {
        for text in ["", "x", "1".repeat(500).as_str()] {
            let failure = game_id(text).expect_err("no id");
            assert_eq!(failure.code(), ErrorCode::GameNotFound, "{text}");
        }
    }

    #[test]
    fn an_invitation_that_is_none_is_unknown_and_one_that_is_absent_is_wrong() {
        let id = GameId::from_uuid(uuid::Uuid::nil()).to_string();
        let code = |invitation: &str| {
            let request = v1::JoinGameRequest {
                game_id: id.clone(),
                invitation: invitation.to_owned(),
                ..v1::JoinGameRequest::default()
            };
            join_game(&request, Language::English)
                .expect_err("no invitation")
                .code()
        };
        assert_eq!(code("abc"), ErrorCode::InvitationUnknown);
        assert_eq!(code(""), ErrorCode::InvalidArgument);
    }
}
