//! Signatures, as Standard Webhooks specifies them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// A key as the text that receivers verify with: `whsec_` and its bytes in base64.
#[must_use]
pub fn whsec(key: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(key))
}

/// The header `webhook-signature` of a message: a signature with each key, in their order, with
/// spaces between. While a key is being replaced a receiver may know either.
///
/// `at` is the header `webhook-timestamp`: seconds since 1970-01-01T00:00:00Z.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "HMAC takes keys of every length")]
pub fn sign<'a>(
    id: &str,
    at: i64,
    body: &[u8],
    keys: impl IntoIterator<Item = &'a [u8]>,
) -> String {
    let signed = keys.into_iter().map(|key| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
        mac.update(format!("{id}.{at}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    });
    signed.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that the libraries of Standard Webhooks are tested with.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const AT: i64 = 1_614_265_330;
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn key() -> Vec<u8> {
        let text = SECRET.strip_prefix("whsec_").expect("a prefix");
        STANDARD.decode(text).expect("base64")
    }

    #[test]
    fn the_published_message_has_the_published_signature() {
        assert_eq!(sign(ID, AT, BODY, [key().as_slice()]), SIGNATURE);
        assert_eq!(whsec(&key()), SECRET);
    }

    #[test]
    fn while_a_key_is_replaced_there_is_a_signature_with_each() {
        let signed = sign(ID, AT, BODY, [[7; 32].as_slice(), &key()]);
        let signatures: Vec<&str> = signed.split(' ').collect();
        assert_eq!(signatures.len(), 2);
        assert_eq!(signatures[0], sign(ID, AT, BODY, [[7; 32].as_slice()]));
        assert_eq!(signatures[1], SIGNATURE);
    }

    #[test]
    fn every_part_is_signed() {
        let key = key();
        let others = [
            sign("msg_other", AT, BODY, [key.as_slice()]),
            sign(ID, AT + 1, BODY, [key.as_slice()]),
            sign(ID, AT, b"{}", [key.as_slice()]),
        ];
        for other in others {
            assert_ne!(other, SIGNATURE);
        }
    }
}
