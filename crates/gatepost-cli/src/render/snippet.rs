//! A decision or a finding below the lines of the file, as rustc prints errors.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use gatepost_lint::Severity;
use gatepost_report::{FindingReport, LabelReport, UrlVerdict};

use crate::input;
use crate::render::text;

/// Places further apart than this are shown as two excerpts.
const APART: usize = 1000;

/// A file whose lines are shown.
pub(crate) struct Source<'a> {
    text: String,
    /// The start of each line, computed on first use.
    starts: OnceLock<Vec<usize>>,
    path: &'a Path,
    renderer: Renderer,
}

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &[u8], path: &'a Path) -> Source<'a> {
        let renderer = Renderer::styled().term_width(text::width());
        Source { text: same_length_text(bytes), starts: OnceLock::new(), path, renderer }
    }

    pub(crate) fn verdict(&self, verdict: &UrlVerdict) -> String {
        let (level, id) = match verdict.allowed {
            Some(true) => (Level::INFO, "allowed"),
            Some(false) => (Level::ERROR, "disallowed"),
            None => (Level::WARNING, "not-covered"),
        };
        let mut report =
            Group::with_title(level.primary_title(text::printable(&verdict.title)).id(id));
        let explanation = verdict.explanation.as_ref();
        let labels = explanation.map_or(&[][..], |explanation| &explanation.labels);
        if !labels.is_empty() {
            let annotations = labels.iter().map(|label| {
                let kind = match label.is_primary {
                    true => AnnotationKind::Primary,
                    false => AnnotationKind::Context,
                };
                let span = label.place.start..label.place.end;
                kind.span(span).label(text::printable(&label.text))
            });
            let snippet = Snippet::source(self.text.as_str()).path(input::name(self.path));
            report = report.element(snippet.annotations(annotations));
        }
        let notes = explanation.into_iter().flat_map(|explanation| &explanation.notes);
        let parser = verdict.parsed_as.iter().chain(&verdict.differs);
        for note in notes.chain(&verdict.notes).chain(parser) {
            report = report.element(Level::NOTE.message(text::printable(note)));
        }
        self.renderer.render(&[report])
    }

    /// Lays out a finding; `with_page` adds the address of the rule's page.
    pub(crate) fn finding(&self, finding: &FindingReport, with_page: bool) -> String {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let title = level.primary_title(text::readable(&finding.message)).id(finding.rule);
        let span = finding.region.span();
        let label = |label: &'_ LabelReport| (label.region.span(), label.message.clone());
        let labels: Vec<_> = finding.labels.iter().map(label).collect();
        let mut labels: Vec<_> =
            labels.iter().map(|(span, text)| (span, Some(text.as_str()))).collect();
        let is_labelled = labels.iter().any(|(labelled, _)| **labelled == span);
        if !is_labelled {
            labels.push((&span, None));
        }
        let mut report = Group::with_title(title);
        for snippet in self.excerpts(&span, labels) {
            report = report.element(snippet);
        }
        let example = finding.example.iter().map(|example| &example.message);
        for note in example.chain(&finding.notes) {
            report = report.element(Level::NOTE.message(text::readable(note)));
        }
        if let Some(fix) = &finding.fix {
            report = report.element(Level::HELP.message(text::readable(&fix.help)));
        }
        if with_page {
            report = report.element(Level::NOTE.with_name("page").message(finding.page.as_str()));
        }
        self.renderer.render(&[report])
    }

    /// Lays out an error in this file.
    pub(crate) fn error(&self, span: Range<usize>, what: &str, help: Option<&str>) -> String {
        let mut report = Group::with_title(Level::ERROR.primary_title(text::printable(what)));
        for snippet in self.excerpts(&span, vec![(&span, None)]) {
            report = report.element(snippet);
        }
        if let Some(help) = help {
            report = report.element(Level::HELP.message(help));
        }
        self.renderer.render(&[report])
    }

    /// Returns the lines of the labels: labels close together share an excerpt, and that of the
    /// primary label comes first. The cost depends on the excerpts, not on the size of the file.
    fn excerpts<'s>(
        &'s self,
        primary: &Range<usize>,
        mut labels: Vec<(&Range<usize>, Option<&'s str>)>,
    ) -> Vec<Snippet<'s, Annotation<'s>>> {
        labels.sort_by_key(|(span, _)| (span.start, span.end));
        let mut groups: Vec<Vec<(&Range<usize>, Option<&str>)>> = Vec::new();
        let mut end = 0;
        for label in labels {
            match groups.last_mut() {
                Some(group) if label.0.start < end + APART => group.push(label),
                _ => groups.push(vec![label]),
            }
            end = end.max(label.0.end);
        }
        groups.sort_by_key(|group| !group.iter().any(|(span, _)| *span == primary));
        let excerpt = |group: &Vec<(&Range<usize>, Option<&'s str>)>| {
            let end = group.iter().map(|(span, _)| span.end).max().unwrap_or(0);
            let (first, lines) = self.whole_lines(group[0].0.start..end);
            let annotations = group.iter().map(|(span, label)| {
                let kind = match *span == primary {
                    true => AnnotationKind::Primary,
                    false => AnnotationKind::Context,
                };
                let Range { start, end } = self.characters(span);
                let within = |at: usize| at.clamp(lines.start, lines.end) - lines.start;
                kind.span(within(start)..within(end)).label(*label)
            });
            Snippet::source(&self.text[lines.clone()])
                .path(input::name(self.path))
                .line_start(first)
                .annotations(annotations)
        };
        groups.iter().map(excerpt).collect()
    }

    /// Extends a span so that it does not cut a character.
    fn characters(&self, span: &Range<usize>) -> Range<usize> {
        let is_boundary = |at: &usize| self.text.is_char_boundary(*at);
        let start = (0..=span.start).rev().find(is_boundary).unwrap_or(0);
        start..(span.end..self.text.len()).find(is_boundary).unwrap_or(self.text.len())
    }

    /// Returns the whole lines of a span, and the number of the first.
    fn whole_lines(&self, span: Range<usize>) -> (usize, Range<usize>) {
        let starts = self.starts.get_or_init(|| {
            // A byte order mark is not shown, and is no column.
            let start = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(start).chain(ends).collect()
        });
        let from = span.start.max(starts[0]);
        let first = starts.partition_point(|start| *start <= from);
        let next = starts.partition_point(|start| *start < span.end.max(from + 1));
        let end = starts.get(next).copied().unwrap_or(self.text.len());
        (first, starts[first - 1]..end)
    }
}

/// Converts bytes to text of the same length, so that spans stay valid. Bytes that are not UTF-8
/// and control characters of two bytes become `?`; a lone CR becomes a line end, as in robots.txt.
fn same_length_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len() {
        match bytes[at..] {
            [b'\r', b'\n', ..] => {}
            [b'\r', ..] => bytes[at] = b'\n',
            // U+0080 to U+009F, which the terminal would obey.
            [0xC2, 0x80..=0x9F, ..] => bytes[at..at + 2].fill(b'?'),
            _ => {}
        }
    }
    String::from_utf8(bytes).expect("whole characters were replaced, by ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_stay() {
        assert_eq!(same_length_text(b"caf\xE9\rb\r\n\xE3\x83\x84"), "caf?\nb\r\n\u{30C4}");
        assert_eq!(same_length_text("a\u{9b}31m\u{a0}".as_bytes()), "a??31m\u{a0}");
    }
}
