//! Percent-encoded bytes in patterns.

/// Returns the places of percent-encoded bytes (`%2F`), each with the byte that it stands for.
pub(crate) fn encoded_bytes(value: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    (0..value.len()).filter_map(|at| {
        let &[b'%', high, low] = value.get(at..at + 3)? else { return None };
        let digit = |hex: u8| char::from(hex).to_digit(16);
        Some((at, (digit(high)? * 16 + digit(low)?) as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::encoded_bytes;

    #[test]
    fn places_and_bytes() {
        let found: Vec<_> = encoded_bytes(b"/%2f%%41%zz%4").collect();
        assert_eq!(found, [(1, b'/'), (5, b'A')]);
    }
}
