//! JUnit reports, which CI servers show as tests.
//!
//! There is no standard; every server reads `testsuite` with `testcase`s in it, and in these
//! `failure`, `error` or `system-out`. Text that XML 1.0 cannot hold is escaped.

use gatepost_lint::Severity;
use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::phrases::{printable, readable};
use crate::{
    CheckedExpectation, ExpectationOutcome, FileDiff, FindingReport, GateOutcome, LintReport,
    UrlVerdict, VerifyReport,
};

const WRITES: &str = "writing to memory succeeds";

/// A test and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers build it")]
pub struct Case {
    /// The group of the test, such as a crawler or a file.
    pub class: String,
    /// The name of the test.
    pub name: String,
    /// The outcome of the test.
    pub outcome: Outcome,
}

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "JUnit has these four")]
pub enum Outcome {
    /// The test passed.
    Passed,
    /// The test passed, with a remark.
    Remark(String),
    /// The test failed, and why.
    Failure(String),
    /// Whether the test passes could not be decided, and why.
    Error(String),
}

/// Lays out tests as one suite.
///
/// # Example
///
/// ```
/// use gatepost_report::format::junit::{Case, Outcome, suite};
///
/// let outcome = Outcome::Failure("/ is disallowed by line 2".to_owned());
/// let case = Case { class: "Googlebot".to_owned(), name: "allowed /".to_owned(), outcome };
/// let xml = String::from_utf8(suite("robots.txt", &[case]))?;
/// assert!(xml.contains(r#"<testsuite name="robots.txt" tests="1" failures="1" errors="0">"#));
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "writing to memory succeeds")]
pub fn suite(name: &str, cases: &[Case]) -> Vec<u8> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let count = |is_counted: fn(&Outcome) -> bool| {
        cases.iter().filter(|case| is_counted(&case.outcome)).count().to_string()
    };
    let (tests, failures, errors) = (
        cases.len().to_string(),
        count(|outcome| matches!(outcome, Outcome::Failure(_))),
        count(|outcome| matches!(outcome, Outcome::Error(_))),
    );
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", name),
            ("tests", tests.as_str()),
            ("failures", failures.as_str()),
            ("errors", errors.as_str()),
        ])
        .write_inner_content(|writer| {
            cases.iter().for_each(|case| test_case(writer, case));
            Ok(())
        })
        .expect(WRITES);
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    bytes
}

/// Lays out the gates of a comparison, each as a test.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::FileComparison;
/// use gatepost_report::format::junit;
///
/// let robots = RobotsTxt::parse("");
/// let report = FileComparison::new(&robots, &robots, &["any".parse()?])?.into_report();
/// let xml = String::from_utf8(junit::diff(&report))?;
/// assert!(xml.contains(r#"<testcase classname="gatepost diff" name="any"/>"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diff(report: &FileDiff) -> Vec<u8> {
    let case = |gate: &crate::GateReport| {
        let outcome = match gate.outcome {
            GateOutcome::Kept => Outcome::Passed,
            GateOutcome::Broken => Outcome::Failure(gate.title.clone()),
            GateOutcome::NotDecided => Outcome::Error(gate.title.clone()),
        };
        Case { class: "gatepost diff".to_owned(), name: gate.gate.clone(), outcome }
    };
    suite("gatepost diff", &report.gates.iter().map(case).collect::<Vec<_>>())
}

/// Lays out expectations, each as a test.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::format::junit;
/// use gatepost_report::{Expectation, verify};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let file = "[[expect]]\ncrawlers = [\"*\"]\ndisallowed = [\"/cart\"]\n";
/// let report = verify(&robots, &Expectation::parse_file(file, &robots)?)?;
/// let xml = String::from_utf8(junit::verify(&report))?;
/// assert!(xml.contains(r#"<testcase classname="*" name="disallowed /cart"/>"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn verify(report: &VerifyReport) -> Vec<u8> {
    let case = |checked: &CheckedExpectation| {
        let why = checked.why.clone().unwrap_or_default();
        let outcome = match checked.outcome {
            ExpectationOutcome::Holds | ExpectationOutcome::NeverAsks => Outcome::Passed,
            ExpectationOutcome::Broken => Outcome::Failure(why),
            ExpectationOutcome::NotDecided => Outcome::Error(why),
        };
        let name = format!("{} {}", checked.expected, checked.of);
        Case { class: checked.crawler.clone(), name, outcome }
    };
    suite("robots.txt", &report.checked.iter().map(case).collect::<Vec<_>>())
}

/// Lays out the findings in a file, each as a test that fails if it is as severe as `fail_on`.
///
/// A file without findings is one test, which passes.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
/// use gatepost_report::LintReport;
/// use gatepost_report::format::junit;
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let found = lint(file, &Config::default());
/// let report = LintReport::new("robots.txt", file, &found, Severity::Warning);
/// let cases = junit::findings(&report, Severity::Error);
/// assert_eq!(cases[0].name, "missing-leading-slash at 2:11");
/// ```
#[must_use]
pub fn findings(report: &LintReport, fail_on: Severity) -> Vec<Case> {
    let file = &report.file;
    if report.findings.is_empty() {
        let outcome = Outcome::Passed;
        return vec![Case { class: file.clone(), name: "lint".to_owned(), outcome }];
    }
    let case = |finding: &FindingReport| {
        let (line, column) = (finding.region.line, finding.region.column);
        let (severity, message) = (finding.severity, readable(&finding.message));
        let mut text = format!("{file}:{line}:{column}: {severity}: {message}\n");
        let example = finding.example.iter().map(|example| &example.message);
        let fix = finding.fix.iter().map(|fix| &fix.message);
        for more in example.chain(&finding.notes).chain(fix) {
            text += &format!("{}\n", readable(more));
        }
        text += &finding.page;
        let outcome = match severity >= fail_on {
            true => Outcome::Failure(text),
            false => Outcome::Remark(text),
        };
        let name = format!("{} at {line}:{column}", finding.rule);
        Case { class: file.clone(), name, outcome }
    };
    report.findings.iter().map(case).collect()
}

/// Lays out verdicts, each as a test that fails if the URL is disallowed.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::{Detail, Tester, format};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /a\n");
/// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
/// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
/// let xml = format::junit::verdicts("robots.txt", &tester.test(b"/a")?);
/// assert!(String::from_utf8(xml)?.contains("line 2: Disallow: /a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn verdicts(file: &str, verdicts: &[UrlVerdict]) -> Vec<u8> {
    let case = |verdict: &UrlVerdict| {
        let rule = match (verdict.line, &verdict.rule) {
            (Some(line), Some(rule)) => format!("\nline {line}: {rule}"),
            _ => String::new(),
        };
        let outcome = match verdict.allowed {
            Some(true) => Outcome::Passed,
            Some(false) => Outcome::Failure(format!("{}: {}{rule}", verdict.title, verdict.reason)),
            None => Outcome::Error(format!("{}: {}", verdict.title, verdict.reason)),
        };
        Case { class: verdict.crawler.clone(), name: verdict.url.clone(), outcome }
    };
    suite(file, &verdicts.iter().map(case).collect::<Vec<_>>())
}

fn test_case(writer: &mut Writer<Vec<u8>>, case: &Case) {
    let (class, name) = (xml_text(&case.class), xml_text(&case.name));
    let element = writer
        .create_element("testcase")
        .with_attributes([("classname", class.as_str()), ("name", name.as_str())]);
    let (what, why) = match &case.outcome {
        Outcome::Passed => {
            element.write_empty().expect(WRITES);
            return;
        }
        Outcome::Remark(why) => ("system-out", why),
        Outcome::Failure(why) => ("failure", why),
        Outcome::Error(why) => ("error", why),
    };
    let text = xml_text(why);
    element
        .write_inner_content(|writer| {
            writer.create_element(what).write_text_content(BytesText::new(&text)).map(drop)
        })
        .expect(WRITES);
}

/// Escapes what XML 1.0 cannot hold: control characters, U+FFFE and U+FFFF.
fn xml_text(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n").replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}
