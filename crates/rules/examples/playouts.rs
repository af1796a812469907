//! Plays random games to their end through the public interface: `playouts VARIANT ACTIONS`,
//! for timing and for counting instructions.

use std::time::Instant;

use moelle_rules::{Course, Position, Side, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(actions_wanted)) = (arguments.next(), arguments.next()) else {
        return Err("playouts VARIANT ACTIONS".into());
    };
    let variant = Variant::find(&name).ok_or("no such variant")?;
    let start = Position::start(variant.rules(), Side::FIRST);
    let actions_wanted: u64 = actions_wanted.parse()?;
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut actions, mut games) = (0, 0);
    let begun = Instant::now();
    let mut course = Course::new(start);
    while actions < actions_wanted {
        let legal = course.position().legal_actions();
        let Some(action) = dice.choose(legal) else {
            return Err("a game goes on in which nothing is legal".into());
        };
        course.act(action)?;
        actions += 1;
        if course.outcome().is_some() {
            games += 1;
            course.restart(start);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more precision")]
    let rate = actions as f64 / seconds / 1e6;
    println!(
        "{name}: {actions} actions in {games} games, {seconds:.3} s, {rate:.1} million a second"
    );
    Ok(())
}

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn choose<T>(&mut self, mut choices: impl ExactSizeIterator<Item = T>) -> Option<T> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let count = choices.len() as u64;
        let chosen = ((self.0 >> 32) * count) >> 32;
        choices.nth(usize::try_from(chosen).ok()?)
    }
}
