//! A game that is followed event by event.

use moelle_games::{
    Event, Game, GameError, History, Ids, NewGame, Pace, Seat, Secret, StoredEvent, StoredGame,
    SystemIds, TimeControl, Visibility,
};
use moelle_rules::{BySide, Position, Side, Variant};
use time::{Duration, OffsetDateTime};

pub(crate) const START: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

pub(crate) fn at(seconds: i64) -> OffsetDateTime {
    START + Duration::seconds(seconds)
}

pub(crate) fn secret(byte: u8) -> Secret {
    Secret::from_bytes([byte; 32])
}

/// A game of nine between two who sit, followed event by event.
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) history: History,
    pub(crate) now: OffsetDateTime,
}

impl Played {
    pub(crate) fn new(control: Option<Pace>) -> Self {
        let variant = Variant::find("nine").expect("nine is offered");
        let (game, event) = Game::create(NewGame {
            id: SystemIds.game_id(START),
            application: None,
            variant: Some(variant),
            start: Position::start(variant.rules(), Side::White),
            visibility: Visibility::Unlisted,
            owner: secret(1).hash(),
            seats: BySide {
                white: Seat::taken(None, secret(2).hash(), None),
                black: Seat::taken(None, secret(3).hash(), None),
            },
            time_control: control.map(|pace| TimeControl::agree(pace, None).expect("in range")),
            now: START,
        });
        let mut history = History::default();
        history.push(&event);
        Self {
            game,
            history,
            now: START,
        }
    }

    pub(crate) fn take(&mut self, changed: Result<(Game, Event), GameError>) {
        let (game, event) = changed.expect("allowed");
        assert_eq!(event.revision.number(), self.game.revision().number() + 1);
        let row = StoredEvent::from(&event);
        assert_eq!(row.into_event(&game).expect("a row"), event);
        let mut row = StoredGame::from(&game);
        let earlier = self.history.at(event.revision);
        row.position_keys = earlier
            .into_iter()
            .flat_map(|earlier| earlier.position_keys)
            .map(|key| key.to_u64().cast_signed())
            .collect();
        assert_eq!(
            StoredGame::from(&Game::try_from(row.clone()).expect("a row")),
            StoredGame {
                position_keys: Vec::new(),
                ..row
            }
        );
        self.history.push(&event);
        self.game = game;
    }

    pub(crate) fn play(&mut self, turns: &[&str]) {
        for turn in turns {
            self.now += Duration::seconds(1);
            let side = self.game.position().side();
            self.take(self.game.play(side, turn, self.now));
        }
    }

    pub(crate) fn take_back(&mut self, side: Side) {
        let to = self.history.before_last_turn_of(side).expect("a turn");
        self.take(self.game.request_takeback(side, to, self.now));
        let wish = self.game.takeback_for(!side).expect("a wish");
        let earlier = self.history.at(wish.to);
        self.take(self.game.answer_takeback(!side, earlier, self.now));
    }
}
