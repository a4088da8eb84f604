//! Every question against the oracle, on random lists, and proofs against random paths.

use std::collections::HashMap;
use std::sync::LazyLock;

use gatepost::{
    Dialect, Names, PathPattern, PercentEncoding, Precedence, ProductToken, RobotsTxt, SelectedBy,
    UrlPath,
};
use gatepost_prove::{
    CrawlerClass, FileChanges, PathSet, RuleList, always, changes, dead, dialect_differences,
    distinct_crawlers, equivalent, file_changes, minimise,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle::checks::{
    Both, check_always, check_dialects, check_one, check_region, check_two, file_of,
};

type Rules = Vec<(bool, Vec<u8>)>;

/// The pieces of values: encoded bytes meet the same bytes unencoded.
const PIECES: &[&str] =
    &["/", "a", "b", "ab", "*", "**", "$", "?", "%2F", "%41", "%", "4", "1", "index.htm", "c3"];

fn value() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(PIECES), 0..5);
    (select(&["/", "/", "*"][..]), pieces, prop_oneof![4 => Just(""), 1 => Just("$")])
        .prop_map(|(first, pieces, end)| format!("{first}{}{end}", pieces.concat()).into_bytes())
}

/// Rules whose values every dialect compares as they are written.
fn plain_rules(most: usize) -> impl Strategy<Value = Rules> {
    let pieces = vec(select(&["/", "a", "b", "ab", "*", "**", "index.html"][..]), 0..5);
    let value = (select(&["/", "/", "*"][..]), pieces, prop_oneof![4 => Just(""), 1 => Just("$")])
        .prop_map(|(first, pieces, end)| format!("{first}{}{end}", pieces.concat()).into_bytes());
    vec((any::<bool>(), prop_oneof![9 => value, 1 => Just(Vec::new())]), 0..=most)
}

fn rules(most: usize) -> impl Strategy<Value = Rules> {
    vec((any::<bool>(), value()), 0..=most)
}

/// A dialect in which ranks do not depend on the path.
fn dialect() -> impl Strategy<Value = Dialect> {
    let fixed = Dialect::ALL
        .iter()
        .copied()
        .filter(|dialect| dialect.precedence != Precedence::LongestMatch);
    select(fixed.collect::<Vec<_>>())
}

/// Any dialect.
fn any_dialect() -> impl Strategy<Value = Dialect> {
    select(Dialect::ALL)
}

/// A list, and an edit of it.
fn two_lists(most: usize) -> impl Strategy<Value = (Rules, Rules)> {
    (rules(most), rules(2), any::<prop::sample::Index>(), 0..4).prop_map(
        |(rules, others, at, edit)| {
            let mut edited = rules.clone();
            let at = at.index(rules.len() + 1);
            match edit {
                0 => edited.truncate(at),
                1 => edited.extend(others),
                2 if at < edited.len() => edited[at].0 = !edited[at].0,
                _ => {
                    for (_, value) in &mut edited {
                        while value.len() > 1 && value.ends_with(b"*") {
                            value.pop();
                        }
                    }
                    edited.reverse();
                }
            }
            (rules, edited)
        },
    )
}

/// Rules that the oracle can judge: it does not know which texts are the normal form of some path,
/// which all texts are only in two dialects.
fn known_to_oracle(rules: &Rules, dialect: Dialect) -> Rules {
    let every_text_occurs = matches!(
        dialect.percent_encoding,
        PercentEncoding::BothSides | PercentEncoding::PatternOnly
    );
    let plain = |value: &Vec<u8>| -> Vec<u8> {
        value.iter().copied().filter(|byte| !b"%41c3?".contains(byte)).collect()
    };
    let rules = rules.iter();
    rules.map(|(allow, v)| (*allow, if every_text_occurs { v.clone() } else { plain(v) })).collect()
}

fn parse(rules: &Rules, dialect: Dialect) -> RobotsTxt<'static> {
    let rules: Vec<(bool, &[u8])> = rules.iter().map(|(allow, v)| (*allow, &v[..])).collect();
    RobotsTxt::parse_as(&file_of(&rules), dialect).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn two_lists_are_compared_as_the_oracle_does((a, b) in two_lists(6), dialect in dialect()) {
        let [a, b] = [a, b].map(|rules| parse(&known_to_oracle(&rules, dialect), dialect));
        check_two(&Both::new(&a), &Both::new(&b));
    }

    #[test]
    fn lines_of_one_list_do_what_the_oracle_says(rules in rules(5), dialect in dialect()) {
        check_one(&Both::new(&parse(&known_to_oracle(&rules, dialect), dialect)));
    }

    #[test]
    fn expectations_hold_as_the_oracle_says(
        rules in rules(6),
        pattern in value(),
        dialect in dialect(),
    ) {
        let pattern = known_to_oracle(&vec![(true, pattern)], dialect).remove(0).1;
        let rules = known_to_oracle(&rules, dialect);
        check_always(&Both::new(&parse(&rules, dialect)), &pattern);
    }

    #[test]
    fn random_paths_never_contradict_a_proof(
        (a, b) in two_lists(12),
        paths in vec(vec(select(PIECES), 0..8), 40),
        dialect in any_dialect(),
    ) {
        let (a, b) = (parse(&a, dialect), parse(&b, dialect));
        let [a, b] = [&a, &b].map(|file| RuleList::of_group(&file.group_for(&ProductToken::any())));
        let is_same = equivalent(&a, &b).is_proved();
        let found = changes(&a, &b);
        for path in &paths {
            let url = format!("/{}", path.concat());
            let path = UrlPath::new(&url).unwrap();
            let (before, after) = (a.decision(&path).is_allowed, b.decision(&path).is_allowed);
            prop_assert!(!is_same || before == after, "{url}");
            if before != after && found.not_decided.is_none() {
                check_region(&found, before, &path.compared_in(dialect), dialect, &url);
            }
        }
        for change in found.newly_allowed.iter().chain(&found.newly_disallowed) {
            let path = UrlPath::new(&change.counterexample.path).unwrap();
            prop_assert_eq!(a.decision(&path), change.counterexample.before);
            prop_assert_eq!(b.decision(&path), change.counterexample.after);
        }
    }

    /// What is said of one list where ranks may depend on the path.
    #[test]
    fn random_paths_never_contradict_what_is_said_of_one_list(
        rules in rules(6),
        paths in vec(vec(select(PIECES), 0..8), 40),
        pattern in value(),
        dialect in any_dialect(),
    ) {
        let file = parse(&rules, dialect);
        let rules = RuleList::of_group(&file.group_for(&ProductToken::any()));
        let dead = dead(&rules);
        let gone = rules.without(&minimise(&rules).lines);
        let of_pattern = PathSet::new(&pattern, dialect);
        let matches = PathPattern::new_as(&pattern, dialect);
        let held = [true, false].map(|allowed| always(&rules, &of_pattern, allowed).is_proved());
        for path in &paths {
            let url = format!("/{}", path.concat());
            let path = UrlPath::new(&url).unwrap();
            let answer = rules.decision(&path);
            prop_assert!(dead.iter().all(|dead| Some(dead.line) != answer.line), "{url}");
            prop_assert_eq!(gone.decision(&path).is_allowed, answer.is_allowed, "{}", url);
            if matches.matches(&path) && (answer.line.is_some() || answer.is_allowed) {
                let is_exempt = answer.line.is_none() && path.normal() == b"/robots.txt";
                let contradicts = held[usize::from(answer.is_allowed)] && !is_exempt;
                prop_assert!(!contradicts, "{url} {held:?}");
            }
        }
    }

    #[test]
    fn dialects_are_compared_as_the_oracle_does(
        rules in plain_rules(5),
        one in dialect(),
        other in dialect(),
    ) {
        let file = file_of(&rules.iter().map(|(allow, v)| (*allow, &v[..])).collect::<Vec<_>>());
        check_dialects(&file, one, other);
    }

    #[test]
    fn random_paths_never_contradict_what_dialects_have_in_common(
        rules in rules(5),
        paths in vec(vec(select(PIECES), 0..8), 40),
        a in any_dialect(),
        b in any_dialect(),
    ) {
        let file = parse(&rules, a);
        let any = ProductToken::any();
        let [a, b] = [a, b].map(|dialect| RobotsTxt::parse_as(file.as_bytes(), dialect));
        let is_seen_alike = |path: &UrlPath<'_>| {
            [&a, &b].iter().all(|file| *path.compared_in(file.dialect()) == *path.raw())
        };
        let lists = [&a, &b].map(|file| RuleList::of_group(&file.group_for(&any)));
        let found = dialect_differences(&lists[0], &lists[1]);
        for path in &paths {
            let url = format!("/{}", path.concat());
            let path = UrlPath::new(&url).unwrap();
            let [first, second] = [&a, &b].map(|file| file.verdict(&any, &path).is_allowed());
            if is_seen_alike(&path) && first != second && found.not_decided.is_none() {
                check_region(&found, first, path.raw(), a.dialect(), &url);
            }
        }
        for change in found.newly_allowed.iter().chain(&found.newly_disallowed) {
            let url = &change.counterexample.path;
            let path = UrlPath::new(url).unwrap();
            prop_assert!(is_seen_alike(&path));
            let [first, second] = [&a, &b].map(|file| file.verdict(&any, &path).is_allowed());
            prop_assert_ne!(first, second);
        }
    }

    #[test]
    fn every_crawler_is_in_the_class_of_its_changes(
        files in vec(vec((0..6usize, any::<bool>(), value()), 0..6), 2),
        paths in vec(vec(select(PIECES), 0..6), 20),
    ) {
        let files: Vec<RobotsTxt<'static>> = files.iter().map(|lines| groups(lines)).collect();
        let found = file_changes(&files[0], &files[1]);
        for crawler in ["a", "B", "c d", "c", "d2", "nobody"] {
            check_crawler(&files[0], &files[1], &found, crawler, &paths);
        }
    }

    /// If names may be parts of names, some crawler in the list selects the same groups as any
    /// crawler.
    #[test]
    fn every_crawler_selects_the_groups_of_one_in_the_list(
        files in vec(vec(vec(select(NAMES), 1..4), 0..6), 2),
        parts in vec(vec(select(PARTS), 1..7), 40),
        dialect in by_parts(),
        is_other in any::<bool>(),
        other in any_dialect(),
    ) {
        // One file in two dialects, or two files in one dialect.
        let dialects = if is_other { [dialect, other] } else { [dialect; 2] };
        let of = |at: usize| if is_other { &files[0] } else { &files[at] };
        let files = [0, 1].map(|at| named(of(at), dialects[at]));
        let found = file_changes(&files[0], &files[1]);
        let distinct = distinct_crawlers(&[&files[0], &files[1]]);
        prop_assert!(is_other || distinct.not_decided.is_none());
        let taken = |crawler: &ProductToken| {
            files.each_ref().map(|file| {
                let group = file.group_for(crawler);
                (group.selected_by(), group.rules().map(|rule| rule.line()).collect::<Vec<_>>())
            })
        };
        let mut known: HashMap<_, &ProductToken> = HashMap::new();
        for crawler in distinct.crawlers.iter().rev() {
            known.insert(taken(crawler), crawler);
        }
        for parts in parts {
            let name = parts.concat();
            let crawler = ProductToken::verbatim(name.trim());
            if crawler.as_str().is_empty() {
                continue;
            }
            if let Some(stands_for) = known.get(&taken(&crawler)) {
                let has = |class: &&CrawlerClass| class.crawlers.contains(stands_for);
                let class = found.classes.iter().find(has).unwrap();
                let [was, is] = files.each_ref().map(|file| {
                    file.verdict(&crawler, &UrlPath::new("/").unwrap()).is_allowed()
                });
                prop_assert!(is_other || class.changes.is_none() == (was == is));
            } else {
                let all = (dialects.map(|dialect| dialect.name), &distinct);
                prop_assert!(distinct.not_decided.is_some(), "{crawler:?}: {all:?}");
            }
        }
    }
}

/// Google's library reads a value that does not begin with a letter as an empty name.
#[test]
fn the_empty_name_is_in_the_list() {
    for value in [&b"1"[..], b"\xD9", b"\xD9Example"] {
        let file = [b"User-agent: ", value, b"\nDisallow: /\n"].concat();
        let robots = RobotsTxt::parse_as(&file, Dialect::GOOGLE);
        let nothing = ProductToken::verbatim("");
        assert_eq!(robots.group_for(&nothing).selected_by(), SelectedBy::Name);
        assert!(distinct_crawlers(&[&robots]).crawlers.contains(&nothing), "{value:?}");
    }
}

/// Names that are parts of each other, as bytes.
const NAMES: &[&[u8]] = &[
    b"bot",
    b"google",
    b"Googlebot",
    b"o",
    b"ob",
    b"b o",
    b"g*",
    b"-b",
    b"*",
    b"",
    b"bo/1",
    b"go bot",
    b"\xC3\xA9",
    b"o .",
    b"+b",
    // A piece of `é`, alone and between texts.
    b"\xA9",
    b"go\xC3bot",
    b"o \xFFb",
];

/// The parts of crawlers' names.
const PARTS: &[&str] = &["bot", "Google", "o", "b", "g", "-", " ", "x", "e", "bo", "é"];

/// A dialect in which a name may be a part of a crawler's name.
fn by_parts() -> impl Strategy<Value = Dialect> {
    let by_parts = Dialect::ALL.iter().copied().filter(|dialect| dialect.names != Names::Equal);
    select(by_parts.collect::<Vec<_>>())
}

/// A file of groups with these names; every other group closes the site.
fn named(groups: &[Vec<&[u8]>], dialect: Dialect) -> RobotsTxt<'static> {
    let mut file = Vec::new();
    for (at, names) in groups.iter().enumerate() {
        for name in names {
            file.extend([b"User-agent: ", *name, b"\n"].concat());
        }
        file.extend(if at % 2 == 0 { "Disallow: /\n\n" } else { "Allow: /\n\n" }.bytes());
    }
    RobotsTxt::parse_as(&file, dialect).into_owned()
}

/// A file in which a group begins now and then.
fn groups(lines: &[(usize, bool, Vec<u8>)]) -> RobotsTxt<'static> {
    let mut file = Vec::new();
    for (crawler, allow, value) in lines {
        let crawlers = ["A", "b/2.0", "c d", "d2*", "*", ""];
        if !crawlers[*crawler].is_empty() {
            file.extend(format!("User-agent: {}\n", crawlers[*crawler]).bytes());
        }
        file.extend(format!("{}: ", if *allow { "Allow" } else { "Disallow" }).bytes());
        file.extend(value);
        file.push(b'\n');
    }
    RobotsTxt::parse(&file).into_owned()
}

fn check_crawler(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    found: &FileChanges,
    crawler: &str,
    paths: &[Vec<&'static str>],
) {
    let token = ProductToken::new(crawler).unwrap();
    // Only one of several equivalent names is listed, so the class is found by its groups.
    let selected = |token: &ProductToken| {
        [before, after].map(|file| {
            let group = file.group_for(token);
            (group.selected_by(), group.rules().map(|rule| rule.line()).collect::<Vec<_>>())
        })
    };
    let of_crawler = selected(&token);
    let is_it = |known: &ProductToken| selected(known) == of_crawler;
    let class = found.classes.iter().find(|class| class.crawlers.iter().any(is_it)).unwrap();
    for path in paths {
        let url = format!("/{}", path.concat());
        let path = UrlPath::new(&url).unwrap();
        let [was, is] = [before, after].map(|file| file.verdict(&token, &path).is_allowed());
        if was != is {
            check_region(&class.changes, was, path.normal(), before.dialect(), crawler);
        }
    }
}

#[test]
fn counterexamples_are_readable() {
    static FILES: LazyLock<[RobotsTxt<'static>; 2]> = LazyLock::new(|| {
        [
            "User-agent: *\nDisallow: /shop/*?page=\n",
            "User-agent: *\nDisallow: /shop/*?page=\nAllow: /shop/*/*?page=\nAllow: /shop/*x?\n",
        ]
        .map(RobotsTxt::parse)
    });
    let [a, b] =
        FILES.each_ref().map(|file| RuleList::of_group(&file.group_for(&ProductToken::any())));
    let found = changes(&a, &b);
    let shown: Vec<(&str, &str)> = (found.newly_allowed.iter())
        .map(|change| (&*change.pattern, &*change.counterexample.path))
        .collect();
    assert_eq!(shown, [("/shop/*/*?page=", "/shop//?page=")]);
}
