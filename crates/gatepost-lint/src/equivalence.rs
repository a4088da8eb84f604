//! Dialects that parse a file alike, so that a result in one holds in the others.
//!
//! # Equivalent readings
//!
//! Two readings of a file are equivalent if they have the same rules in the same places, the same
//! classes of crawlers obey the same rules, and every rule has the same literal prefix. An edit of
//! a rule then overlaps with the same rules in both. The first of several equivalent readings
//! represents them (`File::representative`).
//!
//! # Equivalent classes
//!
//! If two classes also agree on precedence and on whether `*` is special, and all their values are
//! plain (`pattern_traits.rs`), they give the same verdict for every plain path. What is proved
//! equal in one dialect is then equal in the other. Counterexamples are not shared, since they are
//! paths as one dialect compares them.

use gatepost::{Precedence, Rule};

use crate::class::Class;
use crate::pattern_traits::{PatternTraits, is_plain};
use crate::reading::Reading;
use crate::rules_by_prefix::literal_prefix;

/// Classes of several readings of one file, each with the first class that is equivalent to it.
pub(crate) struct EquivalentClasses {
    /// For each class, the first class that has the same rules in the same places.
    pub(crate) first_with_same_rules: Vec<usize>,
    /// For each class, the first class that gives the same verdict for every plain path except
    /// `/robots.txt`.
    pub(crate) representative: Vec<usize>,
    /// For each class, the number of rules with a star.
    pub(crate) stars: Vec<usize>,
}

impl EquivalentClasses {
    pub(crate) fn new(classes: &[&Class<'_>]) -> EquivalentClasses {
        let all = 0..classes.len();
        let first_with_same_rules: Vec<usize> = all
            .clone()
            .map(|at| first(at, |earlier| have_same_rules(classes[earlier], classes[at])))
            .collect();
        // Classes with the same rules share the traits of the first, which are computed once.
        let traits: Vec<PatternTraits> =
            first_with_same_rules.iter().map(|first| classes[*first].traits()).collect();
        let precedence: Vec<Option<Precedence>> =
            all.clone().map(|at| traits[at].precedence(classes[at].dialect())).collect();
        let decides_like = |at: usize, earlier: usize| {
            precedence[at].is_some()
                && precedence[earlier] == precedence[at]
                && first_with_same_rules[earlier] == first_with_same_rules[at]
        };
        let representative = all.map(|at| first(at, |earlier| decides_like(at, earlier))).collect();
        let stars = traits.iter().map(|traits| traits.stars).collect();
        EquivalentClasses { first_with_same_rules, representative, stars }
    }
}

/// Returns, for each reading, the first reading that is equivalent to it.
pub(crate) fn representatives(readings: &[Reading<'_>]) -> Vec<usize> {
    let representative =
        |at| first(at, |earlier| are_equivalent(&readings[earlier], &readings[at]));
    (0..readings.len()).map(representative).collect()
}

/// Returns the first index below `at` that is like it, or else `at` itself.
fn first(at: usize, is_like_it: impl Fn(usize) -> bool) -> usize {
    (0..at).find(|earlier| is_like_it(*earlier)).unwrap_or(at)
}

/// Returns whether two readings have the same rules with the same literal prefixes, and the same
/// classes.
fn are_equivalent(one: &Reading<'_>, other: &Reading<'_>) -> bool {
    let has_same_head = |(one, other): (&Rule<'_>, &Rule<'_>)| {
        is_plain(one.value()) || literal_prefix(one) == literal_prefix(other)
    };
    one.has_all_classes() == other.has_all_classes()
        && one.classes().len() == other.classes().len()
        && are_in_same_places(one.rules(), other.rules())
        && one.classes().iter().zip(other.classes()).all(|(one, other)| have_same_rules(one, other))
        && one.rules().iter().zip(other.rules()).all(has_same_head)
}

/// Returns whether two classes have the same rules in the same places.
fn have_same_rules(one: &Class<'_>, other: &Class<'_>) -> bool {
    are_in_same_places(one.written(), other.written())
}

/// Returns whether two lists of rules of one file are the same list. Rules in the same place have
/// the same value, so that no value is compared.
fn are_in_same_places(ones: &[Rule<'_>], others: &[Rule<'_>]) -> bool {
    let place = |rule: &Rule<'_>| (rule.line(), rule.is_allow(), rule.value_span());
    ones.len() == others.len() && ones.iter().map(place).eq(others.iter().map(place))
}

#[cfg(test)]
mod tests {
    use gatepost::{Dialect, RobotsTxt, UrlPath};

    use super::*;
    use crate::class;

    /// Equivalent classes give the same verdicts, and the classes of most dialects are equivalent.
    #[test]
    fn equivalent_classes_give_the_same_verdicts() {
        let lines = ["Allow: /a*\n", "Disallow: /a\n", "Disallow: /*b\n", "Allow: /a/index.html\n"];
        let mut same = 0;
        for at in 0..lines.len().pow(3) {
            let of_file = [at % 4, at / 4 % 4, at / 16].map(|line| lines[line]);
            let file = format!("User-agent: *\n{}", of_file.concat());
            let readings: Vec<RobotsTxt<'_>> = Dialect::ALL
                .iter()
                .copied()
                .map(|dialect| RobotsTxt::parse_as(&file, dialect))
                .collect();
            let classes: Vec<Class<'_>> =
                readings.iter().map(|robots| class::of_file(robots).classes.remove(0)).collect();
            for (one, other) in classes.iter().flat_map(|one| classes.iter().map(move |o| (one, o)))
            {
                if EquivalentClasses::new(&[one, other]).representative[1] != 0 {
                    continue;
                }
                same += 1;
                for path in ["/", "/a", "/ab", "/b", "/a/", "/a/index.html", "/a/b", "/c"] {
                    let path = UrlPath::new(path).unwrap();
                    assert_eq!(one.answer(&path), other.answer(&path), "{file}");
                }
            }
        }
        assert!(same > 1_000, "only {same}");
    }
}
