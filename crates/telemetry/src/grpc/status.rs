//! How a gRPC call ended.

use http::{HeaderMap, HeaderName};

const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");

/// A status of gRPC, by the names of its specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GrpcStatus(usize);

const NAMES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

impl GrpcStatus {
    pub(crate) const CANCELLED: Self = Self(1);
    pub(crate) const UNKNOWN: Self = Self(2);
    pub(crate) const UNAVAILABLE: Self = Self(14);

    /// The status in trailers, or in the headers of an answer that has only trailers.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let text = headers.get(GRPC_STATUS)?.to_str().ok()?;
        let code: usize = text.parse().ok()?;
        Some(if code < NAMES.len() {
            Self(code)
        } else {
            Self::UNKNOWN
        })
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES[self.0]
    }

    /// Whether the service failed, rather than said no.
    pub(crate) fn is_failure(self) -> bool {
        matches!(
            self.name(),
            "UNKNOWN"
                | "DEADLINE_EXCEEDED"
                | "UNIMPLEMENTED"
                | "INTERNAL"
                | "UNAVAILABLE"
                | "DATA_LOSS"
        )
    }
}
