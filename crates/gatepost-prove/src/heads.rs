//! Forms found by their heads, the octets before the first star.
//!
//! A form covers a word only if its head begins the word, and two forms have paths in common only if
//! the head of one begins the head of the other. Sorted by head, both are found without looking at all
//! the rest, so that files of tens of thousands of rules need no more time than they take to read.

use crate::form::Form;

/// Numbers of forms, sorted by head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    sorted: Vec<(Vec<u8>, usize)>,
    /// The lengths that heads have, each once.
    lengths: Vec<usize>,
}

impl Heads {
    /// Numbers the forms from zero.
    pub(crate) fn new<'f>(forms: impl IntoIterator<Item = &'f Form>) -> Heads {
        let numbered = forms.into_iter().enumerate();
        let mut sorted: Vec<(Vec<u8>, usize)> =
            numbered.map(|(at, form)| (form.head().to_vec(), at)).collect();
        sorted.sort_unstable();
        let mut lengths: Vec<usize> = sorted.iter().map(|(head, _)| head.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        Heads { sorted, lengths }
    }

    /// Those whose heads begin a word, the shorter heads first.
    pub(crate) fn beginning(&self, word: &[u8]) -> impl Iterator<Item = usize> {
        let lengths = self.lengths.iter().take_while(move |length| **length <= word.len());
        lengths.flat_map(|length| self.with_head(&word[..*length]))
    }

    /// Those whose heads begin with this one or begin it: what a form with this head can meet.
    pub(crate) fn meeting(&self, head: &[u8]) -> impl Iterator<Item = usize> {
        let longer = self.from(head).take_while(move |(other, _)| other.starts_with(head));
        let shorter = self.lengths.iter().take_while(move |length| **length < head.len());
        let shorter = shorter.flat_map(|length| self.with_head(&head[..*length]));
        shorter.chain(longer.map(|(_, at)| *at))
    }

    fn with_head(&self, head: &[u8]) -> impl Iterator<Item = usize> {
        self.from(head).take_while(move |(other, _)| other == head).map(|(_, at)| *at)
    }

    fn from(&self, head: &[u8]) -> impl Iterator<Item = &(Vec<u8>, usize)> {
        let start = self.sorted.partition_point(|(other, _)| &other[..] < head);
        self.sorted[start..].iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_that_begin_and_heads_that_meet() {
        let forms = [&b"/shop"[..], b"/", b"/s*x", b"/shop/cart", b"/t", b"/shop"];
        let forms = forms.map(|octets| Form::new(octets, false));
        let heads = Heads::new(&forms);
        assert_eq!(heads.beginning(b"/shop\n").collect::<Vec<_>>(), [1, 2, 0, 5]);
        assert_eq!(heads.meeting(b"/shop").collect::<Vec<_>>(), [1, 2, 0, 5, 3]);
        assert_eq!(heads.meeting(b"/").count(), 6);
    }
}
