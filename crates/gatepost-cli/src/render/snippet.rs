//! A decision under the lines of the file, in the manner of rustc.

use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use gatepost::{Explanation, ProductToken};

use crate::input;
use crate::render::text;

/// A file whose lines are shown.
pub(crate) struct Source<'a> {
    text: String,
    path: &'a Path,
    renderer: Renderer,
}

impl<'a> Source<'a> {
    pub(crate) fn new(octets: &[u8], path: &'a Path) -> Source<'a> {
        let renderer = Renderer::styled().term_width(text::width());
        Source { text: same_length_text(octets), path, renderer }
    }

    /// `crawler` is who was asked about, and `notes` stand below.
    pub(crate) fn explain(
        &self,
        url: &str,
        crawler: &ProductToken,
        explanation: &Explanation<'_, '_>,
        notes: Vec<String>,
    ) -> String {
        let (level, id) = match explanation.verdict().is_allowed() {
            true => (Level::INFO, "allowed"),
            false => (Level::ERROR, "disallowed"),
        };
        let title = explanation.title_for(crawler, &text::printable(url));
        let mut report = Group::with_title(level.primary_title(title).id(id));
        let labels = explanation.labels();
        if !labels.is_empty() {
            let annotations = labels.into_iter().map(|label| {
                let kind = match label.is_primary {
                    true => AnnotationKind::Primary,
                    false => AnnotationKind::Context,
                };
                kind.span(label.span).label(label.text)
            });
            let snippet = Snippet::source(self.text.as_str()).path(input::name(self.path));
            report = report.element(snippet.annotations(annotations));
        }
        for note in notes {
            report = report.element(Level::NOTE.message(note));
        }
        self.renderer.render(&[report])
    }
}

/// The octets as text of the same length, so that spans stay right: what is no UTF-8 is shown as
/// `?`, and a lone CR ends a line as it does in robots.txt.
fn same_length_text(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    let mut octets = text.into_bytes();
    for at in 0..octets.len() {
        if octets[at] == b'\r' && octets.get(at + 1) != Some(&b'\n') {
            octets[at] = b'\n';
        }
    }
    String::from_utf8(octets).expect("only ASCII was replaced, by ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_stay() {
        assert_eq!(same_length_text(b"caf\xE9\rb\r\n\xE3\x83\x84"), "caf?\nb\r\n\u{30C4}");
    }
}
