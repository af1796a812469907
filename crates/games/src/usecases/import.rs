//! Records as games, and games as records.

use moelle_rules::{BySide, Record, Side, Variant};

use super::{Claim, Encode, Games, Reply, SeatChoice};
use crate::usecases::create::{CreateGame, Created, StartChoice};
use crate::{
    ApplicationId, Creation, Credentials, Event, Game, GameError, GameId, InvalidName, NewRows,
    PlayerName, Request, Visibility,
};

/// A record to make a game of.
#[derive(Debug)]
pub struct ImportGame {
    /// The record.
    pub record: Record,
    /// Which seat the caller takes, to play on a game that is not over.
    pub seat: SeatChoice,
    /// Who may see it.
    pub visibility: Visibility,
    /// The application that imports it, if one does.
    pub application: Option<ApplicationId>,
    /// What makes a retry safe.
    pub request: Option<Request>,
}

/// The name that a record writes for a player who is not known.
const UNKNOWN: &str = "?";

impl Games {
    /// Makes a game of a record: every turn of it an event of this moment, then the end that
    /// players caused, if it has one. It has no clock.
    ///
    /// # Errors
    ///
    /// [`GameError::InvalidName`], [`GameError::TooLong`], [`GameError::RequestIdReused`],
    /// [`GameError::QuotaExceeded`] and those of the store.
    pub async fn import(
        &self,
        import: ImportGame,
        encode: Encode<'_, Created>,
    ) -> Result<Reply<Created>, GameError> {
        let claim = Claim::new(import.request, None);
        let (created, events) = self.replayed(import)?;
        self.store_new(created, &events, claim, encode).await
    }

    fn replayed(&self, import: ImportGame) -> Result<(Created, Vec<Event>), GameError> {
        let record = import.record;
        let variant = Some(record.variant());
        let (mut created, event) = self.prepare(CreateGame {
            variant,
            start: StartChoice::Position(*record.start()),
            seat: import.seat,
            names: BySide {
                white: known(&record.players.white)?,
                black: known(&record.players.black)?,
            },
            visibility: import.visibility,
            time_control: None,
            application: import.application,
            request: None,
        });
        let now = created.game.created_at();
        let mut events = vec![event];
        for (side, turn) in record.turns() {
            let (game, event) = created.game.play(side, &turn.to_string(), now)?;
            created.game = game;
            events.push(event);
        }
        if let (Some(outcome), None) = (record.outcome(), created.game.outcome()) {
            let (game, event) = created.game.conclude(outcome, now)?;
            created.game = game;
            events.push(event);
        }
        created.invite_nobody_where_it_is_over();
        Ok((created, events))
    }

    pub(super) async fn store_new(
        &self,
        created: Created,
        events: &[Event],
        claim: Option<Claim>,
        encode: Encode<'_, Created>,
    ) -> Result<Reply<Created>, GameError> {
        if let Some(application) = created.game.application()
            && let Err(error) = self.applications().expect_room(application).await
        {
            // What was created before needs no more room.
            let earlier = match &claim {
                Some(claim) => self.store.creation(&claim.hash()).await?,
                None => None,
            };
            return match claim.zip(earlier) {
                Some((claim, receipt)) => claim.repeat_sealed(receipt).map(Reply::Repeated),
                None => Err(error),
            };
        }
        let receipt = claim.map(|claim| {
            let answer = claim.request.seal(&encode(&created), self.ids.nonce());
            claim.receipt(answer, created.game.created_at())
        });
        let rows = NewRows {
            game: &created.game,
            events,
            receipt: receipt.as_ref(),
        };
        let creation = self.store.create(rows).await?;
        if let (Creation::Repeated(receipt), Some(claim)) = (creation, claim) {
            return claim.repeat_sealed(receipt).map(Reply::Repeated);
        }
        for event in events {
            self.tell_end(&created.game, event);
        }
        Ok(Reply::Done(created))
    }

    /// Writes a game as a record, turns that were taken back left out.
    ///
    /// # Errors
    ///
    /// Those of [`Games::get`].
    pub async fn record(
        &self,
        id: GameId,
        credentials: &Credentials,
    ) -> Result<(Game, Record), GameError> {
        let game = self.get(id, credentials).await?;
        let variant = game
            .variant()
            .unwrap_or_else(|| Variant::nearest(&game.rules()));
        let mut record = Record::new(variant, *game.start());
        for side in [Side::White, Side::Black] {
            if let Some(name) = game.seats()[side].name() {
                record.players[side] = name.to_string();
            }
        }
        for (_, turn) in self.history(&game).await?.turns() {
            // Every turn was legal when it was stored, by the same rules.
            record.play(&turn)?;
        }
        if let Some(outcome) = game.outcome() {
            record.end(outcome);
        }
        Ok((game, record))
    }
}

fn known(name: &str) -> Result<Option<PlayerName>, InvalidName> {
    if name == UNKNOWN || name.is_empty() {
        Ok(None)
    } else {
        PlayerName::try_from(name).map(Some)
    }
}
