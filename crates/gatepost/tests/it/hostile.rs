//! Files that were made to hurt: they are read, and the answers are right.
//!
//! No time is asserted. Each test here would take minutes to years if any of it were quadratic or
//! exponential, so that it ends is what it shows.

use gatepost::{
    Dialect, GroupSelection, ProductToken, ReadLimit, RobotsTxt, RuleSet, SelectedBy, SkipReason,
    Specials, UrlPath,
};

const MEGABYTES: usize = 20_000_000;

fn repeated(text: &str, bytes: usize) -> Vec<u8> {
    text.as_bytes().repeat(bytes / text.len())
}

fn parse<'o>(file: &'o [u8], dialect: Dialect) -> RobotsTxt<'o> {
    let robots = RobotsTxt::parse_up_to(file, dialect, ReadLimit::NONE);
    assert_eq!((robots.as_bytes().len(), robots.unread()), (file.len(), 0));
    robots
}

fn crawler() -> ProductToken {
    ProductToken::new("ExampleBot").unwrap()
}

/// The answer of file, rule set and explanation, and the line that decided, 0 for none.
#[track_caller]
fn ask(robots: &RobotsTxt<'_>, crawler: &ProductToken, url: &[u8]) -> (bool, usize) {
    let path = UrlPath::new(url).unwrap();
    let group = robots.group_for(crawler);
    let rule_set = group.rule_set();
    let explanation = group.explain(&path);
    let labels = explanation.labels();
    assert!(labels.iter().all(|label| label.span.end <= robots.as_bytes().len()));
    assert!(!explanation.reason().is_empty() && !explanation.notes().is_empty());
    let answers = [robots.verdict(crawler, &path), rule_set.verdict(&path), explanation.verdict()]
        .map(|v| (v.is_allowed(), v.rule().map_or(0, |rule| rule.line())));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    answers[0]
}

/// Asks in every dialect, which are to agree.
#[track_caller]
fn ask_all(file: &[u8], url: &[u8], expected: (bool, usize)) {
    for dialect in Dialect::ALL.iter().copied() {
        assert_eq!(ask(&parse(file, dialect), &crawler(), url), expected, "{dialect}");
    }
}

/// Asks in every dialect in which a star is special, which are to agree.
#[track_caller]
fn ask_with_stars(file: &[u8], url: &[u8], expected: (bool, usize)) {
    for dialect in
        Dialect::ALL.iter().copied().filter(|dialect| dialect.specials != Specials::Nothing)
    {
        assert_eq!(ask(&parse(file, dialect), &crawler(), url), expected, "{dialect}");
    }
}

#[test]
fn one_line_without_an_end() {
    let file = [b"User-agent: *\nDisallow: /", &repeated("a", MEGABYTES)[..]].concat();
    assert_eq!(ask(&parse(&file, Dialect::RFC9309), &crawler(), b"/aaa"), (true, 0));
    // This one reads the beginning of a line: a shorter pattern.
    let long_url = repeated("/aaaaaaaaaaaaaaa", 20_000);
    assert_eq!(ask(&parse(&file, Dialect::GOOGLE), &crawler(), &long_url), (true, 0));
    let long_url = [b"/", &repeated("a", 20_000)[..]].concat();
    assert_eq!(ask(&parse(&file, Dialect::GOOGLE), &crawler(), &long_url), (false, 2));
}

#[test]
fn one_line_of_many_colons_spaces_and_comments() {
    for text in [":", " ", "#", "a ", "\u{A0}", "User-agent: ", "%", "%2"] {
        let file = repeated(text, MEGABYTES / 40);
        assert_eq!(parse(&file, Dialect::RFC9309).lines().count(), 1);
        ask_all(&file, b"/", (true, 0));
        let file = [b"User-agent: *\nAllow: /z", &file[..], b"\nDisallow: /\n"].concat();
        ask_all(&file, b"/b", (false, 3));
    }
}

#[test]
fn nothing_but_line_ends() {
    for (line_end, bytes) in
        [("\n", MEGABYTES), ("\r", 1_000_000), ("\r\n", 1_000_000), ("\n\r", 1_000_000)]
    {
        let file = repeated(line_end, bytes);
        let robots = parse(&file, Dialect::RFC9309);
        let lines = file.len() / if line_end == "\r\n" { 2 } else { 1 };
        // The `\r` of one pair and the `\n` of the next are one line end.
        let lines = if line_end == "\n\r" { lines / 2 + 1 } else { lines };
        assert_eq!(robots.lines().count(), lines);
        assert_eq!((robots.groups().len(), robots.skipped().count()), (0, 0));
        let file = [&file[..], b"User-agent: *\nDisallow: /\n"].concat();
        assert_eq!(ask(&parse(&file, Dialect::RFC9309), &crawler(), b"/"), (false, lines + 2));
    }
}

#[test]
fn nothing_but_user_agent_lines() {
    ask_all(&repeated("User-agent: a\n", MEGABYTES / 10), b"/", (true, 0));
    let mut file = repeated("User-agent: a\n", MEGABYTES);
    file.extend_from_slice(b"Disallow: /\n");
    let robots = parse(&file, Dialect::RFC9309);
    assert_eq!(robots.groups().len(), 1);
    let line = MEGABYTES / 14 + 1;
    assert_eq!(ask(&robots, &ProductToken::new("A").unwrap(), b"/x"), (false, line));
    assert_eq!(ask(&robots, &crawler(), b"/x"), (true, 0));
}

#[test]
fn as_many_rules_with_stars_as_fit() {
    for (dialect, bytes) in [(Dialect::RFC9309, MEGABYTES), (Dialect::GOOGLE, MEGABYTES / 10)] {
        let rules = repeated("Disallow: /*a*a\n", bytes);
        let file = [b"User-agent: *\n", &rules[..], b"Allow: /*a*a\n"].concat();
        let robots = parse(&file, dialect);
        assert_eq!(ask(&robots, &crawler(), b"/banana"), (true, bytes / 16 + 2));
        assert_eq!(ask(&robots, &crawler(), b"/an"), (true, 0));
    }
}

#[test]
fn nothing_but_nuls() {
    let file = vec![0; MEGABYTES];
    ask_all(&file[..MEGABYTES / 10], b"/", (true, 0));
    let robots = parse(&file, Dialect::RFC9309);
    assert_eq!(robots.skipped().map(|s| s.reason()).collect::<Vec<_>>(), [SkipReason::NoSeparator]);
    assert_eq!(parse(&file, Dialect::GOOGLE).skipped().count(), 0);
}

#[test]
fn nothing_but_unknown_records() {
    let file = [b"User-agent: *\n", &repeated("a:\n", MEGABYTES)[..], b"Disallow: /\n"].concat();
    let robots = parse(&file, Dialect::RFC9309);
    assert_eq!(robots.other_records().len(), MEGABYTES / 3);
    assert_eq!(robots.other_records().last().unwrap().line(), MEGABYTES / 3 + 1);
    let group = robots.group_for(&crawler());
    assert_eq!(group.other_records().count(), MEGABYTES / 3);
    assert_eq!(group.crawl_delay(), None);
    let file =
        [b"User-agent: *\n", &repeated("a:\n", MEGABYTES / 10)[..], b"Disallow: /\n"].concat();
    ask_all(&file, b"/", (false, MEGABYTES / 30 + 2));
}

#[test]
fn utf_16() {
    let text = "User-agent: *\nDisallow: /\n".repeat(100_000);
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let file: Vec<u8> =
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(to_bytes).collect();
        ask_all(&file, b"/", (true, 0));
    }
}

#[test]
fn html() {
    let page = "<!DOCTYPE html>\n<p style=\"a: b\">User-agent: *<br>\nDisallow: /<br>\n</p>\n";
    let file = repeated(page, MEGABYTES / 10);
    assert_eq!(ask(&parse(&file, Dialect::RFC9309), &crawler(), b"/"), (true, 0));
    ask_all(b"<html>\nUser-agent: *\nDisallow: /\n</html>\n", b"/", (false, 3));
}

#[test]
fn two_hundred_thousand_crawlers_in_one_group() {
    // Of letters alone, since to some dialects a digit ends a name.
    let name = |number: usize| {
        let letters = number.to_string().into_bytes().into_iter();
        let letters: String = letters.map(|digit| char::from(digit - b'0' + b'a')).collect();
        format!("bot-{letters}-x")
    };
    let mut file = String::new();
    for number in 0..200_000 {
        file += &format!("User-agent: {}\n", name(number));
    }
    file += "Disallow: /\n";
    for dialect in Dialect::ALL.iter().copied() {
        let robots = parse(file.as_bytes(), dialect);
        let last = name(199_999).to_uppercase();
        for (name, allowed) in [(name(0), false), (last, false), (name(200_000), true)] {
            let crawler = ProductToken::new(&name).unwrap();
            let verdict = robots.verdict(&crawler, &UrlPath::new("/").unwrap());
            assert_eq!(verdict.is_allowed(), allowed, "{dialect} {name}");
        }
    }
}

#[test]
fn twenty_thousand_groups_of_one_crawler_are_one() {
    let mut file = String::new();
    for number in 0..20_000 {
        file += &format!("User-agent: ExampleBot\nUser-agent: b{number}\nDisallow: /{number}$\n\n");
    }
    let robots = parse(file.as_bytes(), Dialect::RFC9309);
    assert_eq!(robots.groups().len(), 20_000);
    let group = robots.group_for(&crawler());
    assert_eq!((group.groups().len(), group.rules().count()), (20_000, 20_000));
    assert_eq!(ask(&robots, &crawler(), b"/19999"), (false, 79_999));
    assert_eq!(ask(&robots, &ProductToken::new("b7").unwrap(), b"/7"), (false, 31));
    assert_eq!(ask(&robots, &ProductToken::new("b7").unwrap(), b"/8"), (true, 0));
    assert_eq!(
        robots.group_for(&ProductToken::new("b").unwrap()).selected_by(),
        SelectedBy::NoGroup
    );
    for dialect in Dialect::ALL.iter().copied() {
        let robots = parse(file.as_bytes(), dialect);
        let is_first = dialect.group_selection == GroupSelection::First;
        let rules = if is_first { 1 } else { 20_000 };
        assert_eq!(robots.group_for(&crawler()).rules().count(), rules, "{dialect}");
        let expected = if is_first { (true, 0) } else { (false, 79_999) };
        assert_eq!(ask(&robots, &crawler(), b"/19999"), expected, "{dialect}");
    }
}

#[test]
fn two_thousand_stars_against_one_letter() {
    let stars = "*a".repeat(2_000);
    let path = [b"/", &repeated("a", 65_536)[..]].concat();
    for (end, matches) in [("", true), ("$", true), ("*$", true), ("b", false), ("*b$", false)] {
        let file = format!("User-agent: *\nDisallow: /{stars}{end}\n");
        ask_with_stars(file.as_bytes(), &path, if matches { (false, 2) } else { (true, 0) });
    }
    let one_too_many = format!("User-agent: *\nDisallow: /{}\n", "*a".repeat(8_000));
    ask_with_stars(one_too_many.as_bytes(), &path[..8_001], (false, 2));
    ask_with_stars(one_too_many.as_bytes(), &path[..8_000], (true, 0));
}

#[test]
fn pieces_that_nearly_occur_everywhere() {
    let near = format!("{}b", "a".repeat(1_000));
    let path = [b"/", &repeated(&"a".repeat(1_000), 65_536)[..], b"c"].concat();
    ask_with_stars(format!("User-agent: *\nDisallow: /*{near}\n").as_bytes(), &path, (true, 0));
    let many = format!("User-agent: *\nDisallow: /{}\n", "*aaaaaaab".repeat(1_000));
    ask_with_stars(many.as_bytes(), &path, (true, 0));
    ask_with_stars(
        many.as_bytes(),
        &[b"/", &repeated("aaaaaaab", 65_536)[..]].concat(),
        (false, 2),
    );
}

#[test]
fn two_megabytes_of_url() {
    let url = [b"/", &repeated("%7e%2fé", MEGABYTES / 10)[..]].concat();
    ask_all(b"User-agent: *\nDisallow: /*x\nAllow: /*%zz\n", &url, (true, 0));
    assert!(UrlPath::new(&url).unwrap().normal().starts_with(b"/~%2F%C3%A9~"));
}

#[test]
fn everything_can_be_kept_and_sent_to_other_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<RobotsTxt<'static>>();
    is_shared::<RuleSet>();
    is_shared::<ProductToken>();
    is_shared::<UrlPath<'static>>();
}

#[test]
fn one_rule_set_answers_eight_threads() {
    let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*7\nAllow: /*77$\n");
    let rules = robots.group_for(&crawler()).rule_set();
    let answer = |number: usize| {
        let url = format!("/page/{number}");
        rules.verdict(&UrlPath::new(&url).unwrap()).is_allowed()
    };
    let expected = |number: usize| number % 100 == 77 || !number.to_string().contains('7');
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                let numbers = (0..4_000).map(|at| (at * 7 + thread) % 4_000);
                numbers.for_each(|number| assert_eq!(answer(number), expected(number), "{number}"));
            });
        }
    });
}
