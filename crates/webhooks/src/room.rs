//! How many messages may be on their way at once, in all and to whom.

use std::collections::HashMap;

use moelle_games::WebhookId;
use url::Host;

/// What is on its way.
#[derive(Default)]
pub(crate) struct Room {
    by_webhook: HashMap<WebhookId, u32>,
    by_host: HashMap<Host<String>, u32>,
    /// Webhooks that there was no room for at their hosts.
    refused: HashMap<WebhookId, Host<String>>,
}

/// One message that is on its way.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    webhook: WebhookId,
    host: Host<String>,
}

impl Room {
    /// Makes room for a message, where there are fewer than so many to the host. `None`: there is
    /// none.
    pub(crate) fn enter(
        &mut self,
        webhook: WebhookId,
        host: &Host<String>,
        per_host_max: u32,
    ) -> Option<Place> {
        let to_host = self.by_host.entry(host.clone()).or_default();
        if *to_host >= per_host_max {
            self.refused.insert(webhook, host.clone());
            return None;
        }
        *to_host += 1;
        *self.by_webhook.entry(webhook).or_default() += 1;
        let host = host.clone();
        Some(Place { webhook, host })
    }

    /// A message is on its way no more.
    pub(crate) fn leave(&mut self, place: &Place) {
        less(&mut self.by_webhook, &place.webhook);
        less(&mut self.by_host, &place.host);
    }

    /// The webhooks that so many messages or more are on their way to, and those at whose hosts there
    /// is still no room.
    pub(crate) fn busy(&mut self, from: u32, per_host_max: u32) -> Vec<WebhookId> {
        let by_host = &self.by_host;
        self.refused.retain(|_, host| {
            let to_host = by_host.get(host);
            to_host.is_some_and(|count| *count >= per_host_max)
        });
        let busy = self.by_webhook.iter().filter(|(_, count)| **count >= from);
        let busy = busy.map(|(webhook, _)| *webhook);
        busy.chain(self.refused.keys().copied()).collect()
    }
}

fn less<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_until_a_host_has_its_share_and_again_when_one_has_left() {
        let mut room = Room::default();
        let id = |byte| WebhookId::from_uuid(uuid::Uuid::from_bytes([byte; 16]));
        let host = |name: &str| Host::Domain(name.to_owned());
        let first = room.enter(id(1), &host("a"), 2).expect("room");
        room.enter(id(2), &host("a"), 2).expect("room");
        assert!(room.enter(id(3), &host("a"), 2).is_none());
        assert_eq!(room.busy(2, 2), [id(3)]);
        room.enter(id(4), &host("b"), 2).expect("room elsewhere");
        assert_eq!(room.busy(1, 2).len(), 4);
        room.leave(&first);
        assert_eq!(room.busy(1, 2).len(), 2);
        assert!(room.busy(2, 2).is_empty());
        room.enter(id(1), &host("a"), 2).expect("room again");
    }
}
