//! The fuzz target `rule_set`: see `moelle_rules_fuzz::rule_set`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    moelle_rules_fuzz::rule_set(data);
});
