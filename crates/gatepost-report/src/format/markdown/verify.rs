//! The expectations that a file meets or breaks, as a comment on a pull request.

use super::diff::sentence;
use super::{cell, code, table};
use crate::{CheckedExpectation, ExpectationOutcome, VerifyReport};

/// Lays out how many expectations a file meets, and a table of those that it breaks.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::format::markdown;
/// use gatepost_report::{Expectation, verify};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let file = "[[expect]]\ncrawlers = [\"*\"]\nallowed = [\"/cart\"]\n";
/// let report = verify(&robots, &Expectation::parse_file(file, &robots)?)?;
/// assert!(markdown::verify(&report).contains("| **broken** | \\* | allowed `/cart` |"));
/// # Ok::<(), gatepost_report::InvalidExpectations>(())
/// ```
#[must_use]
pub fn verify(report: &VerifyReport) -> String {
    let mut text = format!("### robots.txt\n\n{}\n", cell(&report.title));
    let row = |checked: &CheckedExpectation| {
        let outcome = match checked.outcome {
            ExpectationOutcome::Holds => "holds",
            ExpectationOutcome::Broken => "**broken**",
            ExpectationOutcome::NeverAsks => "never asks",
            ExpectationOutcome::NotDecided => "not decided",
        };
        let expected = format!("{} {}", checked.expected, code(&checked.of));
        let why = sentence(checked.why.as_deref().unwrap_or_default());
        vec![outcome.to_owned(), cell(&checked.crawler), expected, why]
    };
    let holds = |checked: &&CheckedExpectation| checked.outcome == ExpectationOutcome::Holds;
    let (held, others): (Vec<_>, Vec<_>) = report.checked.iter().partition(holds);
    let header = ["", "crawler", "expected", "found"];
    if !others.is_empty() {
        text += &format!("\n{}", table(&header, others.into_iter().map(row)));
    }
    if !held.is_empty() {
        let rows = table(&header, held.into_iter().map(row));
        text += &format!("\n<details><summary>Those that hold</summary>\n\n{rows}\n</details>\n");
    }
    let untouched = &report.coverage.untouched;
    if !untouched.is_empty() {
        text += "\n<details><summary>Rules that no expectation touches</summary>\n\n";
        for rule in untouched {
            text += &format!("- line {}: {}\n", rule.line, code(&rule.rule));
        }
        text += "\n</details>\n";
    }
    text
}
