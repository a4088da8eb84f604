//! Typing errors: a letter inserted, left out, changed, or swapped with its neighbour.
//!
//! Words are compared by their optimal string alignment distance, which `strsim` computes. Two
//! cheap bounds (length, and the set of letters) spare nearly all comparisons.

use std::collections::BTreeSet;

/// Returns the word of a list that is closest to what was written, in any letter case. `most` says
/// how many typing errors a word may be away.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::nearest_word;
///
/// assert_eq!(nearest_word("dissalow", ["allow", "disallow"], |_| 2), Some("disallow"));
/// assert_eq!(nearest_word("noindex", ["allow", "disallow"], |_| 2), None);
/// ```
#[must_use]
pub fn nearest_word<'w>(
    written: &str,
    words: impl IntoIterator<Item = &'w str>,
    most: impl Fn(&str) -> usize,
) -> Option<&'w str> {
    let written = written.to_ascii_lowercase();
    let letters = letters(&written);
    let near = words.into_iter().filter_map(|word| {
        let most = most(word);
        // These two are cheap, and leave few words to compare.
        if word.len().abs_diff(written.len()) > most {
            return None;
        }
        let lower = word.to_ascii_lowercase();
        if (letters ^ self::letters(&lower)).count_ones() as usize > 2 * most {
            return None;
        }
        let errors = strsim::osa_distance(&written, &lower);
        (errors <= most).then_some((errors, word))
    });
    let near: BTreeSet<(usize, &str)> = near.collect();
    near.first().map(|(_, word)| *word)
}

/// Returns the set of letters of a word, as bits.
fn letters(word: &str) -> u64 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte & 63))
}

#[cfg(test)]
mod tests {
    use super::nearest_word as nearest;

    #[test]
    fn one_error_of_each_kind() {
        let words = ["Googlebot", "bingbot"];
        for written in ["Gogglebot", "Goglebot", "Googlebbot", "Googelbot", "GOOGLEBOT", "Googlebo"]
        {
            assert_eq!(nearest(written, words, |_| 1), Some("Googlebot"), "{written}");
        }
        assert_eq!(nearest("Googlebots2", words, |_| 1), None);
        assert_eq!(nearest("Googlebots2", words, |_| 2), Some("Googlebot"));
        assert_eq!(nearest("Google", words, |_| 2), None);
    }
}
