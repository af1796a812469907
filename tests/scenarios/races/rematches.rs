//! Both players want to play again, at once.

use std::collections::BTreeSet;

use moelle_proto::v1;
use serde_json::json;

use super::random_uuid;
use crate::support::grpc::with_token;
use crate::support::http::Call;
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;
use crate::support::vectors::text;

on_one_service_and_on_three_replicas!(
    both_offer_a_rematch_at_once_and_get_the_same_one_new_game,
    an_offer_that_is_made_again_with_its_id_is_the_same_offer,
);

const ROUNDS: usize = 200;
/// Games that are public show how many there are.
const GAME: &str = r#"{"variant": "nine", "visibility": "public"}"#;

async fn finished(services: &Services) -> Table {
    let request = serde_json::from_str(GAME).expect("JSON");
    let table = Table::open_both(&services.http, &request).await;
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
    services.http.send(resign).await.expect(200);
    table
}

async fn both_offer_a_rematch_at_once_and_get_the_same_one_new_game(services: &Services) {
    let mut ids = BTreeSet::new();
    for round in 0..ROUNDS {
        let table = finished(services).await;
        let [white, black] = [(0, &table.white), (1, &table.black)].map(|(n, token)| {
            let request = v1::OfferRematchRequest {
                game_id: table.id.clone(),
                request_id: random_uuid(),
                ..v1::OfferRematchRequest::default()
            };
            let (mut games, request) = (services.games(round + n), with_token(request, token));
            async move {
                let offered = games.offer_rematch(request).await.expect("an offer");
                let game = offered.into_inner().game.expect("a game");
                game.offers.expect("offers").rematch_game_id
            }
        });
        let (white, black) = tokio::join!(white, black);
        // Whoever was first could not know it yet; then it stands in the game.
        let game = table.read().await;
        let id = text(&game["offers"], "rematchGameId");
        assert!([&white, &black].iter().any(|told| *told == id), "{game}");
        assert!(
            [&white, &black]
                .iter()
                .all(|told| *told == id || told.is_empty()),
            "{white:?} and {black:?} of {id}"
        );
        assert!(ids.insert(id.to_owned()), "{id} is the rematch of two");
        if round % 20 == 0 {
            let turn = Call::post(format!("/v1/games/{id}/turns"), &json!({"turn": "a1"}));
            // Who was black is white now, and the token is the same.
            services
                .http
                .send(turn.token(&table.black))
                .await
                .expect(200);
        }
    }
    assert_eq!(games_listed(services).await, 2 * ROUNDS);
}

async fn an_offer_that_is_made_again_with_its_id_is_the_same_offer(services: &Services) {
    let table = finished(services).await;
    let offer = |token: &str, id: &str| {
        let call = Call::post(table.path("/rematch"), &json!({}));
        services.http.send(call.token(token).request_id(id))
    };
    let ids = [random_uuid(), random_uuid()];
    let answers = futures::future::join_all((0..20).map(|n| match n % 2 {
        0 => offer(&table.white, &ids[0]),
        _ => offer(&table.black, &ids[1]),
    }))
    .await;
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!(answer.expect(200), answers[n % 2].expect(200));
    }
    let again = offer(&table.white, &random_uuid()).await;
    again.problem(409, "already_offered");
    assert_eq!(games_listed(services).await, 2);
}

/// How many public games there are.
async fn games_listed(services: &Services) -> usize {
    let (mut count, mut page) = (0, String::new());
    loop {
        let call = Call::get(format!("/v1/games?limit=100{page}"));
        let answer = services.http.send(call).await.expect(200);
        count += answer["games"].as_array().expect("games").len();
        match answer["nextPage"].as_str() {
            Some(next) => page = format!("&page={next}"),
            None => return count,
        }
    }
}
