//! Runs every rule over a file.

use gatepost::{Dialect, RobotsTxt};

use crate::config::{Config, Level};
use crate::file::File;
use crate::finding::Finding;
use crate::ignore;
use crate::rules;

/// What linting a file came to, made by [`lint`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// What was found, in the order of the file.
    pub findings: Vec<Finding>,
    /// How many findings comments in the file kept back.
    pub ignored: usize,
}

/// Looks for every mistake that a rule knows. Any bytes are a file.
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
/// assert_eq!(finding.message, "pattern `private/` matches no URL: paths start with `/`");
/// assert_eq!(&file[finding.span.clone()], b"private/");
/// assert_eq!(finding.example.as_ref().unwrap().path, "/private/");
///
/// // What a fix changes is proved, not guessed.
/// let Safety::ChangesAnswers(change) = &finding.fix.as_ref().unwrap().safety else { panic!() };
/// assert_eq!(change.to_string(), "`/private/` becomes disallowed");
/// ```
pub fn lint(bytes: &[u8], config: &Config) -> Report {
    let robots: Vec<RobotsTxt<'_>> =
        Dialect::ALL.iter().copied().map(|dialect| RobotsTxt::parse_as(bytes, dialect)).collect();
    let file = File::new(bytes, &robots, config);
    let mut findings = Vec::new();
    for rule in rules::all() {
        if config.level(rule.meta().name) != Some(Level::Off) {
            findings.extend(rule.check(&file));
        }
    }
    let mut ignores = ignore::all(&file);
    let found = findings.len();
    findings = ignore::filter(&file, findings, &mut ignores);
    let ignored = found - findings.len();
    findings.extend(rules::unused_ignores(&file, &ignores));
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
