//! Forms found by their heads, the bytes before the first star.
//!
//! A form covers a word only if its head begins the word, and two forms have paths in common only if
//! the head of one begins the head of the other. Sorted by head, both are found without looking at all
//! the rest, so that files of tens of thousands of rules need no more time than they take to read.

use std::ops::Range;

use crate::form::Form;

/// Numbers of forms, sorted by head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    heads: Vec<Head>,
    sorted: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Head {
    bytes: Vec<u8>,
    /// The forms that have it, as places in `sorted`.
    forms: Range<usize>,
    /// The longest other head that begins this one.
    shorter: Option<usize>,
}

impl Heads {
    /// Numbers the forms from zero.
    pub(crate) fn new<'f>(forms: impl IntoIterator<Item = &'f Form>) -> Heads {
        let mut sorted: Vec<(&[u8], usize)> =
            forms.into_iter().enumerate().map(|(at, form)| (form.head(), at)).collect();
        sorted.sort_unstable();
        let mut heads =
            Heads { heads: Vec::new(), sorted: sorted.iter().map(|(_, at)| *at).collect() };
        let mut start = 0;
        for of_head in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            let bytes = of_head[0].0.to_vec();
            let shorter = heads.chain(heads.heads.len(), &bytes).next();
            let forms = start..start + of_head.len();
            start = forms.end;
            heads.heads.push(Head { bytes, forms, shorter });
        }
        heads
    }

    /// Those whose heads begin a word, the shorter heads first.
    pub(crate) fn beginning(&self, word: &[u8]) -> impl Iterator<Item = usize> {
        self.forms(
            self.shorter_first(self.heads.partition_point(|head| *head.bytes <= *word), word),
        )
    }

    /// Those whose heads begin with this one or begin it: what a form with this head can meet.
    pub(crate) fn meeting(&self, head: &[u8]) -> impl Iterator<Item = usize> {
        let start = self.heads.partition_point(|other| *other.bytes < *head);
        let longer = self.heads[start..].iter();
        let longer = longer.take_while(|other| other.bytes.starts_with(head)).count();
        self.forms(self.shorter_first(start, head).into_iter().chain(start..start + longer))
    }

    fn forms(&self, heads: impl IntoIterator<Item = usize>) -> impl Iterator<Item = usize> {
        heads
            .into_iter()
            .flat_map(|head| self.sorted[self.heads[head].forms.clone()].iter().copied())
    }

    fn shorter_first(&self, place: usize, word: &[u8]) -> Vec<usize> {
        let mut heads: Vec<usize> = self.chain(place, word).collect();
        heads.reverse();
        heads
    }

    /// Of the heads in front of a place, none of which sorts behind a word, those that begin it; the longer
    /// heads first.
    fn chain(&self, place: usize, word: &[u8]) -> impl Iterator<Item = usize> {
        // What sorts between a word and a head that begins it begins with that one too.
        let chain = std::iter::successors(place.checked_sub(1), |at| self.heads[*at].shorter);
        chain.filter(|at| word.starts_with(&self.heads[*at].bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_that_begin_and_heads_that_meet() {
        let forms = [&b"/shop"[..], b"/", b"/s*x", b"/shop/cart", b"/t", b"/shop"];
        let forms = forms.map(|bytes| Form::new(bytes, false));
        let heads = Heads::new(&forms);
        assert_eq!(heads.beginning(b"/shop\n").collect::<Vec<_>>(), [1, 2, 0, 5]);
        assert_eq!(heads.meeting(b"/shop").collect::<Vec<_>>(), [1, 2, 0, 5, 3]);
        assert_eq!(heads.meeting(b"/").count(), 6);
    }
}
