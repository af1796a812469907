//! Applications that are told of their games, by the programs that are released.

mod by_operators;
mod receiver;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::support::application::key_of_application;
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::vectors::text;
use receiver::{Mood, Receiver};

/// How long something may take that must happen.
const PATIENCE: Duration = Duration::from_mins(2);

/// Fast retries, and receivers on this machine.
fn plan(replicas: usize) -> Plan {
    let variables = [
        ("MOELLE_WEBHOOKS_ALLOW_PRIVATE", "true"),
        ("MOELLE_WEBHOOKS_LOOK_MS", "50"),
        ("MOELLE_WEBHOOKS_RETRY_MS", "100"),
        ("MOELLE_WEBHOOKS_RETRY_MAX_MS", "500"),
        ("MOELLE_WEBHOOKS_ANSWER_MS", "20000"),
        ("MOELLE_WEBHOOKS_LEASE_MS", "21000"),
    ];
    Plan {
        replicas,
        variables: variables
            .map(|(name, value)| (name, value.to_owned()))
            .into(),
        ..Plan::default()
    }
}

fn with(mut plan: Plan, variables: &[(&'static str, &str)]) -> Plan {
    for (name, value) in variables {
        plan.variables.push((name, (*value).to_owned()));
    }
    plan
}

/// An application with a key.
struct App {
    http: Http,
    key: String,
}

impl App {
    async fn new(processes: &Processes, name: &str) -> Self {
        let key = key_of_application(processes.database_url(), name).await;
        Self {
            http: Http::new(processes.gateway_url()),
            key,
        }
    }

    fn call(&self, call: Call) -> Call {
        call.header("x-api-key", &self.key)
    }

    async fn post(&self, path: &str, body: &Value, status: u16) -> Value {
        let call = self.call(Call::post(format!("/v1/application/{path}"), body));
        self.http.send(call).await.expect(status)
    }

    async fn get(&self, path: &str) -> Value {
        let call = self.call(Call::get(format!("/v1/application/{path}")));
        self.http.send(call).await.expect(200)
    }

    /// Registers a webhook for everything; gives its id and its secret.
    async fn register(&self, url: &str) -> (String, String) {
        let answer = self.post("webhooks", &json!({"url": url}), 201).await;
        let id = text(&answer["webhook"], "id").to_owned();
        (id, text(&answer, "secret").to_owned())
    }

    /// Creates a game of both seats.
    async fn game(&self) -> Game {
        let body = json!({"variant": "nine", "seat": "both"});
        let created = self.http.send(self.call(Call::post("/v1/games", &body)));
        let created = created.await.expect(201);
        let token = |side| {
            let seats = created["seats"].as_array().expect("seats");
            let seat = seats.iter().find(|seat| seat["side"] == side);
            text(seat.expect("a seat"), "token").to_owned()
        };
        Game {
            http: self.http.clone(),
            id: text(&created["game"], "id").to_owned(),
            tokens: [token("white"), token("black")],
        }
    }

    /// Waits until so many deliveries are in a state.
    async fn until_listed(&self, state: &str, count: usize) -> Vec<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let page = self
                .get(&format!("deliveries?state={state}&limit=100"))
                .await;
            let found = page["deliveries"].as_array().expect("a list").clone();
            if found.len() == count {
                return found;
            }
            assert!(Instant::now() < deadline, "{count} {state}: {page}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A game whose seats are both ours.
struct Game {
    http: Http,
    id: String,
    tokens: [String; 2],
}

impl Game {
    async fn play(&self, turns: &[&str]) {
        for (index, turn) in turns.iter().enumerate() {
            let path = format!("/v1/games/{}/turns", self.id);
            let call = Call::post(path, &json!({"turn": turn})).token(&self.tokens[index % 2]);
            self.http.send(call).await.expect(200);
        }
    }

    async fn resign(&self, seat: usize) {
        let path = format!("/v1/games/{}/resign", self.id);
        let call = Call::post(path, &json!({})).token(&self.tokens[seat]);
        self.http.send(call).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_message_is_signed_and_those_of_a_game_come_in_order() {
    let processes = Processes::start(&plan(2)).await;
    let app = App::new(&processes, "ordered").await;
    let receiver = Receiver::start(Mood::well()).await;
    let (id, secret) = app.register(&receiver.url()).await;
    let games = [app.game().await, app.game().await, app.game().await];
    for game in &games {
        game.play(&["d6", "a7", "d7", "g7"]).await;
        game.resign(0).await;
    }
    for game in &games {
        receiver.until_told(&game.id, &[1, 2, 3, 4, 5, 6]).await;
    }
    for message in receiver.messages() {
        assert!(message.is_signed_with(&secret), "{message:?}");
        let body = message.json();
        let (game, revision) = (text(&body["data"], "gameId"), &body["data"]["revision"]);
        assert_eq!(message.id, format!("msg_{game}_{revision}"));
        for seat in games.iter().flat_map(|game| &game.tokens) {
            assert!(!message.body.contains(seat), "a token is sent");
        }
    }
    let last = receiver.messages().pop().expect("a message").json();
    assert_eq!(last["type"], "finished");
    assert_eq!(last["data"]["outcome"]["termination"], "resignation");
    // While a secret is replaced either verifies, and none is anywhere but in its answer.
    let rotated = app
        .post(&format!("webhooks/{id}/secret"), &json!({}), 200)
        .await;
    let other = text(&rotated, "secret");
    let ping = app
        .post(&format!("webhooks/{id}/pings"), &json!({}), 200)
        .await;
    assert_eq!(ping["delivered"], true, "{ping}");
    let ping = receiver.messages().pop().expect("a ping");
    assert_eq!(ping.json()["type"], "ping");
    assert!(ping.is_signed_with(&secret) && ping.is_signed_with(other));
    let answers = [app.get("webhooks").await, app.get("deliveries").await];
    let printed = processes.printed();
    for secret in [&*secret, other, &app.key] {
        let bare = secret.trim_start_matches("whsec_");
        assert!(!printed.contains(bare), "a secret is in the log");
        assert!(
            answers
                .iter()
                .all(|answer| !answer.to_string().contains(bare))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_replica_was_delivering_when_it_was_killed_arrives_all_the_same() {
    let plan = with(
        plan(2),
        &[
            ("MOELLE_WEBHOOKS_ANSWER_MS", "4000"),
            ("MOELLE_WEBHOOKS_LEASE_MS", "5000"),
        ],
    );
    let processes = Processes::start(&plan).await;
    let app = App::new(&processes, "killed").await;
    let receiver = Receiver::start(Mood::Hangs).await;
    app.register(&receiver.url()).await;
    let game = app.game().await;
    game.play(&["d6", "a7"]).await;
    receiver
        .until("a message is on its way", |it| !it.messages().is_empty())
        .await;
    processes.kill(0);
    processes.kill(1);
    receiver.feel(Mood::well());
    processes.start_again(1);
    processes.until_serving(1).await;
    receiver.until_told(&game.id, &[1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_down_gets_everything_in_order_when_it_is_up() {
    let processes = Processes::start(&plan(2)).await;
    let app = App::new(&processes, "down").await;
    let receiver = Receiver::start(Mood::status(503)).await;
    app.register(&receiver.url()).await;
    let game = app.game().await;
    game.play(&["d6", "a7", "d7"]).await;
    receiver
        .until("it was tried", |it| it.messages().len() > 2)
        .await;
    assert!(
        receiver
            .messages()
            .iter()
            .all(|message| message.json()["data"]["revision"] == 1)
    );
    receiver.feel(Mood::well());
    game.resign(1).await;
    receiver.until_told(&game.id, &[1, 2, 3, 4, 5]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_hangs_holds_up_no_turn_and_no_other_receiver() {
    let processes = Processes::start(&plan(1)).await;
    let app = App::new(&processes, "hanging").await;
    let other = App::new(&processes, "waiting").await;
    let hanging = Receiver::start(Mood::Hangs).await;
    let well = Receiver::start(Mood::well()).await;
    app.register(&hanging.url()).await;
    other.register(&well.url()).await;
    for _ in 0..40 {
        app.game().await.play(&["d6", "a7"]).await;
    }
    let game = other.game().await;
    game.play(&["d6", "a7", "d7"]).await;
    well.until_told(&game.id, &[1, 2, 3, 4]).await;
    assert!(hanging.messages().iter().all(|message| !message.was_taken));
    // No more at once than it has a share of.
    assert!(
        hanging.messages().len() <= 8,
        "{}",
        hanging.messages().len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_up_is_listed_and_sent_again() {
    let plan = with(plan(1), &[("MOELLE_WEBHOOKS_GIVE_UP_S", "1")]);
    let processes = Processes::start(&plan).await;
    let app = App::new(&processes, "dead letters").await;
    let receiver = Receiver::start(Mood::status(500)).await;
    let (id, _) = app.register(&receiver.url()).await;
    let (game, other) = (app.game().await, app.game().await);
    game.play(&["d6"]).await;
    let dead = app.until_listed("dead", 3).await;
    for delivery in &dead {
        assert_eq!(delivery["failure"], "status", "{delivery}");
        assert_eq!(delivery["status"], 500, "{delivery}");
        assert_eq!(delivery["webhookId"], id);
    }
    receiver.feel(Mood::well());
    let one = dead.iter().find(|delivery| delivery["gameId"] == *other.id);
    let path = format!("deliveries/{}/resend", text(one.expect("a delivery"), "id"));
    let call = app.call(Call::post(format!("/v1/application/{path}"), &json!({})));
    assert_eq!(app.http.send(call).await.status, 202);
    receiver.until_told(&other.id, &[1]).await;
    let resent = app.post("deliveries/resend", &json!({}), 202).await;
    assert_eq!(resent["resent"], 2);
    receiver.until_told(&game.id, &[1, 2]).await;
    app.until_listed("delivered", 3).await;
    // A stranger sees and sends nothing of it.
    let stranger = App::new(&processes, "a stranger").await;
    assert_eq!(stranger.get("deliveries").await["deliveries"], json!([]));
    let call = stranger.call(Call::post(format!("/v1/application/{path}"), &json!({})));
    stranger
        .http
        .send(call)
        .await
        .problem(404, "delivery_not_found");
    let call = stranger.call(Call::delete(format!("/v1/application/webhooks/{id}")));
    stranger
        .http
        .send(call)
        .await
        .problem(404, "webhook_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_receivers_harm_nothing() {
    let processes = Processes::start(&plan(1)).await;
    let app = App::new(&processes, "hostile").await;
    let elsewhere = Receiver::start(Mood::well()).await;
    let redirect = format!(
        "HTTP/1.1 307 Elsewhere\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n",
        elsewhere.url()
    );
    let endless = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n{}",
        "x".repeat(1_000_000)
    );
    for (mood, expected) in [
        (Mood::Answers(redirect), json!("redirect")),
        (
            Mood::Answers("nonsense\r\n\r\n".to_owned()),
            json!("protocol"),
        ),
        (Mood::status(404), json!("status")),
        (Mood::Answers(endless), Value::Null),
    ] {
        let receiver = Receiver::start(mood).await;
        let (id, _) = app.register(&receiver.url()).await;
        let ping = app
            .post(&format!("webhooks/{id}/pings"), &json!({}), 200)
            .await;
        assert_eq!(ping["failure"], expected, "{ping}");
    }
    assert!(elsewhere.messages().is_empty(), "the redirect was followed");
    // One that is gone is told nothing more.
    let receiver = Receiver::start(Mood::status(410)).await;
    let (id, _) = app.register(&receiver.url()).await;
    app.game().await;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let webhooks = app.get("webhooks").await;
        let webhooks = webhooks["webhooks"].as_array().expect("a list").clone();
        let gone = webhooks.iter().find(|webhook| webhook["id"] == *id);
        if gone.expect("the webhook")["enabled"] == false {
            break;
        }
        assert!(Instant::now() < deadline, "{webhooks:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn private_addresses_are_refused_unless_they_are_allowed() {
    let processes = Processes::start(&Plan::default()).await;
    let app = App::new(&processes, "private").await;
    let receiver = Receiver::start(Mood::well()).await;
    let register =
        |url: &str| app.call(Call::post("/v1/application/webhooks", &json!({"url": url})));
    for url in [
        &*receiver.url(),
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/",
    ] {
        let problem = app
            .http
            .send(register(url))
            .await
            .problem(400, "invalid_argument");
        assert_eq!(problem["errors"][0]["field"], "url", "{problem}");
    }
    // What a name means is seen when something is sent.
    let url = receiver
        .url()
        .replace("http://127.0.0.1", "https://localhost");
    let (id, _) = app.register(&url).await;
    let ping = app
        .post(&format!("webhooks/{id}/pings"), &json!({}), 200)
        .await;
    assert_eq!(ping["failure"], "private_address", "{ping}");
    assert!(receiver.messages().is_empty());
    let without = Call::get("/v1/application/webhooks");
    app.http
        .send(without)
        .await
        .problem(401, "api_key_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_stops_while_it_delivers_stops_in_time_and_loses_nothing() {
    let plan = with(
        plan(1),
        &[
            ("MOELLE_DRAIN_MS", "1000"),
            ("MOELLE_WEBHOOKS_ANSWER_MS", "4000"),
            ("MOELLE_WEBHOOKS_LEASE_MS", "5000"),
        ],
    );
    let processes = Processes::start(&plan).await;
    let app = App::new(&processes, "stopped").await;
    let receiver = Receiver::start(Mood::Hangs).await;
    app.register(&receiver.url()).await;
    let game = app.game().await;
    game.play(&["d6"]).await;
    receiver
        .until("a message is on its way", |it| !it.messages().is_empty())
        .await;
    assert!(processes.stop(0).success());
    receiver.feel(Mood::well());
    processes.start_again(0);
    processes.until_serving(0).await;
    receiver.until_told(&game.id, &[1, 2]).await;
}
