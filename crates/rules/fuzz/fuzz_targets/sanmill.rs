//! The fuzz target `sanmill`: see `moelle_rules_fuzz::sanmill`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    moelle_rules_fuzz::sanmill(data);
});
