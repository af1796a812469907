//! What the vectors do not ask of the engine.

mod analysis;
mod boards;
mod courses;
mod given;
mod limits;
mod listing;
mod playing;
mod records;
mod refused_records;
mod rule_sets;
mod sanmill;
mod setups;
