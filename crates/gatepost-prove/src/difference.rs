//! Whether two lists of rules say the same about every URL.
//!
//! # The theorem
//!
//! Beside the rules of a list, two more decide: that everything is allowed, outranked by all; and, in
//! dialects that have it, that `/robots.txt` itself is allowed, which outranks all. Both lists have
//! them; or else, where the lists are of two dialects, the second is a rule of one of them like any
//! other.
//!
//! *If list A allows a path `u` and list B disallows it, there is a rule `a` of A that allows, a rule
//! `b` of B that disallows, and a form `m` in the intersection of the two that matches `u`, such that
//! A allows the canonical word of `m` and B disallows it.* For let `a` and `b` be the rules that
//! decide `u`. Both match it, so one of the forms of their intersection does: `m`. No rule of A that
//! outranks `a` matches `u`, so none covers `m`, so none matches the word of `m`. But `a` covers `m`
//! and matches the word. So `a` decides the word in A, and `b` does in B.
//!
//! So it is enough to ask both lists about the words of all such `m`; and where they differ on one,
//! all paths of `m` differ on which no rule of higher rank has a say.
//!
//! # Pairs that need no looking at
//!
//! If `a` is in B too and `b` in A too (with the same paths, verdict and length), the two decide no
//! path differently: `a` decides `u` in A, where `b` matches it too, so `a` outranks `b`; and likewise
//! `b` outranks `a`. But their ranks, by length and verdict, are the same in both lists. So two files
//! that differ in ten rules of thousands are compared in the time that those ten take.
//!
//! If A disallows the word of `a` itself, or B allows that of `b`, some rule outranks it wherever it
//! matches, and it decides nothing. If the lists differ on one of these two words, its rule is a form
//! on which they differ, and all that it has in common with others lies within. So pairs are looked at
//! only where both lists allow the word of `a` and disallow that of `b`.
//!
//! # Cost
//!
//! A word takes one verdict of either list. Only rules whose first octets agree are paired, and without
//! stars a pair takes no more than that.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gatepost::UrlPath;

use crate::changes::FAILURES;
use crate::example::readable;
use crate::form::Form;
use crate::heads::Heads;
use crate::intersection::{Budget, intersection};
use crate::outcome::{Counterexample, NotDecided, Outcome};
use crate::rule_list::{Key, RuleList};

/// Proves that two lists say the same about every URL, or finds one on which they differ.
///
/// What is compared is whether a URL is allowed, not which line says so.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, equivalent};
///
/// let robots = RobotsTxt::parse("User-agent: *\nAllow: /*.js\nDisallow: /app/*\nDisallow: /a*\n");
/// let all = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// assert!(equivalent(&all, &all.without(&[])).is_proved());
///
/// // Without its trailing star, line 3 is as short as line 2, and Allow wins a tie.
/// let edited = RobotsTxt::parse("User-agent: *\nAllow: /*.js\nDisallow: /app/\nDisallow: /a*\n");
/// let edited = RuleList::of_group(&edited.group_for(&ProductToken::any()));
/// let outcome = equivalent(&all, &edited);
/// let found = outcome.counterexample().unwrap();
/// assert_eq!(found.path, "/app/.js");
/// assert_eq!((found.before.line, found.after.line), (Some(3), Some(2)));
/// ```
pub fn equivalent(a: &RuleList<'_>, b: &RuleList<'_>) -> Outcome<Counterexample> {
    let mut budget = Budget::for_question();
    match refute(a, b, a, b, &mut budget) {
        Outcome::Proved => refute(a, b, b, a, &mut budget),
        // What was not decided may still be refuted.
        Outcome::NotDecided(why) => match refute(a, b, b, a, &mut budget) {
            Outcome::Refuted(counterexample) => Outcome::Refuted(counterexample),
            _ => Outcome::NotDecided(why),
        },
        refuted => refuted,
    }
}

/// Proves that the first list allows no URL that the second disallows, or finds one.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, implies};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nDisallow: /*?\n");
/// let strict = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let lax = strict.without(&[3]);
///
/// assert!(implies(&strict, &lax).is_proved());
/// assert_eq!(implies(&lax, &strict).counterexample().unwrap().path, "/?");
/// ```
pub fn implies(a: &RuleList<'_>, b: &RuleList<'_>) -> Outcome<Counterexample> {
    refute(a, b, a, b, &mut Budget::for_question())
}

/// Looks for a path that `allowing` allows and `disallowing` disallows, which are `a` and `b` or the
/// other way about.
fn refute(
    a: &RuleList<'_>,
    b: &RuleList<'_>,
    allowing: &RuleList<'_>,
    disallowing: &RuleList<'_>,
    budget: &mut Budget,
) -> Outcome<Counterexample> {
    if a.dialect() != b.dialect() {
        return Outcome::NotDecided(NotDecided::DialectsDiffer);
    }
    let mut refuted = None;
    let mut without_example = 0;
    let searched = each_difference(allowing, disallowing, budget, |form| {
        refuted = counterexample(a, b, form);
        without_example += usize::from(refuted.is_none());
        let goes_on = refuted.is_none() && without_example < FAILURES;
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match (refuted, searched) {
        (Some(counterexample), _) => Outcome::Refuted(counterexample),
        (None, Err(why)) => Outcome::NotDecided(why),
        (None, Ok(())) if without_example > 0 => Outcome::NotDecided(NotDecided::NoExample),
        (None, Ok(())) => Outcome::Proved,
    }
}

/// Calls `differs` with forms whose words the one list allows and the other disallows, until it
/// breaks: every path on which the lists differ in this way is matched by one of all these forms.
///
/// # Errors
///
/// This returns an error when a bound is hit. What `differs` was called with before is a difference all
/// the same.
pub(crate) fn each_difference(
    allowing: &RuleList<'_>,
    disallowing: &RuleList<'_>,
    budget: &mut Budget,
    mut differs: impl FnMut(&Form) -> ControlFlow<()>,
) -> Result<(), NotDecided> {
    let mut told = HashSet::new();
    let mut ask = |form: &Form, budget: &mut Budget| {
        let word = form.word();
        budget.spend(allowing.cost(&word) + disallowing.cost(&word))?;
        let is_allowed = [allowing, disallowing].map(|list| list.answer_to_word(&word).is_allowed);
        let is_new = is_allowed == [true, false] && told.insert(word);
        let goes_on = !is_new || differs(form).is_continue();
        Ok((is_allowed, goes_on))
    };
    let is_exempt = |list: &RuleList<'_>| list.dialect().robots_txt_is_exempt;
    if is_exempt(allowing) && !is_exempt(disallowing) {
        let (_, goes_on) = ask(&Form::new(b"/robots.txt", true), budget)?;
        if !goes_on {
            return Ok(());
        }
    }
    let allows = Side::new(allowing, true, disallowing).0;
    let heads = Heads::new(allows.iter().map(|(form, _)| *form));
    // Whether the second list allows all of a form of the first as well; asked where it counts.
    let mut both_allow: Vec<Option<bool>> = vec![None; allows.len()];
    for (b, is_b_shared) in Side::new(disallowing, false, allowing).0 {
        let meeting = heads.meeting(b.head()).filter(|at| !(is_b_shared && allows[*at].1));
        let mut meeting = meeting.peekable();
        if is_b_shared && meeting.peek().is_none() {
            continue;
        }
        let (is_allowed, goes_on) = ask(b, budget)?;
        if !goes_on {
            return Ok(());
        }
        if is_allowed != [false, false] {
            continue;
        }
        for at in meeting {
            let a = allows[at].0;
            if both_allow[at].is_none() {
                let (is_allowed, goes_on) = ask(a, budget)?;
                if !goes_on {
                    return Ok(());
                }
                both_allow[at] = Some(is_allowed == [true, true]);
            }
            if both_allow[at] != Some(true) {
                continue;
            }
            for form in intersection(a, b, budget)? {
                let (_, goes_on) = ask(&form, budget)?;
                if !goes_on {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The forms of the rules of one verdict in one list, each with whether its rule is in the other list
/// too.
struct Side<'l>(Vec<(&'l Form, bool)>);

impl<'l> Side<'l> {
    fn new(list: &'l RuleList<'_>, allows: bool, other: &RuleList<'_>) -> Side<'l> {
        let others: HashSet<&Key> = other.entries().iter().map(|entry| &entry.key).collect();
        let mut known = HashSet::new();
        // In the order of the list, so that the same difference is found each time.
        let keys = (list.entries().iter().map(|entry| &entry.key))
            .filter(|key| key.allows == allows && known.insert(*key));
        let forms = keys.flat_map(|key| {
            let is_shared = others.contains(key);
            key.forms.iter().map(move |form| (form, is_shared))
        });
        Side(forms.collect())
    }
}

/// Each of the ones with each of the others.
pub(crate) fn pairs<'f>(
    ones: &'f [Form],
    others: &'f [Form],
) -> impl Iterator<Item = (&'f Form, &'f Form)> {
    ones.iter().flat_map(move |one| others.iter().map(move |other| (one, other)))
}

/// A path of the form on which the lists differ as they do on its word: if there is one, by the same
/// two lines. Where the lists are of two dialects, it is in normal form, so that both see the same.
pub(crate) fn counterexample(
    a: &RuleList<'_>,
    b: &RuleList<'_>,
    form: &Form,
) -> Option<Counterexample> {
    let word = form.word();
    let (of_a, of_b) = (a.answer_to_word(&word), b.answer_to_word(&word));
    let is_one_dialect = a.dialect() == b.dialect();
    let is_seen = |path: &UrlPath<'_>| is_one_dialect || path.raw() == path.normal();
    let by_same_lines = readable(form, a.dialect(), |path| {
        is_seen(path) && a.answer(path) == of_a && b.answer(path) == of_b
    });
    let path = by_same_lines.or_else(|| {
        readable(form, a.dialect(), |path| {
            let (before, after) = (a.answer(path), b.answer(path));
            let is_allowed = (before.is_allowed, after.is_allowed);
            is_seen(path) && is_allowed == (of_a.is_allowed, of_b.is_allowed)
        })
    })?;
    let url = UrlPath::new(&path).ok()?;
    let (before, after) = (a.answer(&url), b.answer(&url));
    Some(Counterexample { path, before, after })
}
