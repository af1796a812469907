//! What is said at the start.

use std::net::SocketAddr;

/// What a user should know to begin.
pub(crate) fn text(base: &str, grpc: SocketAddr, database: &str) -> String {
    let json = "-H 'content-type: application/json'";
    format!(
        "\
Mølle is ready: {base}

  To play:            {base}/
  To try the API:     {base}/docs/
  gRPC, reflected:    {grpc}
  Games are kept in:  {database}

Is this turn legal?

  curl -s {base}/v1/rules/check-turn {json} -d '{{\"variant\":\"nine\",\"turn\":\"d6\"}}'

Create a game:

  curl -s {base}/v1/games {json} -d '{{\"variant\":\"nine\"}}'

Ctrl-C stops it; the games stay.
"
    )
}

/// The address of a server as its own machine reaches it.
pub(crate) fn base_url(address: SocketAddr, speaks_tls: bool) -> String {
    let scheme = if speaks_tls { "https" } else { "http" };
    let port = address.port();
    if address.ip().is_unspecified() {
        format!("{scheme}://localhost:{port}")
    } else {
        format!("{scheme}://{address}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_means_all_is_reached_as_this_machine() {
        for (address, speaks_tls, expected) in [
            ("127.0.0.1:8080", false, "http://127.0.0.1:8080"),
            ("0.0.0.0:80", false, "http://localhost:80"),
            ("[::]:81", true, "https://localhost:81"),
            ("[::1]:82", true, "https://[::1]:82"),
        ] {
            let address = address.parse().expect("an address");
            assert_eq!(base_url(address, speaks_tls), expected);
        }
    }
}
