//! A game between two clients over REST.

use serde_json::{Value, json};

use super::http::{Answer, Call, Http};
use super::vectors::{rules, text};

/// A stored game, and the tokens of both seats.
pub(crate) struct Table {
    pub(crate) http: Http,
    pub(crate) id: String,
    pub(crate) white: String,
    pub(crate) black: String,
    /// The game as it was last answered.
    pub(crate) game: Value,
}

impl Table {
    /// Creates the game of a line of the vectors as white, shares the link, and joins as black.
    pub(crate) async fn of_line(http: &Http, line: &Value) -> Self {
        let mut request = rules(line);
        request.insert("start".to_owned(), line["start"].clone());
        Self::open(http, &Value::Object(request)).await
    }

    /// Creates a game with this request as white, and joins it as black.
    pub(crate) async fn open(http: &Http, request: &Value) -> Self {
        let created = http
            .send(Call::post("/v1/games", request))
            .await
            .expect(201);
        let id = text(&created["game"], "id").to_owned();
        assert_eq!(created["seats"][0]["side"], "white", "{created}");
        let invitation = &created["invitations"][0];
        assert_eq!(invitation["side"], "black", "{created}");
        let (link, secret) = text(invitation, "url").split_once('#').expect("a fragment");
        assert!(link.ends_with(&format!("/play/{id}")), "{link}");
        assert_eq!(secret, text(invitation, "invitation"));
        let join = json!({"invitation": secret, "name": "Bo"});
        let joined = http
            .send(Call::post(format!("/v1/games/{id}/join"), &join))
            .await
            .expect(200);
        Self {
            http: http.clone(),
            white: text(&created["seats"][0], "token").to_owned(),
            black: text(&joined["seat"], "token").to_owned(),
            game: joined["game"].clone(),
            id,
        }
    }

    /// Creates a game with this request on one device that is passed around.
    pub(crate) async fn open_both(http: &Http, request: &Value) -> Self {
        let mut request = request.clone();
        request["seat"] = json!("both");
        let created = http
            .send(Call::post("/v1/games", &request))
            .await
            .expect(201);
        let token = |side: &str| {
            let seats = created["seats"].as_array().expect("seats");
            let seat = seats
                .iter()
                .find(|seat| seat["side"] == side)
                .expect("both sides");
            text(seat, "token").to_owned()
        };
        Self {
            http: http.clone(),
            id: text(&created["game"], "id").to_owned(),
            white: token("white"),
            black: token("black"),
            game: created["game"].clone(),
        }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    pub(crate) fn position(&self) -> &str {
        text(&self.game, "position")
    }

    pub(crate) fn revision(&self) -> u64 {
        self.game["revision"].as_u64().expect("a revision")
    }

    /// The token of the side to act.
    pub(crate) fn token(&self) -> &str {
        if self.game["side"] == "white" {
            &self.white
        } else {
            &self.black
        }
    }

    /// The token of the other side.
    pub(crate) fn waiting_token(&self) -> &str {
        if self.game["side"] == "white" {
            &self.black
        } else {
            &self.white
        }
    }

    /// Sends a turn in the name of the side to act, at the revision that it saw.
    pub(crate) async fn send(&self, turn: &str) -> Answer {
        let body = json!({"turn": turn, "revision": self.revision()});
        self.http
            .send(Call::post(self.path("/turns"), &body).token(self.token()))
            .await
    }

    /// Plays a turn that must be accepted.
    pub(crate) async fn play(&mut self, turn: &str) {
        let answer = self.send(turn).await;
        assert_eq!(
            answer.status,
            200,
            "{turn} at {}: {}",
            self.position(),
            answer.text
        );
        let game = answer.json()["game"].clone();
        assert_eq!(game["revision"], self.revision() + 1, "{turn}");
        self.game = game;
    }

    /// The game as it is stored, spectators left out: other answers do not count them.
    pub(crate) async fn read(&self) -> Value {
        let call = Call::get(self.path("")).token(&self.white);
        let mut game = self.http.send(call).await.expect(200)["game"].clone();
        game.as_object_mut().expect("a game").remove("spectators");
        game
    }
}
