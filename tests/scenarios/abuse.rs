//! Those who ask for too much, and those who are there at the same time.

use serde_json::json;

use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};

#[tokio::test(flavor = "multi_thread")]
async fn players_behind_one_gateway_are_told_apart_by_the_game_service_too() {
    // Each service lets an address create two games.
    let processes = Processes::start(&Plan {
        variables: vec![
            ("MOELLE_RATE_LIMITS", "true".to_owned()),
            ("MOELLE_ADDRESS_CREATIONS_PER_MINUTE", "2".to_owned()),
            ("MOELLE_TRUSTED_PROXIES", "private".to_owned()),
        ],
        ..Plan::default()
    })
    .await;
    let http = Http::new(processes.gateway_url());
    let create = |address: &str| {
        let call = Call::post("/v1/games", &json!({"variant": "nine"}));
        http.send(call.header("x-forwarded-for", address))
    };
    for household in 1..=5 {
        let address = format!("203.0.113.{household}");
        for _ in 0..2 {
            assert_eq!(create(&address).await.status, 201, "{address}");
        }
        let refused = create(&address).await;
        assert_eq!(refused.status, 429, "{address}");
        assert_eq!(refused.json()["reason"], "too_many");
    }
}
