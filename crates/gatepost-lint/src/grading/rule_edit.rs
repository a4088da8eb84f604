//! Edits that change single rules, and certainly nothing else.
//!
//! An edit qualifies if it replaces text within the value of a rule, or removes the whole line, and
//! the line is one rule before and (if it stays) after. Next to each run of removed lines a rule
//! has to stay, so that no group begins or ends elsewhere. The first line never qualifies: what
//! comes to stand there could be read as a byte order mark.

use std::collections::HashSet;
use std::ops::Range;

use gatepost::{RobotsTxt, Rule};

use crate::file::File;
use crate::fix::Edit;
use crate::pattern_traits::{is_read_alike, plain_line};
use crate::reading::Reading;

/// A rule that an edit changes or removes.
pub(super) struct EditedRule<'f> {
    pub(super) before: Rule<'f>,
    /// A file whose only rule is the edited one; `None` if the rule is removed.
    pub(super) after: Option<Vec<u8>>,
}

/// Returns the rules that edits change, in the order of the file; `None` if more might change.
pub(super) fn edited_rules<'f>(
    file: &File<'f>,
    reading: &Reading<'f>,
    edits: &[Edit],
) -> Option<Vec<EditedRule<'f>>> {
    // A file that is only a byte order mark has no lines.
    if file.lines().is_empty() {
        return None;
    }
    let rules: Vec<_> =
        edits.iter().map(|edit| edited_rule(file, reading, edit)).collect::<Option<_>>()?;
    let mut lines: Vec<usize> = rules.iter().map(|rule| rule.before.line()).collect();
    lines.dedup();
    let is_one_edit_a_line = lines.len() == rules.len();
    (is_one_edit_a_line && groups_stay(reading, &rules)).then_some(rules)
}

/// Returns whether a rule stays next to each run of removed lines.
fn groups_stay(reading: &Reading<'_>, edited: &[EditedRule<'_>]) -> bool {
    let removed = edited.iter().filter(|rule| rule.after.is_none());
    let removed: HashSet<usize> = removed.map(|rule| rule.before.line()).collect();
    let stays = |line: usize| {
        !removed.contains(&line) && reading.rules().binary_search_by_key(&line, Rule::line).is_ok()
    };
    let has_neighbour = |run: &[usize]| stays(run[0] - 1) || stays(run[run.len() - 1] + 1);
    let mut sorted: Vec<usize> = removed.iter().copied().collect();
    sorted.sort_unstable();
    sorted.chunk_by(|line, next| line + 1 == *next).all(has_neighbour)
}

/// Returns the rule that an edit changes, if its line holds nothing else.
fn edited_rule<'f>(file: &File<'f>, reading: &Reading<'f>, edit: &Edit) -> Option<EditedRule<'f>> {
    let dialect = reading.robots.dialect();
    let line = file.whole_line(file.line_number(edit.span.start));
    let at = reading.rules().partition_point(|rule| rule.value_span().start < line.start);
    let rule = *reading.rules().get(at)?;
    let is_one_rule = |line: &[u8]| {
        plain_line(line).is_some() || {
            let file = file_with(line);
            let robots = RobotsTxt::parse_as(&file, dialect);
            let rules = robots.groups().flat_map(|group| group.rules());
            (rules.count(), robots.lines().count()) == (1, 2)
        }
    };
    // A first line may begin with a byte order mark.
    let is_first = line.start == 0 || rule.line() == 1;
    if is_first
        || !within(&rule.value_span(), &line)
        || !is_one_rule(&file.as_bytes()[line.clone()])
    {
        return None;
    }
    if edit.span == line && edit.text.is_empty() {
        return Some(EditedRule { before: rule, after: None });
    }
    if !within(&edit.span, &rule.value_span()) || edit.text.iter().any(u8::is_ascii_control) {
        return None;
    }
    let after = edited_line(file, &line, edit);
    is_one_rule(&after).then(|| EditedRule { before: rule, after: Some(file_with(&after)) })
}

/// Returns whether all dialects read the line of an edit alike, before and after. Dialects that had
/// the same rules before then have the same rules after.
pub(super) fn is_plain(file: &File<'_>, edit: &Edit) -> bool {
    if file.lines().is_empty() {
        return false;
    }
    let line = file.whole_line(file.line_number(edit.span.start));
    let is_removed = edit.span == line && edit.text.is_empty();
    let stays_plain = || {
        let after = within(&edit.span, &line).then(|| edited_line(file, &line, edit));
        let rule = after.as_deref().and_then(plain_line);
        rule.is_some_and(|(allows, value)| is_read_alike(allows, value))
    };
    plain_line(&file.as_bytes()[line.clone()]).is_some() && (is_removed || stays_plain())
}

/// Returns a line after an edit within it.
fn edited_line(file: &File<'_>, line: &Range<usize>, edit: &Edit) -> Vec<u8> {
    let bytes = file.as_bytes();
    [&bytes[line.start..edit.span.start], &edit.text, &bytes[edit.span.end..line.end]].concat()
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Returns a file that has one line in a group for every crawler.
fn file_with(line: &[u8]) -> Vec<u8> {
    [b"User-agent: *\n", line].concat()
}
