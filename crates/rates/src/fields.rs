//! The fields of HTTP that tell of limits: `RateLimit-Policy` and `RateLimit`, as the working group
//! HTTPAPI of the IETF drafts them.

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::limit::WINDOW;
use crate::rates::{Admission, Left, Refusal};

/// Which limits there are for such a request.
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of them.
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

impl Admission {
    /// Tells what is left, in the head of an answer.
    pub fn tell(&self, headers: &mut HeaderMap) {
        tell(self.left(), headers);
    }
}

impl Refusal {
    /// Tells that nothing is left, in the head of an answer.
    pub fn tell(&self, headers: &mut HeaderMap) {
        tell(self.left(), headers);
    }

    /// The names of both fields.
    #[must_use]
    pub fn field_names() -> [HeaderName; 2] {
        [POLICY, LIMIT]
    }
}

fn tell(left: &[Left], headers: &mut HeaderMap) {
    let list = |item: fn(&Left) -> String| {
        let items: Vec<_> = left.iter().map(item).collect();
        HeaderValue::from_str(&items.join(", ")).ok()
    };
    if left.is_empty() {
        return;
    }
    if let (Some(policy), Some(limit)) = (list(policy), list(remaining)) {
        headers.insert(POLICY, policy);
        headers.insert(LIMIT, limit);
    }
}

fn policy(left: &Left) -> String {
    let (name, window) = (name(left), WINDOW.as_secs());
    format!("{name};q={};w={window}", left.per_minute)
}

fn remaining(left: &Left) -> String {
    let seconds = left.until_full.as_millis().div_ceil(1_000);
    format!("{};r={};t={seconds}", name(left), left.requests)
}

fn name(left: &Left) -> String {
    format!("\"{}-{}\"", left.whom.name(), left.class.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Caller, Class, RateConfig, Rates, Whom};

    #[test]
    fn an_answer_tells_of_each_limit_its_policy_and_what_is_left() {
        let mut config = RateConfig::off();
        config.allow(Whom::Address, Class::Change, 30);
        config.allow(Whom::Seat, Class::Change, 1);
        let rates = Rates::new(config);
        let caller = Caller::at("203.0.113.1".parse().expect("an address"));
        let caller = caller.with_token(Some(b"token"));
        let mut headers = HeaderMap::new();
        let admitted = rates.admit(&caller, Class::Change).expect("the first");
        admitted.tell(&mut headers);
        assert_eq!(
            headers[POLICY],
            "\"address-change\";q=30;w=60, \"seat-change\";q=1;w=60"
        );
        assert_eq!(
            headers[LIMIT],
            "\"address-change\";r=29;t=2, \"seat-change\";r=0;t=60"
        );
        let refused = rates.admit(&caller, Class::Change).expect_err("the second");
        let mut headers = HeaderMap::new();
        refused.tell(&mut headers);
        assert_eq!(headers[LIMIT], "\"seat-change\";r=0;t=60");
        let mut headers = HeaderMap::new();
        let free = rates.admit(&caller, Class::Read).expect("no limit");
        free.tell(&mut headers);
        assert!(headers.is_empty());
    }
}
