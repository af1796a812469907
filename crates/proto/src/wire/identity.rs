//! The variant and digest that an answer carries.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use moelle_rules::{RuleSet, Variant};

use crate::v1;

/// Digests remembered, at most; beyond that they are worked out each time.
const DIGESTS_MAX: usize = 1024;

/// The digests of rule sets that have been asked for, those of the variants first.
static DIGESTS: LazyLock<RwLock<HashMap<RuleSet, Arc<str>>>> = LazyLock::new(|| {
    let of = |variant: &Variant| (variant.rules(), write(&variant.rules()));
    RwLock::new(Variant::ALL.iter().map(of).collect())
});

/// The identity of rules: the name of the variant that they were chosen as, and their digest.
#[must_use]
pub fn identity(variant: Option<&Variant>, rules: &RuleSet) -> v1::RuleSetIdentity {
    v1::RuleSetIdentity {
        variant: variant
            .map(|variant| variant.name().to_owned())
            .unwrap_or_default(),
        digest: digest(rules).as_ref().to_owned(),
    }
}

/// The digest of a rule set as text.
#[must_use]
pub fn digest(rules: &RuleSet) -> Arc<str> {
    let known = DIGESTS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(digest) = known.get(rules) {
        return Arc::clone(digest);
    }
    drop(known);
    let digest = write(rules);
    let mut known = DIGESTS.write().unwrap_or_else(PoisonError::into_inner);
    if known.len() < DIGESTS_MAX {
        known.insert(*rules, Arc::clone(&digest));
    }
    digest
}

fn write(rules: &RuleSet) -> Arc<str> {
    rules.digest().to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_rules_whether_remembered_or_not() {
        let nine = Variant::find("nine").expect("nine");
        let mut fields = nine.rules().fields();
        for quiet_plies in 10..=1000 {
            fields.quiet_plies = quiet_plies;
            let rules = RuleSet::try_from(fields).expect("a rule set");
            for _ in 0..2 {
                assert_eq!(&*digest(&rules), rules.digest().to_string());
            }
        }
        assert_eq!(
            identity(Some(nine), &nine.rules()).digest,
            "4247136de339c1170a811de5ba4acea5fc73736c08a34ee90293ec116e316bc8"
        );
    }
}
