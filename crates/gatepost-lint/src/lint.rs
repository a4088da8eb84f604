//! Runs every rule over a file.

use gatepost::{Dialect, RobotsTxt};

use crate::config::{Config, Level, UnknownRule};
use crate::file::File;
use crate::finding::Finding;
use crate::ignore;
use crate::rules;

/// The findings in a file, returned by [`lint`].
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, lint};
///
/// let file = b"User-agent: *\n# gatepost-ignore: byte-order-mark, trailing-star\nDisallow: /a*\n";
/// let report = lint(file, &Config::default());
/// assert_eq!((report.findings[0].rule, report.ignored), ("unused-ignore", 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// The number of findings that comments in the file suppress.
    pub ignored: usize,
}

/// Finds every mistake that a rule knows. Any bytes are accepted.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Safety, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let report = lint(file, &Config::default());
/// let finding = &report.findings[0];
/// assert_eq!(finding.rule, "missing-leading-slash");
/// assert_eq!(&file[finding.span.clone()], b"private/");
/// assert_eq!(finding.example.as_ref().unwrap().path, "/private/");
///
/// // What a fix changes is proved, not guessed.
/// let Safety::ChangesAnswers(change) = &finding.fix.as_ref().unwrap().safety else { panic!() };
/// assert_eq!(change.to_string(), "`/private/` becomes disallowed");
/// ```
#[must_use]
pub fn lint(bytes: &[u8], config: &Config) -> Report {
    let robots: Vec<RobotsTxt<'_>> =
        Dialect::ALL.iter().map(|dialect| RobotsTxt::parse_as(bytes, *dialect)).collect();
    let file = File::new(bytes, &robots, config.site_facts());
    let mut findings = Vec::new();
    for rule in rules::all().filter(|rule| config.level(rule.info().name) != Some(Level::Off)) {
        // Fixes share a budget, so that they are graded in a fixed order: rule by rule.
        findings.extend(rule.check(&file).into_iter().map(|finding| graded(&file, finding)));
    }
    let mut ignores = ignore::all(&file);
    let found = findings.len();
    findings = ignore::filter(&file, findings, &mut ignores);
    let ignored = found - findings.len();
    let unknown = |name: &str| match rules::info(name) {
        Some(_) => None,
        None => Some(UnknownRule::new(name).to_string()),
    };
    let unused = rules::unused_ignores(&file, &ignores, unknown);
    findings.extend(unused.into_iter().map(|finding| graded(&file, finding)));
    findings.retain_mut(|finding| match config.level(finding.rule) {
        Some(Level::Off) => false,
        Some(Level::At(severity)) => {
            finding.severity = severity;
            true
        }
        None => true,
    });
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Report { findings, ignored }
}

/// Proves the effect of the fix of a finding on verdicts.
fn graded(file: &File<'_>, mut finding: Finding) -> Finding {
    finding.fix = finding.fix.map(|fix| file.grade(fix));
    finding
}
