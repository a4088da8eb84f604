//! Patterns found by their literal prefixes, the bytes before the first star.
//!
//! A pattern matches a path only if its literal prefix begins the path, and two patterns have paths
//! in common only if the prefix of one begins the prefix of the other. With the prefixes sorted,
//! both kinds are found without looking at the rest, so a file of tens of thousands of rules is
//! proved in little more time than it takes to read.
//!
//! This file knows nothing about patterns: it sees texts and their numbers.
//!
//! # Algorithm
//!
//! Sorted texts that begin with a given one stand side by side. Those that begin a given one form a
//! chain: each prefix points to the longest other prefix that begins it. The text sorted directly
//! in front of the given one either begins it, or the chain leads from it to the longest one that
//! does, because everything sorted between a text and its beginning starts with that beginning. A
//! lookup takes a binary search, one step per link, and one per result.

use std::ops::Range;

/// Literal prefixes with the numbers of the patterns that have them, sorted.
///
/// Other crates of the workspace use this type; it is not part of the stable interface.
///
/// # Example
///
/// ```
/// use gatepost_prove::LiteralPrefixes;
///
/// let prefixes = LiteralPrefixes::new(["/shop/", "/", "/tmp", "/shop/"]);
/// let numbers: Vec<usize> = prefixes.prefixes_of(b"/shop/cart").flatten().copied().collect();
/// assert_eq!(numbers, [1, 0, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct LiteralPrefixes<B> {
    /// Every prefix once, in ascending order.
    prefixes: Vec<Prefix<B>>,
    /// The numbers of all texts, those with the same prefix side by side and ascending.
    numbers: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Prefix<B> {
    bytes: B,
    /// The texts that are equal to it, as places in `numbers`.
    numbers: Range<usize>,
    /// The longest other prefix that begins this one.
    shorter: Option<usize>,
}

impl<B: AsRef<[u8]>> LiteralPrefixes<B> {
    /// Sorts texts, and numbers them from zero in the order in which they come.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::LiteralPrefixes;
    ///
    /// let prefixes = LiteralPrefixes::new(["/b", "/a"]);
    /// assert_eq!(prefixes.prefixes_of(b"/a").next(), Some(&[1][..]));
    /// ```
    #[must_use]
    pub fn new(texts: impl IntoIterator<Item = B>) -> LiteralPrefixes<B> {
        let mut sorted: Vec<(B, usize)> =
            texts.into_iter().enumerate().map(|(number, text)| (text, number)).collect();
        sorted.sort_unstable_by(|(one, at), (other, to)| {
            one.as_ref().cmp(other.as_ref()).then_with(|| at.cmp(to))
        });
        let mut found = LiteralPrefixes {
            prefixes: Vec::<Prefix<B>>::new(),
            numbers: Vec::with_capacity(sorted.len()),
        };
        for (bytes, number) in sorted {
            found.numbers.push(number);
            match found.prefixes.last_mut() {
                Some(last) if last.bytes.as_ref() == bytes.as_ref() => last.numbers.end += 1,
                _ => {
                    let shorter = found.chain(found.prefixes.len(), bytes.as_ref()).next();
                    let numbers = found.numbers.len() - 1..found.numbers.len();
                    found.prefixes.push(Prefix { bytes, numbers, shorter });
                }
            }
        }
        found
    }

    /// Returns the numbers of the prefixes that begin a path, shorter prefixes first; equal ones
    /// together.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::LiteralPrefixes;
    ///
    /// let prefixes = LiteralPrefixes::new(["/shop", "/tmp", "/"]);
    /// let found: Vec<&[usize]> = prefixes.prefixes_of(b"/shop/cart").collect();
    /// assert_eq!(found, [[2], [0]]);
    /// ```
    pub fn prefixes_of(&self, path: &[u8]) -> impl Iterator<Item = &[usize]> {
        let behind = self.prefixes.partition_point(|prefix| prefix.bytes.as_ref() <= path);
        self.shorter_first(behind, path).into_iter().map(|at| self.numbers(at))
    }

    /// Returns the numbers of the prefixes that begin a prefix or begin with it, shorter prefixes
    /// first; equal ones together.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::LiteralPrefixes;
    ///
    /// let prefixes = LiteralPrefixes::new(["/shop/cart", "/tmp", "/"]);
    /// let found: Vec<&[usize]> = prefixes.overlapping(b"/shop").collect();
    /// assert_eq!(found, [[2], [0]]);
    /// ```
    pub fn overlapping(&self, prefix: &[u8]) -> impl Iterator<Item = &[usize]> {
        let start = self.prefixes.partition_point(|other| other.bytes.as_ref() < prefix);
        let longer = self.prefixes[start..].iter();
        let longer = longer.take_while(|other| other.bytes.as_ref().starts_with(prefix)).count();
        let shorter = self.shorter_first(start, prefix).into_iter();
        shorter.chain(start..start + longer).map(|at| self.numbers(at))
    }

    fn numbers(&self, at: usize) -> &[usize] {
        &self.numbers[self.prefixes[at].numbers.clone()]
    }

    fn shorter_first(&self, behind: usize, text: &[u8]) -> Vec<usize> {
        let mut prefixes: Vec<usize> = self.chain(behind, text).collect();
        prefixes.reverse();
        prefixes
    }

    /// Returns, of the prefixes before a place, all sorted before a text or equal to it, those that
    /// begin the text; longer prefixes first.
    fn chain(&self, behind: usize, text: &[u8]) -> impl Iterator<Item = usize> {
        let chain = std::iter::successors(behind.checked_sub(1), |at| self.prefixes[*at].shorter);
        chain.filter(|at| text.starts_with(self.prefixes[*at].bytes.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::LiteralPrefixes;

    /// The naive twin, on all texts of up to three letters: in the order of their lengths.
    #[test]
    fn lookups_find_what_a_look_at_every_prefix_finds() {
        let mut texts = vec![String::new()];
        for at in 0..7 {
            texts.extend(["a", "b"].map(|letter| texts[at].clone() + letter));
        }
        let repeated: Vec<&str> =
            texts.iter().chain(texts.iter().step_by(2)).map(|text| &**text).collect();
        for skipped in 0..3 {
            let some: Vec<&str> = repeated.iter().skip(skipped).step_by(3).copied().collect();
            let prefixes = LiteralPrefixes::new(&some);
            let naive = |is_found: &dyn Fn(&str) -> bool| -> Vec<usize> {
                (0..some.len()).filter(|at| is_found(some[*at])).collect()
            };
            for text in &texts {
                let numbers = |found: Vec<&[usize]>| -> Vec<usize> {
                    let length = |numbers: &&[usize]| some[numbers[0]].len();
                    let shorter = found.iter().take_while(|of| length(of) < text.len());
                    assert!(shorter.is_sorted_by_key(length), "{text}: {found:?}");
                    let mut numbers = found.concat();
                    numbers.sort_unstable();
                    numbers
                };
                let found = numbers(prefixes.prefixes_of(text.as_bytes()).collect());
                assert_eq!(found, naive(&|other| text.starts_with(other)), "{text} {some:?}");
                let found = numbers(prefixes.overlapping(text.as_bytes()).collect());
                let overlaps = |other: &str| text.starts_with(other) || other.starts_with(&**text);
                assert_eq!(found, naive(&overlaps), "{text} {some:?}");
            }
        }
    }
}
