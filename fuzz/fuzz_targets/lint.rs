//! Checks that any bytes can be linted, that findings lie within the file, that safe fixes and
//! formatting keep every verdict, and that doing either twice changes nothing more.

#![no_main]

use gatepost::{Dialect, ProductToken, RobotsTxt, UrlPath};
use gatepost_lint::{Config, FixSet, Safety, fix_all, format, lint};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let config = Config::default();
    for finding in lint(bytes, &config).findings {
        assert!(finding.span.start <= finding.span.end && finding.span.end <= bytes.len());
        assert!(!finding.message.contains('\n'));
        let fix = finding.fix.filter(|fix| fix.safety == Safety::KeepsEveryAnswer);
        if let Some(fix) = fix {
            assert_same(bytes, &fix.apply(bytes).unwrap());
        }
    }
    let fixed = fix_all(bytes, &config, FixSet::Safe).bytes;
    assert_same(bytes, &fixed);
    assert_eq!(fix_all(&fixed, &config, FixSet::Safe).bytes, fixed);
    let formatted = format(bytes).bytes;
    assert_same(bytes, &formatted);
    assert_eq!(format(&formatted).bytes, formatted);
});

/// Compares the verdicts of two files without the prover, for crawlers and paths made from the
/// first.
fn assert_same(before: &[u8], after: &[u8]) {
    for dialect in Dialect::ALL.iter().copied() {
        let files = [before, after].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
        let mut crawlers = vec![ProductToken::any()];
        for line in files[0].groups().flat_map(|group| group.user_agents()).take(8) {
            crawlers.push(ProductToken::verbatim(&String::from_utf8_lossy(line.token())));
        }
        let rules = files.iter().flat_map(|file| file.groups()).flat_map(|group| group.rules());
        let values: Vec<String> =
            rules.take(16).map(|rule| String::from_utf8_lossy(rule.value()).into_owned()).collect();
        for crawler in &crawlers {
            let groups = files.each_ref().map(|file| file.group_for(crawler));
            for value in &values {
                for path in [value.replace(['*', '$'], ""), value.replace('*', "x") + "x"] {
                    let Ok(path) = UrlPath::new(&path) else { continue };
                    let [was, is] =
                        groups.each_ref().map(|group| group.verdict(&path).is_allowed());
                    assert_eq!(was, is, "{dialect} {crawler} {path}");
                }
            }
        }
    }
}
