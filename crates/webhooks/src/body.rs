//! What is sent: JSON, without a token ever.

use bytes::Bytes;
use moelle_games::{Notice, WebhookId};
use moelle_rules::Side;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use url::Url;

#[derive(Serialize)]
struct Body<D> {
    r#type: &'static str,
    timestamp: String,
    data: D,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    game_id: String,
    revision: u64,
    variant: Option<&'a str>,
    position: &'a str,
    side_to_act: Option<&'static str>,
    offer: Option<OfferData>,
    outcome: Option<OutcomeData<'a>>,
    url: Option<String>,
}

#[derive(Serialize)]
struct OfferData {
    kind: &'static str,
    by: &'static str,
}

#[derive(Serialize)]
struct OutcomeData<'a> {
    result: &'a str,
    termination: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PingData {
    webhook_id: String,
}

/// The body of a notice. Links begin with `public_url`; without it there is none.
#[must_use]
pub fn of_notice(notice: &Notice, public_url: Option<&Url>) -> Bytes {
    let outcome = notice.outcome.as_ref();
    write(&Body {
        r#type: notice.kind.word(),
        timestamp: rfc3339(notice.at),
        data: Data {
            game_id: notice.game.to_string(),
            revision: notice.revision.number(),
            variant: notice.variant.as_deref(),
            position: &notice.position,
            side_to_act: side_to_act(&notice.position).filter(|_| outcome.is_none()),
            offer: notice.offer.map(|offer| OfferData {
                kind: offer.what,
                by: word(offer.by),
            }),
            outcome: outcome.map(|(result, termination)| OutcomeData {
                result,
                termination,
            }),
            url: public_url
                .and_then(|base| base.join(&format!("play/{}", notice.game)).ok())
                .map(String::from),
        },
    })
}

/// The body of a message that only tries out whether a webhook is reached.
#[must_use]
pub fn of_ping(webhook: WebhookId, now: OffsetDateTime) -> Bytes {
    write(&Body {
        r#type: "ping",
        timestamp: rfc3339(now),
        data: PingData {
            webhook_id: webhook.to_string(),
        },
    })
}

fn write(body: &impl Serialize) -> Bytes {
    serde_json::to_vec(body)
        .expect("texts and numbers become JSON")
        .into()
}

fn rfc3339(at: OffsetDateTime) -> String {
    at.format(&Rfc3339)
        .expect("a time of at most four digits of years has a text")
}

/// The side to act stands second in the text of a position.
fn side_to_act(position: &str) -> Option<&'static str> {
    match position.split(' ').nth(1) {
        Some("w") => Some(word(Side::White)),
        Some("b") => Some(word(Side::Black)),
        _ => None,
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use moelle_games::{GameId, NoticeKind, Offer, Revision};
    use serde_json::{Value, json};

    use super::*;

    fn notice(kind: NoticeKind) -> Notice {
        Notice {
            kind,
            game: "1C9z3nFiP2xV1bkXWDYfnW".parse::<GameId>().expect("an id"),
            revision: Revision::from_number(12),
            at: OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time"),
            variant: Some("nine".to_owned()),
            position: "3/3/3/6/3/3/3 b 9,9 0 0 0".to_owned(),
            offer: None,
            outcome: None,
        }
    }

    fn read(notice: &Notice, url: Option<&str>) -> Value {
        let url = url.map(|url| url.parse().expect("a URL"));
        serde_json::from_slice(&of_notice(notice, url.as_ref())).expect("JSON")
    }

    #[test]
    fn a_turn_names_the_side_to_act_and_where() {
        let body = read(&notice(NoticeKind::YourTurn), Some("https://play.example"));
        let expected = json!({
            "type": "your_turn",
            "timestamp": "2027-01-15T08:00:00Z",
            "data": {
                "gameId": "1C9z3nFiP2xV1bkXWDYfnW",
                "revision": 12,
                "variant": "nine",
                "position": "3/3/3/6/3/3/3 b 9,9 0 0 0",
                "sideToAct": "black",
                "offer": null,
                "outcome": null,
                "url": "https://play.example/play/1C9z3nFiP2xV1bkXWDYfnW",
            },
        });
        assert_eq!(body, expected);
    }

    #[test]
    fn an_offer_and_an_end_say_what_they_are() {
        let mut offer = notice(NoticeKind::Offer);
        offer.offer = Some(Offer {
            what: "draw",
            by: Side::White,
        });
        let body = read(&offer, None);
        assert_eq!(
            body["data"]["offer"],
            json!({"kind": "draw", "by": "white"})
        );
        assert_eq!(body["data"]["url"], Value::Null);
        let mut end = notice(NoticeKind::Finished);
        end.outcome = Some(("1-0".to_owned(), "mill".to_owned()));
        let body = read(&end, None);
        let outcome = json!({"result": "1-0", "termination": "mill"});
        assert_eq!(body["data"]["outcome"], outcome);
        assert_eq!(body["data"]["sideToAct"], Value::Null);
    }
}
