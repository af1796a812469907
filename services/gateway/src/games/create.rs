//! `POST /v1/games`

use axum::extract::State;
use axum::response::Response;
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::change::changed;
use crate::Problem;
use crate::extract::{Caller, Json, JsonBody, RequestId};
use crate::gateway::{Gateway, Retry};
use crate::shape::{
    BadAnswer, FirstToAct, Game, Invitation, Object, PlayerNames, SeatChoice, SeatGrant,
    TimeControlChoice, Visibility, body_with_rules, present,
};

body_with_rules! {
    /// A game to create.
    #[schema(example = json!({
        "variant": "nine",
        "seat": "white",
        "names": {"white": "Ada"},
        "clock": {"totalMs": 300_000, "incrementMs": 3_000},
    }))]
    pub(crate) struct CreateGameBody {
        /// The seat that the creator takes. Absent: white.
        seat: Option<SeatChoice>,
        /// The players' names.
        #[schema(value_type = Option<PlayerNames>)]
        names: Option<Object<PlayerNames>>,
        /// Who may see the game. Absent: whoever has its id.
        visibility: Option<Visibility>,
        /// The position to start from. Absent: the start of the rule set.
        start: Option<String>,
        /// Who acts first. Refused together with `start`, which says it itself. Absent: white.
        first_to_act: Option<FirstToAct>,
        /// The time for thinking. Null: no clock.
        #[schema(value_type = Option<TimeControlChoice>)]
        clock: Option<Object<TimeControlChoice>>,
    }
}

/// A game created.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreatedGame {
    /// The game.
    game: Game,
    /// The seats that the caller took.
    seats: Vec<SeatGrant>,
    /// An invitation for each seat left open; none where the game is over from the start.
    invitations: Vec<Invitation>,
    /// The token of the game's owner: it sees a private game though it may hold no seat.
    owner_token: String,
}

/// Creates a game.
///
/// The tokens are shown in this answer alone. With an `Idempotency-Key` a lost answer can be had
/// again.
#[utoipa::path(
    post,
    path = "/v1/games",
    tag = "games",
    params((
        "Idempotency-Key" = Option<String>,
        Header,
        description = "A random UUID that makes retries safe for 24 hours.",
    )),
    request_body = CreateGameBody,
    security((), ("apiKey" = [])),
    responses((
        status = 201,
        description = "The game, and the secrets of its seats.",
        body = CreatedGame,
        headers(
            ("Location" = String, description = "Where the game is."),
            ("ETag" = String, description = "The game's revision."),
        ),
    )),
)]
pub(crate) async fn create_game(
    State(gateway): State<Gateway>,
    caller: Caller,
    request_id: RequestId,
    Json(body): Json<CreateGameBody>,
) -> Result<Response, Problem> {
    let retry = Retry::of_change(request_id.is_given());
    let message = body.into_wire(request_id)?;
    let answer = gateway
        .ask(
            &caller,
            retry,
            message,
            |mut upstream, request| async move { upstream.games.create_game(request).await },
        )
        .await?;
    CreatedGame::try_from(answer)?.answer(&gateway)
}

impl JsonBody for CreateGameBody {}

impl CreateGameBody {
    fn into_wire(mut self, request_id: RequestId) -> Result<v1::CreateGameRequest, Failure> {
        Ok(v1::CreateGameRequest {
            rules: Some(self.take_rules().into_wire("")?),
            seat: self.seat.map_or(0, i32::from),
            names: self.names.map(|Object(names)| names.into()),
            visibility: self.visibility.map_or(0, i32::from),
            start: self.start,
            first_to_act: self.first_to_act.map_or(0, i32::from),
            request_id: request_id.0,
            time_control: self
                .clock
                .map(|Object(clock)| clock.into_wire())
                .transpose()?,
        })
    }
}

impl CreatedGame {
    /// The game that a record became.
    pub(super) fn of_import(response: v1::ImportGameResponse) -> Result<Self, BadAnswer> {
        v1::CreateGameResponse {
            game: response.game,
            seats: response.seats,
            invitations: response.invitations,
            owner_token: response.owner_token,
        }
        .try_into()
    }

    /// The answer that tells of it, with a link to every invitation.
    pub(super) fn answer(mut self, gateway: &Gateway) -> Result<Response, Problem> {
        for invitation in &mut self.invitations {
            invitation.link(gateway.public_url(), &self.game.id);
        }
        let location = HeaderValue::try_from(format!("/v1/games/{}", self.game.id))
            .map_err(|_| BadAnswer("id"))?;
        let mut response = changed(StatusCode::CREATED, self.game.revision, self);
        response.headers_mut().insert(LOCATION, location);
        Ok(response)
    }
}

impl TryFrom<v1::CreateGameResponse> for CreatedGame {
    type Error = BadAnswer;

    fn try_from(response: v1::CreateGameResponse) -> Result<Self, BadAnswer> {
        let seats = response.seats.into_iter().map(SeatGrant::try_from);
        let invitations = response.invitations.into_iter().map(Invitation::try_from);
        Ok(Self {
            game: present(response.game, "game")?.try_into()?,
            seats: seats.collect::<Result<_, _>>()?,
            invitations: invitations.collect::<Result<_, _>>()?,
            owner_token: response.owner_token,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(body: &str) -> Result<v1::CreateGameRequest, Failure> {
        let body: CreateGameBody = serde_json::from_str(body).expect("a body");
        body.into_wire(RequestId("id".to_owned()))
    }

    #[test]
    fn what_is_absent_or_null_is_left_to_the_game_service() {
        for body in [
            r#"{"variant":"nine"}"#,
            r#"{"variant":"nine","seat":null,"names":null,"start":null,"clock":null}"#,
        ] {
            let message = wire(body).expect("a message");
            assert_eq!(
                (message.seat, message.visibility, message.first_to_act),
                (0, 0, 0)
            );
            assert_eq!((message.names, message.start), (None, None));
            assert_eq!(message.time_control, None);
            assert_eq!(message.request_id, "id");
        }
    }

    #[test]
    fn words_become_values_of_the_wire() {
        let body =
            r#"{"variant":"nine","seat":"none","visibility":"private","firstToAct":"black"}"#;
        let message = wire(body).expect("a message");
        assert_eq!(message.seat(), v1::SeatChoice::None);
        assert_eq!(message.visibility(), v1::Visibility::Private);
        assert_eq!(message.first_to_act(), v1::FirstToAct::Black);
    }

    #[test]
    fn a_clock_is_agreed_on_from_the_start() {
        let message = wire(r#"{"variant":"nine","clock":{"turnDays":3}}"#).expect("a message");
        let pace = message.time_control.expect("a clock").pace;
        assert_eq!(pace, Some(v1::time_control::Pace::TurnDays(3)));
        let failure = wire(r#"{"variant":"nine","clock":{}}"#).expect_err("no pace");
        assert_eq!(failure.violations()[0].field, "clock");
    }
}
