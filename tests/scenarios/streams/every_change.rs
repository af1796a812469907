//! Changes of every kind, as all watchers see them.

use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use serde_json::{Value, json};

use crate::support::http::{Call, Http};
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::vectors::text;
use crate::support::watching::Audience;

on_one_service_and_on_three_replicas!(
    a_change_of_any_kind_is_one_event_on_every_stream_and_a_refusal_is_none,
);

/// What happens, whether it is allowed, and as what it is told.
const TOLD: [&str; 18] = [
    "invitation_revoked",
    "invitation_created",
    "seat_taken",
    "seat_taken",
    "seat_reissued",
    "turn_played",
    "turn_played",
    "draw_offered",
    "draw_answered",
    "takeback_requested",
    "takeback_answered",
    "takeback_requested",
    "takeback_answered",
    "draw_offered",
    "turn_played",
    "turn_played",
    "draw_offered",
    "draw_answered",
];

/// A game of which both seats are open, and who plays it.
struct Site {
    http: Http,
    path: String,
    owner: String,
    white: String,
    black: String,
}

impl Site {
    async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let call = Call::post(format!("{}{path}", self.path), &body).token(token);
        self.http.send(call).await.expect(200)
    }

    async fn refused(&self, path: &str, token: &str, body: Value) {
        let call = Call::post(format!("{}{path}", self.path), &body).token(token);
        let answer = self.http.send(call).await;
        assert!([401, 409, 422].contains(&answer.status), "{answer:?}");
    }

    async fn join(&self, invitation: &str) -> String {
        let joined = self.post("/join", "", json!({"invitation": invitation}));
        text(&joined.await["seat"], "token").to_owned()
    }
}

async fn a_change_of_any_kind_is_one_event_on_every_stream_and_a_refusal_is_none(
    services: &Services,
) {
    let call = Call::post("/v1/games", &json!({"variant": "nine", "seat": "none"}));
    let created = services.http.send(call).await.expect(201);
    let id = text(&created["game"], "id");
    let audience = Audience::of(services, id, 1).await;
    let mut site = Site {
        http: services.http.clone(),
        path: format!("/v1/games/{id}"),
        owner: text(&created, "ownerToken").to_owned(),
        white: String::new(),
        black: String::new(),
    };
    take_seats(&mut site, text(&created["invitations"][0], "invitation")).await;
    play(&site).await;

    let seen = audience.until_the_end().await;
    let revisions: Vec<u64> = (2..2 + TOLD.len() as u64).collect();
    assert_eq!(seen.revisions(), revisions);
    let by_sse: Vec<&str> = seen
        .by_sse
        .iter()
        .map(|event| text(event, "type"))
        .collect();
    assert_eq!(by_sse, TOLD);
    for events in &seen.by_grpc {
        assert_eq!(events.iter().map(kind).collect::<Vec<_>>(), TOLD);
    }
    // What was told while it happened is what is listed afterwards.
    let page = Call::get(format!("{}/events?after=1", site.path));
    let page = services.http.send(page).await.expect(200);
    assert_eq!(page["events"], Value::Array(seen.by_sse));
    for (replica, seen) in seen.by_grpc.into_iter().enumerate() {
        let request = v1::ListEventsRequest {
            game_id: id.to_owned(),
            after_revision: 1,
            ..v1::ListEventsRequest::default()
        };
        let listed = services.games(replica).list_events(request).await;
        assert_eq!(listed.expect("events").into_inner().events, seen);
    }
}

async fn take_seats(site: &mut Site, white: &str) {
    let owner = site.owner.clone();
    let revoke = Call::delete(format!("{}/invitations/black", site.path)).token(&owner);
    site.http.send(revoke).await.expect(200);
    let seat = json!({"side": "black"});
    let invited = site.post("/invitations", &owner, seat.clone()).await;
    let black = text(&invited["invitation"], "invitation");
    site.white = site.join(white).await;
    site.refused("/join", "", json!({"invitation": white}))
        .await;
    let first = site.join(black).await;
    site.refused("/invitations", &owner, seat.clone()).await;
    let made = site.post("/reissue", &owner, seat).await;
    site.refused("/resign", &first, json!({})).await;
    text(&made["seat"], "token").clone_into(&mut site.black);
}

async fn play(site: &Site) {
    let (white, black) = (&*site.white, &*site.black);
    site.refused("/turns", black, json!({"turn": "a1"})).await;
    site.refused("/turns", white, json!({"turn": "a1-a4"}))
        .await;
    site.post("/turns", white, json!({"turn": "a1"})).await;
    site.post("/turns", black, json!({"turn": "g7"})).await;
    site.post("/draw-offers", white, json!({})).await;
    site.refused("/draw-offers", white, json!({})).await;
    site.post("/draw-answers", black, json!({"accept": false}))
        .await;
    site.post("/takeback-requests", white, json!({})).await;
    site.post("/takeback-answers", black, json!({"accept": false}))
        .await;
    site.post("/takeback-requests", black, json!({})).await;
    site.post("/takeback-answers", white, json!({"accept": true}))
        .await;
    // An offer that lapses is part of the turn that it lapses by.
    site.post("/draw-offers", white, json!({})).await;
    site.post("/turns", black, json!({"turn": "g7"})).await;
    site.post("/turns", white, json!({"turn": "d1"})).await;
    site.refused("/draw-answers", black, json!({"accept": true}))
        .await;
    site.post("/draw-offers", black, json!({})).await;
    site.post("/draw-answers", white, json!({"accept": true}))
        .await;
    site.refused("/resign", white, json!({})).await;
}

fn kind(event: &v1::GameEvent) -> &'static str {
    match &event.change {
        Some(Change::SeatTaken(_)) => "seat_taken",
        Some(Change::InvitationCreated(_)) => "invitation_created",
        Some(Change::InvitationRevoked(_)) => "invitation_revoked",
        Some(Change::SeatReissued(_)) => "seat_reissued",
        Some(Change::TurnPlayed(_)) => "turn_played",
        Some(Change::DrawOffered(_)) => "draw_offered",
        Some(Change::DrawAnswered(_)) => "draw_answered",
        Some(Change::TakebackRequested(_)) => "takeback_requested",
        Some(Change::TakebackAnswered(_)) => "takeback_answered",
        _ => "something else",
    }
}
