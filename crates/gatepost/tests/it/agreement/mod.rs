//! Asks the crate in each of its ways, and the naive twin, and compares.

#![allow(dead_code, reason = "each test that includes it uses a part")]

use gatepost::{
    CrawlerGroup, DecidingPattern, Dialect, Precedence, ProductToken, RobotsTxt, UrlPath, Verdict,
};

use crate::naive::{self, Reading};

/// The dialects of which all is written out naively.
pub(crate) const READINGS: [(Dialect, Reading); 2] =
    [(Dialect::RFC9309, Reading::Rfc9309), (Dialect::GOOGLE, Reading::Google)];

/// Compares all answers about a file, and returns how many questions were asked.
///
/// Crawlers and URLs that a dialect does not take are left out.
pub(crate) fn check<U: AsRef<[u8]>>(file: &[u8], crawlers: &[&str], urls: &[U]) -> usize {
    READINGS
        .iter()
        .map(|(dialect, reading)| check_in(file, crawlers, urls, *dialect, *reading))
        .sum()
}

fn check_in<U: AsRef<[u8]>>(
    file: &[u8],
    crawlers: &[&str],
    urls: &[U],
    dialect: Dialect,
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

/// Compares what decides in every dialect.
pub(crate) fn check_every_dialect<U: AsRef<[u8]>>(file: &[u8], crawlers: &[&str], urls: &[U]) {
    Dialect::ALL.iter().copied().for_each(|dialect| check_decisions(file, crawlers, urls, dialect));
}

/// Compares, in any dialect, which of a crawler's rules decides: by each of the ways to a verdict,
/// and by the definition of its precedence. Which rules those are, and what each matches, is taken
/// from the crate, and compared with the packages by `cargo xtask dialects`.
fn check_decisions<U: AsRef<[u8]>>(file: &[u8], crawlers: &[&str], urls: &[U], dialect: Dialect) {
    let robots = RobotsTxt::parse_as(file, dialect);
    let index = robots.group_index();
    for crawler in crawlers {
        let token = ProductToken::verbatim(crawler);
        let group = robots.group_for(&token);
        let lines = |group: &CrawlerGroup<'_>| -> Vec<usize> {
            group.rules().map(|rule| rule.line()).collect()
        };
        let indexed = index.group_for_any_of(std::slice::from_ref(&token));
        assert_eq!(lines(&indexed), lines(&group), "{dialect} {crawler} {}", file.escape_ascii());
        let rule_set = group.rule_set();
        for url in urls {
            let Ok(path) = dialect.url_path(url.as_ref()) else { continue };
            let expected = decided(&group, &path, dialect);
            let explanation = group.explain(&path);
            let found = [
                answer(&robots.verdict(&token, &path)),
                answer(&rule_set.verdict(&path)),
                answer(&explanation.verdict()),
                (expected.0, explanation.matching().first().map_or(0, |m| m.rule().line())),
            ];
            assert!(
                found.iter().all(|answer| *answer == expected),
                "{found:?}, the definition {expected:?} (allowed, line)\n\
                 dialect: {dialect}\ncrawler: {crawler:?}\nurl:     {path:?}\nfile:    {}",
                file.escape_ascii(),
            );
        }
    }
}

/// The definition of precedence, over patterns that each are tried.
fn decided(group: &CrawlerGroup<'_>, path: &UrlPath<'_>, dialect: Dialect) -> (bool, usize) {
    let compared = path.compared_in(dialect);
    if dialect.robots_txt_is_exempt && path.normal() == b"/robots.txt" {
        return (true, 0);
    }
    let patterns = group
        .rules()
        .flat_map(|rule| rule.deciding_patterns().map(move |by| (by, rule)).collect::<Vec<_>>());
    let matching = patterns.filter(|(by, _)| by.pattern().matches(path));
    // The greatest decides: by how much it counts; of these an Allow; of these the first.
    let rank = |(by, rule): &(DecidingPattern<'_>, gatepost::Rule<'_>)| {
        let says_allow = rule.is_allow() || (by.allows() && by.pattern().length() > 0);
        let earlier = usize::MAX - rule.line();
        match dialect.precedence {
            Precedence::LongestPattern => (by.pattern().length(), says_allow, earlier),
            Precedence::FirstMatch => (0, false, earlier),
            _ => (most_taken(by, &compared), says_allow, earlier),
        }
    };
    let decides = matching.max_by_key(rank);
    decides.map_or((true, 0), |(by, rule)| (by.allows(), rule.line()))
}

/// The longest beginning of a path that a pattern matches as if it ended there.
fn most_taken(by: &DecidingPattern<'_>, path: &[u8]) -> usize {
    let closed = [by.pattern().as_bytes(), b"$"].concat();
    let ends = (0..=path.len()).filter(|end| naive::matches_by_places(&closed, &path[..*end]));
    ends.max().expect("it matches")
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
        let path: Vec<u8> = open.split(|byte| *byte == b'*').collect::<Vec<_>>().join(&b"x"[..]);
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
