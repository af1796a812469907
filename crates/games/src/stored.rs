//! Games and events as a store keeps them, and the one door from there to a [`Game`].
//!
//! Both stores have the same columns, named like the fields here; only the types of their
//! databases differ.

use moelle_rules::{
    BySide, Course, Field, GameResult, Outcome, Position, PositionKey, RuleSet, RuleSetFields,
    Side, Termination, Turn, Variant,
};
use thiserror::Error;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::game::{Stage, occurrences};
use crate::{Change, Event, Game, GameId, PlayerName, Revision, Seat, SecretHash, Visibility};

/// A row that no game or event can be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{table}.{column} of game {game}: {what}")]
pub struct Inconsistent {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The game's id.
    pub game: GameId,
    /// What is wrong, without secrets.
    pub what: String,
}

/// A row of `games`, with the keys of the positions that may be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// The id.
    pub game_id: Uuid,
    /// The revision.
    pub revision: i64,
    /// The variant's name. `None`: a whole rule set of the application's own.
    pub variant: Option<String>,
    /// A line `field=value` for each field of the rule set that differs from the variant; every
    /// field where there is no variant.
    pub rules: String,
    /// `public`, `unlisted` or `private`.
    pub visibility: String,
    /// SHA-256 of the owner's token.
    pub owner_token: Vec<u8>,
    /// White's seat.
    pub white: StoredSeat,
    /// Black's seat.
    pub black: StoredSeat,
    /// The position that it started from.
    pub start: String,
    /// The position that it stands at.
    pub position: String,
    /// The last turn, or as much of it as has been played.
    pub last_turn: Option<String>,
    /// The revision of the last placement or removal, or of the creation.
    pub quiet_since: i64,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, once it has ended.
    pub result: Option<String>,
    /// How it ended, in the word of the rules, once it has.
    pub termination: Option<String>,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// When it last changed.
    pub updated_at: OffsetDateTime,
    /// The keys in `events.position_key` from the revision `quiet_since` on, in any order. Not a
    /// column, and empty when writing.
    pub position_keys: Vec<i64>,
}

/// The columns of a seat, each with `white_` or `black_` in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSeat {
    /// The player's name.
    pub name: Option<String>,
    /// SHA-256 of the token, once the seat is taken.
    pub token: Option<Vec<u8>>,
    /// SHA-256 of the invitation that opens it, or that it was taken with.
    pub invitation: Option<Vec<u8>>,
}

/// A row of `events`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The revision that the event made.
    pub revision: i64,
    /// When it happened.
    pub at: OffsetDateTime,
    /// `created`, `seat_taken`, `turn_played` or `resigned`.
    pub kind: String,
    /// `white` or `black`, where a side did it.
    pub side: Option<String>,
    /// The turn, or the name of who took a seat.
    pub detail: Option<String>,
    /// The position after it.
    pub position: String,
    /// How often that position had occurred. `None` between the actions of a turn.
    pub occurrences: Option<i16>,
    /// The key of the position, where the event made it occur.
    pub position_key: Option<i64>,
    /// The result, if the event ended the game.
    pub result: Option<String>,
    /// How it ended, if the event ended the game.
    pub termination: Option<String>,
}

impl From<&Game> for StoredGame {
    fn from(game: &Game) -> Self {
        let outcome = game.outcome();
        Self {
            game_id: game.id.as_uuid(),
            revision: signed(game.revision),
            variant: game.variant.map(|variant| variant.name().to_owned()),
            rules: rules_text(game.variant, game.rules()),
            visibility: visibility_word(game.visibility).to_owned(),
            owner_token: game.owner.as_bytes().to_vec(),
            white: StoredSeat::from(&game.seats.white),
            black: StoredSeat::from(&game.seats.black),
            start: game.start.to_string(),
            position: game.position().to_string(),
            last_turn: game.last_turn.map(|turn| turn.to_string()),
            quiet_since: signed(game.quiet_since),
            result: outcome.map(|outcome| outcome.result.to_string()),
            termination: outcome.map(|outcome| outcome.termination.name().to_owned()),
            created_at: game.created_at,
            updated_at: game.updated_at,
            position_keys: Vec::new(),
        }
    }
}

impl From<&Seat> for StoredSeat {
    fn from(seat: &Seat) -> Self {
        let bytes = |hash: &SecretHash| hash.as_bytes().to_vec();
        Self {
            name: seat.name().map(ToString::to_string),
            token: seat.token().map(bytes),
            invitation: seat.invitation().map(bytes),
        }
    }
}

impl From<&Event> for StoredEvent {
    fn from(event: &Event) -> Self {
        let (kind, side, detail) = match &event.change {
            Change::Created => ("created", None, None),
            Change::SeatTaken { side, name } => (
                "seat_taken",
                Some(side),
                name.as_ref().map(ToString::to_string),
            ),
            Change::TurnPlayed { side, turn } => {
                ("turn_played", Some(side), Some(turn.to_string()))
            }
            Change::Resigned { side } => ("resigned", Some(side), None),
        };
        let occurs = matches!(event.change, Change::Created | Change::TurnPlayed { .. });
        Self {
            revision: signed(event.revision),
            at: event.at,
            kind: kind.to_owned(),
            side: side.map(ToString::to_string),
            detail,
            position: event.position.to_string(),
            occurrences: event
                .occurrences
                .map(|count| i16::try_from(count).unwrap_or(i16::MAX)),
            position_key: event
                .occurrences
                .filter(|_| occurs)
                .map(|_| event.position.key().to_u64().cast_signed()),
            result: event.outcome.map(|outcome| outcome.result.to_string()),
            termination: event
                .outcome
                .map(|outcome| outcome.termination.name().to_owned()),
        }
    }
}

impl TryFrom<StoredGame> for Game {
    type Error = Inconsistent;

    fn try_from(row: StoredGame) -> Result<Self, Self::Error> {
        let door = Door {
            table: "games",
            game: GameId::from_uuid(row.game_id),
        };
        let variant = match &row.variant {
            Some(name) => Some(Variant::find(name).ok_or_else(|| door.wrong("variant", name))?),
            None => None,
        };
        let rules = door.rules(variant, &row.rules)?;
        let position = door.position("position", rules, &row.position)?;
        let outcome = door.outcome(row.result.as_deref(), row.termination.as_deref())?;
        let keys = row
            .position_keys
            .iter()
            .map(|key| PositionKey::from(key.cast_unsigned()));
        let course = Course::resume(position, keys, None);
        let stage = match outcome {
            Some(outcome) => Stage::Ended {
                position,
                occurrences: occurrences(&course),
                outcome,
            },
            None => Stage::On(course),
        };
        let last_turn = row
            .last_turn
            .map(|text| door.turn("last_turn", rules, &text))
            .transpose()?;
        Ok(Self {
            id: door.game,
            revision: door.revision("revision", row.revision)?,
            variant,
            visibility: visibility(&row.visibility)
                .ok_or_else(|| door.wrong("visibility", &row.visibility))?,
            owner: door.hash("owner_token", &row.owner_token)?,
            seats: BySide {
                white: door.seat(row.white, "white_token", "white_invitation", "white_name")?,
                black: door.seat(row.black, "black_token", "black_invitation", "black_name")?,
            },
            start: door.position("start", rules, &row.start)?,
            stage,
            last_turn,
            quiet_since: door.revision("quiet_since", row.quiet_since)?,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

impl StoredEvent {
    /// The event of a game that has been read.
    ///
    /// # Errors
    ///
    /// [`Inconsistent`], naming the column.
    pub fn into_event(self, game: &Game) -> Result<Event, Inconsistent> {
        let door = Door {
            table: "events",
            game: game.id,
        };
        let rules = game.rules();
        let side = || -> Result<Side, Inconsistent> {
            let word = self.side.as_deref().unwrap_or_default();
            word.parse().map_err(|_| door.wrong("side", word))
        };
        let change = match self.kind.as_str() {
            "created" => Change::Created,
            "seat_taken" => Change::SeatTaken {
                side: side()?,
                name: door.name("detail", self.detail.as_deref())?,
            },
            "turn_played" => Change::TurnPlayed {
                side: side()?,
                turn: door.turn("detail", rules, self.detail.as_deref().unwrap_or_default())?,
            },
            "resigned" => Change::Resigned { side: side()? },
            other => return Err(door.wrong("kind", other)),
        };
        Ok(Event {
            revision: door.revision("revision", self.revision)?,
            at: self.at,
            change,
            position: door.position("position", rules, &self.position)?,
            occurrences: self
                .occurrences
                .map(|count| {
                    u32::try_from(count).map_err(|_| door.wrong("occurrences", &count.to_string()))
                })
                .transpose()?,
            outcome: door.outcome(self.result.as_deref(), self.termination.as_deref())?,
        })
    }
}

/// Where a row comes from, for what is wrong with it.
#[derive(Clone, Copy)]
struct Door {
    table: &'static str,
    game: GameId,
}

impl Door {
    fn wrong(self, column: &'static str, what: &str) -> Inconsistent {
        Inconsistent {
            table: self.table,
            column,
            game: self.game,
            what: what.to_owned(),
        }
    }

    fn rules(self, variant: Option<&Variant>, text: &str) -> Result<RuleSet, Inconsistent> {
        let mut fields = base(variant);
        for line in text.lines() {
            let (name, value) = line
                .split_once('=')
                .ok_or_else(|| self.wrong("rules", line))?;
            let field = name
                .parse::<Field>()
                .map_err(|_| self.wrong("rules", line))?;
            fields
                .set(field, value)
                .map_err(|_| self.wrong("rules", line))?;
        }
        RuleSet::try_from(fields).map_err(|error| self.wrong("rules", &error.to_string()))
    }

    fn position(
        self,
        column: &'static str,
        rules: RuleSet,
        text: &str,
    ) -> Result<Position, Inconsistent> {
        Position::parse(rules, text).map_err(|error| self.wrong(column, &error.to_string()))
    }

    fn turn(self, column: &'static str, rules: RuleSet, text: &str) -> Result<Turn, Inconsistent> {
        Turn::parse(rules.board(), text).map_err(|error| self.wrong(column, &error.to_string()))
    }

    fn revision(self, column: &'static str, number: i64) -> Result<Revision, Inconsistent> {
        match u64::try_from(number) {
            Ok(number) if number > 0 => Ok(Revision::from_number(number)),
            _ => Err(self.wrong(column, &number.to_string())),
        }
    }

    fn outcome(
        self,
        result: Option<&str>,
        termination: Option<&str>,
    ) -> Result<Option<Outcome>, Inconsistent> {
        let (Some(result), Some(termination)) = (result, termination) else {
            return match result.or(termination) {
                None => Ok(None),
                Some(alone) => Err(self.wrong("result", alone)),
            };
        };
        let outcome = Outcome {
            result: result
                .parse::<GameResult>()
                .map_err(|_| self.wrong("result", result))?,
            termination: termination
                .parse::<Termination>()
                .map_err(|_| self.wrong("termination", termination))?,
        };
        Ok(Some(outcome))
    }

    fn hash(self, column: &'static str, bytes: &[u8]) -> Result<SecretHash, Inconsistent> {
        let bytes = bytes
            .try_into()
            .map_err(|_| self.wrong(column, "not 32 bytes"))?;
        Ok(SecretHash::from_bytes(bytes))
    }

    fn name(
        self,
        column: &'static str,
        text: Option<&str>,
    ) -> Result<Option<PlayerName>, Inconsistent> {
        text.map(|text| {
            PlayerName::try_from(text).map_err(|error| self.wrong(column, &error.to_string()))
        })
        .transpose()
    }

    fn seat(
        self,
        row: StoredSeat,
        token_column: &'static str,
        invitation_column: &'static str,
        name_column: &'static str,
    ) -> Result<Seat, Inconsistent> {
        let name = self.name(name_column, row.name.as_deref())?;
        let invitation = row
            .invitation
            .map(|bytes| self.hash(invitation_column, &bytes))
            .transpose()?;
        match (row.token, invitation) {
            (Some(token), invitation) => Ok(Seat::taken(
                name,
                self.hash(token_column, &token)?,
                invitation,
            )),
            (None, Some(invitation)) => Ok(Seat::open(name, invitation)),
            (None, None) => Err(self.wrong(token_column, "neither a token nor an invitation")),
        }
    }
}

/// The fields that a rule set is told apart from: its variant's. Of a whole rule set every field is
/// written, so that it does not matter which fields it begins with.
fn base(variant: Option<&Variant>) -> RuleSetFields {
    variant.unwrap_or(&Variant::ALL[0]).rules().fields()
}

/// The lines of a rule set that say how it differs from its variant.
fn rules_text(variant: Option<&Variant>, rules: RuleSet) -> String {
    let (fields, base) = (rules.fields(), base(variant));
    let written = |field: &Field| variant.is_none() || fields.get(*field) != base.get(*field);
    let lines = rules
        .used_fields()
        .filter(written)
        .map(|field| [field.name(), "=", &fields.get(field), "\n"].concat());
    lines.collect()
}

const VISIBILITIES: [(Visibility, &str); 3] = [
    (Visibility::Public, "public"),
    (Visibility::Unlisted, "unlisted"),
    (Visibility::Private, "private"),
];

fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Unlisted => "unlisted",
        Visibility::Private => "private",
    }
}

fn visibility(word: &str) -> Option<Visibility> {
    VISIBILITIES
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(visibility, _)| *visibility)
}

/// Revisions fit: a game has at most a few thousand.
fn signed(revision: Revision) -> i64 {
    i64::try_from(revision.number()).unwrap_or(i64::MAX)
}
