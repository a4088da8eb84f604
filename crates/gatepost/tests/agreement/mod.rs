//! Asks the crate in each of its ways, and the naive twin, and compares.

#![allow(dead_code, reason = "each test that includes it uses a part")]

use gatepost::{Dialect, ProductToken, RobotsTxt, Verdict};

use crate::naive::{self, Reading};

/// Both dialects that have a naive twin.
pub(crate) const READINGS: [(&Dialect, Reading); 2] =
    [(&Dialect::RFC9309, Reading::Rfc9309), (&Dialect::GOOGLE, Reading::Google)];

/// Compares all answers about a file, and returns how many questions were asked.
///
/// Crawlers and URLs that a dialect does not take are left out.
pub(crate) fn check<U: AsRef<[u8]>>(file: &[u8], crawlers: &[&str], urls: &[U]) -> usize {
    READINGS
        .iter()
        .map(|(dialect, reading)| check_in(file, crawlers, urls, dialect, *reading))
        .sum()
}

fn check_in<U: AsRef<[u8]>>(
    file: &[u8],
    crawlers: &[&str],
    urls: &[U],
    dialect: &'static Dialect,
    reading: Reading,
) -> usize {
    let mut asked = 0;
    let robots = RobotsTxt::parse_as(file, dialect);
    let groups = naive::groups(file, reading);
    for crawler in crawlers {
        let token = match reading {
            Reading::Google => Ok(ProductToken::verbatim(crawler)),
            Reading::Rfc9309 => ProductToken::new(crawler),
        };
        let Ok(token) = token else { continue };
        let group = robots.group_for(&token);
        let rule_set = group.rule_set();
        for url in urls {
            let url = url.as_ref();
            let Ok(path) = dialect.url_path(url) else { continue };
            let expected = naive::decide(&groups, crawler.as_bytes(), url, reading);
            let explanation = group.explain(&path);
            let first = explanation.matching().first();
            let first = first.map_or(0, |matching| matching.rule().line());
            let answers = [
                ("RobotsTxt::verdict", answer(&robots.verdict(&token, &path))),
                ("RuleSet::verdict", answer(&rule_set.verdict(&path))),
                ("Explanation::verdict", answer(&explanation.verdict())),
                ("Explanation::matching", (expected.0, first)),
            ];
            for (who, found) in answers {
                assert!(
                    found == expected,
                    "{who} says {found:?}, the naive twin {expected:?} (allowed, line)\n\
                     dialect: {dialect}\ncrawler: {crawler:?}\nurl:     {}\nfile:    {}",
                    url.escape_ascii(),
                    file.escape_ascii(),
                );
            }
            asked += 1;
        }
    }
    asked
}

fn answer(verdict: &Verdict<'_>) -> (bool, usize) {
    (verdict.is_allowed(), verdict.rule().map_or(0, |rule| rule.line()))
}

/// URLs on which the rules of a file are likely to differ: each pattern with something for its
/// stars, and what is just beside it. At most `most`, evenly taken.
pub(crate) fn urls_from_rules(file: &[u8], most: usize) -> Vec<Vec<u8>> {
    let robots = RobotsTxt::parse(file);
    let values: Vec<&[u8]> =
        robots.groups().flat_map(|group| group.rules()).map(|rule| rule.value()).collect();
    let step = values.len().div_ceil(most.div_ceil(3)).max(1);
    let mut urls = Vec::new();
    for value in values.into_iter().step_by(step) {
        let open = value.strip_suffix(b"$").unwrap_or(value);
        let path: Vec<u8> = open.split(|octet| *octet == b'*').collect::<Vec<_>>().join(&b"x"[..]);
        urls.push([&path, &b"/y?z"[..]].concat());
        urls.push(path[..path.len().saturating_sub(1)].to_vec());
        urls.push(path);
    }
    urls.truncate(most);
    urls
}

/// The tokens that a file names, each once.
pub(crate) fn crawlers_named(file: &[u8]) -> Vec<String> {
    let robots = RobotsTxt::parse(file);
    let lines = robots.groups().flat_map(|group| group.user_agents());
    let mut tokens: Vec<String> =
        lines.filter_map(|line| String::from_utf8(line.token().to_vec()).ok()).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}
