//! Readings that are alike are one: what is found out about one holds for the others.
//!
//! Most of a file is read alike in many dialects, and what all dialects would have to be asked about takes
//! one question. There are three steps to it.
//!
//! # Written alike
//!
//! Two readings are written alike if they have the same rules in the same places, and the same classes of
//! crawlers obey the same of them; and if all rules have the same heads (`heads.rs`). Then an edit of a rule
//! concerns the same rules in both.
//!
//! # Read alike
//!
//! Dialects read most patterns alike: those that begin with `/`, have nothing that could be encoded, no
//! `$`, and are no index page that is allowed. Such a pattern is its own bytes in each dialect, and is
//! open at its end, so that each of its canonical words has a gap: whether a word occurs in some URL and
//! whether `/robots.txt` is exempt is no question then. What is left of a dialect is which rule decides
//! and whether a star is one. So where two lists are proved equal, they are in all dialects that agree on
//! these two. What is refuted is not shared, since examples are written in the words of one dialect.
//!
//! # Plain lines
//!
//! A line that begins with `Allow:` or `Disallow:`, and goes on in printable ASCII without a `#`, is one rule
//! with one value in every dialect.

use gatepost::{Dialect, Precedence, Rule, Specials};

use crate::class::Class;
use crate::file::Reading;
use crate::heads::{self, is_plain};

/// All of some rules on which it depends in which dialects they say the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind {
    are_read_otherwise: bool,
    /// How many have a star.
    pub(crate) stars: usize,
}

impl Kind {
    pub(crate) fn of<'a>(rules: impl IntoIterator<Item = &'a Rule<'a>>) -> Kind {
        rules.into_iter().fold(Kind::default(), |kind, rule| Kind {
            are_read_otherwise: kind.are_read_otherwise
                || !is_read_alike(rule.is_allow(), rule.value()),
            stars: kind.stars + usize::from(rule.value().contains(&b'*')),
        })
    }

    /// Which of the rules decides, where all dialects that have it so read them alike.
    pub(crate) fn precedence(self, dialect: Dialect) -> Option<Precedence> {
        let has_stars = self.stars > 0;
        match dialect.precedence {
            _ if self.are_read_otherwise => None,
            _ if has_stars && dialect.specials == Specials::Nothing => None,
            // A pattern without a star takes its own bytes of the path.
            Precedence::LongestMatch if !has_stars => Some(Precedence::LongestPattern),
            precedence => Some(precedence),
        }
    }
}

/// Whether all dialects read a value as the same pattern, as far as stars are special there.
pub(crate) fn is_read_alike(allows: bool, value: &[u8]) -> bool {
    let is_index = || value.windows(10).any(|text| text == b"/index.htm");
    is_plain(value) && !(allows && is_index())
}

/// Classes of several readings of one file, and for each one the first that is like it.
pub(crate) struct AlikeClasses {
    /// That has the same rules in the same places.
    pub(crate) ruled: Vec<usize>,
    /// That says the same about all paths that are plain themselves, `/robots.txt` aside.
    pub(crate) same: Vec<usize>,
    /// How many rules have a star.
    pub(crate) stars: Vec<usize>,
}

impl AlikeClasses {
    pub(crate) fn new(classes: &[&Class<'_>]) -> AlikeClasses {
        let first = |at: usize, is_like: &dyn Fn(usize) -> bool| {
            (0..at).find(|one| is_like(*one)).unwrap_or(at)
        };
        let all = 0..classes.len();
        let is_ruled_like = |at: usize| move |one| is_ruled_alike(classes[one], classes[at]);
        let ruled: Vec<usize> = all.clone().map(|at| first(at, &is_ruled_like(at))).collect();
        let kinds: Vec<Kind> = ruled.iter().map(|first| classes[*first].kind()).collect();
        let precedence = |at: usize| kinds[at].precedence(classes[at].dialect());
        let precedences: Vec<Option<Precedence>> = all.clone().map(precedence).collect();
        let says_the_same = |at: usize| {
            let (ruled, precedences) = (&ruled, &precedences);
            move |one| {
                let is_known = precedences[at].is_some() && precedences[one] == precedences[at];
                is_known && ruled[one] == ruled[at]
            }
        };
        let same = all.map(|at| first(at, &says_the_same(at))).collect();
        let stars = kinds.iter().map(|kind| kind.stars).collect();
        AlikeClasses { ruled, same, stars }
    }
}

/// Whether two classes have the same rules in the same places.
pub(crate) fn is_ruled_alike(one: &Class<'_>, other: &Class<'_>) -> bool {
    are_in_the_same_places(one.written(), other.written())
}

/// Whether two readings have the same rules with the same heads, and the same classes.
pub(crate) fn is_written_alike(one: &Reading<'_>, other: &Reading<'_>) -> bool {
    let has_same_head = |(one, other): (&Rule<'_>, &Rule<'_>)| {
        is_plain(one.value()) || heads::head(one) == heads::head(other)
    };
    one.has_all_classes() == other.has_all_classes()
        && one.classes().len() == other.classes().len()
        && are_in_the_same_places(one.rules(), other.rules())
        && one.classes().iter().zip(other.classes()).all(|(one, other)| is_ruled_alike(one, other))
        && one.rules().iter().zip(other.rules()).all(has_same_head)
}

/// Whether two lists of rules of one file are the same: what stands in the same place has the same value.
fn are_in_the_same_places(ones: &[Rule<'_>], others: &[Rule<'_>]) -> bool {
    let place = |rule: &Rule<'_>| (rule.line(), rule.is_allow(), rule.value_span());
    ones.len() == others.len() && ones.iter().map(place).eq(others.iter().map(place))
}

/// What a plain line says: whether it allows, and the value.
pub(crate) fn plain_line(line: &[u8]) -> Option<(bool, &[u8])> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let value_behind = |key: &[u8]| {
        let (start, rest) = text.split_at_checked(key.len())?;
        start.eq_ignore_ascii_case(key).then(|| rest.trim_ascii())
    };
    let says_allow = value_behind(b"allow:").map(|value| (true, value));
    let (allows, value) = says_allow.or_else(|| Some((false, value_behind(b"disallow:")?)))?;
    let is_printable = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'#';
    let is_read_whole = |limit: usize| line.len() <= limit;
    let is_plain = !value.is_empty()
        && text.iter().all(|byte| is_printable(byte) || *byte == b'\t')
        && Dialect::ALL.iter().copied().filter_map(|dialect| dialect.line_limit).all(is_read_whole);
    is_plain.then_some((allows, value))
}

#[cfg(test)]
mod tests {
    use gatepost::{RobotsTxt, UrlPath};

    use super::*;
    use crate::class;

    #[test]
    fn patterns_that_dialects_read_alike() {
        let values = ["/", "/a-b_c.d/E0", "/a*b", "/*", "/a/index.html", "/a*", "/0/a.php"];
        for dialect in Dialect::ALL.iter().copied() {
            for (key, value) in ["Allow", "Disallow"].iter().flat_map(|k| values.map(|v| (k, v))) {
                let file = format!("User-agent: *\n{key}: {value}\n");
                let robots = RobotsTxt::parse_as(&file, dialect);
                let rule = robots.groups().next().unwrap().rules().next().unwrap();
                if Kind::of([&rule]).precedence(dialect).is_some() {
                    let patterns: Vec<_> = rule.deciding_patterns().collect();
                    let [only] = &*patterns else { panic!("{dialect} {value}") };
                    let pattern = only.pattern();
                    assert_eq!(pattern.as_bytes(), value.as_bytes(), "{dialect}");
                    assert!(!pattern.is_closed());
                    assert_eq!(pattern.length(), value.len(), "{dialect} {value}");
                }
            }
        }
    }

    #[test]
    fn paths_that_dialects_compare_alike() {
        for path in ["/", "/a//b/../c.D-_0", "/a/index.html", "//a", "/0/"] {
            let url = UrlPath::new(path).unwrap();
            for dialect in Dialect::ALL.iter().copied() {
                assert_eq!(*url.compared_in(dialect), *path.as_bytes(), "{dialect}");
            }
        }
    }

    /// Classes that are taken to say the same do, and those of most dialects are taken to.
    #[test]
    fn what_says_the_same_does() {
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
                if AlikeClasses::new(&[one, other]).same[1] != 0 {
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

    #[test]
    fn patterns_that_dialects_read_otherwise() {
        for value in ["Allow: /a/index.html", "Disallow: a", "Disallow:", "Disallow: /%41"] {
            let file = format!("User-agent: *\n{value}\nDisallow: /b$\n");
            let robots = RobotsTxt::parse(&file);
            for rule in robots.groups().next().unwrap().rules() {
                assert_eq!(Kind::of([&rule]).precedence(robots.dialect()), None, "{rule}");
            }
        }
    }

    #[test]
    fn plain_lines_are_one_rule() {
        let ends = ["\n", "\r\n", "\r", ""];
        let texts = [
            "",
            " ",
            "/a",
            " /a",
            "\t/a:b /c \t",
            "/a#b",
            "/a\u{85}",
            "/a\x0b",
            "/a\0",
            "a",
            "$",
            "//",
        ];
        let keys =
            ["Allow:", "disallow:", "ALLOW:", "Disallow :", " Allow:", "Allow", "Dissallow:"];
        let mut plain = 0;
        for line in keys.iter().flat_map(|key| texts.map(|text| format!("{key}{text}"))) {
            for line in ends.map(|end| format!("{line}{end}")) {
                let Some((allows, value)) = plain_line(line.as_bytes()) else { continue };
                plain += 1;
                let file = format!("User-agent: *\n{line}");
                for dialect in Dialect::ALL.iter().copied() {
                    let robots = RobotsTxt::parse_as(&file, dialect);
                    assert_eq!(robots.lines().count(), 2, "{dialect} {line:?}");
                    let rules: Vec<_> = robots.groups().flat_map(|group| group.rules()).collect();
                    let [rule] = &*rules else { panic!("{dialect} {line:?}: {rules:?}") };
                    assert_eq!(
                        (rule.is_allow(), rule.value()),
                        (allows, value),
                        "{dialect} {line:?}"
                    );
                }
            }
        }
        assert!(plain > 50, "only {plain}");
        let long = format!("Allow: /{}\n", "a".repeat(20_000));
        assert_eq!(plain_line(long.as_bytes()), None, "the google dialect cuts it");
    }
}
