//! `POST /v1/rules/board.svg` and `POST /v1/rules/board.png`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::wire::{ChosenRules, Problems, read_position};
use moelle_rules::{Position, Turn};
use moelle_words::Language;

use crate::Problem;
use crate::extract::{Json, JsonBody};
use crate::gateway::Gateway;
use crate::pictures::{Form, Look, PictureSize, PictureTheme, draw};
use crate::shape::body_with_rules;

body_with_rules! {
    /// A position to draw.
    pub(crate) struct BoardBody {
        /// The position. Absent: the start.
        #[schema(example = "3/1w1/w1w/6/3/3/b2 w 6,8 0 0 4")]
        position: Option<String>,
        /// The turn that led to it, to mark. Absent: none.
        #[schema(example = "d6")]
        last_turn: Option<String>,
        /// Its colours. Absent: light.
        theme: Option<PictureTheme>,
        /// How large a PNG is: 240, 480 or 960 pixels. Absent: medium.
        size: Option<PictureSize>,
        /// Whether files and ranks are named. Absent: true.
        coordinates: Option<bool>,
    }
}

/// Draws any position as SVG, its mills and the last turn marked.
#[utoipa::path(
    post,
    path = "/v1/rules/board.svg",
    tag = "rules",
    request_body = BoardBody,
    responses((status = 200, description = "The picture.", content_type = "image/svg+xml", body = String)),
)]
pub(crate) async fn board_svg(
    State(gateway): State<Gateway>,
    Json(body): Json<BoardBody>,
) -> Result<Response, Problem> {
    let _permit = gateway.admit_call()?;
    body.draw(Form::Svg).await
}

/// Draws any position as PNG, its mills and the last turn marked.
#[utoipa::path(
    post,
    path = "/v1/rules/board.png",
    tag = "rules",
    request_body = BoardBody,
    responses((status = 200, description = "The picture.", content_type = "image/png", body = String)),
)]
pub(crate) async fn board_png(
    State(gateway): State<Gateway>,
    Json(body): Json<BoardBody>,
) -> Result<Response, Problem> {
    let _permit = gateway.admit_call()?;
    body.draw(Form::Png).await
}

impl JsonBody for BoardBody {}

impl BoardBody {
    async fn draw(mut self, form: Form) -> Result<Response, Problem> {
        let look = Look {
            theme: self.theme.unwrap_or_default().into(),
            size: self.size.unwrap_or_default().into(),
            coordinates: self.coordinates.unwrap_or(true),
        };
        let (position, last) = self.read()?;
        draw(form, look, position, last).await
    }

    fn read(&mut self) -> Result<(Position, Option<Turn>), Failure> {
        let selection = self.take_rules().into_wire("")?;
        // What is wrong is told in the caller's language on its way out.
        let mut problems = Problems::new(Language::English);
        let chosen = ChosenRules::read(Some(&selection), "rules", &mut problems);
        let read = chosen.and_then(|chosen| {
            let text = self.position.as_deref();
            let position = read_position(chosen.rules, text, "position", &mut problems)?;
            let Some(text) = self.last_turn.as_deref() else {
                return Some((position, None));
            };
            let Ok(turn) = Turn::parse(position.board(), text) else {
                let message = "`lastTurn` is no turn on this board.";
                problems.add("last_turn", ErrorCode::InvalidArgument, message);
                return None;
            };
            Some((position, Some(turn)))
        });
        problems.or(read)
    }
}
