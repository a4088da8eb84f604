use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A rule or directive on a line that is longer than some parsers read.
    ///
    /// ## Why it matters
    /// Google's library drops everything past byte 16,663 of a line, and uses the rest as the rule.
    /// A pattern that is cut short matches more URLs.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /\xREPEAT 17000 a
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /a
    /// ```
    ///
    /// ## Fix
    /// None.
    ///
    /// ## Source
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `kMaxLineLen`.
    LongLine { name: "long-line", since: "0.1.0", severity: Warning }
}

impl LintRule for LongLine {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let dialects = file.readings().iter().map(|reading| reading.robots.dialect());
        let limits = dialects.filter_map(|dialect| Some((dialect.line_limit?, dialect.name)));
        let Some((limit, dialect)) = limits.min() else { return Vec::new() };
        let long = file.records().filter_map(|record| {
            let line = file.line(record.line()).span();
            (line.len() > limit).then_some(line)
        });
        long.map(|line| {
            let message = format!(
                "this line has {} bytes, but the {dialect} dialect reads only {limit}",
                line.len()
            );
            Finding::new(&Self::META, line.start + limit..line.end, message)
        })
        .collect()
    }
}
