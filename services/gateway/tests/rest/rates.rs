//! Callers who ask too often, who they are, and what they are told.

use std::time::Duration;

use moelle_gateway::Config;
use moelle_rates::{Class, ForwardedBy, RateConfig, Whom};
use serde_json::json;

use crate::support::fake::Fake;
use crate::support::http::{Answer, Call};
use crate::support::messages::ID;
use crate::support::{Gateway, eventually};

/// A gateway with no limits but these.
async fn limited(fake: &Fake, change: impl FnOnce(&mut Config)) -> Gateway {
    Gateway::before(fake, |config| {
        config.rates = RateConfig::off();
        change(config);
    })
    .await
}

fn read() -> Call {
    Call::get(format!("/v1/games/{ID}"))
}

fn from(address: &str) -> Call {
    read().header("x-forwarded-for", address)
}

fn seconds(answer: &Answer) -> u64 {
    answer.header("retry-after").parse().expect("seconds")
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back_and_then_served() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 60);
    })
    .await;
    let first = gateway.http.send(read()).await;
    first.expect(200);
    assert_eq!(
        first.header("ratelimit-policy"),
        "\"address-read\";q=60;w=60"
    );
    assert_eq!(first.header("ratelimit"), "\"address-read\";r=59;t=1");
    let refused = loop {
        let answer = gateway.http.send(read()).await;
        if answer.status != 200 {
            break answer;
        }
    };
    let asked = fake.calls();
    let problem = refused.problem(429, "too_many");
    assert_eq!(
        problem["detail"],
        "Too many requests. Try again in a second."
    );
    assert_eq!(refused.header("ratelimit"), "\"address-read\";r=0;t=60");
    assert_eq!(seconds(&refused), 1);
    assert_eq!(fake.calls(), asked, "nobody else is bothered");
    let told = read().header("accept-language", "da");
    let told = gateway.http.send(told).await;
    if told.status == 429 {
        assert_eq!(told.header("content-language"), "da");
        assert!(told.header("ratelimit").starts_with("\"address-read\""));
    }
    tokio::time::sleep(Duration::from_secs(seconds(&refused))).await;
    gateway.http.send(read()).await.expect(200);
}

#[tokio::test]
async fn what_reads_changes_creates_asks_and_streams_is_counted_apart() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        for class in Class::ALL {
            config.rates.allow(Whom::Address, class, 1);
        }
    })
    .await;
    let games = format!("/v1/games/{ID}");
    let calls = [
        ("read", read()),
        ("change", Call::post(format!("{games}/resign"), &json!({}))),
        (
            "create",
            Call::post("/v1/games", &json!({"variant": "nine"})),
        ),
        ("rules", Call::get("/v1/variants")),
        (
            "stream",
            Call::get(format!("{games}/events")).header("accept", "text/event-stream"),
        ),
    ];
    for (class, call) in &calls {
        let answer = gateway.http.open(call.clone()).await.expect("an answer");
        assert!(answer.status().is_success(), "{class}: {answer:?}");
        let policy = format!("\"address-{class}\";q=1;w=60");
        assert_eq!(answer.headers()["ratelimit-policy"], policy);
    }
    for (class, call) in calls {
        let answer = gateway.http.send(call).await;
        answer.problem(429, "too_many");
        assert!(seconds(&answer) <= 60, "{class}");
    }
}

#[tokio::test]
async fn health_the_page_and_its_files_are_for_everybody() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        for class in Class::ALL {
            config.rates.allow(Whom::Address, class, 1);
        }
    })
    .await;
    gateway.http.send(read()).await.expect(200);
    gateway.http.send(read()).await.problem(429, "too_many");
    for path in [
        "/livez",
        "/readyz",
        "/",
        "/openapi.json",
        "/problems",
        "/learn",
    ] {
        for _ in 0..3 {
            let answer = gateway.http.send(Call::get(path)).await;
            assert_eq!(answer.status, 200, "{path}");
            assert_eq!(answer.header("ratelimit"), "", "{path}");
        }
    }
    // A link shows nothing of its game then, and opens all the same.
    let asked = fake.calls();
    let page = gateway.http.send(Call::get(format!("/play/{ID}"))).await;
    assert_eq!(page.status, 200);
    assert_eq!(fake.calls(), asked);
}

#[tokio::test]
async fn a_new_token_or_key_with_every_request_is_no_new_caller() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 5);
        config.rates.allow(Whom::Seat, Class::Read, 3);
        config.rates.allow(Whom::Key, Class::Read, 100);
    })
    .await;
    let mut served = 0;
    for number in 0..20 {
        let call = read()
            .header("authorization", &format!("Bearer guess-{number}"))
            .header("x-api-key", &format!("guess-{number}"))
            .header("x-forwarded-for", &format!("203.0.113.{number}"));
        served += u32::from(gateway.http.send(call).await.status == 200);
    }
    assert_eq!(served, 5);
}

#[tokio::test]
async fn a_seat_that_asks_too_often_leaves_its_neighbours_what_is_theirs() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 10);
        config.rates.allow(Whom::Seat, Class::Read, 2);
    })
    .await;
    let of = |token: &str| read().header("authorization", &format!("Bearer {token}"));
    for _ in 0..2 {
        gateway.http.send(of("eager")).await.expect(200);
    }
    for _ in 0..20 {
        let refused = gateway.http.send(of("eager")).await;
        refused.problem(429, "too_many");
        assert!(refused.header("ratelimit").starts_with("\"seat-read\""));
    }
    for token in ["other", "third", "fourth", "fifth"] {
        for _ in 0..2 {
            gateway.http.send(of(token)).await.expect(200);
        }
    }
}

#[tokio::test]
async fn who_calls_is_believed_from_a_trusted_proxy_alone() {
    let fake = Fake::start().await;
    let believing = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 1);
        config.rates.trusted = "127.0.0.1".parse().expect("an address");
    })
    .await;
    for address in ["203.0.113.1", "203.0.113.2", "2001:db8:1:1::1"] {
        believing.http.send(from(address)).await.expect(200);
        let (metadata, _) = fake.last_seen();
        let told = metadata.get("x-forwarded-for").expect("the caller");
        assert_eq!(told, address, "the game service is told who calls");
    }
    for address in [
        "203.0.113.1",
        "203.0.113.9, 203.0.113.2",
        "2001:db8:1:1:ffff::9",
    ] {
        let refused = believing.http.send(from(address)).await;
        refused.problem(429, "too_many");
    }
    let doubting = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 1);
    })
    .await;
    doubting.http.send(from("203.0.113.1")).await.expect(200);
    let (metadata, _) = fake.last_seen();
    let told = metadata.get("x-forwarded-for").expect("the caller");
    assert_eq!(told, "127.0.0.1");
    let refused = doubting.http.send(from("203.0.113.2")).await;
    refused.problem(429, "too_many");
}

#[tokio::test]
async fn a_proxy_may_say_who_calls_by_the_other_header_and_then_by_it_alone() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        config.rates.allow(Whom::Address, Class::Read, 1);
        config.rates.trusted = "private".parse().expect("a word");
        config.forwarded_by = ForwardedBy::Forwarded;
    })
    .await;
    let by = |address: &str| read().header("forwarded", &format!("for={address};proto=https"));
    gateway.http.send(by("203.0.113.1")).await.expect(200);
    gateway.http.send(by("203.0.113.2")).await.expect(200);
    let lie = by("203.0.113.1").header("x-forwarded-for", "203.0.113.7");
    gateway.http.send(lie).await.problem(429, "too_many");
}

#[tokio::test]
async fn streams_that_are_open_are_counted_by_caller_until_they_end() {
    let fake = Fake::start().await;
    let gateway = limited(&fake, |config| {
        config.rates.trusted = "private".parse().expect("a word");
        config.rates.allow_open(Whom::Address, 2);
    })
    .await;
    let watch = |address: &str| {
        Call::get(format!("/v1/games/{ID}/events"))
            .header("accept", "text/event-stream")
            .header("x-forwarded-for", address)
    };
    let mut first = gateway.http.events(watch("203.0.113.1")).await;
    assert_eq!(first.event().await.expect("a snapshot").0, "snapshot");
    let _second = gateway.http.events(watch("203.0.113.1")).await;
    let third = gateway.http.send(watch("203.0.113.1")).await;
    third.problem(429, "too_many");
    let mut other = gateway.http.events(watch("203.0.113.2")).await;
    assert_eq!(other.event().await.expect("a snapshot").0, "snapshot");
    gateway.http.send(from("203.0.113.1")).await.expect(200);
    drop(first);
    let again = async {
        loop {
            let answer = gateway.http.open(watch("203.0.113.1")).await;
            if answer.expect("an answer").status() == 200 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let again = tokio::time::timeout(Duration::from_mins(1), again).await;
    again.expect("a stream that has ended makes room");
    // All who watch here share one stream of the game service, which is nobody's.
    eventually("the game is followed", || !fake.watched().is_empty()).await;
    let seen = fake.script.seen.lock().expect("no panic");
    let mut streams = seen.iter().filter(|(_, what)| what.contains("WatchGame"));
    assert!(streams.all(|(metadata, _)| metadata.get("x-forwarded-for").is_none()));
}
