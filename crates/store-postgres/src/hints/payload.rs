//! Hints as the text of a notification: `ID:REVISION`, with spaces between.

use moelle_games::{Hint, Revision};

/// Bytes of a payload, at most; PostgreSQL takes fewer than 8,000.
const LEN_MAX: usize = 7_900;

/// Packs hints into as few payloads as hold them.
pub(super) fn pack(hints: &[Hint]) -> Vec<String> {
    let mut payloads = Vec::new();
    let mut payload = String::new();
    for hint in hints {
        let word = format!("{}:{}", hint.game, hint.revision);
        if !payload.is_empty() && payload.len() + 1 + word.len() > LEN_MAX {
            payloads.push(std::mem::take(&mut payload));
        }
        if !payload.is_empty() {
            payload.push(' ');
        }
        payload.push_str(&word);
    }
    if !payload.is_empty() {
        payloads.push(payload);
    }
    payloads
}

/// Reads a payload. What is no hint is passed over: a newer release may say more.
pub(super) fn unpack(payload: &str) -> impl Iterator<Item = Hint> {
    payload.split(' ').filter_map(|word| {
        let (game, revision) = word.split_once(':')?;
        Some(Hint {
            game: game.parse().ok()?,
            revision: Revision::from_number(revision.parse().ok()?),
        })
    })
}

#[cfg(test)]
mod tests {
    use moelle_games::GameId;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn many_hints_go_into_payloads_that_fit_and_come_out_again() {
        for count in [0, 1, 2, 1_000] {
            let hints: Vec<Hint> = (0..count)
                .map(|n| Hint {
                    game: GameId::from_uuid(Uuid::from_u128(u128::MAX - n)),
                    revision: Revision::from_number(u64::MAX),
                })
                .collect();
            let payloads = pack(&hints);
            assert!(payloads.iter().all(|payload| payload.len() < 8_000));
            let back: Vec<Hint> = payloads.iter().flat_map(|text| unpack(text)).collect();
            assert_eq!(back, hints);
        }
    }

    #[test]
    fn what_is_no_hint_is_passed_over() {
        let game = GameId::from_uuid(Uuid::from_u128(7));
        let text = format!(" nonsense {game}: {game}:x :4 {game}:4 {game}:-1 v2:{game}:9");
        let hints: Vec<Hint> = unpack(&text).collect();
        assert_eq!(
            hints,
            [Hint {
                game,
                revision: Revision::from_number(4)
            }]
        );
    }
}
