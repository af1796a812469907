//! What handlers take out of requests. Every extractor fails with a [`Problem`](crate::Problem).

mod accept;
mod body;
mod caller;
mod change;
mod game_id;
mod json;
mod query;
mod request_id;
mod revision;
mod serde_text;

pub(crate) use accept::Acceptable;
pub(crate) use body::read_body;
pub(crate) use caller::{Caller, api_key, bearer};
pub(crate) use change::Change;
pub(crate) use game_id::{GameId, Segment, Segments, SideSegment};
pub(crate) use json::{Json, JsonBody, MaybeJson, media_type, parse_json};
pub(crate) use query::{page_size, query_list, query_numbers, query_texts, said, take_flag};
pub(crate) use request_id::RequestId;
pub(crate) use revision::{IfMatch, IfNoneMatch, LastEventId, etag};

use moelle_proto::error::{ErrorCode, Failure, FieldViolation};

/// A request with one wrong field or header.
pub(crate) fn wrong(field: &str, message: impl Into<String>) -> Failure {
    Failure::of_fields(vec![FieldViolation {
        field: field.to_owned(),
        code: ErrorCode::InvalidArgument,
        message: message.into(),
    }])
}
