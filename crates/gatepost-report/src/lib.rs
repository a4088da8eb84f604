//! Answers each question about robots.txt with one owned value: a report.
//!
//! A report holds everything that any face shows: facts, places in the file, and the words for
//! them. The command line, a web page, a server, Python, npm and an editor lay out the same value,
//! so they all say the same. Nothing here reads a file, asks a clock, starts a thread or knows a
//! terminal: bytes and questions go in, a report comes out.
//!
//! ```
//! use gatepost::Dialect;
//! use gatepost_report::{PatternMatcher, format};
//!
//! let mut matcher = PatternMatcher::new(["/*.pdf$"], Dialect::RFC9309);
//! let reports = matcher.test(b"/a.pdf?x=1")?;
//! assert_eq!(reports[0].reason, "a query string follows");
//! assert!(format::json::line(&reports[0]).starts_with(r#"{"url":"/a.pdf?x=1","#));
//! # Ok::<(), gatepost_report::NotAUrl>(())
//! ```
//!
//! Most questions are asked of a [`ParsedFile`], which is parsed for each crawler as the crawler
//! itself parses it: Googlebot as Google's parser does.
//!
//! | question | function | report |
//! | --- | --- | --- |
//! | may a crawler fetch a URL, and why? | [`Tester::test`] | [`UrlVerdict`] |
//! | what led to that verdict? | [`explain()`] | [`Explanation`] in a [`UrlVerdict`] |
//! | on which URLs do dialects disagree, and why? | [`DialectTester::test`] | [`DialectDisagreement`] |
//! | which rules does each crawler obey? | [`groups()`] | [`GroupsReport`] |
//! | what may each crawler reach, and does it obey? | [`access()`] | [`AccessReport`] |
//! | what is known about a crawler? | [`crawlers()`] | [`CrawlersReport`] |
//! | which dialects are there? | [`dialects()`] | [`DialectReport`] |
//! | how do two dialects differ? | [`dialect()`] | [`DialectReport`] |
//! | what changes between two files? | [`diff()`], [`FileComparison`] | [`FileDiff`] |
//! | which paths does a pattern match? | [`PatternMatcher::test`] | [`PatternMatch`] |
//! | on how many paths do patterns differ? | [`PatternMatcher::comparisons`] | [`PatternComparison`] |
//! | which path does a line decide? | [`find_decided_by`] | [`FindReport`] |
//! | which path may a crawler fetch, or not? | [`find_verdict`] | [`FindReport`] |
//! | where do two dialects differ? | [`find_splits()`] | [`SplitReport`] |
//! | what is wrong with a file? | [`LintReport::new`] | [`LintReport`] |
//! | which rules have no effect? | [`minimise()`] | [`MinimiseReport`] |
//! | what does formatting change in a file? | [`fmt()`] | [`FormatReport`] |
//! | what does the linter look for? | [`lint_rules`] | [`RuleReport`] |
//! | does the file say what its owner expects? | [`verify()`] | [`VerifyReport`] |
//! | is this text a URL, and does the file cover it? | [`AskedUrl::new`], [`UrlSite`] | |
//! | which URLs does this list have? | [`UrlListReader`] | [`ListedUrls`] |
//! | is this file text at all? | [`ContentKind::of`] | |
//!
//! # How a report is written
//!
//! - Each question has a module, named as the command names it. It turns bytes or a
//!   [`RobotsTxt`](gatepost::RobotsTxt) and questions into one owned value, or, where a list of
//!   questions may be long, it prepares a builder that answers them one at a time.
//! - A report derives `Clone, Debug, PartialEq, Serialize`, and `JsonSchema` with the feature
//!   `schema`; it is `#[non_exhaustive]`, and every field is documented, since its comment is the
//!   description in `docs/schema/`.
//! - A closed set is an enum that serialises as words with hyphens, and displays as the same words.
//! - Sentences are made in the module of the question. Pieces that several questions share, such as
//!   "lines 2 and 5" and "1 URL", are in [`phrases`]. Every text is plain: no colour, no escapes.
//! - A place is a [`Place`]: bytes, line and column.
//! - The names of fields are stable: a field may be added, never renamed. Words may change.
//! - A report that is printed as JSON has a line in `schema.rs`; `cargo xtask schema` then writes
//!   `docs/schema/`, and the tests of the command validate what they see against it.
//! - Machine formats are layouts of reports. They live in [`mod@format`], and make no words about
//!   verdicts. Text for terminals is a layout too, and lives in the command.

mod access;
mod answer;
mod asked_url;
mod content_kind;
mod crawlers;
mod decider;
mod dialect_causes;
mod dialects;
mod diff;
mod expectations;
mod explain;
mod find;
mod find_splits;
mod fmt;
pub mod format;
mod gate;
mod group_move;
mod groups;
mod lint;
mod r#match;
mod minimise;
mod names;
mod parsed_file;
pub mod phrases;
mod place;
mod punycode;
mod rules;
#[cfg(feature = "schema")]
pub mod schema;
mod settings;
mod test;
mod url_list;
mod verify;

pub use access::{AccessReport, AccessRule, CrawlerAccess, Reach, access, access_after_fetch};
pub use answer::Answer;
pub use asked_url::{AskedUrl, NotAUrl, UrlSite, url_text};
pub use content_kind::ContentKind;
pub use crawlers::{CrawlerReport, CrawlersReport, Fact, NoSuchCrawler, crawlers};
pub use decider::Decider;
pub use dialect_causes::{DialectCause, DialectCauses};
pub use dialects::{
    DialectAnswer, DialectDisagreement, DialectReport, DialectSummary, DialectTester, DialectUsers,
    dialect, dialect_users, dialects,
};
pub use diff::{ClassDiff, FileComparison, FileDiff, PatternChange, UrlChange, UrlChanges, diff};
pub use expectations::{Expectation, ExpectedPaths, InvalidExpectations};
pub use explain::{Explanation, MatchingRule, NearMiss};
pub use find::{
    CannotFind, FindOutcome, FindReport, FoundVerdict, InsteadRule, NoneFound, find_decided_by,
    find_verdict,
};
pub use find_splits::{DialectDecision, SplitOutcome, SplitRegion, SplitReport, find_splits};
pub use fmt::{FormatOutcome, FormatReport, LineChange, fmt};
pub use gate::{Gate, GateBreach, GateOutcome, GateReport, InvalidGate};
pub use group_move::GroupMove;
pub use groups::{GroupDirective, GroupReport, GroupRule, GroupsReport, SkippedLine, groups};
pub use lint::{
    ChangeReport, ChangedVerdict, EditReport, ExampleReport, FindingReport, FixReport, FixSafety,
    LabelReport, LintReport, LintSummary, Region, rule_page,
};
pub use r#match::{PatternComparison, PatternMatch, PatternMatcher};
pub use minimise::{MinimiseReport, NotRemoved, RemovedRule, minimise};
pub use parsed_file::{AskedFile, ParsedFile};
pub use place::{Label, Place, Places};
pub use rules::{RuleReport, lint_rules};
pub use settings::{InvalidSettings, parse_settings};
pub use test::{BufferedTester, Detail, FileAccess, Tester, UrlVerdict, explain};
pub use url_list::{ListedUrl, ListedUrls, UrlListError, UrlListOptions, UrlListReader};
pub use verify::{
    CheckedExpectation, Coverage, ExpectationOutcome, ExpectedVerdict, UntouchedRule, VerifyReport,
    first_expectations, verify,
};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
