//! What happens to the services meanwhile.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::PgConnection;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::tables::Tables;
use crate::support::database::{key, let_time_pass};
use crate::support::random::Random;

/// Operations that are made in peace in between.
const PEACE: usize = 20;
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(10);

/// Trouble that goes on until it is stopped.
pub(super) struct Trouble {
    stop: CancellationToken,
    made: JoinHandle<()>,
}

impl Trouble {
    pub(super) fn make(tables: Arc<Tables>, seed: u64) -> Self {
        let stop = CancellationToken::new();
        let made = tokio::spawn(make_trouble(tables, seed, stop.clone()));
        Self { stop, made }
    }

    /// Stops it, with everything up again.
    pub(super) async fn stop(self) {
        self.stop.cancel();
        self.made.await.expect("trouble is no fault");
    }
}

async fn make_trouble(tables: Arc<Tables>, seed: u64, stop: CancellationToken) {
    let mut random = Random::from_seed(!seed);
    let mut session = tables.processes.session().await;
    for next in (PEACE..).step_by(PEACE) {
        while tables.made.load(Ordering::Relaxed) < next {
            if stop.is_cancelled() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let processes = &tables.processes;
        let replica = random.below(processes.replicas());
        match random.below(12) {
            0 | 1 => {
                processes.kill(replica);
                processes.start_again(replica);
            }
            2 => {
                processes.until_serving(replica).await;
                let stopping = Arc::clone(processes);
                let stopped = tokio::task::spawn_blocking(move || stopping.stop(replica));
                let stopped = stopped.await.expect("no panic");
                assert!(stopped.success(), "a replica ends with {stopped}");
                processes.start_again(replica);
            }
            3 => processes.replace_gateway(),
            4 | 5 => cut_the_database(&mut session).await,
            6 | 7 => {
                let id = any_game(&tables, &mut random);
                expire_invitations(&mut session, &id).await;
            }
            _ => {
                let id = any_game(&tables, &mut random);
                let left = Duration::from_millis(random.below(40) as u64);
                let_time_pass(&mut session, &id, left).await;
            }
        }
    }
}

/// One of the games that are likely to be on.
fn any_game(tables: &Tables, random: &mut Random) -> String {
    let known = tables.all();
    let recent = &known[known.len() - super::GAMES..];
    random.pick(recent).id.clone()
}

/// Ends every session of every replica, whatever it is doing.
async fn cut_the_database(session: &mut PgConnection) {
    sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name LIKE 'moelle%'",
    )
    .execute(session)
    .await
    .expect("sessions can be ended");
}

/// Lets the invitations to a game grow old.
async fn expire_invitations(session: &mut PgConnection, id: &str) {
    sqlx::query(
        "UPDATE games SET \
           white_invitation_expires_at = white_invitation_expires_at - interval '31 days', \
           black_invitation_expires_at = black_invitation_expires_at - interval '31 days' \
         WHERE game_id = $1",
    )
    .bind(key(id))
    .execute(session)
    .await
    .expect("a game can be changed");
}
