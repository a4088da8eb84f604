//! Proofs about two lists of rules that hold in several dialects at once.
//!
//! Dialects read most patterns alike: those that begin with `/`, have nothing that could be encoded, no
//! `$`, and are no index page that is allowed. Such a pattern is its own octets in each dialect, and is
//! open at its end, so that each of its canonical words has a gap: whether a word occurs in some URL and
//! whether `/robots.txt` is exempt is no question then. What is left of a dialect is which rule decides
//! and whether a star is one. So where two lists are proved equal, they are in all dialects that agree on
//! these two. What is refuted is not shared, since examples are written in the words of one dialect.

use gatepost::{Dialect, Precedence, Rule, Specials};

use crate::class::Class;
use crate::heads::is_plain;

/// All that a proof about two lists of rules depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Alike {
    precedence: Precedence,
    rules: [Vec<Said>; 2],
}

/// What a rule says.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Said {
    line: usize,
    allows: bool,
    value: Vec<u8>,
}

/// What a proof depends on, where dialects can share it.
pub(crate) fn of_rules(
    before: &[Rule<'_>],
    after: &[Rule<'_>],
    dialect: &Dialect,
) -> Option<Alike> {
    let precedence = precedence(before.iter().chain(after).copied(), dialect)?;
    let said = |rule: &Rule<'_>| Said {
        line: rule.line(),
        allows: rule.is_allow(),
        value: rule.value().to_vec(),
    };
    Some(Alike { precedence, rules: [before, after].map(|rules| rules.iter().map(said).collect()) })
}

/// Whether two lists say the same about all paths that are plain themselves, `/robots.txt` aside.
pub(crate) fn say_the_same(one: &Class<'_>, other: &Class<'_>) -> bool {
    let precedence = |class: &Class<'_>| precedence(class.group().rules(), class.dialect());
    is_written_alike(one, other)
        && precedence(one).is_some_and(|of_one| precedence(other) == Some(of_one))
}

/// Whether two classes have the same rules in the same lines.
pub(crate) fn is_written_alike(one: &Class<'_>, other: &Class<'_>) -> bool {
    let (mut ones, mut others) = (one.group().rules(), other.group().rules());
    let said = |rule: &Rule<'_>| (rule.line(), rule.is_allow());
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return true,
            (Some(one), Some(other))
                if said(&one) == said(&other) && one.value() == other.value() => {}
            _ => return false,
        }
    }
}

/// Which of some rules decides, where all dialects that have it so read them alike.
fn precedence<'r>(rules: impl Iterator<Item = Rule<'r>>, dialect: &Dialect) -> Option<Precedence> {
    let mut has_stars = false;
    for rule in rules {
        if !is_read_alike(&rule) {
            return None;
        }
        has_stars |= rule.value().contains(&b'*');
    }
    match dialect.precedence {
        _ if has_stars && dialect.specials == Specials::Nothing => None,
        // A pattern without a star takes its own octets of the path.
        Precedence::LongestMatch if !has_stars => Some(Precedence::LongestPattern),
        precedence => Some(precedence),
    }
}

/// Whether all dialects read a rule as the same pattern, as far as stars are special there.
fn is_read_alike(rule: &Rule<'_>) -> bool {
    let value = rule.value();
    let is_index = || value.windows(10).any(|text| text == b"/index.htm");
    is_plain(value) && !(rule.is_allow() && is_index())
}

#[cfg(test)]
mod tests {
    use gatepost::{RobotsTxt, UrlPath};

    use super::*;
    use crate::class;

    #[test]
    fn patterns_that_dialects_read_alike() {
        let values = ["/", "/a-b_c.d/E0", "/a*b", "/*", "/a/index.html", "/a*", "/0/a.php"];
        for dialect in Dialect::ALL {
            for (key, value) in ["Allow", "Disallow"].iter().flat_map(|k| values.map(|v| (k, v))) {
                let file = format!("User-agent: *\n{key}: {value}\n");
                let robots = RobotsTxt::parse_as(&file, dialect);
                let rule = robots.groups().next().unwrap().rules().next().unwrap();
                if of_rules(&[rule], &[], dialect).is_some() {
                    let patterns: Vec<_> = rule.deciding_patterns().collect();
                    let [only] = &*patterns else { panic!("{dialect} {value}") };
                    let pattern = only.pattern();
                    assert_eq!(pattern.octets(), value.as_bytes(), "{dialect}");
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
            for dialect in Dialect::ALL {
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
            let readings: Vec<RobotsTxt<'_>> =
                Dialect::ALL.iter().map(|dialect| RobotsTxt::parse_as(&file, dialect)).collect();
            let classes: Vec<Class<'_>> =
                readings.iter().map(|robots| class::of_file(robots).classes.remove(0)).collect();
            for (one, other) in classes.iter().flat_map(|one| classes.iter().map(move |o| (one, o)))
            {
                if !say_the_same(one, other) {
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
                assert_eq!(of_rules(&[rule], &[], robots.dialect()), None, "{rule}");
            }
        }
    }
}
