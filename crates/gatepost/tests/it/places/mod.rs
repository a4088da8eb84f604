//! That a parsed file knows where everything is: checked for any bytes.

#![allow(dead_code, reason = "each test that includes it uses a part")]

use std::ops::Range;

use gatepost::{BlankLines, Key, LineContent, LineEnds, RobotsTxt, RulesInFront, SkipReason};

/// Checks every place that a parsed file tells against the bytes.
pub(crate) fn check(robots: &RobotsTxt<'_>) {
    lines_cover_the_file(robots);
    values_are_where_they_are_said_to_be(robots);
    every_record_is_somewhere(robots);
    line_numbers_ascend(robots);
}

/// Byte order mark, lines and line ends, and nothing between them.
fn lines_cover_the_file(robots: &RobotsTxt<'_>) {
    let bytes = robots.as_bytes();
    let mut end = match robots.dialect().byte_order_mark_is_skipped {
        true => bytes.iter().zip(b"\xEF\xBB\xBF").take_while(|(a, b)| a == b).count(),
        false => 0,
    };
    let is_line_end = |bytes: &[u8]| is_line_end(bytes, robots.dialect().line_ends);
    let mut is_first = true;
    for (index, line) in robots.lines().enumerate() {
        assert_eq!(line.number(), index + 1);
        let span = line.span();
        if !is_first {
            assert!(is_line_end(&bytes[end..span.start]), "line {} does not follow", index + 1);
        } else {
            assert_eq!(span.start, end, "the first line starts behind the mark");
        }
        assert!(!bytes[span.clone()].iter().any(|byte| matches!(byte, b'\n' | b'\r')));
        end = span.end;
        is_first = false;
    }
    let rest = &bytes[end..];
    assert!(rest.is_empty() || is_line_end(rest), "{} bytes are in no line", rest.len());
}

fn is_line_end(bytes: &[u8], line_ends: LineEnds) -> bool {
    match (bytes, line_ends) {
        (b"\n" | b"\r" | b"\r\n", _) | (b"\0", LineEnds::LfCrOrNul) => true,
        ([0x0B | 0x0C | 0x1C..=0x1E], LineEnds::Unicode) => true,
        // U+0085, U+2028 and U+2029.
        ([0xC2, 0x85] | [0xE2, 0x80, 0xA8 | 0xA9], LineEnds::Unicode) => true,
        _ => false,
    }
}

fn values_are_where_they_are_said_to_be(robots: &RobotsTxt<'_>) {
    let bytes = robots.as_bytes();
    let is_at = |value: &[u8], span: Range<usize>| {
        assert_eq!(&bytes[span], value);
        assert_eq!(value, trimmed(value), "white space around a value");
    };
    for line in robots.lines() {
        let of_line = line.span();
        let LineContent::Record(record) = line.content() else { continue };
        let (key, value) = (record.key_span(), record.value_span());
        assert!(of_line.start <= key.start && key.end <= value.start && value.end <= of_line.end);
        assert!(!record.key_bytes().is_empty());
        is_at(record.key_bytes(), key);
        is_at(record.value(), value);
    }
    for group in robots.groups() {
        group.user_agents().for_each(|line| is_at(line.value(), line.value_span()));
        group.rules().for_each(|rule| is_at(rule.value(), rule.value_span()));
        group.other_records().for_each(|record| is_at(record.value(), record.value_span()));
    }
}

fn trimmed(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | 9..=13);
    let start = text.iter().take_while(|byte| is_space(byte)).count();
    let end = text[start..].iter().rev().take_while(|byte| is_space(byte)).count();
    &text[start..text.len() - end]
}

/// `User-agent` lines and rules in a group, others in their list, and rules before any group among
/// the skipped lines. Where a reader forgets lists and rules, what it has left is among them.
fn every_record_is_somewhere(robots: &RobotsTxt<'_>) {
    let (mut user_agents, mut rules, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for line in robots.lines() {
        let number = line.number();
        match line.content() {
            LineContent::Record(record) if record.key() == Key::UserAgent => {
                user_agents.push(number);
            }
            LineContent::Record(record) if record.key().is_rule() => rules.push(number),
            LineContent::Record(_) => others.push(number),
            _ => {}
        }
    }
    let of_groups: Vec<usize> =
        robots.groups().flat_map(|group| group.user_agents()).map(|line| line.line()).collect();
    let dialect = robots.dialect();
    if dialect.blank_lines != BlankLines::SayNothing
        || !dialect.empty_groups_count
        || dialect.rules_in_front != RulesInFront::AreNobodys
    {
        let rules_of_groups = robots.groups().flat_map(|group| group.rules());
        assert!(of_groups.iter().all(|line| user_agents.binary_search(line).is_ok()));
        assert!(
            rules_of_groups.map(|rule| rule.line()).all(|line| rules.binary_search(&line).is_ok())
        );
        return;
    }
    assert_eq!(of_groups, user_agents);
    let before = robots.skipped().filter(|s| s.reason() == SkipReason::RuleBeforeGroup);
    let before = before.map(|skipped| skipped.line());
    let of_groups = robots.groups().flat_map(|group| group.rules()).map(|rule| rule.line());
    assert_eq!(before.chain(of_groups).collect::<Vec<_>>(), rules);
    let of_list: Vec<usize> = robots.other_records().map(|record| record.line()).collect();
    assert_eq!(of_list, others);
    // Those before the first group are in none.
    let in_groups: Vec<usize> =
        robots.groups().flat_map(|group| group.other_records()).map(|r| r.line()).collect();
    let first_group = user_agents.first().copied().unwrap_or(usize::MAX);
    let behind = others.iter().copied().filter(|line| *line > first_group);
    assert_eq!(in_groups, behind.collect::<Vec<_>>());
}

fn line_numbers_ascend(robots: &RobotsTxt<'_>) {
    ascend(robots.skipped().map(|skipped| skipped.line()));
    ascend(robots.other_records().map(|record| record.line()));
    let mut last = 0;
    for group in robots.groups() {
        ascend(group.user_agents().map(|line| line.line()));
        ascend(group.rules().map(|rule| rule.line()));
        ascend(group.other_records().map(|record| record.line()));
        let Some(first) = group.user_agents().next().map(|line| line.line()) else {
            assert_eq!(robots.dialect().rules_in_front, RulesInFront::AreEverybodysIfAlone);
            continue;
        };
        assert!(first > last, "groups are in the order of the file");
        last = group.rules().last().map_or(first, |rule| rule.line());
    }
}

fn ascend(mut numbers: impl Iterator<Item = usize>) {
    let mut last = 0;
    assert!(numbers.all(|number| std::mem::replace(&mut last, number) < number));
}

/// Everything that a parsed file tells, to compare two of them.
pub(crate) fn everything(robots: &RobotsTxt<'_>) -> Vec<String> {
    let mut all = vec![format!("{} {}", robots.as_bytes().escape_ascii(), robots.unread())];
    all.extend(robots.lines().map(|line| format!("{line:?}")));
    all.extend(robots.skipped().map(|skipped| format!("{skipped:?}")));
    all.extend(robots.other_records().map(|record| format!("{record:?}")));
    for (index, group) in robots.groups().enumerate() {
        let names =
            group.user_agents().map(|l| format!("{index} {} {:?}", l.line(), l.value_span()));
        all.extend(names);
        let rules = group.rules().map(|r| format!("{index} {r:?} {:?}", r.value_span()));
        all.extend(rules);
        all.extend(group.other_records().map(|r| format!("{index} {}", r.line())));
    }
    all
}
