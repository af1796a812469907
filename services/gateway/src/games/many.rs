//! Many games on one stream: how far a client has followed each, and what it is told.

use std::fmt;

use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::sse::{EndReason, Stop, Teller, block};
use crate::extract::GameId;
use crate::hub::{Item, SnapshotData};
use crate::shape::Event;
use crate::{Problem, ProblemDocument};

/// What stands in the `data` of server-sent events about one of many games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ManyData {
    /// The game that it is about. Null, of `end`: the whole stream.
    #[schema(required)]
    game_id: Option<String>,
    /// The rest, by the name of the event.
    #[serde(flatten)]
    rest: ManyRest,
}

/// What is told of one of many games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ManyRest {
    /// Of `snapshot` and `reset`.
    Snapshot(Box<SnapshotData>),
    /// Of `event`.
    Event(Box<Event>),
    /// Of `end`.
    End(ManyEnd),
}

/// The end of one game, or of the whole stream.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ManyEnd {
    /// Why it ends.
    reason: EndReason,
    /// What went wrong, where it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Box<ProblemDocument>>,
}

/// How far a client has followed one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Followed {
    /// Its id.
    pub(super) id: String,
    /// The last revision that the client knows; none: the game begins with a snapshot.
    pub(super) after: Option<u64>,
    /// Whether the client has seen its end.
    pub(super) over: bool,
    /// Whether the client's token for it works no more.
    pub(super) closed: bool,
}

/// How far a client has followed its games, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManyGames(pub(super) Vec<Followed>);

impl ManyData {
    fn of(id: &str, rest: ManyRest) -> Self {
        Self {
            game_id: Some(id.to_owned()),
            rest,
        }
    }
}

impl Followed {
    /// Reads a game as `id` or `id:revision`, and `!` where its end was seen. None: it is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (text, over) = match text.strip_suffix('!') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (id, after) = match text.split_once(':') {
            Some((id, after)) => (id, Some(revision(after)?)),
            None => (text, None),
        };
        let GameId(id) = GameId::read(id)?;
        (after.is_some() || !over).then_some(Self {
            id,
            after,
            over,
            closed: false,
        })
    }
}

/// A revision; more digits than one has stand for one that no game has reached.
fn revision(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

impl ManyGames {
    /// Goes on where the client left off, as the id of the last event that it read says. Games that
    /// it does not name stay as they are, and games that are not followed any more are passed over.
    /// None: that is no id of an event.
    pub(super) fn resume(&mut self, last_event_id: &str) -> Option<()> {
        let known: Vec<_> = last_event_id
            .split(',')
            .map(Followed::read)
            .collect::<Option<_>>()?;
        for known in known {
            if let Some(game) = self.0.iter_mut().find(|game| game.id == known.id) {
                *game = known;
            }
        }
        Some(())
    }

    /// Whether the client has seen the end of every game.
    pub(super) fn are_over(&self) -> bool {
        self.0.iter().all(|game| game.over)
    }

    /// An event about the game at a place.
    fn about(&self, place: usize, name: &str, what: ManyRest) -> Result<String, fmt::Error> {
        let game = self.0.get(place).ok_or(fmt::Error)?;
        block(name, Some(self), &ManyData::of(&game.id, what))
    }

    fn game(&mut self, place: usize) -> Result<&mut Followed, fmt::Error> {
        self.0.get_mut(place).ok_or(fmt::Error)
    }
}

/// The id of an event: how far the client has come with every game that it knows.
impl fmt::Display for ManyGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for game in &self.0 {
            let Some(after) = game.after else { continue };
            let over = if game.over { "!" } else { "" };
            write!(f, "{separator}{}:{after}{over}", game.id)?;
            separator = ",";
        }
        Ok(())
    }
}

impl Teller for ManyGames {
    fn tell(&mut self, place: usize, item: Item) -> Result<Bytes, Stop> {
        let text = match item {
            Item::Snapshot { snapshot, is_reset } => {
                self.game(place)?.after = Some(snapshot.revision);
                let mut text = String::new();
                for name in ["reset", "snapshot"].iter().skip(usize::from(!is_reset)) {
                    let rest = ManyRest::Snapshot(Box::new(snapshot.game.clone()));
                    text += &self.about(place, name, rest)?;
                }
                text
            }
            Item::Event(told) => {
                self.game(place)?.after = Some(told.revision());
                let rest = ManyRest::Event(Box::new(told.event.clone()));
                self.about(place, "event", rest)?
            }
            Item::End(reason, failure) => {
                let game = self.game(place)?;
                match reason {
                    EndReason::GameOver => game.over = true,
                    EndReason::Unauthorized => game.closed = true,
                    _ => return Err(Stop::End(reason, failure.map(Problem::from))),
                }
                let problem = None;
                let rest = ManyRest::End(ManyEnd { reason, problem });
                self.about(place, "end", rest)?
            }
        };
        Ok(text.into())
    }

    fn is_done(&self) -> Option<EndReason> {
        if self.are_over() {
            return Some(EndReason::GameOver);
        }
        let is_done = self.0.iter().all(|game| game.over || game.closed);
        is_done.then_some(EndReason::Unauthorized)
    }

    fn end(
        &self,
        reason: EndReason,
        problem: Option<Box<ProblemDocument>>,
    ) -> Result<String, fmt::Error> {
        let data = ManyData {
            game_id: None,
            rest: ManyRest::End(ManyEnd { reason, problem }),
        };
        block("end", None, &data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "1BqkzVJm2xXQnS7TjGzR9a";
    const B: &str = "1BqkzVJm2xXQnS7TjGzR9b";

    fn follow(games: &[&str]) -> ManyGames {
        let games = games.iter().map(|game| Followed::read(game));
        ManyGames(games.collect::<Option<_>>().expect("games"))
    }

    #[test]
    fn the_id_of_an_event_says_where_every_known_game_goes_on() {
        let followed = follow(&[&format!("{A}:7"), B]);
        assert_eq!(followed.to_string(), format!("{A}:7"));
        let known = format!("{A}:9!,{B}:3");
        let mut resumed = followed;
        assert_eq!(resumed.resume(&known), Some(()));
        assert_eq!(resumed.to_string(), known);
        assert!(!resumed.are_over());
        // A game that is followed no more is passed over, one that is new begins anew.
        let mut other = follow(&[B]);
        assert_eq!(other.resume(&format!("{A}:9!")), Some(()));
        assert_eq!(other, follow(&[B]));
    }

    #[test]
    fn what_is_no_game_is_not_read() {
        for text in [
            "",
            "x",
            ":1",
            "1BqkzVJm2xXQnS7TjGzR9",
            "1BqkzVJm2xXQnS7TjGzR9-:1",
        ] {
            assert_eq!(Followed::read(text), None, "{text}");
        }
        for rest in [":", ":x", ":-1", ":+1", "!", ":1!!", ":1:2"] {
            assert_eq!(Followed::read(&format!("{A}{rest}")), None, "{rest}");
        }
        let far = Followed::read(&format!("{A}:99999999999999999999")).expect("a game");
        assert_eq!(far.after, Some(u64::MAX));
    }
}
