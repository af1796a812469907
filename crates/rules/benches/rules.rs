//! How fast the engine is: perft, random playouts, and single calls as a service makes them.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use moelle_rules::{Course, Position, Record, Side, Turn, Variant, perft};

/// Leaves of a perft are at most about so many, so that a sample takes a few milliseconds.
const LEAVES_MAX: u64 = 10_000_000;
/// So many actions are played in one sample of playouts.
const ACTIONS: u64 = 10_000;

fn start(variant: &Variant) -> Position {
    Position::start(variant.rules(), Side::FIRST)
}

fn count_leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for variant in Variant::ALL {
        let start = start(variant);
        let (depth, leaves) = (1..=9)
            .map(|depth| (depth, perft(&start, depth)))
            .take_while(|(_, leaves)| *leaves <= LEAVES_MAX)
            .last()
            .expect("one ply has few leaves");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{}/{depth}", variant.name()), |bencher| {
            bencher.iter(|| perft(black_box(&start), depth));
        });
    }
    let nine = Variant::find("nine").expect("nine is offered").rules();
    let moving = "b1w/w1b/1wb/wb1bw1/w1b/bw1/w1b w 0,0 0 0 30";
    let moving = Position::parse(nine, moving).expect("a position of nine");
    group.throughput(Throughput::Elements(perft(&moving, 5)));
    group.bench_function("nine, moving/5", |bencher| {
        bencher.iter(|| perft(black_box(&moving), 5));
    });
    group.finish();
}

fn play_at_random(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(ACTIONS));
    for variant in Variant::ALL {
        let start = start(variant);
        group.bench_function(variant.name(), |bencher| {
            bencher.iter(|| play_actions(black_box(start)));
        });
    }
    let nine = Variant::find("nine").expect("nine is offered");
    group.bench_function("nine, every whole turn listed", |bencher| {
        bencher.iter(|| play_turns(black_box(start(nine))));
    });
    group.finish();
}

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let chosen = ((self.0 >> 32) * bound as u64) >> 32;
        usize::try_from(chosen).expect("it is below the bound")
    }
}

/// Plays random games one after the other, adjudicated in every way, and counts them.
fn play_actions(start: Position) -> u64 {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut course = Course::new(start);
    let mut games = 0;
    for _ in 0..ACTIONS {
        let mut legal = course.position().legal_actions();
        let action = legal.nth(dice.below(legal.len()));
        let action = action.expect("a game that goes on has legal actions");
        course.act(action).expect("legal actions are played");
        if course.outcome().is_some() {
            games += 1;
            course.restart(start);
        }
    }
    games
}

/// The same with whole turns, all of which are listed before one is played.
fn play_turns(start: Position) -> u64 {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut course = Course::new(start);
    let mut turns = Vec::new();
    let mut games = 0;
    for _ in 0..ACTIONS {
        turns.clear();
        course.position().for_each_turn(|turn| turns.push(turn));
        let turn = turns[dice.below(turns.len())];
        course.play(&turn).expect("legal turns are played");
        if course.outcome().is_some() {
            games += 1;
            course.restart(start);
        }
    }
    games
}

fn call(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("calls");
    let nine = Variant::find("nine").expect("nine is offered");
    let rules = nine.rules();
    group.bench_function("check a turn: read, play, write", |bencher| {
        bencher.iter(|| {
            check(
                black_box("ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40"),
                black_box("g4-g7xd5"),
            )
        });
    });
    group.bench_function("check a turn that is refused", |bencher| {
        bencher.iter(|| {
            check(
                black_box("ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40"),
                black_box("g4-g7xa4"),
            )
        });
    });
    let position = Position::parse(rules, "ww1/3/1b1/1b3w/w1b/2b/3 w 0,0 0 12 40");
    let position = position.expect("a position of nine");
    group.bench_function("list legal turns, whole, sorted and as text", |bencher| {
        bencher.iter(|| {
            let legal = black_box(&position).legal_turns_sorted(10_000);
            legal
                .turns
                .iter()
                .map(|turn| turn.to_string().len())
                .sum::<usize>()
        });
    });
    group.bench_function("list legal actions grouped", |bencher| {
        bencher.iter(|| black_box(&position).grouped());
    });
    group.bench_function("analyse", |bencher| {
        bencher.iter(|| black_box(&position).analysis());
    });
    group.bench_function("digest of a rule set", |bencher| {
        bencher.iter(|| black_box(rules).digest());
    });
    let text = record(nine).to_string();
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("read a record of 100 turns", |bencher| {
        bencher.iter_batched(
            || text.clone(),
            |text| Record::parse(&text),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// Answers a call as a service does: reads a position and a turn, plays it, and writes the new
/// position.
fn check(position: &str, turn: &str) -> Result<String, Box<dyn std::error::Error>> {
    let rules = Variant::find("nine").ok_or("nine is offered")?.rules();
    let position = Position::parse(rules, position)?;
    let turn = Turn::parse(position.board(), turn)?;
    Ok(position.play(&turn)?.position.to_string())
}

/// A game of up to 100 turns, in which the choice goes round.
fn record(variant: &'static Variant) -> Record {
    let mut record = Record::new(variant, start(variant));
    for step in 0..100_usize {
        let legal: Vec<Turn> = record.course().position().legal_turns().collect();
        let Some(turn) = legal.get(step * 7 % legal.len().max(1)) else {
            break;
        };
        if record.play(turn).is_err() {
            break;
        }
    }
    record
}

criterion_group!(benches, count_leaves, play_at_random, call);
criterion_main!(benches);
