//! Counts perft of a variant from its start: `count VARIANT DEPTH`, for timing and for counting
//! instructions.

use std::time::Instant;

use moelle_rules::{Position, Side, Variant, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(depth)) = (arguments.next(), arguments.next()) else {
        return Err("count VARIANT DEPTH".into());
    };
    let variant = Variant::find(&name).ok_or("no such variant")?;
    let start = Position::start(variant.rules(), Side::FIRST);
    let begun = Instant::now();
    let leaves = perft(&start, depth.parse()?);
    let seconds = begun.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more precision")]
    let rate = leaves as f64 / seconds / 1e6;
    println!("{name} {depth}: {leaves} leaves, {seconds:.3} s, {rate:.0} million a second");
    Ok(())
}
