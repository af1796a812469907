//! Pictures of positions: what may be chosen of them, and how they are made.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use moelle_pictures::{Picture, Size, Theme};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_rules::{Position, Turn};
use serde::Deserialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::wrong;

/// PNGs that are painted at once; painting one takes a core for some milliseconds.
static PAINTERS: Semaphore = Semaphore::const_new(4);

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// SVG.
    Svg,
    /// PNG.
    Png,
}

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PictureTheme {
    /// Light wood.
    #[default]
    Light,
    /// Dark wood.
    Dark,
    /// Black on white, for print.
    Plain,
}

/// How large a PNG is: 240, 480 or 960 pixels wide and high.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PictureSize {
    /// 240 pixels.
    Small,
    /// 480 pixels.
    #[default]
    Medium,
    /// 960 pixels.
    Large,
}

/// What a caller chooses of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) theme: Theme,
    pub(crate) size: Size,
    pub(crate) coordinates: bool,
}

impl From<PictureTheme> for Theme {
    fn from(theme: PictureTheme) -> Self {
        match theme {
            PictureTheme::Light => Self::Light,
            PictureTheme::Dark => Self::Dark,
            PictureTheme::Plain => Self::Plain,
        }
    }
}

impl From<PictureSize> for Size {
    fn from(size: PictureSize) -> Self {
        match size {
            PictureSize::Small => Self::Small,
            PictureSize::Medium => Self::Medium,
            PictureSize::Large => Self::Large,
        }
    }
}

impl Look {
    /// What a query chooses.
    ///
    /// # Errors
    ///
    /// A word that there is not.
    pub(crate) fn of_query(
        theme: Option<&str>,
        size: Option<&str>,
        coordinates: Option<&str>,
    ) -> Result<Self, Failure> {
        let must_be = |name: &str, words: &str| wrong(name, format!("`{name}` must be {words}."));
        Ok(Self {
            theme: theme.map_or(Ok(Theme::default()), |theme| {
                let wrong = |()| must_be("theme", "light, dark or plain");
                theme.parse().map_err(wrong)
            })?,
            size: size.map_or(Ok(Size::default()), |size| {
                let wrong = |()| must_be("size", "small, medium or large");
                size.parse().map_err(wrong)
            })?,
            coordinates: match coordinates {
                None | Some("true") => true,
                Some("false") => false,
                Some(_) => return Err(must_be("coordinates", "true or false")),
            },
        })
    }
}

impl Form {
    /// Its content type.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// Draws a position, its last turn marked.
///
/// # Errors
///
/// `internal` where there is no memory for it.
pub(crate) async fn draw(
    form: Form,
    look: Look,
    position: Position,
    last: Option<Turn>,
) -> Result<Response, Problem> {
    let make = move || {
        let picture = Picture::of(&position)
            .after(last.as_ref())
            .in_theme(look.theme)
            .with_names(look.coordinates);
        match form {
            Form::Svg => Ok(picture.svg().into_bytes()),
            Form::Png => picture.png(look.size),
        }
    };
    let bytes = match form {
        Form::Svg => make(),
        Form::Png => {
            let painter = PAINTERS.acquire().await;
            let _painter = painter.map_err(|_| ErrorCode::Internal)?;
            let painting = tokio::task::spawn_blocking(make).await;
            painting.map_err(|_| ErrorCode::Internal)?
        }
    }
    .map_err(|_| ErrorCode::Internal)?;
    let headers = [
        (CONTENT_TYPE, form.content_type()),
        (CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ];
    Ok((headers, bytes).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_chosen_is_light_and_medium_with_coordinates() {
        let look = Look::of_query(None, None, None).expect("nothing is wrong");
        assert_eq!((look.theme, look.size), (Theme::Light, Size::Medium));
        assert!(look.coordinates);
        let look = Look::of_query(Some("dark"), Some("large"), Some("false"));
        let look = look.expect("nothing is wrong");
        assert_eq!((look.theme, look.size), (Theme::Dark, Size::Large));
        assert!(!look.coordinates);
    }

    #[test]
    fn what_cannot_be_chosen_is_told_by_its_name() {
        for (look, name) in [
            (Look::of_query(Some("pink"), None, None), "theme"),
            (Look::of_query(None, Some(""), None), "size"),
            (Look::of_query(None, None, Some("1")), "coordinates"),
        ] {
            let failure = look.expect_err(name);
            assert_eq!(failure.violations()[0].field, name);
        }
    }
}
