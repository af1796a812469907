//! Many games at once for a while, every answer checked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::ensure;
use futures::future::join_all;
use hdrhistogram::Histogram;
use tokio::time::Instant;

use crate::player::{Answer, Player, Seated, Standing};
use crate::records::{Move, Record};
use crate::usage::{Usage, Watched};

/// How long a player pauses that was told nothing of when to come again, or met with an error.
const PAUSE: Duration = Duration::from_millis(20);

const WARMING_UP: u8 = 0;
const COUNTED: u8 = 1;
const OVER: u8 = 2;

/// How a round goes.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) warm_up: Duration,
    pub(crate) length: Duration,
    /// Turns a second that are offered, all players together. Absent: as many as are answered.
    pub(crate) rate: Option<f64>,
}

/// What came of a round.
pub(crate) struct Round {
    pub(crate) length: Duration,
    pub(crate) tally: Tally,
    /// What each process used meanwhile.
    pub(crate) usage: Vec<(&'static str, Usage)>,
}

/// What players counted.
#[derive(Clone)]
pub(crate) struct Tally {
    /// Microseconds from the request, or from when it was due, to the checked answer.
    pub(crate) latency: Histogram<u64>,
    /// Games that were begun.
    pub(crate) games: u64,
    /// Requests that were told to come again.
    pub(crate) shed: u64,
    /// Those of them that were not told when.
    pub(crate) shed_without_time: u64,
    pub(crate) errors: u64,
    /// What the first of them said.
    pub(crate) first_error: Option<String>,
}

/// What is told of every game that is begun: its id.
pub(crate) type Told = Arc<dyn Fn(&str) + Send + Sync>;

/// What all players of a round share.
struct Course {
    told: Option<Told>,
    records: Arc<Vec<Record>>,
    next_record: AtomicUsize,
    stage: AtomicU8,
    begin: Instant,
    rate: Option<f64>,
    next_turn: AtomicU64,
}

/// Lets every player play game after game, and gives the players back.
///
/// # Errors
///
/// A process that is watched has gone.
pub(crate) async fn play(
    players: Vec<Player>,
    records: &Arc<Vec<Record>>,
    plan: Plan,
    watched: &[Watched],
) -> anyhow::Result<(Round, Vec<Player>)> {
    play_told(players, records, plan, watched, None).await
}

/// The same, with somebody who is told of every game that is begun.
///
/// # Errors
///
/// As above.
pub(crate) async fn play_told(
    players: Vec<Player>,
    records: &Arc<Vec<Record>>,
    plan: Plan,
    watched: &[Watched],
    told: Option<Told>,
) -> anyhow::Result<(Round, Vec<Player>)> {
    let course = Arc::new(Course {
        told,
        records: Arc::clone(records),
        next_record: AtomicUsize::new(0),
        stage: AtomicU8::new(WARMING_UP),
        begin: Instant::now(),
        rate: plan.rate,
        next_turn: AtomicU64::new(0),
    });
    let playing: Vec<_> = players
        .into_iter()
        .map(|player| tokio::spawn(Arc::clone(&course).play(player)))
        .collect();
    tokio::time::sleep(plan.warm_up).await;
    let before = look(watched)?;
    let begin = Instant::now();
    course.stage.store(COUNTED, Ordering::Relaxed);
    tokio::time::sleep(plan.length).await;
    course.stage.store(OVER, Ordering::Relaxed);
    let length = begin.elapsed();
    let after = look(watched)?;
    let mut round = Round {
        length,
        tally: Tally::new(),
        usage: Vec::new(),
    };
    for ((watched, before), after) in watched.iter().zip(before).zip(after) {
        round.usage.push((watched.name(), after.since(&before)));
    }
    let mut players = Vec::new();
    for played in join_all(playing).await {
        let (player, tally) = played?;
        round.tally.add(&tally)?;
        players.push(player);
    }
    Ok((round, players))
}

fn look(watched: &[Watched]) -> anyhow::Result<Vec<Usage>> {
    watched.iter().map(Watched::usage).collect()
}

impl Round {
    /// Turns a second.
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    pub(crate) fn rate(&self) -> f64 {
        self.tally.turns() as f64 / self.length.as_secs_f64()
    }

    /// Milliseconds of processor time of a process for each turn; none where it is not watched.
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    pub(crate) fn cpu_ms(&self, name: &str) -> Option<f64> {
        let (_, usage) = self.usage.iter().find(|(watched, _)| *watched == name)?;
        Some(usage.cpu.as_secs_f64() * 1000.0 / self.tally.turns().max(1) as f64)
    }

    /// Fails where an answer was wrong or none came.
    pub(crate) fn sound(&self) -> anyhow::Result<()> {
        let Tally {
            errors,
            first_error,
            shed,
            ..
        } = &self.tally;
        ensure!(
            *errors == 0,
            "{errors} errors, the first: {}",
            first_error.as_deref().unwrap_or_default()
        );
        ensure!(*shed == 0, "{shed} requests were told to come again");
        ensure!(self.tally.turns() > 0, "no turn was played");
        Ok(())
    }
}

impl Tally {
    fn new() -> Self {
        Self {
            latency: Histogram::new(3).expect("three digits are allowed"),
            games: 0,
            shed: 0,
            shed_without_time: 0,
            errors: 0,
            first_error: None,
        }
    }

    /// Turns that were answered, each as it must be.
    pub(crate) fn turns(&self) -> u64 {
        self.latency.len()
    }

    fn add(&mut self, other: &Self) -> anyhow::Result<()> {
        self.latency.add(&other.latency)?;
        self.games += other.games;
        self.shed += other.shed;
        self.shed_without_time += other.shed_without_time;
        self.errors += other.errors;
        if self.first_error.is_none() {
            self.first_error.clone_from(&other.first_error);
        }
        Ok(())
    }
}

impl Course {
    fn is_over(&self) -> bool {
        self.stage.load(Ordering::Relaxed) == OVER
    }

    fn is_counted(&self) -> bool {
        self.stage.load(Ordering::Relaxed) == COUNTED
    }

    /// Waits until the next turn is due; gives when it was.
    async fn due(&self) -> Instant {
        let Some(rate) = self.rate else {
            return Instant::now();
        };
        let number = self.next_turn.fetch_add(1, Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "fewer turns than that")]
        let due = self.begin + Duration::from_secs_f64(number as f64 / rate);
        tokio::time::sleep_until(due).await;
        due
    }

    async fn play(self: Arc<Self>, mut player: Player) -> (Player, Tally) {
        let mut tally = Tally::new();
        while !self.is_over() {
            let number = self.next_record.fetch_add(1, Ordering::Relaxed);
            let record = &self.records[number % self.records.len()];
            if let Err(error) = self.play_game(&mut player, record, &mut tally).await {
                tally.errors += 1;
                tally.first_error.get_or_insert(format!("{error:#}"));
                tokio::time::sleep(PAUSE).await;
            }
        }
        (player, tally)
    }

    async fn play_game(
        &self,
        player: &mut Player,
        record: &Record,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let game = match player.create(record).await? {
            Answer::Had(game) => game,
            Answer::Shed(after) => {
                self.wait(after, tally).await;
                return Ok(());
            }
        };
        tally.games += u64::from(self.is_counted());
        if let Some(told) = &self.told {
            told(&game.id);
        }
        for (number, next) in record.moves.iter().enumerate() {
            let is_last = number + 1 == record.moves.len();
            let revision = u64::try_from(number)? + 1;
            let expected = Expected {
                next,
                revision,
                record,
                is_last,
            };
            if !self.play_turn(player, &game, &expected, tally).await? {
                break;
            }
        }
        Ok(())
    }

    /// Plays a turn until it is answered. `false`: the round is over.
    async fn play_turn(
        &self,
        player: &mut Player,
        game: &Seated,
        expected: &Expected<'_>,
        tally: &mut Tally,
    ) -> anyhow::Result<bool> {
        let Move { side, turn, .. } = expected.next;
        loop {
            let due = self.due().await;
            if self.is_over() {
                return Ok(false);
            }
            match player.play(game, *side, turn, expected.revision).await? {
                Answer::Had(standing) => {
                    expected.check(game, &standing)?;
                    if self.is_counted() {
                        let micros = u64::try_from(due.elapsed().as_micros())?;
                        tally.latency.record(micros.max(1))?;
                    }
                    return Ok(true);
                }
                Answer::Shed(after) => self.wait(after, tally).await,
            }
        }
    }

    async fn wait(&self, after: Option<Duration>, tally: &mut Tally) {
        if self.is_counted() {
            tally.shed += 1;
            tally.shed_without_time += u64::from(after.is_none());
        }
        tokio::time::sleep(after.unwrap_or(PAUSE)).await;
    }
}

/// What the answer to a turn must say.
struct Expected<'a> {
    next: &'a Move,
    /// The revision that it is played at.
    revision: u64,
    record: &'a Record,
    is_last: bool,
}

impl Expected<'_> {
    fn check(&self, game: &Seated, standing: &Standing) -> anyhow::Result<()> {
        let end = self.is_last.then_some(&self.record.end);
        ensure!(
            standing.id == game.id
                && standing.revision == self.revision + 1
                && standing.position == self.next.position
                && standing.end.as_ref() == end,
            "{} at revision {} of {} is answered by {standing:?} and not by {} and {end:?}",
            self.next.turn,
            self.revision,
            game.id,
            self.next.position,
        );
        Ok(())
    }
}
