//! Reading a body up to a limit.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body_util::BodyExt as _;
use moelle_proto::error::{ErrorCode, Failure};

use crate::config::Limits;

/// What is read and thrown away of a body that is too large, so that its sender comes to read the
/// answer in place of a reset connection.
const DISCARDED_BYTES_MAX: usize = 8 * 1024 * 1024;
/// How long that may take.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(2);

/// Reads a whole body; one that holds a record or many turns may be long.
///
/// # Errors
///
/// When it is larger than the limit, compressed, too slow, or breaks off.
pub(crate) async fn read_body(
    headers: &HeaderMap,
    mut body: Body,
    limits: &Limits,
    is_long: bool,
) -> Result<Bytes, Failure> {
    let bytes_max = if is_long {
        limits.long_body_bytes_max
    } else {
        limits.body_bytes_max
    };
    let encoded = headers
        .get(CONTENT_ENCODING)
        .is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if encoded {
        let message = "The body must not be compressed.";
        return Err(Failure::saying(ErrorCode::WrongContentType, message));
    }
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let read = if announced.is_some_and(|length| length > bytes_max) {
        None
    } else {
        tokio::time::timeout(limits.body_timeout, collect(&mut body, bytes_max))
            .await
            .map_err(|_| Failure::new(ErrorCode::DeadlineExceeded))??
    };
    if let Some(bytes) = read {
        return Ok(bytes);
    }
    let _ = tokio::time::timeout(DISCARD_TIMEOUT, discard(&mut body)).await;
    let message = format!("The body may have {bytes_max} bytes at most.");
    Err(Failure::saying(ErrorCode::TooLarge, message).with("bytes_max", bytes_max))
}

/// The whole body, or none where it is too large.
async fn collect(body: &mut Body, bytes_max: usize) -> Result<Option<Bytes>, Failure> {
    let mut read = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| {
            Failure::saying(ErrorCode::Malformed, "The body broke off before its end.")
        })?;
        if let Ok(data) = frame.into_data() {
            if read.len() + data.len() > bytes_max {
                return Ok(None);
            }
            read.extend_from_slice(&data);
        }
    }
    Ok(Some(read.freeze()))
}

async fn discard(body: &mut Body) {
    let mut discarded = 0;
    while discarded < DISCARDED_BYTES_MAX
        && let Some(Ok(frame)) = body.frame().await
    {
        discarded += frame.data_ref().map_or(0, Bytes::len);
    }
}
