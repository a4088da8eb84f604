//! What others can rely on: the traits of every public type, and an example for every public
//! function.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::fs;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use gatepost::*;

/// The library crates in which every public function has an example. A crate is added here when it
/// has them all, and stays.
const FINISHED: &[&str] = &["gatepost"];

/// The crates whose examples may be compiled only (`no_run`), each with the reason.
const COMPILED_ONLY: &[(&str, &str)] =
    &[("gatepost-fetch", "a client needs a network, which tests do not have")];

fn shared<T: Clone + Debug + Send + Sync>() {}
fn data<T: Clone + Debug + PartialEq + Eq + Send + Sync>() {}
fn keys<T: Clone + Debug + PartialEq + Eq + Hash + Send + Sync>() {}
fn small<T: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static>() {}
fn owned<T: 'static>() {}
fn shown<T: Display>() {}
fn errors<T: Error + Clone + PartialEq + Eq + Hash + Send + Sync + 'static>() {}
fn parsed<T: FromStr<Err = E>, E: Error>() {}

#[test]
fn values_of_one_crawler_can_be_kept_and_shared() {
    data::<CrawlerRules>();
    owned::<CrawlerRules>();
    data::<RuleSet>();
    owned::<RuleSet>();
    data::<RobotsTxt<'static>>();
    owned::<RobotsTxt<'static>>();
}

#[test]
fn views_of_a_file_compare_and_can_be_keys() {
    keys::<Rule<'_>>();
    keys::<DecidingPattern<'_>>();
    keys::<UserAgentLine<'_>>();
    keys::<Line<'_>>();
    keys::<LineContent<'_>>();
    keys::<Record<'_>>();
    keys::<Verdict<'_>>();
    keys::<DecidedBy<'_>>();
    keys::<Reason<'_>>();
    keys::<MatchingRule<'_>>();
    keys::<NearMiss<'_>>();
    data::<Group<'_>>();
    data::<CrawlerGroup<'_>>();
    data::<Explanation<'_>>();
    data::<CrawlerClass<'_, ProductToken>>();
    shared::<GroupIndex<'_>>();
    shared::<Lines<'_>>();
}

#[test]
fn what_can_borrow_can_be_owned() {
    keys::<UrlPath<'_>>();
    keys::<PathPattern<'_>>();
    owned::<UrlPath<'static>>();
    owned::<PathPattern<'static>>();
    keys::<Skipped>();
    owned::<Skipped>();
    keys::<Label>();
    owned::<Label>();
    keys::<FieldDifference>();
    owned::<FieldDifference>();
}

#[test]
fn names_are_parsed_printed_ordered_and_hashed() {
    keys::<ProductToken>();
    owned::<ProductToken>();
    keys::<CrawlerFamily>();
    owned::<CrawlerFamily>();
    shown::<ProductToken>();
    parsed::<ProductToken, InvalidProductToken>();
    parsed::<Dialect, UnknownDialect>();
    shown::<Dialect>();
    assert!(ProductToken::verbatim("a") < ProductToken::verbatim("B"));
}

#[test]
fn choices_and_settings_are_small_values() {
    small::<AccessPolicy>();
    small::<AccessResult>();
    small::<BlankLines>();
    small::<Dialect>();
    small::<DialectUser>();
    small::<EmptyRules>();
    small::<FetchOutcome>();
    small::<GroupSelection>();
    small::<History>();
    small::<IndexPages>();
    small::<Key>();
    small::<Keys>();
    small::<LineEnds>();
    small::<ListEnd>();
    small::<LostBy>();
    small::<MayFetch>();
    small::<MissingColon>();
    small::<MissingSlash>();
    small::<Names>();
    small::<OwnName>();
    small::<NearMissKind>();
    small::<PercentEncoding>();
    small::<Precedence>();
    small::<ReadLimit>();
    small::<RequestRate>();
    small::<RulesInFront>();
    small::<SelectedBy>();
    small::<SkipReason>();
    small::<Specials>();
    small::<Spelling>();
    small::<TokenEnd>();
    small::<Urls>();
    small::<VisitTime>();
    small::<WhiteSpace>();
}

#[test]
fn what_people_read_is_printed() {
    shown::<AccessPolicy>();
    shown::<NearMissKind>();
    shown::<PathPattern<'_>>();
    shown::<ReadLimit>();
    shown::<Reason<'_>>();
    shown::<Rule<'_>>();
    shown::<SkipReason>();
    shown::<UrlPath<'_>>();
}

/// Values that a report may show, and the choices that explain it.
#[cfg(feature = "serde")]
#[test]
fn values_and_choices_are_serialised() {
    fn serialised<T: serde::Serialize>() {}
    serialised::<AccessPolicy>();
    serialised::<AccessResult>();
    serialised::<BlankLines>();
    serialised::<DecidedBy<'_>>();
    serialised::<Dialect>();
    serialised::<DialectUser>();
    serialised::<EmptyRules>();
    serialised::<Explanation<'_>>();
    serialised::<FetchOutcome>();
    serialised::<FieldDifference>();
    serialised::<GroupSelection>();
    serialised::<History>();
    serialised::<IndexPages>();
    serialised::<Key>();
    serialised::<Keys>();
    serialised::<Label>();
    serialised::<LineEnds>();
    serialised::<ListEnd>();
    serialised::<LostBy>();
    serialised::<MayFetch>();
    serialised::<MissingColon>();
    serialised::<MissingSlash>();
    serialised::<Names>();
    serialised::<NearMiss<'_>>();
    serialised::<NearMissKind>();
    serialised::<PathPattern<'_>>();
    serialised::<PercentEncoding>();
    serialised::<Precedence>();
    serialised::<ProductToken>();
    serialised::<ReadLimit>();
    serialised::<Reason<'_>>();
    serialised::<RequestRate>();
    serialised::<Rule<'_>>();
    serialised::<RulesInFront>();
    serialised::<SelectedBy>();
    serialised::<SkipReason>();
    serialised::<Skipped>();
    serialised::<Specials>();
    serialised::<Spelling>();
    serialised::<TokenEnd>();
    serialised::<UrlPath<'_>>();
    serialised::<Urls>();
    serialised::<Verdict<'_>>();
    serialised::<VisitTime>();
    serialised::<WhiteSpace>();
    assert_eq!(serde_json::json!(Precedence::LongestPattern), "longest-pattern");
    assert_eq!(serde_json::json!(LineEnds::LfCrOrNul), "lf-cr-or-nul");
}

#[test]
fn errors_say_what_is_wrong() {
    errors::<InvalidProductToken>();
    errors::<InvalidReadLimit>();
    errors::<InvalidUrl>();
    errors::<UnknownDialect>();
}

/// A dialect is passed by value wherever a caller chooses one.
#[test]
fn a_dialect_is_no_larger_than_twelve_words() {
    assert!(size_of::<Dialect>() <= 96, "{}", size_of::<Dialect>());
    assert!(size_of::<Verdict<'_>>() <= 64, "{}", size_of::<Verdict<'_>>());
}

/// A type that is exported and stands in none of the lists above would be held to nothing.
#[test]
fn every_exported_type_is_in_a_list() {
    let lib = fs::read_to_string(crates().join("gatepost/src/lib.rs")).unwrap();
    let this = fs::read_to_string(crates().join("gatepost/tests/it/api.rs")).unwrap();
    let listed: BTreeSet<&str> = this.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let exports = lib.split("pub use ").skip(1).map(|text| text.split(';').next().unwrap());
    let names = exports.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let types: Vec<_> = names.filter(|name| name.starts_with(char::is_uppercase)).collect();
    assert!(types.len() > 50, "only {}", types.len());
    let missing: Vec<_> = types.iter().filter(|name| !listed.contains(**name)).collect();
    assert!(missing.is_empty(), "exported, and in no list here: {missing:?}");
}

/// Each public function of a finished crate has a code block in its own documentation, which
/// rustdoc runs.
#[test]
fn every_public_function_has_an_example_that_runs() {
    let mut missing = Vec::new();
    for name in FINISHED {
        let mut functions = 0;
        for file in rust_files(&crates().join(name).join("src")) {
            for function in public_functions(&fs::read_to_string(&file).unwrap()) {
                functions += 1;
                let is_shown = match function.example {
                    Example::None => false,
                    Example::CompiledOnly => COMPILED_ONLY.iter().any(|(of, _)| of == name),
                    Example::Run => true,
                };
                if !is_shown {
                    missing.push(format!(
                        "{}:{}: {}",
                        file.display(),
                        function.line,
                        function.name
                    ));
                }
            }
        }
        assert!(functions > 5, "{name}: only {functions} functions were found");
    }
    assert!(missing.is_empty(), "without an example that runs:\n{}", missing.join("\n"));
}

#[test]
fn functions_without_an_example_are_found() {
    let text = "\
/// Says a.
///
/// ```
/// a();
/// ```
#[must_use]
pub fn a() {}

/// Says b.
pub fn b() {}

pub trait C {
    /// Says d.
    ///
    /// ```no_run
    /// d();
    /// ```
    fn d();
}

pub(crate) fn e() {}

#[cfg(test)]
mod tests {
    pub fn f() {}
}
";
    let found = public_functions(text);
    let found: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.line, f.example)).collect();
    let expected = [("a", 7, Example::Run), ("b", 10, Example::None)];
    assert_eq!(found[..2], expected);
    assert_eq!(found[2..], [("d", 18, Example::CompiledOnly)]);
}

struct Function {
    name: String,
    line: usize,
    example: Example,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Example {
    None,
    CompiledOnly,
    Run,
}

/// The public functions and methods in a file, and those of its public traits. Tests stand last.
fn public_functions(text: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut docs: Vec<&str> = Vec::new();
    let mut in_trait = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.trim_start();
        if line == "}" {
            in_trait = false;
        }
        in_trait |= line.starts_with("pub trait ");
        let signature = match code.strip_prefix("pub ") {
            Some(rest) => Some(rest),
            None => Some(code).filter(|_| in_trait && line.starts_with("    fn ")),
        };
        let signature = signature
            .map(|rest| rest.trim_start_matches("const ").trim_start_matches("async "))
            .and_then(|rest| rest.strip_prefix("fn "));
        if let Some(signature) = signature {
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
            let name = signature.split(|c| !is_of_name(c)).next().unwrap_or_default();
            functions.push(Function { name: name.into(), line: at + 1, example: example(&docs) });
        }
        match code.strip_prefix("///") {
            Some(doc) => docs.push(doc.trim()),
            // Attributes and comments may stand between a function and its documentation.
            None if code.starts_with("#[") || code.starts_with("//") => {}
            None => docs.clear(),
        }
    }
    functions
}

/// What rustdoc does with the code blocks of a doc comment.
fn example(docs: &[&str]) -> Example {
    let fences = docs.iter().filter_map(|line| line.strip_prefix("```")).step_by(2);
    let mut best = Example::None;
    for tag in fences {
        let words: Vec<_> = tag.split(',').map(str::trim).collect();
        if words.contains(&"no_run") {
            best = if best == Example::Run { best } else { Example::CompiledOnly };
        } else if words.iter().all(|word| matches!(*word, "" | "rust" | "should_panic")) {
            best = Example::Run;
        }
    }
    best
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates").to_owned()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
