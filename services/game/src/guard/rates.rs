//! Who calls too often.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::header::AUTHORIZATION;
use http::{HeaderValue, Request, Response};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_rates::{Caller, Class, ForwardedBy, OpenStreams, Rates, Refusal};
use tonic::body::Body;
use tonic::transport::server::{TcpConnectInfo, TlsConnectInfo};
use tonic::{Code, Status};

use crate::keys::API_KEY;

/// The metadata in which a gateway says whose call it passes on.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// What stands beside a call of a connection over TLS.
type TlsInfo = TlsConnectInfo<TcpConnectInfo>;

/// The limits of callers; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct CallerRates {
    rates: Rates,
    has_warned: Arc<AtomicBool>,
}

impl CallerRates {
    pub(super) fn new(rates: Rates) -> Self {
        Self {
            rates,
            has_warned: Arc::default(),
        }
    }

    /// Counts a call, and a stream as open for as long as what is returned is kept.
    ///
    /// # Errors
    ///
    /// The failure of a call that is one too many.
    pub(super) fn admit(
        &self,
        request: &Request<Body>,
        class: Option<Class>,
    ) -> Result<Option<OpenStreams>, Failure> {
        let (Some(class), Some(caller)) = (class, self.caller(request)) else {
            return Ok(None);
        };
        let _admission = self
            .rates
            .admit(&caller, class)
            .map_err(|it| too_many(&it))?;
        if class == Class::Stream {
            return self
                .rates
                .open(&caller)
                .map(Some)
                .map_err(|it| too_many(&it));
        }
        Ok(None)
    }

    /// Whom a call counts for. A gateway that is trusted and names nobody calls for many at once, and
    /// has limited them itself.
    fn caller(&self, request: &Request<Body>) -> Option<Caller> {
        let peer = peer(request)?;
        let headers = request.headers();
        let trusted = self.rates.trusted();
        let address = if trusted.trust(peer) {
            trusted.caller(peer, headers, ForwardedBy::XForwardedFor)?
        } else {
            if headers.contains_key(FORWARDED_FOR) {
                self.warn(peer);
            }
            peer
        };
        let token = headers.get(AUTHORIZATION);
        let token = token.map(HeaderValue::as_bytes);
        let key = headers.get(API_KEY).map(HeaderValue::as_bytes);
        Some(
            self.rates
                .with_key(Caller::at(address).with_token(token), key),
        )
    }

    /// Notes what becomes of a call with a key: whether that works is looked at before anything else.
    pub(super) fn noting(
        &self,
        request: &Request<Body>,
    ) -> impl FnOnce(Response<Body>) -> Response<Body> + Send + use<> {
        let key = request.headers().get(API_KEY).cloned();
        let rates = self.rates.clone();
        move |answer| {
            if let Some(key) = key {
                let status = Status::from_header_map(answer.headers());
                match status.filter(|status| status.code() != Code::Ok) {
                    None => rates.note_key(key.as_bytes(), true),
                    Some(status) if Failure::from(&status).code().is_of_key() => {
                        rates.note_key(key.as_bytes(), false);
                    }
                    Some(_) => {}
                }
            }
            answer
        }
    }

    /// Says once that somebody passes calls on who is not known to.
    fn warn(&self, peer: IpAddr) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "calls are passed on by an address that is not trusted, and count for it: a gateway \
                 must stand in MOELLE_TRUSTED_PROXIES"
            );
        }
    }
}

fn peer(request: &Request<Body>) -> Option<IpAddr> {
    let extensions = request.extensions();
    let plain = extensions.get::<TcpConnectInfo>();
    let secured = || extensions.get::<TlsInfo>().map(TlsConnectInfo::get_ref);
    let address = plain.or_else(secured)?.remote_addr()?;
    Some(address.ip())
}

fn too_many(refusal: &Refusal) -> Failure {
    Failure::new(ErrorCode::TooMany).with_retry_after(refusal.wait())
}

#[cfg(test)]
mod tests;
