//! Workflow commands, which GitHub shows beside the lines of a pull request.
//!
//! A command is one line, `::error file=robots.txt,line=2::message`. Characters that would end the
//! message or a property are percent-encoded, as `toCommandValue` and `escapeProperty` of GitHub's
//! toolkit do (actions/toolkit, packages/core/src/command.ts). GitHub shows the first ten of each
//! kind, so the most severe come first.

use std::fmt::Write;

use gatepost_lint::Severity;

use crate::phrases::readable;
use crate::{
    ExpectationOutcome, FileDiff, FindingReport, GateOutcome, LintReport, Region, VerifyReport,
};

/// The level at which GitHub shows an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "GitHub has these three")]
pub enum Level {
    /// In red.
    Error,
    /// In yellow.
    Warning,
    /// In grey.
    Notice,
}

/// An annotation of a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers build it")]
pub struct Annotation<'a> {
    /// The level at which the annotation is shown.
    pub level: Level,
    /// The file, as the repository names it.
    pub file: &'a str,
    /// The line, if the annotation is about a line.
    pub line: Option<usize>,
    /// The first and the last column, if the annotation is about a part of the line.
    pub columns: Option<(usize, usize)>,
    /// The title.
    pub title: &'a str,
    /// The message.
    pub message: &'a str,
}

impl Annotation<'_> {
    /// Writes the annotation as a workflow command, with its line end.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::format::github::{Annotation, Level};
    ///
    /// let annotation = Annotation {
    ///     level: Level::Error,
    ///     file: "robots.txt",
    ///     line: Some(2),
    ///     columns: None,
    ///     title: "dead-rule",
    ///     message: "this rule never decides",
    /// };
    /// assert_eq!(
    ///     annotation.command(),
    ///     "::error file=robots.txt,line=2,title=dead-rule::this rule never decides\n",
    /// );
    /// ```
    #[must_use]
    pub fn command(&self) -> String {
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        };
        let mut command = format!("::{level} file={}", property(self.file));
        if let Some(line) = self.line {
            write!(command, ",line={line}").expect("a String takes all");
            if let Some((first, last)) = self.columns {
                write!(command, ",col={first},endColumn={last}").expect("a String takes all");
            }
        }
        let message = message(&readable(self.message));
        writeln!(command, ",title={}::{message}", property(self.title))
            .expect("a String takes all");
        command
    }
}

/// Lays out the changes between two files, as annotations of the new file.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::format::github;
///
/// let [old, new] = ["", "User-agent: *\nDisallow: /\n"].map(RobotsTxt::parse);
/// let commands = github::diff(&gatepost_report::diff(&old, &new), "robots.txt");
/// assert!(commands.starts_with("::warning file=robots.txt,line=2,title=site closed::"));
/// ```
#[must_use]
pub fn diff(report: &FileDiff, file: &str) -> String {
    let mut commands = String::new();
    let mut push = |level, line, title: &str, message: &str| {
        commands += &Annotation { level, file, line, columns: None, title, message }.command();
    };
    for gate in &report.gates {
        let line = gate.breaches.iter().find_map(|breach| breach.line);
        match gate.outcome {
            GateOutcome::Kept => {}
            GateOutcome::Broken => push(Level::Error, line, "gate broken", &gate.title),
            GateOutcome::NotDecided => push(Level::Warning, line, "not decided", &gate.title),
        }
    }
    for class in report.changed_classes() {
        if let Some(warning) = &class.warning {
            let is_whole = |pattern: &str| matches!(pattern, "/" | "/*");
            let change = class.newly_disallowed.iter().find(|change| is_whole(&change.pattern));
            let line = change.and_then(|change| change.after.line);
            push(Level::Warning, line, "site closed", warning);
        }
    }
    for moved in &report.moves {
        push(Level::Notice, None, "another group", &moved.title);
    }
    for class in report.changed_classes() {
        let ways = [
            ("newly disallowed", &class.newly_disallowed),
            ("newly allowed", &class.newly_allowed),
        ];
        let who = crate::phrases::some_crawlers(&class.crawlers);
        for (way, changes) in ways {
            for change in changes {
                let message = format!("{way} for {who}: {} ({})", change.pattern, change.title);
                push(Level::Notice, change.after.line, way, &message);
            }
        }
        if let Some(why) = &class.not_decided {
            let message = format!("there may be more changes for {who}, because {why}");
            push(Level::Warning, None, "not decided", &message);
        }
    }
    for note in report.notes.iter().chain([&report.title]) {
        push(Level::Notice, None, "gatepost diff", note);
    }
    for urls in &report.urls {
        let changed = urls.changed.iter().map(|url| format!("\n{}", url.title));
        let message = urls.title.clone() + &changed.collect::<String>();
        push(Level::Notice, None, "URLs", &message);
    }
    commands
}

/// Lays out broken expectations, as annotations of the lines of robots.txt that break them.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::format::github;
/// use gatepost_report::{Expectation, verify};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let file = "[[expect]]\ncrawlers = [\"*\"]\nallowed = [\"/cart\"]\n";
/// let report = verify(&robots, &Expectation::parse_file(file, &robots)?)?;
/// assert!(github::verify(&report, "robots.txt").starts_with("::error file=robots.txt,line=2,"));
/// # Ok::<(), gatepost_report::InvalidExpectations>(())
/// ```
#[must_use]
pub fn verify(report: &VerifyReport, file: &str) -> String {
    let mut commands = String::new();
    let mut push = |level, line, title: &str, message: &str| {
        commands += &Annotation { level, file, line, columns: None, title, message }.command();
    };
    for checked in &report.checked {
        let (level, title) = match checked.outcome {
            ExpectationOutcome::Holds | ExpectationOutcome::NeverAsks => continue,
            ExpectationOutcome::Broken => (Level::Error, "expectation broken"),
            ExpectationOutcome::NotDecided => (Level::Warning, "not decided"),
        };
        let why = checked.why.as_deref().unwrap_or_default();
        let (crawler, expected, of) = (&checked.crawler, checked.expected, &checked.of);
        let message = format!("{why} (expected for {crawler}: {expected} {of})");
        push(level, checked.line, title, &message);
    }
    push(Level::Notice, None, "gatepost verify", &report.title);
    for rule in &report.coverage.untouched {
        let message = format!("no expectation touches `{}`", rule.rule);
        push(Level::Notice, Some(rule.line), "no expectation", &message);
    }
    commands
}

/// Lays out the findings in a file, as annotations of its lines.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
/// use gatepost_report::LintReport;
/// use gatepost_report::format::github;
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let found = lint(file, &Config::default());
/// let commands = github::findings(&LintReport::new("robots.txt", file, &found, Severity::Error));
/// assert!(commands.starts_with("::error file=robots.txt,line=2,col=11,endColumn=18,"));
/// ```
#[must_use]
pub fn findings(report: &LintReport) -> String {
    let command = |finding: &FindingReport| {
        let &Region { line, column, end_line, end_column, .. } = &finding.region;
        // GitHub reads columns within one line only, and includes the last one.
        let columns = (end_line == line).then(|| (column, column.max(end_column - 1)));
        let annotation = Annotation {
            level: match finding.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
                Severity::Info => Level::Notice,
            },
            file: &report.file,
            line: Some(line),
            columns,
            title: finding.rule,
            message: &finding.message,
        };
        annotation.command()
    };
    report.findings.iter().map(command).collect()
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(message("50%\r\n::error::a,b"), "50%25%0D%0A::error::a,b");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }
}
