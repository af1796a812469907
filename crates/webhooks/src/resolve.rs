//! Names and their addresses.

use std::io;
use std::net::{IpAddr, SocketAddr};

use async_trait::async_trait;

/// Tells the addresses of names.
#[async_trait]
pub trait Resolve: Send + Sync + 'static {
    /// The addresses of a name, at this moment.
    ///
    /// # Errors
    ///
    /// There is no such name, or nobody can tell now.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Asks whom the system asks.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolve for SystemResolver {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address: SocketAddr| address.ip()).collect())
    }
}
