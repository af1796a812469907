//! Which public games are looked for, in the words of columns.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{GameFilter, GameId, GameStatus, PlayerName};

/// A filter of public games as a store asks it; what is absent is not asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFilter {
    /// Games with ids below this one.
    pub ids_before: Option<Uuid>,
    /// The variant's name.
    pub variant: Option<&'static str>,
    /// Whether there is a result.
    pub is_over: Option<bool>,
    /// Whether a seat has no token.
    pub is_open: Option<bool>,
    /// What the name of a player is found by.
    pub name_key: Option<String>,
    /// Created at this time or later.
    pub created_from: Option<OffsetDateTime>,
    /// Created before this time.
    pub created_before: Option<OffsetDateTime>,
}

impl StoredFilter {
    /// The filter of games that come after the game `before`.
    #[must_use]
    pub fn new(filter: &GameFilter, before: Option<GameId>) -> Self {
        let end = filter.created_before.and_then(ids_end);
        let status = filter.status;
        Self {
            ids_before: before.map(GameId::as_uuid).into_iter().chain(end).min(),
            variant: filter.variant.map(moelle_rules::Variant::name),
            is_over: status.map(|status| status == GameStatus::Finished),
            is_open: status
                .filter(|status| *status != GameStatus::Finished)
                .map(|status| status == GameStatus::Waiting),
            name_key: filter.player.as_ref().map(PlayerName::to_key),
            created_from: filter.created_from,
            created_before: filter.created_before,
        }
    }
}

/// The first id that no game created before a time has: the millisecond in an id is that of the
/// creation, or before it where the id was given in advance.
fn ids_end(created_before: OffsetDateTime) -> Option<Uuid> {
    let millis = created_before
        .unix_timestamp_nanos()
        .div_euclid(1_000_000)
        .max(0);
    let millis = u128::try_from(millis + 1).ok()?;
    Some(Uuid::from_u128(millis << 80))
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::{Ids, SystemIds};

    #[test]
    fn no_game_created_before_a_time_is_beyond_its_last_id() {
        let end = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("in range");
        let filter = GameFilter {
            created_before: Some(end),
            ..GameFilter::default()
        };
        let id = |at| SystemIds.game_id(at);
        let before = StoredFilter::new(&filter, None).ids_before.expect("an end");
        assert!(id(end - Duration::MICROSECOND).as_uuid() < before);
        assert!(id(end).as_uuid() < before, "of the same millisecond");
        assert!(id(end + Duration::MILLISECOND).as_uuid() > before);
        let earlier = id(end - Duration::HOUR);
        let filter = StoredFilter::new(&filter, Some(earlier));
        assert_eq!(filter.ids_before, Some(earlier.as_uuid()));
    }
}
