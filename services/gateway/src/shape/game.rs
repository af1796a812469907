//! Stored games.

use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::{
    BadAnswer, Clock, GameStatus, Identity, PositionState, RuleSet, Side, Visibility, non_empty,
    present, time,
};

/// A seat as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Seat {
    /// The player's name. Null: not given.
    #[schema(required)]
    pub(crate) name: Option<String>,
    /// Whether somebody holds the seat.
    pub(crate) taken: bool,
    /// When the invitation to an open seat expires, in RFC 3339. Null: there is none, or the seat is
    /// taken.
    #[schema(required, format = DateTime)]
    pub(crate) invitation_expires_at: Option<String>,
}

/// What is offered or asked between the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offers {
    /// The side whose offer of a draw is open. Null: none.
    #[schema(required)]
    pub(crate) draw: Option<Side>,
    /// The side whose wish to take back is open. Null: none.
    #[schema(required)]
    pub(crate) takeback: Option<Side>,
    /// The side that wants a rematch, alone. Null: none, or both.
    #[schema(required)]
    pub(crate) rematch: Option<Side>,
    /// The id of the new game, once both want a rematch. The tokens of the seats are those of this
    /// game, the colours are swapped. Null: there is none.
    #[schema(required)]
    pub(crate) rematch_game_id: Option<String>,
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
    /// 22 characters of base58. It tells the time of creation; that of a rematch, of the first wish for
    /// it.
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
    /// The clocks. Null: the game has none.
    #[schema(required)]
    pub(crate) clock: Option<Clock>,
    /// What is offered or asked.
    pub(crate) offers: Offers,
    /// Those who watch without holding a seat, as counted in the last half minute. Reading a game and
    /// the snapshot of a stream count; elsewhere it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spectators: Option<u32>,
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

impl Invitation {
    /// Gives it a link, where it came without one and the address of links is known.
    pub(crate) fn link(&mut self, public_url: Option<&Url>, game_id: &str) {
        let Some(public_url) = public_url else { return };
        let base = public_url.as_str().trim_end_matches('/');
        let secret = &self.invitation;
        self.url
            .get_or_insert_with(|| format!("{base}/play/{game_id}#{secret}"));
    }
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

impl TryFrom<v1::Seat> for Seat {
    type Error = BadAnswer;

    fn try_from(seat: v1::Seat) -> Result<Self, BadAnswer> {
        let expires_at = seat.invitation_expires_at;
        Ok(Self {
            name: non_empty(seat.name),
            taken: seat.taken,
            invitation_expires_at: time::text_or_null(expires_at, "invitation_expires_at")?,
        })
    }
}

impl TryFrom<v1::Offers> for Offers {
    type Error = BadAnswer;

    fn try_from(offers: v1::Offers) -> Result<Self, BadAnswer> {
        Ok(Self {
            draw: side_or_null(offers.draw)?,
            takeback: side_or_null(offers.takeback)?,
            rematch: side_or_null(offers.rematch)?,
            rematch_game_id: non_empty(offers.rematch_game_id),
        })
    }
}

/// A side, or none where the wire gives none.
fn side_or_null(side: i32) -> Result<Option<Side>, BadAnswer> {
    (side != i32::from(v1::Side::Unspecified))
        .then(|| side.try_into())
        .transpose()
}

impl TryFrom<v1::Seats> for Seats {
    type Error = BadAnswer;

    fn try_from(seats: v1::Seats) -> Result<Self, BadAnswer> {
        Ok(Self {
            white: present(seats.white, "seats.white")?.try_into()?,
            black: present(seats.black, "seats.black")?.try_into()?,
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
            clock: game.clock.map(Clock::try_from).transpose()?,
            // A service that knows no offers has none.
            offers: game.offers.unwrap_or_default().try_into()?,
            spectators: game.spectators,
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
