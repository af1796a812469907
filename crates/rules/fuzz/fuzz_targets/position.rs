//! The fuzz target `position`: see `moelle_rules_fuzz::position`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    moelle_rules_fuzz::position(data);
});
