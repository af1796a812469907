//! What a link to a game shows where it is sent: the board, who plays, and how it stands.

use std::time::Duration;

use http::HeaderMap;
use http::header::HOST;
use http::uri::Authority;
use moelle_pictures::Size;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_rates::Class;
use moelle_rules::{Side, Variant};
use moelle_words::{Language, side_name, variant_name};

use super::document::tags;
use crate::extract::{Caller, GameId};
use crate::games::read;
use crate::gateway::Gateway;

/// How long the page may wait for its preview.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a link to a game may show.
pub(super) enum Preview {
    /// No game has the id.
    Absent,
    /// Nothing: the game is private, or cannot be asked for now.
    Hidden,
    /// The game.
    Of(Shown),
}

/// What everybody may see of a game.
pub(super) struct Shown {
    /// Its variant; none where it is played by rules of its own.
    pub(super) variant: Option<String>,
    /// The tags of its preview.
    pub(super) tags: String,
}

/// Asks for the game as a stranger would, so that a private one shows nothing.
pub(super) async fn find(
    gateway: &Gateway,
    id: &str,
    stranger: &Caller,
    headers: &HeaderMap,
) -> Preview {
    let Some(GameId(id)) = GameId::read(id) else {
        return Preview::Absent;
    };
    // The page itself is for everybody.
    let counted = stranger.counted();
    if counted.is_some_and(|it| gateway.rates().admit(it, Class::Read).is_err()) {
        return Preview::Hidden;
    }
    let Ok(_permit) = gateway.admit_call() else {
        return Preview::Hidden;
    };
    match tokio::time::timeout(PATIENCE, read::read(gateway, stranger, id)).await {
        Ok(Ok(game)) => Preview::Of(of_game(&game, stranger.language(), gateway, headers)),
        Ok(Err(problem)) if problem.code() == ErrorCode::GameNotFound => Preview::Absent,
        Ok(Err(_)) | Err(_) => Preview::Hidden,
    }
}

fn of_game(game: &v1::Game, language: Language, gateway: &Gateway, headers: &HeaderMap) -> Shown {
    let seats = game.seats.clone().unwrap_or_default();
    let player = |side: Side, seat: Option<v1::Seat>| {
        let name = seat.map(|seat| seat.name).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| side_name(side, language))
    };
    let players = format!(
        "{} – {}",
        player(Side::White, seats.white),
        player(Side::Black, seats.black)
    );
    let variant = game.identity.as_ref().map(|it| it.variant.as_str());
    let variant = variant.filter(|it| !it.is_empty());
    let title = variant
        .and_then(Variant::find)
        .map_or_else(|| "Mølle".to_owned(), |it| variant_name(it, language));
    let outcome = game.state.as_ref().and_then(|state| state.outcome.as_ref());
    let title = outcome.map_or_else(|| title.clone(), |it| format!("{title}: {}", it.message));
    let mut found = vec![
        ("og:type", "website".to_owned()),
        ("og:site_name", "Mølle".to_owned()),
        ("og:title", title),
        ("og:description", players),
    ];
    if let Some(origin) = origin(gateway, headers) {
        let (id, revision) = (&game.id, game.revision);
        let picture = format!("{origin}/v1/games/{id}/board.png?size=large&revision={revision}");
        let pixels = Size::Large.pixels().to_string();
        found.extend([
            ("og:url", format!("{origin}/play/{id}")),
            ("og:image", picture),
            ("og:image:type", "image/png".to_owned()),
            ("og:image:width", pixels.clone()),
            ("og:image:height", pixels),
        ]);
    }
    let found: Vec<_> = found
        .iter()
        .map(|(tag, text)| (*tag, text.as_str()))
        .collect();
    Shown {
        variant: variant.map(str::to_owned),
        tags: tags(&found),
    }
}

/// Where the page lies for those who are sent a link to it.
fn origin(gateway: &Gateway, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = gateway.public_url() {
        return Some(url.as_str().trim_end_matches('/').to_owned());
    }
    let host: Authority = headers.get(HOST)?.to_str().ok()?.parse().ok()?;
    Some(format!("http://{host}"))
}
