//! Whose pages may call over gRPC-Web.

use clap::Args;
use moelle_settings::{CorsOrigins, Given, Problems, origins};

/// Whose pages may call over gRPC-Web, as it was given.
#[derive(Args, Clone, Debug)]
pub struct WebOptions {
    /// Origins whose pages may call over gRPC-Web, at the port of gRPC. Empty: it is not spoken, and
    /// neither is HTTP/1.1.
    #[arg(
        long,
        env = "MOELLE_GRPC_WEB_ORIGINS",
        default_value = "",
        value_parser = origins()
    )]
    grpc_web_origins: Given<CorsOrigins>,
}

impl WebOptions {
    /// Checks them; what is wrong is noted. Inside is `None` where gRPC-Web is not spoken.
    pub fn check(&self, problems: &mut Problems) -> Option<Option<CorsOrigins>> {
        let origins = problems.take(&self.grpc_web_origins)?;
        Some(Some(origins).filter(|origins| !origins.is_empty()))
    }
}
