//! Sets of points as bits.

/// How many bits are set.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 32 bits are set")]
pub(crate) const fn count(bits: u32) -> u8 {
    bits.count_ones() as u8
}

/// The number of the lowest bit that is set; 32 if none is.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a u32 has at most 32 trailing zeros"
)]
pub(crate) const fn lowest(bits: u32) -> u8 {
    bits.trailing_zeros() as u8
}

/// Takes the lowest bit away and gives its number, if any is set.
#[inline]
pub(crate) const fn take_lowest(bits: &mut u32) -> Option<u8> {
    if *bits == 0 {
        return None;
    }
    let number = lowest(*bits);
    *bits &= *bits - 1;
    Some(number)
}
