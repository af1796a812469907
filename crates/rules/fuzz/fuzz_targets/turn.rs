//! The fuzz target `turn`: see `moelle_rules_fuzz::turn`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    moelle_rules_fuzz::turn(data);
});
