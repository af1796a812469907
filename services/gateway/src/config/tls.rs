//! Whether TLS is spoken: with clients, and with the game service.

use clap::Args;
use moelle_settings::tls::{ClientTls, H2, HTTP_1_1, Identity, PemFile, ServerTls, TlsError};
use moelle_settings::{Given, Problems, text};

use crate::upstream::UpstreamUrl;

const CERT_FILE: &str = "MOELLE_REST_TLS_CERT_FILE";
const KEY_FILE: &str = "MOELLE_REST_TLS_KEY_FILE";
const UPSTREAM_CA_FILE: &str = "MOELLE_UPSTREAM_TLS_CA_FILE";
const UPSTREAM_CERT_FILE: &str = "MOELLE_UPSTREAM_TLS_CERT_FILE";
const UPSTREAM_KEY_FILE: &str = "MOELLE_UPSTREAM_TLS_KEY_FILE";

/// Whether REST is spoken over TLS, as it was given.
#[derive(Args, Clone, Debug)]
pub(super) struct RestTlsOptions {
    /// The certificate of REST with its chain, in PEM. With it REST is spoken over TLS alone.
    #[arg(long, env = CERT_FILE, default_value = "", value_parser = text())]
    rest_tls_cert_file: Given<String>,
    /// The key of that certificate, in PEM.
    #[arg(long, env = KEY_FILE, default_value = "", value_parser = text())]
    rest_tls_key_file: Given<String>,
}

/// Whom a gateway trusts to be the game service, as it was given.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "flags are named for fields")]
pub(super) struct UpstreamTlsOptions {
    /// The authorities of the game service, in PEM: needed where it is reached over `https://`.
    #[arg(long, env = UPSTREAM_CA_FILE, default_value = "", value_parser = text())]
    upstream_tls_ca_file: Given<String>,
    /// The certificate that the gateway shows the game service, in PEM, where that asks for one.
    #[arg(long, env = UPSTREAM_CERT_FILE, default_value = "", value_parser = text())]
    upstream_tls_cert_file: Given<String>,
    /// The key of that certificate, in PEM.
    #[arg(long, env = UPSTREAM_KEY_FILE, default_value = "", value_parser = text())]
    upstream_tls_key_file: Given<String>,
}

impl RestTlsOptions {
    /// Checks them and reads the files, where some are given; what is wrong is noted.
    pub(super) fn check(&self, problems: &mut Problems) -> Option<ServerTls> {
        let chain = file(problems, CERT_FILE, &self.rest_tls_cert_file)?;
        let key = file(problems, KEY_FILE, &self.rest_tls_key_file)?;
        let identity = Identity::given(problems, chain, key)?;
        noted(problems, ServerTls::read(identity, None, &[H2, HTTP_1_1]))
    }

    /// Whether a certificate is given.
    pub(super) fn is_given(&self, problems: &mut Problems) -> Option<bool> {
        let given = problems.take(&self.rest_tls_cert_file);
        given.map(|path| !path.is_empty())
    }
}

impl UpstreamTlsOptions {
    /// Checks them and reads the files, where some are given; what is wrong is noted.
    pub(super) fn check(
        &self,
        problems: &mut Problems,
        upstream: Option<&[UpstreamUrl]>,
    ) -> Option<ClientTls> {
        let authority = file(problems, UPSTREAM_CA_FILE, &self.upstream_tls_ca_file)?;
        let chain = file(problems, UPSTREAM_CERT_FILE, &self.upstream_tls_cert_file)?;
        let key = file(problems, UPSTREAM_KEY_FILE, &self.upstream_tls_key_file)?;
        let identity = Identity::given(problems, chain, key);
        let is_wanted = upstream?.iter().any(UpstreamUrl::is_secured);
        match (is_wanted, authority.if_given()) {
            (true, Some(authority)) => noted(problems, ClientTls::read(authority, identity, H2)),
            (true, None) => {
                let why = "it is needed where MOELLE_GRPC_URL is https://";
                problems.note(format!("{UPSTREAM_CA_FILE}: {why}"));
                None
            }
            (false, authority) => {
                // Nobody should believe that a plain connection is a secured one.
                if authority.is_some() || identity.is_some() {
                    let why = "no address of MOELLE_GRPC_URL is https://";
                    problems.note(format!("{UPSTREAM_CA_FILE}: {why}"));
                }
                None
            }
        }
    }
}

fn file(problems: &mut Problems, variable: &'static str, given: &Given<String>) -> Option<PemFile> {
    Some(PemFile::new(variable, problems.take(given)?))
}

fn noted<T>(problems: &mut Problems, read: Result<T, TlsError>) -> Option<T> {
    read.map_err(|error| problems.note(error.to_string())).ok()
}
