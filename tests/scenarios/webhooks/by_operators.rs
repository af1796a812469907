//! Webhooks as those who run the service, and those who try one out, see them.

use serde_json::{Value, json};

use super::receiver::{Mood, Receiver};
use super::{App, plan, with};
use crate::support::processes::Processes;
use crate::support::vectors::text;

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_hangs_is_told_of_before_the_call_is_over_that_tries_it_out() {
    let plan = with(plan(1), &[("MOELLE_DEADLINE_MS", "2000")]);
    let processes = Processes::start(&plan).await;
    let app = App::new(&processes, "tries it out").await;
    let receiver = Receiver::start(Mood::Hangs).await;
    let (id, _) = app.register(&receiver.url()).await;
    let ping = app
        .post(&format!("webhooks/{id}/pings"), &json!({}), 200)
        .await;
    let expected = json!({"delivered": false, "failure": "timeout", "status": null});
    assert_eq!(ping, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_up_is_listed_and_sent_again_by_subcommands() {
    let plan = with(plan(1), &[("MOELLE_WEBHOOKS_GIVE_UP_S", "1")]);
    let processes = Processes::start(&plan).await;
    let app = App::new(&processes, "operated").await;
    let receiver = Receiver::start(Mood::status(500)).await;
    let (id, secret) = app.register(&receiver.url()).await;
    let (game, other) = (app.game().await, app.game().await);
    game.play(&["d6"]).await;
    app.until_listed("dead", 3).await;

    let ours = "--application=operated";
    let listed = processes.operate_json(&["webhooks", "list", ours]);
    assert_eq!(listed[0]["id"], *id, "{listed}");
    assert_eq!(listed[0]["url"], *receiver.url(), "{listed}");
    assert!(!listed.to_string().contains(&secret[10..]), "{listed}");
    let dead = processes.operate_json(&["webhooks", "deliveries", ours]);
    let dead = dead.as_array().expect("a list");
    assert_eq!(dead.len(), 3, "{dead:?}");
    assert!(
        dead.iter()
            .all(|one| one["failure"] == "status" && one["status"] == 500 && one["webhook"] == *id),
        "{dead:?}"
    );
    let few = processes.operate_json(&["webhooks", "deliveries", ours, "--limit=2"]);
    assert_eq!(few.as_array().map(Vec::len), Some(2), "{few}");
    let arrived = ["webhooks", "deliveries", ours, "--state=delivered"];
    assert_eq!(processes.operate_json(&arrived), json!([]));

    receiver.feel(Mood::well());
    let one = dead.iter().find(|one| one["game"] == *other.id);
    let one = text(one.expect("a delivery"), "id");
    let resent = |args: &[&str]| -> Value {
        processes.operate_json(&[&["webhooks", "resend", ours], args].concat())
    };
    assert_eq!(resent(&[one]), json!({"resent": 1}));
    receiver.until_told(&other.id, &[1]).await;
    let all = format!("--webhook={id}");
    assert_eq!(resent(&["--all", &all]), json!({"resent": 2}));
    receiver.until_told(&game.id, &[1, 2]).await;
    app.until_listed("delivered", 3).await;
    assert_eq!(resent(&["--all"]), json!({"resent": 0}));

    let unknown = one.replacen("-1-", "-99-", 1);
    for (args, status, told) in [
        (&["list", "--application=x"][..], 1, "no such application"),
        (&["resend", ours, "x"], 64, "webhooks deliveries"),
        (&["resend", ours], 64, "DELIVERY"),
        (&["resend", ours, one, "--all"], 64, "--all"),
        (&["deliveries", ours, "--state=lost"], 64, "delivered"),
        (&["resend", ours, &unknown], 1, "no such delivery"),
    ] {
        let output = processes.operate(&[&["webhooks"], args].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
        assert!(error.contains(told), "{args:?}: {error}");
    }
}
