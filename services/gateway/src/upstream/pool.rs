//! The replicas that there are now.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

use moelle_settings::tls::ClientTls;
use tokio_util::task::AbortOnDropHandle;

use super::UpstreamUrl;
use super::member::{Member, MemberState};
use crate::config::UpstreamPace;

/// How often names that lead nowhere are looked up.
const RESOLVE_AGAIN: Duration = Duration::from_millis(500);

/// How often it is said that a name leads nowhere, for each name.
const SAY_AGAIN: Duration = Duration::from_secs(10);

/// The replicas; cheap to clone. The tasks behind it end with the last clone.
#[derive(Clone)]
pub(super) struct Pool {
    members: Arc<Members>,
    _resolving: Arc<AbortOnDropHandle<()>>,
}

#[derive(Default)]
struct Members {
    list: RwLock<Arc<[Arc<Member>]>>,
    next: AtomicUsize,
}

/// What is looked for, and how.
pub(super) struct Search {
    pub(super) urls: Vec<UpstreamUrl>,
    pub(super) tls: Option<ClientTls>,
    pub(super) pace: UpstreamPace,
}

impl Pool {
    /// A pool that is empty at first and fills as names are looked up.
    pub(super) fn start(search: Search) -> Self {
        let members = Arc::new(Members::default());
        let resolving = resolve(Arc::downgrade(&members), search);
        Self {
            members,
            _resolving: Arc::new(AbortOnDropHandle::new(tokio::spawn(resolving))),
        }
    }

    /// The best state that any replica is in.
    pub(super) fn state(&self) -> MemberState {
        let list = self.members.list();
        list.iter()
            .map(|member| member.state())
            .max()
            .unwrap_or(MemberState::Away)
    }

    /// The next of the replicas that are in the best state; none where all are away.
    pub(super) fn pick(&self) -> Option<Arc<Member>> {
        let list = self.members.list();
        let best = list.iter().map(|member| member.state()).max()?;
        if best == MemberState::Away {
            return None;
        }
        let turn = self.members.next.fetch_add(1, Ordering::Relaxed);
        let (before, after) = list.split_at(turn % list.len());
        after
            .iter()
            .chain(before)
            .find(|member| member.state() >= best)
            .cloned()
    }
}

impl Members {
    fn list(&self) -> Arc<[Arc<Member>]> {
        // A list is always whole: it is replaced and never changed.
        Arc::clone(&self.list.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn replace(&self, list: Vec<Arc<Member>>) {
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = list.into();
    }
}

async fn resolve(members: Weak<Members>, search: Search) {
    let mut known: BTreeMap<SocketAddr, Arc<Member>> = BTreeMap::new();
    let mut lost = Lost::default();
    loop {
        let mut found: BTreeMap<SocketAddr, &UpstreamUrl> = BTreeMap::new();
        let mut failed = false;
        for url in &search.urls {
            match url.resolve().await {
                Ok(addresses) => {
                    lost.found(url.host());
                    found.extend(addresses.into_iter().map(|it| (it, url)));
                }
                Err(error) => {
                    failed = true;
                    if lost.is_news(url.host(), Instant::now()) {
                        tracing::warn!(host = url.host(), %error, "a name of the game service leads nowhere");
                    }
                }
            }
        }
        // A name that cannot be looked up now does not take away what it led to before.
        if !failed {
            known.retain(|address, _| found.contains_key(address));
        }
        for (address, url) in found {
            if !known.contains_key(&address)
                && let Some(member) = Member::start(address, url, &search)
            {
                known.insert(address, Arc::new(member));
            }
        }
        let Some(members) = members.upgrade() else {
            return;
        };
        members.replace(known.values().cloned().collect());
        drop(members);
        tokio::time::sleep(if known.is_empty() {
            RESOLVE_AGAIN.min(search.pace.resolve)
        } else {
            search.pace.resolve
        })
        .await;
    }
}

/// The names that led nowhere, and when that was last said of each.
#[derive(Default)]
struct Lost(BTreeMap<String, Instant>);

impl Lost {
    /// Whether it is time to say that this name leads nowhere.
    fn is_news(&mut self, host: &str, now: Instant) -> bool {
        if let Some(said) = self.0.get(host)
            && now.duration_since(*said) < SAY_AGAIN
        {
            return false;
        }
        self.0.insert(host.to_owned(), now);
        true
    }

    /// The name leads somewhere again.
    fn found(&mut self, host: &str) {
        self.0.remove(host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_name_is_spoken_of_once_in_a_while() {
        let mut lost = Lost::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(lost.is_news("game", at(0)));
        assert!(!lost.is_news("game", at(9)));
        assert!(lost.is_news("other", at(9)));
        assert!(lost.is_news("game", at(10)));
        assert!(!lost.is_news("game", at(11)));
        lost.found("game");
        assert!(lost.is_news("game", at(12)));
    }
}
