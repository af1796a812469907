//! Which games are looked for, in the words of columns.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{ApplicationId, GameId, GamePlace, GameStatus, Listing, PlayerName};

/// A listing of games as a store asks it; what is absent is not asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFilter {
    /// The application whose games they are, of every visibility. `None`: public games of anybody.
    pub application: Option<Uuid>,
    /// Created before this time, or at it with an id below that: the place in the list, or the time
    /// that is asked for, whichever comes later in the list.
    pub below: Option<(OffsetDateTime, Uuid)>,
    /// The variant's name.
    pub variant: Option<&'static str>,
    /// Whether there is a result, or a deadline that is not after `fallen_by`.
    pub is_over: Option<bool>,
    /// The deadline of games that count as finished, at the latest.
    pub fallen_by: OffsetDateTime,
    /// Whether a seat has no token.
    pub is_open: Option<bool>,
    /// What the name of a player is found by.
    pub name_key: Option<String>,
    /// Created at this time or later.
    pub created_from: Option<OffsetDateTime>,
    /// Games, at most.
    pub limit: u32,
}

impl From<Listing<'_>> for StoredFilter {
    fn from(listing: Listing<'_>) -> Self {
        let filter = listing.filter;
        let status = filter.status;
        // No id is below this one, so the time itself is left out.
        let first = GameId::from_uuid(Uuid::nil());
        let end = filter.created_before.map(|created_at| GamePlace {
            created_at,
            game: first,
        });
        let below = listing.after.into_iter().chain(end).min();
        Self {
            application: listing.application.map(ApplicationId::as_uuid),
            below: below.map(|place| (place.created_at, place.game.as_uuid())),
            variant: filter.variant.map(moelle_rules::Variant::name),
            is_over: status.map(|status| status == GameStatus::Finished),
            fallen_by: listing.fallen_by,
            is_open: status
                .filter(|status| *status != GameStatus::Finished)
                .map(|status| status == GameStatus::Waiting),
            name_key: filter.player.as_ref().map(PlayerName::to_key),
            created_from: filter.created_from,
            limit: listing.limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::GameFilter;

    #[test]
    fn a_page_begins_after_its_place_and_before_the_time_that_is_asked_for() {
        let end = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("in range");
        let below = |created_before, after| {
            let filter = GameFilter {
                created_before,
                ..GameFilter::default()
            };
            StoredFilter::from(Listing {
                filter: &filter,
                application: None,
                after,
                fallen_by: end,
                limit: 1,
            })
            .below
        };
        let place = |created_at| GamePlace {
            created_at,
            game: GameId::from_uuid(Uuid::max()),
        };
        let (earlier, later) = (end - Duration::HOUR, end + Duration::HOUR);
        assert_eq!(below(None, None), None);
        assert_eq!(below(Some(end), None), Some((end, Uuid::nil())));
        assert_eq!(below(None, Some(place(end))), Some((end, Uuid::max())));
        for (at, expected) in [
            (earlier, (earlier, Uuid::max())),
            (end, (end, Uuid::nil())),
            (later, (end, Uuid::nil())),
        ] {
            assert_eq!(below(Some(end), Some(place(at))), Some(expected));
        }
    }
}
