//! Traits that make several dialects read a pattern, a value or a line alike.
//!
//! Most of a file means the same in most dialects, so that one proof can stand for many. This file
//! decides about single lines and rules; `equivalence.rs` decides about classes and whole files.
//!
//! - A *plain line* is one rule with one value in every dialect: `Allow:` or `Disallow:`, then
//!   printable ASCII without a `#`.
//! - A *plain value* is its own pattern in every dialect that treats `*` as special: it starts with
//!   `/`, and nothing in it could be percent-encoded or be an anchor.
//! - Rules with plain values decide alike wherever two dialects agree on precedence and on whether
//!   `*` is special. Such patterns are open at the end, so that a path can always be found that is
//!   a valid URL and is not `/robots.txt`, which some dialects exempt.

use gatepost::{Dialect, Precedence, Rule, Specials};

/// Returns whether a value is its own pattern in every dialect in which `*` is special.
pub(crate) fn is_plain(value: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.*".contains(byte);
    value.starts_with(b"/") && !value.starts_with(b"//") && value.iter().all(is_plain)
}

/// Those traits of a list of rules that decide in which dialects it gives the same verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PatternTraits {
    differ_by_dialect: bool,
    /// The number of rules with a star.
    pub(crate) stars: usize,
}

impl PatternTraits {
    pub(crate) fn of<'a>(rules: impl IntoIterator<Item = &'a Rule<'a>>) -> PatternTraits {
        rules.into_iter().fold(PatternTraits::default(), |traits, rule| PatternTraits {
            differ_by_dialect: traits.differ_by_dialect
                || !is_read_alike(rule.is_allow(), rule.value()),
            stars: traits.stars + usize::from(rule.value().contains(&b'*')),
        })
    }

    /// Returns how the deciding rule is chosen, if every dialect that chooses this way gives the
    /// same verdicts; `None` if more of the dialect matters.
    pub(crate) fn precedence(self, dialect: Dialect) -> Option<Precedence> {
        let has_stars = self.stars > 0;
        match dialect.precedence {
            _ if self.differ_by_dialect => None,
            _ if has_stars && dialect.specials == Specials::Nothing => None,
            // A pattern without a star matches exactly as many bytes as it has.
            Precedence::LongestMatch if !has_stars => Some(Precedence::LongestPattern),
            precedence => Some(precedence),
        }
    }
}

/// Returns whether a rule with this value matches the same paths in every dialect in which `*` is
/// special. An `Allow` of an index page may also open its folder.
pub(crate) fn is_read_alike(allows: bool, value: &[u8]) -> bool {
    let is_index = || value.windows(10).any(|text| text == b"/index.htm");
    is_plain(value) && !(allows && is_index())
}

/// Returns the rule of a plain line: whether it allows, and its value.
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

    /// A plain value is its own pattern in every dialect.
    #[test]
    fn plain_values() {
        for dialect in Dialect::ALL.iter().copied() {
            for value in ["/", "/a-b_c.d/E0", "/a*b", "/*", "/%41", "/a$", "/~", "a", "//", "///a"]
            {
                let file = format!("User-agent: *\nDisallow: {value}\n");
                let robots = RobotsTxt::parse_as(&file, dialect);
                let rule = robots.groups().next().unwrap().rules().next().unwrap();
                let pattern = rule.pattern();
                let literal = value.replace('*', "%2A");
                let is_same = [value, &*literal].iter().any(|v| v.as_bytes() == pattern.as_bytes());
                assert!(is_same || !is_plain(value.as_bytes()), "{dialect} {value}");
            }
        }
    }

    #[test]
    fn patterns_that_dialects_read_alike() {
        let values = ["/", "/a-b_c.d/E0", "/a*b", "/*", "/a/index.html", "/a*", "/0/a.php"];
        for dialect in Dialect::ALL.iter().copied() {
            for (key, value) in ["Allow", "Disallow"].iter().flat_map(|k| values.map(|v| (k, v))) {
                let file = format!("User-agent: *\n{key}: {value}\n");
                let robots = RobotsTxt::parse_as(&file, dialect);
                let rule = robots.groups().next().unwrap().rules().next().unwrap();
                if PatternTraits::of([&rule]).precedence(dialect).is_some() {
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

    #[test]
    fn patterns_that_dialects_read_otherwise() {
        for value in ["Allow: /a/index.html", "Disallow: a", "Disallow:", "Disallow: /%41"] {
            let file = format!("User-agent: *\n{value}\nDisallow: /b$\n");
            let robots = RobotsTxt::parse(&file);
            for rule in robots.groups().next().unwrap().rules() {
                assert_eq!(PatternTraits::of([&rule]).precedence(robots.dialect()), None, "{rule}");
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
