//! Percent-encoded bytes in patterns, as they are written.

/// The places of triplets, each with the byte that it stands for.
pub(crate) fn triplets(value: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    (0..value.len()).filter_map(|at| {
        let &[b'%', high, low] = value.get(at..at + 3)? else { return None };
        let digit = |hex: u8| char::from(hex).to_digit(16);
        Some((at, (digit(high)? * 16 + digit(low)?) as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::triplets;

    #[test]
    fn places_and_bytes() {
        let found: Vec<_> = triplets(b"/%2f%%41%zz%4").collect();
        assert_eq!(found, [(1, b'/'), (5, b'A')]);
    }
}
