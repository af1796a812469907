//! The states of a game's life, as White sees them.

use moelle_proto::v1;
use moelle_proto::v1::{GameStatus, Side};

use super::calls::Call;
use crate::testing::{Table, TestServer};

/// A state, White to act wherever the game is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open,
    FirstTurns,
    Running,
    DrawMine,
    DrawTheirs,
    TakebackMine,
    TakebackTheirs,
    TimeOver,
    Over,
    OverOpen,
    RematchMine,
    RematchTheirs,
    RematchAgreed,
}

impl State {
    pub(super) const ALL: &'static [Self] = &[
        Self::Open,
        Self::FirstTurns,
        Self::Running,
        Self::DrawMine,
        Self::DrawTheirs,
        Self::TakebackMine,
        Self::TakebackTheirs,
        Self::TimeOver,
        Self::Over,
        Self::OverOpen,
        Self::RematchMine,
        Self::RematchTheirs,
        Self::RematchAgreed,
    ];

    /// What it is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Open => "seat open",
            Self::FirstTurns => "first turns",
            Self::Running => "running",
            Self::DrawMine => "my draw offer",
            Self::DrawTheirs => "their draw offer",
            Self::TakebackMine => "my takeback wish",
            Self::TakebackTheirs => "their takeback wish",
            Self::TimeOver => "my time is over, nobody has noticed",
            Self::Over => "over",
            Self::OverOpen => "over, a seat never taken",
            Self::RematchMine => "my rematch wish",
            Self::RematchTheirs => "their rematch wish",
            Self::RematchAgreed => "rematch agreed",
        }
    }

    /// Sets a table that is in the state.
    pub(super) async fn set(self, server: &TestServer) -> Table {
        match self {
            Self::Open | Self::OverOpen => {
                let table = Table::set(server, v1::Visibility::Unlisted).await;
                if self == Self::OverOpen {
                    Call::Abort.by(server, &table, &table.white).await;
                }
                return table;
            }
            Self::FirstTurns => return Table::joined(server).await,
            Self::TimeOver => return time_over(server).await,
            _ => {}
        }
        let table = Table::joined(server).await;
        table.play(server, &["d6", "f4"]).await;
        let (white, black) = (table.white.as_str(), table.black.as_str());
        let calls: &[(Call, &str)] = match self {
            Self::DrawMine => &[(Call::OfferDraw, white)],
            Self::DrawTheirs => &[(Call::OfferDraw, black)],
            Self::TakebackMine => &[(Call::RequestTakeback, white)],
            Self::TakebackTheirs => &[(Call::RequestTakeback, black)],
            Self::Over => &[(Call::Resign, black)],
            Self::RematchMine => &[(Call::Resign, black), (Call::OfferRematch, white)],
            Self::RematchTheirs => &[(Call::Resign, black), (Call::OfferRematch, black)],
            Self::RematchAgreed => &[
                (Call::Resign, black),
                (Call::OfferRematch, black),
                (Call::OfferRematch, white),
            ],
            _ => &[],
        };
        for (call, token) in calls {
            call.by(server, &table, token).await;
        }
        table
    }
}

async fn time_over(server: &TestServer) -> Table {
    let request = v1::CreateGameRequest {
        time_control: Some(minutes(5)),
        ..v1::CreateGameRequest::default()
    };
    let table = Table::of(server, request).await.with_black(server).await;
    table.play(server, &["d6", "f4"]).await;
    server.clock.advance(time::Duration::minutes(6));
    table
}

/// So many minutes for the whole game.
pub(super) fn minutes(minutes: u64) -> v1::TimeControl {
    v1::TimeControl {
        pace: Some(v1::time_control::Pace::Total(v1::TotalTime {
            total_ms: minutes * 60_000,
            ..v1::TotalTime::default()
        })),
        first_turn_ms: 0,
    }
}

/// What state a game is in, in the same words.
pub(super) fn described(game: &v1::Game) -> String {
    let offers = game.offers.as_ref().expect("offers");
    let state = game.state.as_ref().expect("a state");
    let whose = |side: Side, what: &str| match side {
        Side::White => Some(format!("my {what}")),
        Side::Black => Some(format!("their {what}")),
        Side::Unspecified => None,
    };
    if game.status() == GameStatus::Finished {
        let wish = whose(offers.rematch(), "rematch wish");
        let agreed = !offers.rematch_game_id.is_empty();
        let agreed = agreed.then(|| "rematch agreed".to_owned());
        return wish.or(agreed).unwrap_or_else(|| {
            let outcome = state.outcome.as_ref().expect("an outcome");
            let how = outcome.termination().as_str_name();
            let how = how.trim_start_matches("TERMINATION_").to_lowercase();
            format!("over ({how})")
        });
    }
    let mut parts: Vec<String> = Vec::new();
    if game.status() == GameStatus::Waiting {
        parts.push("seat open".to_owned());
    }
    parts.extend(whose(offers.draw(), "draw offer"));
    parts.extend(whose(offers.takeback(), "takeback wish"));
    if parts.is_empty() {
        let plies: u32 = state
            .position
            .rsplit(' ')
            .next()
            .and_then(|ply| ply.parse().ok())
            .expect("a ply");
        parts.push(if plies < 2 { "first turns" } else { "running" }.to_owned());
    }
    parts.join(", ")
}
