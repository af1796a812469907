//! What all calls that change a game have in common.

use moelle_games::{Changed, GameError, Reply};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use prost::Message;

use super::{Caller, GameApi, answer};

/// The game after a change, its clocks as they were then.
pub(super) fn changed_game(changed: &Changed, caller: &Caller) -> v1::Game {
    wire::game(&changed.game, changed.event.at, caller.language)
}

/// How a change that is told by its game alone is answered: `wrap` puts the game in its answer.
pub(super) fn telling<A>(
    caller: &Caller,
    wrap: impl Fn(Option<v1::Game>) -> A + Send + Sync,
) -> impl Fn(&Changed) -> A + Send + Sync {
    move |changed| wrap(Some(changed_game(changed, caller)))
}

/// The bytes that a repeated request gets.
pub(super) fn kept<A: Message>(
    write: &(impl Fn(&Changed) -> A + Send + Sync),
) -> impl Fn(&Changed) -> Vec<u8> + Send + Sync {
    move |changed| write(changed).encode_to_vec()
}

impl GameApi {
    /// The answer to a change.
    pub(super) fn changed<A: Message + Default>(
        &self,
        reply: Result<Reply<Changed>, GameError>,
        caller: &Caller,
        write: impl FnOnce(&Changed) -> A,
    ) -> Result<A, Failure> {
        let reply = reply.map_err(|error| self.failure(&error, caller))?;
        Ok(answer(reply, write)?.0)
    }
}
