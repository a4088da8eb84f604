//! Compares proofs with verdicts: a statement that is proved for all URLs holds for the URLs of the
//! input, and the ordinary matcher confirms every counterexample.
//!
//! An input is readable text: the URL in the first line, and below it two files with a line `---`
//! between them. The target also asks about URLs made from the rules of both.

#![no_main]

use gatepost::{Dialect, PathPattern, ProductToken, RobotsTxt, UrlPath};
use gatepost_prove::{
    Decides, ProofOutcome, RuleList, changes, dead, decided_by, equivalent, file_changes, implies,
    minimise,
};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gatepost/tests/it/agreement/mod.rs"]
mod agreement;
#[path = "../../crates/gatepost/tests/it/naive/mod.rs"]
mod naive;

fuzz_target!(|input: &[u8]| {
    let (url, files) = split(input, b"\n");
    let (old, new) = split(files, b"\n---\n");
    let mut urls = agreement::urls_from_rules(old, 4);
    urls.extend(agreement::urls_from_rules(new, 4));
    urls.push(url.to_vec());
    for dialect in Dialect::ALL.iter().copied() {
        let paths: Vec<UrlPath<'_>> =
            urls.iter().filter_map(|url| UrlPath::new(url).ok()).collect();
        let [old, new] = [old, new].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
        check(&old, &new, &paths);
    }
});

fn split<'i>(input: &'i [u8], separator: &[u8]) -> (&'i [u8], &'i [u8]) {
    match input.windows(separator.len()).position(|window| window == separator) {
        Some(at) => (&input[..at], &input[at + separator.len()..]),
        None => (input, &[]),
    }
}

fn check(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, paths: &[UrlPath<'_>]) {
    let any = ProductToken::any();
    let [a, b] = [old, new].map(|robots| RuleList::of_group(&robots.group_for(&any)));
    let differs = |path: &&UrlPath<'_>| a.decision(path).is_allowed != b.decision(path).is_allowed;
    match equivalent(&a, &b) {
        ProofOutcome::Proved => {
            assert!(!paths.iter().any(|path| differs(&path)), "proved the same")
        }
        ProofOutcome::Refuted(found) => {
            let path = UrlPath::new(&found.path).expect("a counterexample is a URL");
            assert_eq!((a.decision(&path), b.decision(&path)), (found.before, found.after));
            assert_ne!(found.before.is_allowed, found.after.is_allowed);
        }
        ProofOutcome::NotDecided(_) => {}
    }
    if implies(&a, &b).is_proved() {
        let opens =
            |path: &UrlPath<'_>| a.decision(path).is_allowed && !b.decision(path).is_allowed;
        assert!(!paths.iter().any(opens), "proved to allow no more");
    }
    let changes = changes(&a, &b);
    if changes.not_decided.is_none() {
        let regions: Vec<_> =
            changes.newly_allowed.iter().chain(&changes.newly_disallowed).collect();
        for path in paths.iter().filter(differs) {
            let is_in = |pattern: &str| PathPattern::new_as(pattern, a.dialect()).matches(path);
            // If a dialect compares URLs unnormalised, not every region can be written.
            let is_listed =
                regions.iter().any(|change| is_in(&change.pattern) || change.pattern.contains('%'));
            assert!(is_listed, "{path} changes, but no region contains it");
        }
    }
    for covered in dead(&a) {
        assert!(!matches!(decided_by(&a, covered.line), Decides::Path(_)));
        assert!(
            !paths.iter().any(|path| a.decision(path).line == Some(covered.line)),
            "a dead rule decides"
        );
    }
    let smaller = a.without(&minimise(&a).lines);
    let same =
        |path: &UrlPath<'_>| smaller.decision(path).is_allowed == a.decision(path).is_allowed;
    assert!(paths.iter().all(same), "a minimised list gives another verdict");
    assert!(file_changes(old, old).is_none(), "a file changes to itself");
}
