//! One stream of the game service for all who follow a game here.
//!
//! A feed is what one stream of the game service says of a game, in one language. Whoever follows
//! the game reads the feed at a pace of its own: the snapshot, then the events that the feed keeps.
//! Nobody waits for anybody, and who has come too far behind asks the game service for the events
//! that the feed has no more. Private games have a feed for each token and key, so that a token that was
//! replaced ends its own feed and no other.

mod feed;
mod relay;
mod spectators;
mod subscription;
mod told;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use tokio::sync::{Notify, OnceCell, watch};
use tonic::Streaming;

use self::feed::Feed;
use self::relay::Relay;
pub(crate) use self::subscription::{Item, Subscription};
use self::told::Snapshot;
pub(crate) use self::told::{SnapshotData, block};
use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, present};

/// The feeds of a gateway.
#[derive(Default)]
pub(crate) struct Hub {
    feeds: Mutex<HashMap<Key, Arc<Slot>>>,
    /// Told when somebody comes or goes.
    audience: Notify,
}

/// What makes one feed differ from another.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    game_id: String,
    language: &'static str,
    /// What the caller brings, where the game is private.
    credentials: Option<Credentials>,
}

/// With what a private game is seen.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Credentials {
    token: Option<Vec<u8>>,
    /// The key of an application.
    key: Option<Vec<u8>>,
}

/// A feed, or the place of one that is being opened.
type Slot = OnceCell<Arc<Feed>>;

/// How a game is to be followed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Following {
    /// The last revision that the client knows.
    pub(crate) after: Option<u64>,
    /// Whether it goes on after the end of the game, for a rematch.
    pub(crate) rematch: bool,
}

/// Who asks to follow a game, as the game service knows them.
struct Standing {
    is_private: bool,
    seat: Option<v1::Side>,
}

impl Gateway {
    /// Follows a game in the caller's name.
    ///
    /// # Errors
    ///
    /// The failure with which the game service refuses it.
    pub(crate) async fn follow(
        &self,
        caller: &Caller,
        game_id: String,
        following: Following,
    ) -> Result<Subscription, Failure> {
        let standing = self.standing(caller, &game_id).await?;
        let language = caller.language();
        let key = Key {
            game_id,
            language: language.tag(),
            credentials: standing.is_private.then(|| Credentials {
                token: caller.token().map(<[u8]>::to_vec),
                key: caller.key().map(<[u8]>::to_vec),
            }),
        };
        let (feed, changed) = self.feed(&key, caller).await?;
        let mut subscription =
            Subscription::new(self, (feed, changed), caller, standing.seat, following);
        subscription.begin().await?;
        Ok(subscription)
    }

    /// Whoever brings neither token nor key is nobody in particular, and a game that is private refuses
    /// them.
    async fn standing(&self, caller: &Caller, game_id: &str) -> Result<Standing, Failure> {
        if caller.token().is_none() && caller.key().is_none() {
            return Ok(Standing {
                is_private: false,
                seat: None,
            });
        }
        let answer = self.read(caller, game_id).await?;
        let game = answer.game.as_ref();
        Ok(Standing {
            is_private: game.is_some_and(|game| game.visibility() == v1::Visibility::Private),
            seat: Some(answer.seat()).filter(|seat| *seat != v1::Side::Unspecified),
        })
    }

    async fn read(&self, caller: &Caller, game_id: &str) -> Result<v1::GetGameResponse, Failure> {
        let message = v1::GetGameRequest {
            game_id: game_id.to_owned(),
        };
        self.ask(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.get_game(request).await },
        )
        .await
    }

    /// The feed of a key, opened if nobody has yet, and a place at it.
    async fn feed(
        &self,
        key: &Key,
        caller: &Caller,
    ) -> Result<(Arc<Feed>, watch::Receiver<()>), Failure> {
        loop {
            let slot = Arc::clone(self.hub().lock().entry(key.clone()).or_default());
            // Held until the caller has a place of its own, so that the feed does not end before.
            let mut first = None;
            let opening = async {
                let (relay, receiver) = self.open_feed(key, caller).await?;
                first = Some(receiver);
                let feed = relay.feed();
                self.spawn_stream(relay.run(Arc::clone(&slot)));
                Ok(feed)
            };
            let feed = match slot.get_or_try_init(|| opening).await {
                Ok(feed) => Arc::clone(feed),
                Err(failure) => {
                    self.hub().forget(key, &slot);
                    return Err(failure);
                }
            };
            if let Some(changed) = self.hub().subscribe(key, &slot, &feed) {
                drop(first);
                return Ok((feed, changed));
            }
            // It ended in between; the next one is new.
        }
    }

    async fn open_feed(
        &self,
        key: &Key,
        caller: &Caller,
    ) -> Result<(Relay, watch::Receiver<()>), Failure> {
        let caller = if key.credentials.is_some() {
            caller.uncounted()
        } else {
            Caller::anonymous(caller.language())
        };
        let mut upstream = self.open_upstream(&caller, &key.game_id, None).await?;
        let first = tokio::time::timeout(self.deadline(), first_snapshot(&mut upstream)).await;
        let snapshot = first.map_err(|_| ErrorCode::DeadlineExceeded)??;
        let feed = Arc::new(Feed::new(key.game_id.clone(), snapshot));
        let receiver = feed.subscribe();
        let relay = Relay::new(self.clone(), key.clone(), caller, (feed, upstream));
        Ok((relay, receiver))
    }

    /// Opens a stream of the game service. It is not counted, neither for its caller nor as a
    /// watcher: it is for all who watch here, and they are noted apart.
    async fn open_upstream(
        &self,
        caller: &Caller,
        game_id: &str,
        after_revision: Option<u64>,
    ) -> Result<Streaming<v1::WatchGameResponse>, Failure> {
        let message = v1::WatchGameRequest {
            game_id: game_id.to_owned(),
            after_revision,
            rematch: true,
            relay: true,
        };
        self.open(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.watch_game(request).await },
        )
        .await
    }
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Slot>>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place at a feed, unless the feed has ended.
    fn subscribe(&self, key: &Key, slot: &Arc<Slot>, feed: &Feed) -> Option<watch::Receiver<()>> {
        let feeds = self.lock();
        let is_current = feeds.get(key).is_some_and(|known| Arc::ptr_eq(known, slot));
        is_current.then(|| feed.subscribe())
    }

    /// Takes a feed out if nobody is at it. `true`: it is out.
    fn leave_if_unwatched(&self, key: &Key, slot: &Arc<Slot>, feed: &Feed) -> bool {
        let mut feeds = self.lock();
        let is_current = feeds.get(key).is_some_and(|known| Arc::ptr_eq(known, slot));
        if is_current && feed.is_watched() {
            return false;
        }
        if is_current {
            feeds.remove(key);
        }
        true
    }

    /// Takes a feed out, whoever is at it.
    fn forget(&self, key: &Key, slot: &Arc<Slot>) {
        let mut feeds = self.lock();
        if feeds.get(key).is_some_and(|known| Arc::ptr_eq(known, slot)) {
            feeds.remove(key);
        }
    }

    /// Somebody has come or gone.
    fn audience_changes(&self) {
        self.audience.notify_one();
    }

    /// How many spectators each game has here, over all its feeds, where there are any.
    fn spectators(&self) -> HashMap<String, u32> {
        let mut counts = HashMap::new();
        for (key, slot) in self.lock().iter() {
            let count = slot.get().map_or(0, |feed| feed.spectators());
            if count > 0 {
                *counts.entry(key.game_id.clone()).or_default() += count;
            }
        }
        counts
    }
}

/// What a stream begins with. What fails before it has a status of its own.
async fn first_snapshot(
    upstream: &mut Streaming<v1::WatchGameResponse>,
) -> Result<Snapshot, Failure> {
    loop {
        let message = upstream.message().await;
        let message = message.map_err(|status| crate::gateway::failure(&status))?;
        match message.ok_or(ErrorCode::Unavailable)?.message {
            Some(Message::Snapshot(snapshot)) => return Ok(read_snapshot(snapshot)?),
            Some(Message::Heartbeat(v1::Heartbeat {})) | None => {}
            Some(Message::Event(_) | Message::End(_)) => return Err(ErrorCode::Unavailable.into()),
        }
    }
}

fn read_snapshot(snapshot: v1::Snapshot) -> Result<Snapshot, BadAnswer> {
    let is_last = snapshot.last;
    let game = present(snapshot.game, "game")?.try_into()?;
    Snapshot::new(game, is_last)
}
