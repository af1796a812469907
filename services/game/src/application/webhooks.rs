//! Registering webhooks, and what is done with them.

use std::time::Duration;

use moelle_games::{NoticeKinds, RegisteredWebhook, SigningKey, WebhookChange};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::wire::{self, Problems};
use moelle_webhooks::{Answer, Failed, Message, Target, of_ping, sign, whsec};
use tokio::time::Instant;

use super::{ApplicationApi, Caller, failure};

/// How long before the end of a call a receiver is waited for no more, so that the caller hears of it.
const MARGIN: Duration = Duration::from_millis(250);

impl ApplicationApi {
    pub(super) async fn register_webhook(
        &self,
        request: v1::RegisterWebhookRequest,
        caller: Caller,
    ) -> Result<v1::RegisterWebhookResponse, Failure> {
        let mut problems = Problems::new(caller.language);
        self.check_url(&request.url, &mut problems);
        let kinds = wire::kinds(&request.kinds, &mut problems);
        let kinds = problems.or(Some(kinds.unwrap_or_else(NoticeKinds::all)))?;
        let registered = self
            .webhooks
            .register(caller.application, request.url, kinds)
            .await
            .map_err(|error| failure(&error))?;
        let (webhook, secret) = shown(&registered);
        Ok(v1::RegisterWebhookResponse { webhook, secret })
    }

    pub(super) async fn list_webhooks(
        &self,
        _: v1::ListWebhooksRequest,
        caller: Caller,
    ) -> Result<v1::ListWebhooksResponse, Failure> {
        let webhooks = self.webhooks.list(caller.application).await;
        let webhooks = webhooks.map_err(|error| failure(&error))?;
        Ok(v1::ListWebhooksResponse {
            webhooks: webhooks.iter().map(wire::webhook).collect(),
        })
    }

    pub(super) async fn update_webhook(
        &self,
        request: v1::UpdateWebhookRequest,
        caller: Caller,
    ) -> Result<v1::UpdateWebhookResponse, Failure> {
        let id = wire::webhook_id(&request.webhook_id)?;
        let mut problems = Problems::new(caller.language);
        if let Some(url) = &request.url {
            self.check_url(url, &mut problems);
        }
        let kinds = wire::kinds(&request.kinds, &mut problems);
        let change = problems.or(Some(WebhookChange {
            url: request.url,
            kinds,
            is_enabled: request.enabled,
        }))?;
        let webhook = self.webhooks.change(caller.application, id, &change).await;
        let webhook = webhook.map_err(|error| failure(&error))?;
        Ok(v1::UpdateWebhookResponse {
            webhook: Some(wire::webhook(&webhook)),
        })
    }

    pub(super) async fn rotate_webhook_secret(
        &self,
        request: v1::RotateWebhookSecretRequest,
        caller: Caller,
    ) -> Result<v1::RotateWebhookSecretResponse, Failure> {
        let id = wire::webhook_id(&request.webhook_id)?;
        let rotated = self.webhooks.rotate(caller.application, id).await;
        let (webhook, secret) = shown(&rotated.map_err(|error| failure(&error))?);
        Ok(v1::RotateWebhookSecretResponse { webhook, secret })
    }

    pub(super) async fn delete_webhook(
        &self,
        request: v1::DeleteWebhookRequest,
        caller: Caller,
    ) -> Result<v1::DeleteWebhookResponse, Failure> {
        let id = wire::webhook_id(&request.webhook_id)?;
        let deleted = self.webhooks.delete(caller.application, id).await;
        deleted.map_err(|error| failure(&error))?;
        Ok(v1::DeleteWebhookResponse {})
    }

    pub(super) async fn send_test(
        &self,
        request: v1::SendTestRequest,
        caller: Caller,
    ) -> Result<v1::SendTestResponse, Failure> {
        let id = wire::webhook_id(&request.webhook_id)?;
        let webhook = self.webhooks.get(caller.application, id).await;
        let webhook = webhook.map_err(|error| failure(&error))?;
        let now = self.games.now();
        let body = of_ping(id, now);
        let message_id = format!("msg_{id}_{}", now.unix_timestamp_nanos() / 1_000);
        let keys = webhook.keys_at(now).map(SigningKey::as_bytes);
        let keys = keys.map(<[u8; 32]>::as_slice);
        let message = Message {
            signature: sign(&message_id, now.unix_timestamp(), &body, keys),
            id: message_id,
            at: now,
            body,
        };
        let answer = match Target::parse(&webhook.url, self.reach) {
            Ok(target) => {
                let sending = self.sender.send(&target, &message);
                match caller.deadline {
                    Some(at) => tokio::time::timeout_at(in_time(at), sending)
                        .await
                        .unwrap_or(Answer::Failed(Failed::Timeout, None)),
                    None => sending.await,
                }
            }
            Err(_) => Answer::Failed(Failed::Private, None),
        };
        let (failure, status) = match answer {
            Answer::Delivered => ("", None),
            Answer::Gone => ("gone", Some(410)),
            Answer::Failed(failed, _) => (failed.word(), failed.status()),
        };
        Ok(v1::SendTestResponse {
            delivered: failure.is_empty(),
            failure: failure.to_owned(),
            status: status.map(u32::from),
        })
    }

    /// Notes what is wrong with a URL that messages are to go to.
    fn check_url(&self, url: &str, problems: &mut Problems) {
        if let Err(invalid) = Target::parse(url, self.reach) {
            let message = format!("`url` cannot be a webhook's: {invalid}.");
            problems.add("url", ErrorCode::InvalidArgument, message);
        }
    }
}

/// Until when something may take of which the answer to a call is to tell that ends then.
fn in_time(end: Instant) -> Instant {
    let left = end.saturating_duration_since(Instant::now());
    end - MARGIN.min(left / 4)
}

/// A webhook and its secret, for the one answer that shows it.
fn shown(registered: &RegisteredWebhook) -> (Option<v1::Webhook>, String) {
    let webhook = wire::webhook(&registered.webhook);
    (Some(webhook), whsec(registered.key.as_bytes()))
}
