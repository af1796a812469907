//! Connections that are flooded, on the gateway and on the game service, while two people play.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::frames::{ENHANCE_YOUR_CALM, Said, Wire};
use crate::support::services::Services;
use crate::support::table::Table;

/// Where both services are asked what a turn does.
const PATHS: [&str; 2] = ["/v1/rules/check-turn", "/moelle.v1.RulesService/CheckTurn"];
/// Requests that are taken back, in how many writes.
const RESETS: (u32, u32) = (500, 40);
/// More than any head may have.
const HEAD_BYTES: usize = 64 * 1024 * 1024;

/// Whatever is done to a connection, a turn can be played at the same time.
async fn meanwhile<T>(table: &mut Table, turn: &str, flood: impl Future<Output = T>) -> T {
    let (flooded, ()) = tokio::join!(flood, table.play(turn));
    flooded
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_without_an_end_ends_its_own_connection_and_no_other() {
    let services = Services::one().await;
    let mut table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let turns = ["d6", "f4"];
    for ((address, path), turn) in services.addresses().iter().zip(PATHS).zip(turns) {
        let flood = async {
            let mut wire = Wire::to(address).await;
            let sent = wire.go_on(path, HEAD_BYTES).await;
            assert!(sent < HEAD_BYTES, "{address} reads on and on");
            wire.end().await.unwrap_or(ENHANCE_YOUR_CALM)
        };
        let code = meanwhile(&mut table, turn, flood).await;
        assert_eq!(code, ENHANCE_YOUR_CALM, "{address}");
    }
    table.play("d2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_taken_back_at_once_keep_nobody_waiting() {
    let services = Services::one().await;
    let mut table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let turns = ["d6", "f4"];
    for ((address, path), turn) in services.addresses().iter().zip(PATHS).zip(turns) {
        let flood = async {
            let mut wire = Wire::to(address).await;
            let (count, writes) = RESETS;
            let mut taken = 0;
            while taken < writes && wire.reset(path, taken * count, count).await {
                taken += 1;
            }
            wire.end().await.unwrap_or(ENHANCE_YOUR_CALM)
        };
        let code = meanwhile(&mut table, turn, flood).await;
        assert_eq!(code, ENHANCE_YOUR_CALM, "{address}");
    }
    table.play("d2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_head_that_unpacks_to_megabytes_is_refused() {
    let services = Services::one().await;
    let mut table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let turns = ["d6", "f4"];
    for ((address, path), turn) in services.addresses().iter().zip(PATHS).zip(turns) {
        let ask = async |count| Wire::to(address).await.repeat(path, count).await;
        // 16,000 bytes, which say 2.5 MB.
        let said = meanwhile(&mut table, turn, ask(16_000)).await;
        // It may be the connection that ends.
        let is_refused = said.as_ref().is_none_or(Said::is_too_large);
        assert!(is_refused, "{address}: {said:?}");
        let said = ask(100).await.expect("an answer");
        assert!(!said.is_too_large(), "{address}: {said:?}");
    }
    table.play("d2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_of_http_1_with_too_much_in_them_are_refused() {
    let services = Services::one().await;
    let mut table = Table::open(&services.http, &json!({"variant": "nine"})).await;
    let [gateway, _] = services.addresses();
    let many = "x-many: 1\r\n".repeat(200);
    let large = format!("x-large: {}\r\n", "x".repeat(200_000));
    for (fields, turn) in [(many, "d6"), (large, "f4")] {
        let flood = async {
            let mut stream = TcpStream::connect(&gateway).await.expect("a connection");
            let head = format!("GET /v1/variants HTTP/1.1\r\nhost: x\r\n{fields}\r\n");
            // It may be cut off before all of it is sent.
            let _ = stream.write_all(head.as_bytes()).await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            String::from_utf8_lossy(&answer).into_owned()
        };
        let answer = meanwhile(&mut table, turn, flood).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
            "{answer}"
        );
    }
}
