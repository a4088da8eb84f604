//! Words that are a slip away from others: a letter put in, left out, changed, or swapped with its
//! neighbour.

use std::collections::BTreeSet;

/// The word of a list that another is nearest to, with at most so many slips between them as `most`
/// gives the word of the list. Letter case does not count.
pub(crate) fn nearest<'w>(
    written: &str,
    words: impl IntoIterator<Item = &'w str>,
    most: impl Fn(&str) -> usize,
) -> Option<&'w str> {
    let written = written.to_ascii_lowercase();
    let letters = letters(&written);
    let near = words.into_iter().filter_map(|word| {
        let most = most(word);
        // Cheap, and leaves few to be compared.
        if word.len().abs_diff(written.len()) > most {
            return None;
        }
        let lower = word.to_ascii_lowercase();
        if (letters ^ self::letters(&lower)).count_ones() as usize > 2 * most {
            return None;
        }
        let slips = strsim::osa_distance(&written, &lower);
        (slips <= most).then_some((slips, word))
    });
    let near: BTreeSet<(usize, &str)> = near.collect();
    near.first().map(|(_, word)| *word)
}

/// Which bytes a word has, in 64 kinds.
fn letters(word: &str) -> u64 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte & 63))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_each_kind() {
        let words = ["Googlebot", "bingbot"];
        for slip in ["Gogglebot", "Goglebot", "Googlebbot", "Googelbot", "GOOGLEBOT", "Googlebo"] {
            assert_eq!(nearest(slip, words, |_| 1), Some("Googlebot"), "{slip}");
        }
        assert_eq!(nearest("Googlebots2", words, |_| 1), None);
        assert_eq!(nearest("Googlebots2", words, |_| 2), Some("Googlebot"));
        assert_eq!(nearest("Google", words, |_| 2), None);
    }
}
