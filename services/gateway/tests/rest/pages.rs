//! The page where people play, and pictures of boards.

use std::collections::BTreeSet;

use serde_json::json;
use tonic::{Code, Status};

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;

#[tokio::test]
async fn the_page_loads_its_own_files_and_they_are_kept_for_ever() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for path in ["/", "/learn", "/learn/mill", "/variants", "/variants/six"] {
        let page = gateway.http.send(Call::get(path)).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("content-type").starts_with("text/html"));
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }
    let page = gateway.http.send(Call::get("/")).await;
    let paths = page.text().split('"').map(str::to_owned);
    let files: BTreeSet<_> = paths.filter(|path| path.starts_with("/page/")).collect();
    for path in &files {
        let answer = gateway.http.send(Call::get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        let kept = answer.header("cache-control");
        assert!(kept.contains("immutable"), "{path}");
    }
    let is_named = |name: &str| files.iter().any(|path| path.ends_with(name));
    assert!(is_named("/home.js") && is_named("/style.css"), "{files:?}");
    assert!(!is_named("/play.js"), "another page's: {files:?}");
    let older = gateway.http.send(Call::get("/page/older/app.js")).await;
    assert_eq!(
        (older.status, older.header("cache-control")),
        (200, "no-cache")
    );
    let none = gateway.http.send(Call::get("/page/older/none.js")).await;
    none.problem(404, "unknown_route");
}

#[tokio::test]
async fn a_link_to_a_game_shows_the_board_and_one_to_a_private_game_shows_nothing() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.service.public_url = Some("https://play.example".parse().expect("an address"));
    })
    .await;
    let play = || Call::get(format!("/play/{ID}")).header("authorization", "Bearer white-token");
    let page = gateway.http.send(play()).await;
    assert_eq!(page.status, 200);
    let picture = format!("https://play.example/v1/games/{ID}/board.png?size=large&amp;revision=7");
    assert!(page.text().contains(&picture), "{}", page.text());
    let variant = "<html lang=\"en\" data-variant=\"nine\">";
    assert!(page.text().contains(variant), "{}", page.text());
    // Asked as a stranger would, whoever opens it.
    assert!(fake.last_seen().0.get("authorization").is_none());

    fake.fail_with(Status::new(Code::PermissionDenied, "private"));
    let page = gateway.http.send(play()).await;
    assert_eq!(page.status, 200);
    assert!(!page.text().contains(ID), "{}", page.text());
    assert!(!page.text().contains("data-variant"), "{}", page.text());

    for path in ["/play/short", "/play/%FF"] {
        let answer = gateway.http.send(Call::get(path)).await;
        assert_eq!(answer.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_picture_of_a_game_is_kept_by_its_revision() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let board = |query: &str| Call::get(format!("/v1/games/{ID}/board.svg{query}"));
    let svg = gateway.http.send(board("?theme=dark")).await;
    assert_eq!((svg.status, svg.header("etag")), (200, "\"7\""));
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert_eq!(svg.header("cache-control"), "public, no-cache");
    assert!(svg.text().starts_with("<svg "));
    let kept = gateway.http.send(board("?revision=7")).await;
    assert!(kept.header("cache-control").contains("immutable"));
    let other = gateway.http.send(board("?revision=6")).await;
    assert_eq!(other.header("cache-control"), "public, no-cache");
    let same = gateway
        .http
        .send(board("").header("if-none-match", "\"7\""))
        .await;
    assert_eq!(same.status, 304);
    for query in [
        "?theme=pink",
        "?coordinates=1",
        "?revision=x",
        "?colour=red",
    ] {
        let answer = gateway.http.send(board(query)).await;
        answer.problem(400, "invalid_argument");
    }
    let text = board("").header("accept", "text/plain");
    gateway.http.send(text).await.problem(406, "not_acceptable");
}

#[tokio::test]
async fn any_position_is_drawn() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let body =
        json!({"variant": "seven", "position": "1w1/1w1/5/b1b/3 w 5,5 0 0 4", "lastTurn": "b2"});
    let svg = gateway
        .http
        .send(Call::post("/v1/rules/board.svg", &body))
        .await;
    assert_eq!(svg.status, 200, "{}", svg.text());
    assert!(svg.text().starts_with("<svg "));
    let png = gateway
        .http
        .send(Call::post("/v1/rules/board.png", &body))
        .await;
    assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
    for (body, reason) in [
        (json!({"variant": "none"}), "unknown_variant"),
        (
            json!({"variant": "nine", "position": "w"}),
            "invalid_position",
        ),
        (
            json!({"variant": "nine", "lastTurn": "z9"}),
            "invalid_argument",
        ),
        (
            json!({"variant": "nine", "theme": "pink"}),
            "invalid_argument",
        ),
        (
            json!({"variant": "nine", "size": "huge"}),
            "invalid_argument",
        ),
    ] {
        let answer = gateway
            .http
            .send(Call::post("/v1/rules/board.svg", &body))
            .await;
        answer.problem(400, reason);
    }
    assert_eq!(fake.calls(), 0, "no game is asked for");
}
