//! From rows to the domain.

use moelle_rules::{BySide, Course, PositionKey, Variant};
use time::Duration;

use super::door::{BLACK, Door, WHITE};
use super::words::visibility;
use super::{Inconsistent, StoredEvent, StoredGame};
use crate::game::{Stage, occurrences};
use crate::{ApplicationId, Change, Event, Game, GameId, SecretHash};

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
            .as_deref()
            .map(|text| door.turn("last_turn", rules, text))
            .transpose()?;
        Ok(Self {
            id: door.game,
            revision: door.revision("revision", row.revision)?,
            application: row.application_id.map(ApplicationId::from_uuid),
            variant,
            visibility: visibility(&row.visibility)
                .ok_or_else(|| door.wrong("visibility", &row.visibility))?,
            owner: door.hash("owner_token", &row.owner_token)?,
            seats: BySide {
                white: door.seat(&row.white, &WHITE)?,
                black: door.seat(&row.black, &BLACK)?,
            },
            start: door.position("start", rules, &row.start)?,
            stage,
            last_turn,
            quiet_since: door.revision("quiet_since", row.quiet_since)?,
            clock: door.clock(&row)?,
            has_begun: BySide {
                white: row.white.begun,
                black: row.black.begun,
            },
            draw_offer: row
                .draw_offer
                .as_deref()
                .map(|word| door.side("draw_offer", word))
                .transpose()?,
            takeback: door.takeback(&row)?,
            rematch: door.rematch(&row)?,
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
        let change = self.change(door, game)?;
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
            left: match (self.white_left_ms, self.black_left_ms) {
                (Some(white), Some(black)) => {
                    Some(BySide { white, black }.map(Duration::milliseconds))
                }
                _ => None,
            },
            deadline: self.deadline,
        })
    }

    fn change(&self, door: Door, game: &Game) -> Result<Change, Inconsistent> {
        let detail = self.detail.as_deref();
        let text = detail.unwrap_or_default();
        match self.kind.as_str() {
            "created" => return Ok(Change::Created),
            "concluded" => return Ok(Change::Concluded),
            _ => {}
        }
        let side = door.side("side", self.side.as_deref().unwrap_or_default())?;
        Ok(match self.kind.as_str() {
            "seat_taken" => Change::SeatTaken {
                side,
                name: door.name("detail", detail)?,
            },
            "turn_played" => Change::TurnPlayed {
                side,
                turn: door.turn("detail", game.rules(), text)?,
            },
            "resigned" => Change::Resigned { side },
            "aborted" => Change::Aborted { side },
            "draw_offered" => Change::DrawOffered { side },
            "draw_answered" => Change::DrawAnswered {
                side,
                accepted: text == "accepted",
            },
            "takeback_requested" => Change::TakebackRequested { side },
            "takeback_answered" => Change::TakebackAnswered {
                side,
                taken_back_to: detail
                    .map(|text| {
                        let number = text.parse().map_err(|_| door.wrong("detail", text))?;
                        door.revision("detail", number)
                    })
                    .transpose()?,
            },
            "rematch_wanted" => Change::RematchWanted {
                side,
                game: detail
                    .map(|text| text.parse().map_err(|_| door.wrong("detail", text)))
                    .transpose()?,
            },
            "time_fell" => Change::TimeFell { side },
            "invitation_created" => Change::InvitationCreated { side },
            "invitation_revoked" => Change::InvitationRevoked { side },
            "seat_reissued" => Change::SeatReissued {
                side,
                replaced: detail
                    .map(|text| {
                        let hash = SecretHash::from_text(text);
                        hash.ok_or_else(|| door.wrong("detail", text))
                    })
                    .transpose()?,
            },
            other => return Err(door.wrong("kind", other)),
        })
    }
}
