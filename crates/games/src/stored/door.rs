//! The parts of rows, each read into what it must be.

use moelle_rules::{
    BySide, Field, GameResult, Outcome, Position, RuleSet, Side, Termination, Turn, Variant,
};
use time::Duration;

use super::words::{base, wanted};
use super::{Inconsistent, StoredGame, StoredSeat};
use crate::{GameClock, GameId, PlayerName, Rematch, Revision, Seat, SecretHash, TakebackRequest};

/// Where a row comes from, for what is wrong with it.
#[derive(Clone, Copy)]
pub(super) struct Door {
    pub(super) table: &'static str,
    pub(super) game: GameId,
}

impl Door {
    pub(super) fn wrong(self, column: &'static str, what: &str) -> Inconsistent {
        Inconsistent {
            table: self.table,
            column,
            game: self.game,
            what: what.to_owned(),
        }
    }

    pub(super) fn rules(
        self,
        variant: Option<&Variant>,
        text: &str,
    ) -> Result<RuleSet, Inconsistent> {
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

    pub(super) fn position(
        self,
        column: &'static str,
        rules: RuleSet,
        text: &str,
    ) -> Result<Position, Inconsistent> {
        Position::parse(rules, text).map_err(|error| self.wrong(column, &error.to_string()))
    }

    pub(super) fn turn(
        self,
        column: &'static str,
        rules: RuleSet,
        text: &str,
    ) -> Result<Turn, Inconsistent> {
        Turn::parse(rules.board(), text).map_err(|error| self.wrong(column, &error.to_string()))
    }

    pub(super) fn revision(
        self,
        column: &'static str,
        number: i64,
    ) -> Result<Revision, Inconsistent> {
        match u64::try_from(number) {
            Ok(number) if number > 0 => Ok(Revision::from_number(number)),
            _ => Err(self.wrong(column, &number.to_string())),
        }
    }

    pub(super) fn outcome(
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

    pub(super) fn hash(
        self,
        column: &'static str,
        bytes: &[u8],
    ) -> Result<SecretHash, Inconsistent> {
        let bytes = bytes
            .try_into()
            .map_err(|_| self.wrong(column, "not 32 bytes"))?;
        Ok(SecretHash::from_bytes(bytes))
    }

    pub(super) fn name(
        self,
        column: &'static str,
        text: Option<&str>,
    ) -> Result<Option<PlayerName>, Inconsistent> {
        text.map(|text| {
            PlayerName::try_from(text).map_err(|error| self.wrong(column, &error.to_string()))
        })
        .transpose()
    }

    pub(super) fn seat(
        self,
        row: &StoredSeat,
        columns: &SeatColumns,
    ) -> Result<Seat, Inconsistent> {
        let name = self.name(columns.name, row.name.as_deref())?;
        let hash = |column, bytes: &Option<Vec<u8>>| {
            bytes
                .as_ref()
                .map(|bytes| self.hash(column, bytes))
                .transpose()
        };
        let invitation = hash(columns.invitation, &row.invitation)?;
        Ok(match (hash(columns.token, &row.token)?, invitation) {
            (Some(token), invitation) => Seat::taken(name, token, invitation),
            (None, Some(invitation)) => Seat::open(name, invitation, row.expires_at),
            (None, None) => Seat::closed(name),
        })
    }

    pub(super) fn side(self, column: &'static str, word: &str) -> Result<Side, Inconsistent> {
        word.parse().map_err(|_| self.wrong(column, word))
    }

    /// The clocks of a row, if it has any.
    pub(super) fn clock(self, row: &StoredGame) -> Result<Option<GameClock>, Inconsistent> {
        let Some(text) = &row.time_control else {
            return Ok(None);
        };
        let control = text.parse().map_err(|_| self.wrong("time_control", text))?;
        let left = |column, left_ms: Option<i64>| {
            left_ms
                .map(Duration::milliseconds)
                .ok_or_else(|| self.wrong(column, "no time"))
        };
        let left = BySide {
            white: left("white_left_ms", row.white.left_ms)?,
            black: left("black_left_ms", row.black.left_ms)?,
        };
        Ok(Some(GameClock::restore(control, left, row.clock_since)))
    }

    pub(super) fn takeback(
        self,
        row: &StoredGame,
    ) -> Result<Option<TakebackRequest>, Inconsistent> {
        match (&row.takeback_by, row.takeback_to) {
            (None, None) => Ok(None),
            (Some(by), Some(to)) => Ok(Some(TakebackRequest {
                by: self.side("takeback_by", by)?,
                to: self.revision("takeback_to", to)?,
            })),
            _ => Err(self.wrong("takeback_to", "one without the other")),
        }
    }

    pub(super) fn rematch(self, row: &StoredGame) -> Result<Option<Rematch>, Inconsistent> {
        match (row.rematch_game, &row.rematch_wanted) {
            (None, None) => Ok(None),
            (Some(game), Some(word)) => Ok(Some(Rematch {
                game: GameId::from_uuid(game),
                wanted: wanted(word).ok_or_else(|| self.wrong("rematch_wanted", word))?,
            })),
            _ => Err(self.wrong("rematch_wanted", "one without the other")),
        }
    }
}

/// The columns of a seat.
pub(super) struct SeatColumns {
    pub(super) name: &'static str,
    pub(super) token: &'static str,
    pub(super) invitation: &'static str,
}

pub(super) const WHITE: SeatColumns = SeatColumns {
    name: "white_name",
    token: "white_token",
    invitation: "white_invitation",
};
pub(super) const BLACK: SeatColumns = SeatColumns {
    name: "black_name",
    token: "black_token",
    invitation: "black_invitation",
};
