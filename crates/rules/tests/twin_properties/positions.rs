//! Position texts: the same ones are read, and they show the same.

use proptest::prelude::*;

use crate::both::Both;
use crate::cases;
use crate::strategies::{set_ups, spoil};
use crate::twin::perft;

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_position_text_is_read_by_both_and_shows_the_same((rules, text) in set_ups()) {
        if let Some(both) = Both::from_text(&rules, &text) {
            let shown = both.look();
            // Only a side that is passed over changes the text, and only once.
            if rules.blocked != "passes" {
                prop_assert_eq!(&shown.text, &text);
            }
            let again = Both::from_text(&rules, &shown.text).expect("what is written can be read");
            prop_assert_eq!(again.look(), shown);
        }
    }

    #[test]
    fn a_spoiled_position_text_is_refused_by_both_or_by_none(
        (rules, text) in set_ups(),
        at in any::<u16>(),
        letter in prop_oneof![
            proptest::sample::select("wb123467890/, -xW\n".chars().collect::<Vec<_>>()),
            any::<char>(),
        ],
    ) {
        let text = spoil(&text, at, letter);
        if let Some(both) = Both::from_text(&rules, &text) {
            both.look();
        }
    }

    #[test]
    fn any_text_is_refused_by_both_or_by_none((rules, _) in set_ups(), text in any::<String>()) {
        prop_assert!(Both::from_text(&rules, &text).is_none());
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn perft_counts_the_same_leaves((rules, text) in set_ups(), depth in 0..3_u32) {
        if let Some(both) = Both::from_text(&rules, &text) {
            // Many removals owed make very many turns: those are counted one ply deep.
            let depth = if both.twin.legal_turns().len() > 60 { depth.min(1) } else { depth };
            prop_assert_eq!(both.engine.perft(depth), perft(&both.twin, u64::from(depth)));
        }
    }
}
