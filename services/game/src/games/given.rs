//! What is given to callers once: seats, and invitations to others.

use moelle_games::{GameId, Secret};
use moelle_proto::v1;
use moelle_rules::Side;
use url::Url;

/// A seat given to the caller.
pub(super) fn seat(side: Side, token: &Secret) -> v1::SeatGrant {
    v1::SeatGrant {
        side: v1::Side::from(side).into(),
        token: token.to_string(),
    }
}

/// An invitation, with a link where the service has a public address.
pub(super) fn invitation(
    public_url: Option<&Url>,
    game: GameId,
    side: Side,
    invitation: &Secret,
) -> v1::Invitation {
    v1::Invitation {
        side: v1::Side::from(side).into(),
        invitation: invitation.to_string(),
        url: public_url
            .map(|base| link(base, game, invitation))
            .unwrap_or_default(),
    }
}

/// A link to send. The invitation stands in the fragment, which browsers keep to themselves.
fn link(base: &Url, id: GameId, invitation: &Secret) -> String {
    format!(
        "{}/play/{id}#{invitation}",
        base.as_str().trim_end_matches('/')
    )
}
