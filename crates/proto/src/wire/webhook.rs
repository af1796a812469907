//! Webhooks and deliveries, in and out.

use moelle_games::{
    Delivery, DeliveryFilter, DeliveryKey, DeliveryPage, DeliveryPlace, DeliveryState, NoticeKind,
    NoticeKinds, Revision, StoreError, Webhook, WebhookError, WebhookId,
};
use moelle_words::Language;
use time::OffsetDateTime;

use crate::error::{ErrorCode, Failure};
use crate::limits::{DELIVERIES_DEFAULT, DELIVERIES_MAX};
use crate::v1;
use crate::wire::game::timestamp;
use crate::wire::problems::Problems;

/// Which deliveries are asked for.
#[derive(Debug)]
pub struct DeliveryQuery {
    /// Which.
    pub filter: DeliveryFilter,
    /// The place of the last delivery of the page before.
    pub after: Option<DeliveryPlace>,
    /// Deliveries in an answer, at most.
    pub limit: u32,
}

/// Reads the id of a webhook.
///
/// # Errors
///
/// `webhook_not_found`: what is no id is one that no webhook has.
pub fn webhook_id(text: &str) -> Result<WebhookId, Failure> {
    text.parse()
        .map_err(|_| Failure::new(ErrorCode::WebhookNotFound))
}

/// Reads the id of a delivery.
///
/// # Errors
///
/// `delivery_not_found`: what is no id is one that no delivery has.
pub fn delivery_id(text: &str) -> Result<DeliveryKey, Failure> {
    key(text).ok_or_else(|| Failure::new(ErrorCode::DeliveryNotFound))
}

/// Reads what a webhook is told of. `None`: nothing is said.
pub fn kinds(numbers: &[i32], problems: &mut Problems) -> Option<NoticeKinds> {
    if numbers.iter().any(|number| kind_of(*number).is_none()) {
        let message = "`kinds` holds one that is not known.";
        problems.add("kinds", ErrorCode::InvalidArgument, message);
    }
    let kinds: NoticeKinds = numbers
        .iter()
        .filter_map(|number| kind_of(*number))
        .collect();
    (!kinds.is_empty()).then_some(kinds)
}

/// Reads which deliveries are asked for.
///
/// # Errors
///
/// The failure that names everything that is wrong.
pub fn list_deliveries(
    request: &v1::ListDeliveriesRequest,
    language: Language,
) -> Result<DeliveryQuery, Failure> {
    let mut problems = Problems::new(language);
    let mut wrong = |field: &str, message: &str| {
        problems.add(field, ErrorCode::InvalidArgument, message);
    };
    let state = match v1::DeliveryState::try_from(request.state) {
        Ok(v1::DeliveryState::Unspecified) => None,
        Ok(v1::DeliveryState::Pending) => Some(DeliveryState::Pending),
        Ok(v1::DeliveryState::Delivered) => Some(DeliveryState::Delivered),
        Ok(v1::DeliveryState::Dead) => Some(DeliveryState::Dead),
        Err(_) => {
            wrong("state", "`state` is not known.");
            None
        }
    };
    let limit = match request.page_size {
        0 => DELIVERIES_DEFAULT,
        size => size,
    };
    if limit > DELIVERIES_MAX {
        let message = format!("A page holds at most {DELIVERIES_MAX} deliveries.");
        wrong("page_size", &message);
    }
    let after = (!request.page_token.is_empty()).then(|| place(&request.page_token));
    if after == Some(None) {
        wrong(
            "page_token",
            "The page token is none that a page has given.",
        );
    }
    let webhook = (!request.webhook_id.is_empty()).then(|| webhook_id(&request.webhook_id));
    problems.or(Some(DeliveryQuery {
        filter: DeliveryFilter {
            state,
            webhook: webhook.transpose()?,
        },
        after: after.flatten(),
        limit,
    }))
}

/// A page of deliveries.
#[must_use]
pub fn next_deliveries(page: &DeliveryPage) -> v1::ListDeliveriesResponse {
    v1::ListDeliveriesResponse {
        deliveries: page.deliveries.iter().map(delivery).collect(),
        next_page_token: page.next.map(page_token).unwrap_or_default(),
    }
}

/// A webhook without its secrets.
#[must_use]
pub fn webhook(webhook: &Webhook) -> v1::Webhook {
    v1::Webhook {
        id: webhook.id.to_string(),
        url: webhook.url.clone(),
        kinds: webhook.kinds.iter().map(|one| kind(one).into()).collect(),
        enabled: webhook.is_enabled,
        created_at: Some(timestamp(webhook.created_at)),
        old_secret_until: webhook.old_key.map(|(_, until)| timestamp(until)),
    }
}

/// A delivery.
#[must_use]
pub fn delivery(delivery: &Delivery) -> v1::Delivery {
    let state = match delivery.state {
        DeliveryState::Pending => v1::DeliveryState::Pending,
        DeliveryState::Delivered => v1::DeliveryState::Delivered,
        DeliveryState::Dead => v1::DeliveryState::Dead,
    };
    let failure = delivery.failure.as_ref();
    v1::Delivery {
        id: key_text(delivery.key),
        webhook_id: delivery.key.webhook.to_string(),
        game_id: delivery.key.game.to_string(),
        revision: delivery.key.revision.number(),
        kind: kind(delivery.kind).into(),
        state: state.into(),
        tries: delivery.tries,
        created_at: Some(timestamp(delivery.created_at)),
        next_at: delivery.next_at.map(timestamp),
        settled_at: delivery.settled_at.map(timestamp),
        failure: failure
            .map(|failure| failure.reason.clone())
            .unwrap_or_default(),
        status: failure.and_then(|failure| failure.status).map(u32::from),
    }
}

/// The failure of a wish of an application. Nothing of a store's own words is in it.
#[must_use]
pub fn webhook_failure(error: &WebhookError) -> Failure {
    match error {
        WebhookError::NoSuchWebhook => ErrorCode::WebhookNotFound.into(),
        WebhookError::NoSuchDelivery => ErrorCode::DeliveryNotFound.into(),
        WebhookError::TooManyWebhooks { limit } => {
            Failure::new(ErrorCode::TooManyWebhooks).with("limit", limit)
        }
        WebhookError::Store(StoreError::Unavailable(_) | StoreError::Busy) => {
            ErrorCode::Unavailable.into()
        }
        WebhookError::Store(StoreError::Inconsistent(_) | StoreError::Internal(_)) => {
            ErrorCode::Internal.into()
        }
    }
}

const fn kind(kind: NoticeKind) -> v1::NoticeKind {
    match kind {
        NoticeKind::YourTurn => v1::NoticeKind::YourTurn,
        NoticeKind::Offer => v1::NoticeKind::Offer,
        NoticeKind::Finished => v1::NoticeKind::Finished,
    }
}

fn kind_of(number: i32) -> Option<NoticeKind> {
    NoticeKind::ALL
        .into_iter()
        .find(|one| i32::from(kind(*one)) == number)
}

/// A delivery's id: the game, the revision and the webhook.
fn key_text(key: DeliveryKey) -> String {
    format!("{}-{}-{}", key.game, key.revision, key.webhook)
}

fn key(text: &str) -> Option<DeliveryKey> {
    let mut parts = text.split('-');
    let (game, revision, webhook) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = !revision.is_empty() && revision.bytes().all(|byte| byte.is_ascii_digit());
    let key = DeliveryKey {
        game: game.parse().ok()?,
        revision: Revision::from_number(revision.parse().ok().filter(|_| digits)?),
        webhook: webhook.parse().ok()?,
    };
    parts.next().is_none().then_some(key)
}

/// A place as text: the microsecond in hexadecimal, and the id.
fn page_token(place: DeliveryPlace) -> String {
    let micros = place.created_at.unix_timestamp_nanos().div_euclid(1_000);
    format!("{micros:x}-{}", key_text(place.key))
}

fn place(token: &str) -> Option<DeliveryPlace> {
    let (micros, rest) = token.split_once('-')?;
    let nanos = i128::from(i64::from_str_radix(micros, 16).ok()?) * 1_000;
    Some(DeliveryPlace {
        created_at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
        key: key(rest)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "1C9z3nFiP2xV1bkXWDYfnW";

    #[test]
    fn an_id_and_a_place_read_back() {
        let text = format!("{ID}-12-{ID}");
        let key = delivery_id(&text).expect("an id");
        assert_eq!(key_text(key), text);
        let created_at = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time");
        let here = DeliveryPlace { created_at, key };
        assert_eq!(place(&page_token(here)), Some(here));
    }

    #[test]
    fn what_is_no_id_is_one_that_nothing_has() {
        for text in [
            "",
            "x",
            ID,
            &format!("{ID}-+1-{ID}"),
            &format!("{ID}-1-{ID}-"),
        ] {
            let failure = delivery_id(text).expect_err(text);
            assert_eq!(failure.code(), ErrorCode::DeliveryNotFound, "{text}");
            let failure = webhook_id(&format!("{text}!")).expect_err(text);
            assert_eq!(failure.code(), ErrorCode::WebhookNotFound, "{text}");
        }
    }

    #[test]
    fn everything_that_is_wrong_with_a_list_is_told() {
        let request = v1::ListDeliveriesRequest {
            state: 99,
            webhook_id: String::new(),
            page_size: 101,
            page_token: "x".to_owned(),
        };
        let failure = list_deliveries(&request, Language::English).expect_err("all is wrong");
        let fields: Vec<_> = failure.violations().iter().map(|one| &*one.field).collect();
        assert_eq!(fields, ["state", "page_size", "page_token"]);
    }
}
