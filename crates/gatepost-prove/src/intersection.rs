//! The paths that two forms both match, as forms again.
//!
//! # Algorithm
//!
//! Both forms are read side by side, with an open end as a star. Two equal bytes advance together.
//! A star beside a byte either ends or matches the byte. Two stars become one star, and either of
//! them ends first. Every way to the two ends spells one form, and each path that both match is
//! matched by one of these forms.
//!
//! Most pairs are settled sooner: by their first bytes, by their last bytes, or because one form
//! covers the other. For the rest, a table records from which positions the ends can be reached, so
//! that no step is wasted. There can be many ways (two patterns of `n` stars have exponentially
//! many), so everything is bounded, and a bound that is reached is reported.

use std::collections::HashSet;

use crate::form::Form;
use crate::literal_prefixes::LiteralPrefixes;
use crate::outcome::NotDecided;
use crate::steps::count;

/// The maximum number of cells of a table: enough for two patterns of a thousand bytes. The longest
/// pair of patterns with stars in 3,870 real files needs a tenth of that.
const CELLS: usize = 1 << 20;

/// The maximum number of ways, and of different forms that they spell. Real pairs have a few dozen
/// at most.
const WAYS: usize = 1 << 12;
const FORMS: usize = 1 << 9;

/// The maximum number of steps for one question: a second or two. The largest question about a real
/// file needs less than a quarter.
const STEPS: usize = 1 << 27;

/// The steps that are left for one question.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn for_question() -> Budget {
        Budget(STEPS)
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), NotDecided> {
        self.0 = self.0.checked_sub(steps).ok_or(NotDecided::TooManySteps)?;
        Ok(())
    }
}

/// Returns the forms that together match the paths that both forms match.
///
/// # Errors
///
/// This returns an error when a bound is reached.
pub(crate) fn intersection(
    one: &Form,
    other: &Form,
    budget: &mut Budget,
) -> Result<Vec<Form>, NotDecided> {
    count(1);
    budget.spend(1)?;
    if cannot_overlap(one, other) {
        return Ok(Vec::new());
    }
    let (p, q) = (Tokens::of(one), Tokens::of(other));
    let together = p.0.iter().zip(&q.0).take_while(|(p, q)| p == q && **p != b'*').count();
    let (p_rest, q_rest) = (&p.0[together..], &q.0[together..]);
    let cells = (p_rest.len() + 1).saturating_mul(q_rest.len() + 1);
    if cells > CELLS {
        return Err(NotDecided::TooManySteps);
    }
    budget.spend(cells)?;
    count(cells);
    if one.covers(other) {
        return Ok(vec![other.clone()]);
    }
    if other.covers(one) {
        return Ok(vec![one.clone()]);
    }
    let table = Table::new(p_rest, q_rest);
    let mut forms = Vec::new();
    let mut known = HashSet::new();
    let mut ways = 0;
    table.each_way(&p.0[..together], |spelt| {
        ways += 1;
        budget.spend(spelt.len())?;
        count(spelt.len());
        let form = Form::new(spelt, true);
        if known.insert(form.clone()) {
            forms.push(form);
        }
        if ways < WAYS && forms.len() <= FORMS { Ok(()) } else { Err(NotDecided::TooManySteps) }
    })?;
    keep_maximal(&mut forms, budget)?;
    Ok(forms)
}

/// Drops each form that another form covers; of equal forms, the first stays.
///
/// # Errors
///
/// This returns an error when the budget is used up; then no form is dropped.
pub(crate) fn keep_maximal(forms: &mut Vec<Form>, budget: &mut Budget) -> Result<(), NotDecided> {
    let words: Vec<Vec<u8>> = forms.iter().map(Form::word).collect();
    let prefixes = LiteralPrefixes::new(forms.iter().map(Form::literal_prefix));
    let mut is_covered = Vec::with_capacity(forms.len());
    for (at, word) in words.iter().enumerate() {
        let mut steps = 0;
        let covers = |by: usize| {
            steps += 1 + word.len() / 8;
            by != at
                && forms[by].covers_word(word)
                && (by < at || !forms[at].covers_word(&words[by]))
        };
        is_covered.push(prefixes.prefixes_of(word).flatten().copied().any(covers));
        budget.spend(steps)?;
    }
    let mut is_covered = is_covered.into_iter();
    forms.retain(|_| !is_covered.next().expect("one for each"));
    Ok(())
}

/// Returns whether the first or the last bytes of two forms exclude a common path.
fn cannot_overlap(one: &Form, other: &Form) -> bool {
    let (p, q) = (one.literal_prefix(), other.literal_prefix());
    let shorter = p.len().min(q.len());
    if p[..shorter] != q[..shorter] {
        return true;
    }
    if one.is_closed() && other.is_closed() {
        let tails = one.as_bytes().iter().rev().zip(other.as_bytes().iter().rev());
        let mut literal = tails.take_while(|(p, q)| **p != b'*' && **q != b'*');
        return literal.any(|(p, q)| p != q);
    }
    false
}

/// The bytes of a form, with an open end as a star.
struct Tokens(Vec<u8>);

impl Tokens {
    fn of(form: &Form) -> Tokens {
        let mut tokens = form.as_bytes().to_vec();
        tokens.extend((!form.is_closed()).then_some(b'*'));
        Tokens(tokens)
    }
}

/// The positions in two lists of tokens from which both ends can be reached.
struct Table<'t> {
    p: &'t [u8],
    q: &'t [u8],
    reaches: Vec<bool>,
}

/// A position in both lists.
type Place = (usize, usize);

/// A step from a position: the next position, and the byte that the step spells.
type Step = (Place, Option<u8>);

impl<'t> Table<'t> {
    fn new(p: &'t [u8], q: &'t [u8]) -> Table<'t> {
        let reaches = vec![false; (p.len() + 1) * (q.len() + 1)];
        let mut table = Table { p, q, reaches };
        for i in (0..=p.len()).rev() {
            for j in (0..=q.len()).rev() {
                let goes_on = table.steps((i, j)).into_iter().flatten();
                let reaches = table.is_end((i, j)) || goes_on.count() > 0;
                table.reaches[i * (q.len() + 1) + j] = reaches;
            }
        }
        table
    }

    fn is_end(&self, place: Place) -> bool {
        place == (self.p.len(), self.q.len())
    }

    /// Returns the steps from a position that lead to the ends.
    fn steps(&self, (i, j): Place) -> [Option<Step>; 2] {
        let (p_next, q_next, both_next) = ((i + 1, j), (i, j + 1), (i + 1, j + 1));
        let steps = match (self.p.get(i), self.q.get(j)) {
            (Some(b'*'), Some(b'*')) => [Some((p_next, Some(b'*'))), Some((q_next, Some(b'*')))],
            (Some(b'*'), Some(byte)) => [Some((p_next, None)), Some((q_next, Some(*byte)))],
            (Some(byte), Some(b'*')) => [Some((q_next, None)), Some((p_next, Some(*byte)))],
            (Some(b'*'), None) => [Some((p_next, None)), None],
            (None, Some(b'*')) => [Some((q_next, None)), None],
            (Some(p), Some(q)) if p == q => [Some((both_next, Some(*p))), None],
            _ => [None, None],
        };
        steps.map(|step| step.filter(|((i, j), _)| self.reaches[i * (self.q.len() + 1) + j]))
    }

    /// Calls `spells` with the text that each way to the ends spells, after `head`.
    fn each_way(
        &self,
        head: &[u8],
        mut spells: impl FnMut(&[u8]) -> Result<(), NotDecided>,
    ) -> Result<(), NotDecided> {
        if !self.reaches[0] {
            return Ok(());
        }
        let mut spelt = head.to_vec();
        // Steps that are not taken yet, with the length of the text in front of each.
        let mut open = vec![(((0, 0), None), head.len())];
        while let Some(((mut place, byte), length)) = open.pop() {
            spelt.truncate(length);
            spelt.extend(byte);
            while !self.is_end(place) {
                let [first, second] = self.steps(place);
                let (Some(next), other) = (first.or(second), first.and(second)) else {
                    unreachable!("the ends can be reached from here")
                };
                open.extend(other.map(|other| (other, spelt.len())));
                place = next.0;
                spelt.extend(next.1);
            }
            spells(&spelt)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        match text.strip_suffix('$') {
            Some(closed) => Form::new(closed.as_bytes(), true),
            None => Form::new(text.as_bytes(), false),
        }
    }

    #[track_caller]
    fn check(one: &str, other: &str, expected: &[&str]) {
        for (one, other) in [(one, other), (other, one)] {
            let forms = intersection(&form(one), &form(other), &mut Budget::for_question());
            let mut texts: Vec<String> =
                forms.unwrap().iter().map(|f| String::from_utf8(f.text()).unwrap()).collect();
            texts.sort_unstable();
            assert_eq!(texts, expected, "{one} and {other}");
        }
    }

    #[test]
    fn one_within_the_other() {
        check("/shop", "/shop/cart", &["/shop/cart"]);
        check("/*.pdf$", "/a.pdf$", &["/a.pdf$"]);
    }

    #[test]
    fn without_a_common_path() {
        check("/a", "/b", &[]);
        check("/*.pdf$", "/*.php$", &[]);
        check("/a$", "/ab", &[]);
    }

    #[test]
    fn overlapping() {
        check("/shop/", "/*.pdf$", &["/shop/*.pdf$"]);
        check("/*a", "/*b", &["/*a*b", "/*b*a"]);
        check("/*ab", "/*ba", &["/*ab*ba", "/*aba", "/*ba*ab", "/*bab"]);
        check("/a*", "/*a$", &["/a$", "/a*a$"]);
    }

    #[test]
    fn a_bound_that_is_reached_is_reported() {
        let stars = |letter: &str| form(&format!("/{}", format!("*{letter}").repeat(2_000)));
        let found = intersection(&stars("a"), &stars("b"), &mut Budget::for_question());
        assert_eq!(found, Err(NotDecided::TooManySteps));
        let stars = |letter: &str| form(&format!("/{}", format!("*{letter}").repeat(12)));
        let found = intersection(&stars("a"), &stars("b"), &mut Budget::for_question());
        assert_eq!(found, Err(NotDecided::TooManySteps));
    }
}
