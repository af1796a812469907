//! What operators are told: lines for people, JSON for machines.

use std::fmt::Write as _;

use moelle_games::{ApiKey, ApiKeyId, Application, Delivery, NewKey, NoticeKind, Quotas, Webhook};
use moelle_proto::wire;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// One thing with its facts, in the order in which they are told.
pub(super) struct Told(Vec<(&'static str, Value)>);

impl Told {
    /// An application, with the quotas that hold for it.
    pub(super) fn application(application: &Application, usual: &Quotas) -> Self {
        let quotas = usual.of(application);
        Self(vec![
            ("id", json!(application.id.to_string())),
            ("name", json!(application.name.as_str())),
            ("createdAt", moment(application.created_at)),
            ("runningGames", json!(quotas.running_games.number())),
            ("gamesPerDay", json!(quotas.games_per_day.number())),
            ("gameEvents", json!(quotas.game_events)),
            ("keys", json!(quotas.keys)),
        ])
    }

    /// A key without its secret.
    pub(super) fn key(key: &ApiKey) -> Self {
        Self(vec![
            ("id", json!(key.id.to_string())),
            ("application", json!(key.application.to_string())),
            ("name", json!(key.name.as_str())),
            ("createdAt", moment(key.created_at)),
            ("expiresAt", perhaps(key.expires_at)),
            ("revokedAt", perhaps(key.revoked_at)),
        ])
    }

    /// A webhook without its secrets.
    pub(super) fn webhook(webhook: &Webhook) -> Self {
        let kinds: Vec<_> = webhook.kinds.iter().map(NoticeKind::word).collect();
        Self(vec![
            ("id", json!(webhook.id.to_string())),
            ("url", json!(webhook.url)),
            ("kinds", json!(kinds)),
            ("enabled", json!(webhook.is_enabled)),
            ("createdAt", moment(webhook.created_at)),
            (
                "oldSecretUntil",
                perhaps(webhook.old_key.map(|(_, until)| until)),
            ),
        ])
    }

    /// A delivery.
    pub(super) fn delivery(delivery: &Delivery) -> Self {
        let failure = delivery.failure.as_ref();
        Self(vec![
            ("id", json!(wire::delivery(delivery).id)),
            ("webhook", json!(delivery.key.webhook.to_string())),
            ("game", json!(delivery.key.game.to_string())),
            ("revision", json!(delivery.key.revision.number())),
            ("kind", json!(delivery.kind.word())),
            ("state", json!(delivery.state.word())),
            ("tries", json!(delivery.tries)),
            ("createdAt", moment(delivery.created_at)),
            ("nextAt", perhaps(delivery.next_at)),
            ("settledAt", perhaps(delivery.settled_at)),
            ("failure", json!(failure.map(|failure| &failure.reason))),
            ("status", json!(failure.and_then(|failure| failure.status))),
        ])
    }

    /// How many deliveries are sent again.
    pub(super) fn resent(count: u64) -> Self {
        Self(vec![("resent", json!(count))])
    }

    /// A key with its secret: the one time that it is shown.
    pub(super) fn new_key(new: &NewKey) -> Self {
        let mut told = Self::key(&new.key);
        told.0.push(("key", json!(new.secret.to_string())));
        told
    }

    /// A key that was revoked.
    pub(super) fn revoked(key: ApiKeyId) -> Self {
        Self(vec![
            ("id", json!(key.to_string())),
            ("revoked", json!(true)),
        ])
    }

    /// One thing: a line a fact, or an object.
    pub(super) fn one(self, json: bool) -> String {
        if json {
            return format!("{}\n", self.into_object());
        }
        let mut text = String::new();
        for (name, value) in &self.0 {
            // It cannot fail: the target is a text.
            let _ = writeln!(text, "{name:<15}{}", plain(name, value));
        }
        text
    }

    /// Many things: blocks of lines, or an array of objects.
    pub(super) fn all(things: impl Iterator<Item = Self>, json: bool) -> String {
        if json {
            let all: Vec<Value> = things.map(Self::into_object).collect();
            return format!("{}\n", Value::Array(all));
        }
        let blocks: Vec<String> = things.map(|thing| thing.one(false)).collect();
        blocks.join("\n")
    }

    fn into_object(self) -> Value {
        let facts = self.0.into_iter();
        Value::Object(
            facts
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<Map<_, _>>(),
        )
    }
}

fn plain(name: &str, value: &Value) -> String {
    match value {
        Value::Null if name.ends_with("At") || name.ends_with("Until") => "never".to_owned(),
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            let all: Vec<_> = all.iter().map(|one| plain(name, one)).collect();
            all.join(", ")
        }
        other => other.to_string(),
    }
}

fn perhaps(at: Option<OffsetDateTime>) -> Value {
    at.map_or(Value::Null, moment)
}

fn moment(at: OffsetDateTime) -> Value {
    at.format(&Rfc3339).map_or(Value::Null, Value::String)
}
