//! The fuzz target `record`: see `moelle_rules_fuzz::record`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    moelle_rules_fuzz::record(data);
});
