//! Those who ask for too much, and those who are there at the same time.

mod bodies;
mod floods;

use std::collections::BTreeSet;

use serde_json::json;

use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::stack::Stack;
use crate::support::table::Table;

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

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_tokens_and_floods_with_invitations_is_stopped_and_the_players_go_on() {
    let processes = Processes::start(&Plan {
        variables: vec![
            ("MOELLE_RATE_LIMITS", "true".to_owned()),
            ("MOELLE_ADDRESS_CHANGES_PER_MINUTE", "20".to_owned()),
            ("MOELLE_SEAT_CREATIONS_PER_MINUTE", "5".to_owned()),
            ("MOELLE_TRUSTED_PROXIES", "private".to_owned()),
        ],
        ..Plan::default()
    })
    .await;
    let http = Http::new(processes.gateway_url());
    let mut table = Table::open(&http, &json!({"variant": "nine"})).await;
    let mallory = |call: Call| call.header("x-forwarded-for", "203.0.113.66");
    let mut told = BTreeSet::new();
    for number in 0..60 {
        let guess = format!("{number:043}");
        let turn = Call::post(table.path("/turns"), &json!({"turn": "d6"})).token(&guess);
        told.insert(http.send(mallory(turn)).await.status);
    }
    assert_eq!(told, BTreeSet::from([401, 429]));
    for turn in ["d6", "f4", "d2"] {
        table.play(turn).await;
    }

    let open = Call::post("/v1/games", &json!({"variant": "nine"}));
    let open = http.send(mallory(open)).await.expect(201);
    let owner = open["ownerToken"].as_str().expect("a token");
    let game = open["game"]["id"].as_str().expect("an id");
    let mut told = BTreeSet::new();
    for _ in 0..20 {
        let path = format!("/v1/games/{game}/invitations");
        let invite = Call::post(path, &json!({"side": "black"})).token(owner);
        told.insert(http.send(mallory(invite)).await.status);
    }
    assert_eq!(told, BTreeSet::from([200, 429]));
    table.play("b4").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_of_new_tokens_is_stopped_though_each_of_them_is_new() {
    let processes = Processes::start(&Plan {
        variables: vec![
            ("MOELLE_RATE_LIMITS", "true".to_owned()),
            ("MOELLE_ADDRESS_CREATIONS_PER_MINUTE", "20".to_owned()),
            ("MOELLE_TRUSTED_PROXIES", "private".to_owned()),
        ],
        ..Plan::default()
    })
    .await;
    let http = Http::new(processes.gateway_url());
    let mut table = Table::open(&http, &json!({"variant": "nine"})).await;
    let mallory = |call: Call| call.header("x-forwarded-for", "203.0.113.66");
    let open = Call::post("/v1/games", &json!({"variant": "nine"}));
    let open = http.send(mallory(open)).await.expect(201);
    let path = format!(
        "/v1/games/{}/reissue",
        open["game"]["id"].as_str().expect("an id")
    );
    let mut token = open["seats"][0]["token"].as_str().expect("one").to_owned();
    let (mut given, mut refused) = (0, 0);
    for _ in 0..40 {
        let again = Call::post(&*path, &json!({"side": "white"})).token(&token);
        let answer = http.send(mallory(again)).await;
        if answer.status == 429 {
            refused += 1;
            continue;
        }
        let seat = &answer.expect(200)["seat"]["token"];
        token = seat.as_str().expect("a token").to_owned();
        given += 1;
    }
    // The address had one creation less, and gets one back every three seconds.
    assert!((19..=30).contains(&given) && refused >= 10, "{given}");
    for turn in ["d6", "f4", "d2"] {
        table.play(turn).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_is_guessed_tells_nothing_whatever_it_looks_like() {
    let stack = Stack::on_sqlite().await;
    let mut told = BTreeSet::new();
    for id in [
        "1".repeat(22),
        "z".repeat(22),
        "no-id".to_owned(),
        "1".repeat(500),
    ] {
        let answer = stack.http.send(Call::get(format!("/v1/games/{id}"))).await;
        let mut problem = answer.problem(404, "game_not_found");
        problem
            .as_object_mut()
            .expect("an object")
            .remove("traceId");
        told.insert(problem.to_string());
    }
    assert_eq!(told.len(), 1, "{told:?}");
}
