//! Who plays: a client of gRPC, or one of REST on a connection of its own.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, bail};
use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_rules::Side;
use serde::{Deserialize, Serialize};
use tokio::net::TcpStream;
use tonic::Code;
use tonic::transport::Channel;

use crate::records::{End, Record};

/// A client that plays both sides of one game after the other.
pub(crate) enum Player {
    Grpc(GameServiceClient<Channel>),
    Rest(Rest),
}

/// A connection to a gateway.
pub(crate) struct Rest {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
}

/// A game of which both seats are taken.
pub(crate) struct Seated {
    pub(crate) id: String,
    /// White's token and Black's.
    tokens: [String; 2],
}

/// What an answer says of a game.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Standing {
    pub(crate) id: String,
    pub(crate) revision: u64,
    pub(crate) position: String,
    #[serde(rename = "outcome")]
    pub(crate) end: Option<End>,
}

/// An answer, or what stands in its place.
pub(crate) enum Answer<T> {
    Had(T),
    /// The service has too much to do; it says when to come again, or not.
    Shed(Option<Duration>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Creation<'a> {
    variant: &'a str,
    seat: &'a str,
    start: &'a str,
}

#[derive(Serialize)]
struct Turn<'a> {
    turn: &'a str,
    revision: u64,
}

#[derive(Deserialize)]
struct Created {
    game: Standing,
    seats: Vec<Grant>,
}

#[derive(Deserialize)]
struct Grant {
    side: String,
    token: String,
}

#[derive(Deserialize)]
struct Played {
    game: Standing,
}

impl Player {
    /// A client of a gateway.
    pub(crate) async fn rest(address: SocketAddr) -> anyhow::Result<Self> {
        Ok(Self::Rest(Rest::connect(address).await?))
    }

    /// Begins the game of a record, on both seats.
    pub(crate) async fn create(&mut self, record: &Record) -> anyhow::Result<Answer<Seated>> {
        match self {
            Self::Grpc(client) => create_over_grpc(client, record).await,
            Self::Rest(rest) => rest.create(record).await,
        }
    }

    /// Plays a turn at the revision that was seen.
    pub(crate) async fn play(
        &mut self,
        game: &Seated,
        side: Side,
        turn: &str,
        revision: u64,
    ) -> anyhow::Result<Answer<Standing>> {
        let token = match side {
            Side::White => &game.tokens[0],
            Side::Black => &game.tokens[1],
        };
        match self {
            Self::Grpc(client) => {
                let mut request = tonic::Request::new(v1::PlayTurnRequest {
                    game_id: game.id.clone(),
                    turn: turn.to_owned(),
                    revision: Some(revision),
                    ..v1::PlayTurnRequest::default()
                });
                let bearer = format!("Bearer {token}").parse()?;
                request.metadata_mut().insert("authorization", bearer);
                match client.play_turn(request).await {
                    Ok(played) => standing(played.into_inner().game).map(Answer::Had),
                    Err(status) => shed(&status),
                }
            }
            Self::Rest(rest) => {
                let path = format!("/v1/games/{}/turns", game.id);
                let body = serde_json::to_vec(&Turn { turn, revision })?;
                let answer = rest.post(&path, Some(token), body).await?;
                Ok(match answer {
                    Answer::Had(body) => Answer::Had(serde_json::from_slice::<Played>(&body)?.game),
                    Answer::Shed(after) => Answer::Shed(after),
                })
            }
        }
    }
}

async fn create_over_grpc(
    client: &mut GameServiceClient<Channel>,
    record: &Record,
) -> anyhow::Result<Answer<Seated>> {
    let request = v1::CreateGameRequest {
        rules: Some(v1::RuleSetSelection {
            base: Some(Base::Variant(record.variant.clone())),
            ..v1::RuleSetSelection::default()
        }),
        seat: v1::SeatChoice::Both.into(),
        start: Some(record.start.clone()),
        ..v1::CreateGameRequest::default()
    };
    let created = match client.create_game(request).await {
        Ok(created) => created.into_inner(),
        Err(status) => return shed(&status),
    };
    let token = |side: v1::Side| {
        let seat = created.seats.iter().find(|seat| seat.side() == side);
        seat.map(|seat| seat.token.clone()).context("a seat")
    };
    Ok(Answer::Had(Seated {
        tokens: [token(v1::Side::White)?, token(v1::Side::Black)?],
        id: created.game.context("a game")?.id,
    }))
}

/// A failure that says that there is too much to do; another one is an error.
fn shed<T>(status: &tonic::Status) -> anyhow::Result<Answer<T>> {
    if matches!(status.code(), Code::Unavailable | Code::ResourceExhausted) {
        return Ok(Answer::Shed(Failure::from(status).retry_after()));
    }
    bail!("{:?}: {}", status.code(), status.message())
}

fn standing(game: Option<v1::Game>) -> anyhow::Result<Standing> {
    let game = game.context("a game")?;
    let state = game.state.context("a state")?;
    let end = state.outcome.map(|outcome| {
        let result = match outcome.result() {
            v1::GameResult::WhiteWins => "1-0",
            v1::GameResult::BlackWins => "0-1",
            v1::GameResult::Draw => "1/2-1/2",
            v1::GameResult::None | v1::GameResult::Unspecified => "*",
        };
        let termination = outcome.termination().as_str_name();
        End {
            result: result.to_owned(),
            termination: termination
                .trim_start_matches("TERMINATION_")
                .to_lowercase(),
        }
    });
    Ok(Standing {
        id: game.id,
        revision: game.revision,
        position: state.position,
        end,
    })
}

impl Rest {
    /// Connects to a gateway.
    pub(crate) async fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // How it ends is told by the request that fails.
        tokio::spawn(connection);
        Ok(Self { sender, address })
    }

    async fn create(&mut self, record: &Record) -> anyhow::Result<Answer<Seated>> {
        let body = serde_json::to_vec(&Creation {
            variant: &record.variant,
            seat: "both",
            start: &record.start,
        })?;
        let created: Created = match self.post("/v1/games", None, body).await? {
            Answer::Had(body) => serde_json::from_slice(&body)?,
            Answer::Shed(after) => return Ok(Answer::Shed(after)),
        };
        let token = |side: &str| {
            let seat = created.seats.iter().find(|seat| seat.side == side);
            seat.map(|seat| seat.token.clone()).context("a seat")
        };
        Ok(Answer::Had(Seated {
            tokens: [token("white")?, token("black")?],
            id: created.game.id,
        }))
    }

    /// Posts JSON; the body of the answer.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: Vec<u8>,
    ) -> anyhow::Result<Answer<Bytes>> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, self.address.to_string())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(Full::from(body))?).await
    }

    /// Reads; the body of the answer.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Answer<Bytes>> {
        let request = Request::builder()
            .uri(path)
            .header(header::HOST, self.address.to_string());
        self.send(request.body(Full::default())?).await
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> anyhow::Result<Answer<Bytes>> {
        if self.sender.is_closed() {
            *self = Self::connect(self.address).await?;
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request).await?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await?.to_bytes();
        match head.status {
            StatusCode::OK | StatusCode::CREATED => Ok(Answer::Had(body)),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                let after = head.headers.get(header::RETRY_AFTER);
                let seconds = after.and_then(|after| after.to_str().ok()?.parse().ok());
                Ok(Answer::Shed(seconds.map(Duration::from_secs)))
            }
            status => bail!("{status}: {}", String::from_utf8_lossy(&body)),
        }
    }
}
