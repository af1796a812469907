//! Stored games.

use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    BadAnswer, GameStatus, Identity, PositionState, RuleSet, Side, Visibility, non_empty, present,
    time,
};

/// A seat as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Seat {
    /// The player's name. Null: not given.
    #[schema(required)]
    pub(crate) name: Option<String>,
    /// Whether somebody holds the seat.
    pub(crate) taken: bool,
}

/// Both seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Seats {
    /// White's.
    pub(crate) white: Seat,
    /// Black's.
    pub(crate) black: Seat,
}

/// A game as everybody who may see it sees it, its position and outcome included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Game {
    /// 22 characters of base58. It tells the time of creation.
    #[schema(example = "1BqkzVJm2xXQnS7TjGzR9a")]
    pub(crate) id: String,
    /// Counts the changes of the game, 1 for its creation.
    pub(crate) revision: u64,
    /// The variant and the digest of the rules.
    #[serde(flatten)]
    pub(crate) identity: Identity,
    /// Every field of the rules.
    pub(crate) rules: RuleSet,
    /// Where it stands in its life.
    pub(crate) status: GameStatus,
    /// The position and what is to be known of it.
    #[serde(flatten)]
    pub(crate) state: PositionState,
    /// The position that it started from.
    pub(crate) start: String,
    /// The last turn, whole, or as much of it as has been played. Null before the first.
    #[schema(required)]
    pub(crate) last_turn: Option<String>,
    /// The seats.
    pub(crate) seats: Seats,
    /// Who may see it.
    pub(crate) visibility: Visibility,
    /// When it was created, in RFC 3339.
    #[schema(format = DateTime)]
    pub(crate) created_at: String,
    /// When it last changed, in RFC 3339.
    #[schema(format = DateTime)]
    pub(crate) updated_at: String,
}

/// A seat given to the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatGrant {
    /// Its side.
    pub(crate) side: Side,
    /// Its token: keep it, it is shown only in this answer. It goes into `Authorization: Bearer`.
    pub(crate) token: String,
}

/// An open seat's invitation. It works once.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_field_names,
    reason = "the contract calls the secret so"
)]
pub(crate) struct Invitation {
    /// The side of the seat.
    pub(crate) side: Side,
    /// The secret that joining takes.
    pub(crate) invitation: String,
    /// A link to send, with the secret in its fragment. Null where no public address is known.
    #[schema(required)]
    pub(crate) url: Option<String>,
}

/// The players' names: 1 to 64 characters each, no control characters.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct PlayerNames {
    /// White's. Absent: no name.
    pub(crate) white: Option<String>,
    /// Black's.
    pub(crate) black: Option<String>,
}

impl From<PlayerNames> for v1::PlayerNames {
    fn from(names: PlayerNames) -> Self {
        Self {
            white: names.white,
            black: names.black,
        }
    }
}

impl From<v1::Seat> for Seat {
    fn from(seat: v1::Seat) -> Self {
        Self {
            name: non_empty(seat.name),
            taken: seat.taken,
        }
    }
}

impl TryFrom<v1::Seats> for Seats {
    type Error = BadAnswer;

    fn try_from(seats: v1::Seats) -> Result<Self, BadAnswer> {
        Ok(Self {
            white: present(seats.white, "seats.white")?.into(),
            black: present(seats.black, "seats.black")?.into(),
        })
    }
}

impl TryFrom<v1::Game> for Game {
    type Error = BadAnswer;

    fn try_from(game: v1::Game) -> Result<Self, BadAnswer> {
        Ok(Self {
            id: game.id,
            revision: game.revision,
            identity: present(game.identity, "identity")?.into(),
            rules: present(game.rules, "rules")?.try_into()?,
            status: game.status.try_into()?,
            state: present(game.state, "state")?.try_into()?,
            start: game.start,
            last_turn: non_empty(game.last_turn),
            seats: present(game.seats, "seats")?.try_into()?,
            visibility: game.visibility.try_into()?,
            created_at: time::text(game.created_at, "created_at")?,
            updated_at: time::text(game.updated_at, "updated_at")?,
        })
    }
}

impl TryFrom<v1::SeatGrant> for SeatGrant {
    type Error = BadAnswer;

    fn try_from(grant: v1::SeatGrant) -> Result<Self, BadAnswer> {
        Ok(Self {
            side: grant.side.try_into()?,
            token: grant.token,
        })
    }
}

impl TryFrom<v1::Invitation> for Invitation {
    type Error = BadAnswer;

    fn try_from(invitation: v1::Invitation) -> Result<Self, BadAnswer> {
        Ok(Self {
            side: invitation.side.try_into()?,
            invitation: invitation.invitation,
            url: non_empty(invitation.url),
        })
    }
}
