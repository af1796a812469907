//! Callers who send as slowly as they can, and others who do not notice.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;

/// How long the gateway waits here; how long a test waits for it.
const SHORT: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_mins(1);

/// What is answered to whoever says only so much, until the connection ends or enough has come.
async fn answer_to(gateway: &Gateway, said: &str, enough: &str) -> String {
    let mut stream = TcpStream::connect(gateway.address).await.expect("a port");
    stream.write_all(said.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    let reading = async {
        let mut buffer = [0; 4096];
        while !answer.contains(enough) {
            match stream.read(&mut buffer).await {
                Ok(0) | Err(_) => return,
                Ok(count) => answer += &String::from_utf8_lossy(&buffer[..count]),
            }
        }
    };
    let ended = tokio::time::timeout(PATIENCE, reading).await;
    ended.expect("nobody is waited for without an end");
    answer
}

#[tokio::test]
async fn a_head_that_does_not_come_ends_its_connection() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| config.limits.idle = SHORT).await;
    let head = "GET /v1/variants HTTP/1.1\r\nhost: x\r\nx-slow: ";
    let (answer, served) = tokio::join!(
        answer_to(&gateway, head, "never said"),
        gateway.http.send(Call::get("/v1/variants"))
    );
    assert!(!answer.contains("200"), "{answer}");
    served.expect(200);
    assert_eq!(fake.calls(), 1, "nobody asked for the other one");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_answered_in_time() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| config.limits.body_timeout = SHORT).await;
    let head = "POST /v1/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
        content-length: 30\r\n\r\n{\"variant\"";
    let (answer, served) = tokio::join!(
        answer_to(&gateway, head, "deadline_exceeded"),
        gateway.http.send(Call::get("/v1/variants"))
    );
    assert!(answer.starts_with("HTTP/1.1 504"), "{answer}");
    assert!(answer.contains("deadline_exceeded"), "{answer}");
    served.expect(200);
}
