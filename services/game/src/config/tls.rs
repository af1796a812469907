//! Whether gRPC is spoken over TLS.

use clap::Args;
use moelle_settings::tls::{H2, Identity, PemFile, ServerTls};
use moelle_settings::{Given, Problems, text};

/// Whether gRPC is spoken over TLS, as it was given.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "flags are named for fields")]
pub(super) struct TlsOptions {
    /// The certificate of gRPC with its chain, in PEM. With it gRPC is spoken over TLS alone.
    #[arg(
        long,
        env = "MOELLE_GRPC_TLS_CERT_FILE",
        default_value = "",
        value_parser = text()
    )]
    grpc_tls_cert_file: Given<String>,
    /// The key of that certificate, in PEM.
    #[arg(
        long,
        env = "MOELLE_GRPC_TLS_KEY_FILE",
        default_value = "",
        value_parser = text()
    )]
    grpc_tls_key_file: Given<String>,
    /// The authorities of clients, in PEM. With it only clients that show a certificate of one of
    /// them are served.
    #[arg(
        long,
        env = "MOELLE_GRPC_TLS_CLIENT_CA_FILE",
        default_value = "",
        value_parser = text()
    )]
    grpc_tls_client_ca_file: Given<String>,
}

impl TlsOptions {
    /// Checks them and reads the files, where some are given; what is wrong is noted.
    pub(super) fn check(&self, problems: &mut Problems) -> Option<ServerTls> {
        let mut file = |variable, given| Some(PemFile::new(variable, problems.take(given)?));
        let chain = file("MOELLE_GRPC_TLS_CERT_FILE", &self.grpc_tls_cert_file)?;
        let key = file("MOELLE_GRPC_TLS_KEY_FILE", &self.grpc_tls_key_file)?;
        let clients = file(
            "MOELLE_GRPC_TLS_CLIENT_CA_FILE",
            &self.grpc_tls_client_ca_file,
        )?;
        let clients = clients.if_given();
        let Some(identity) = Identity::given(problems, chain, key) else {
            if clients.is_some() {
                problems.note(
                    "MOELLE_GRPC_TLS_CLIENT_CA_FILE: MOELLE_GRPC_TLS_CERT_FILE is needed too",
                );
            }
            return None;
        };
        ServerTls::read(identity, clients, &[H2])
            .map_err(|error| problems.note(error.to_string()))
            .ok()
    }
}
