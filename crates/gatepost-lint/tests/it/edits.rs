//! What fixes and formatting do to a file, on random files and on real ones.
//!
//! Doing either twice changes nothing more; safe fixes and formatting keep every verdict in every
//! dialect; formatting keeps every value and comment; and each fix does to verdicts what it claims.

use gatepost::{Dialect, Key, LineContent, ProductToken, RobotsTxt, UrlPath};
use gatepost_lint::{Config, Fix, FixSet, Safety, fix_all, format, lint};
use gatepost_prove::file_changes;

use crate::real_files;

/// Checks all of this, and returns whether the file was fixed, and whether it was reformatted.
fn check(bytes: &[u8]) -> [bool; 2] {
    let shown = || bytes.escape_ascii().to_string();
    let formatted = format(bytes);
    assert!(is_same(bytes, &formatted.bytes), "formatting changes a verdict: {}", shown());
    assert_eq!(said(bytes), said(&formatted.bytes), "{}", shown());
    let again = format(&formatted.bytes);
    assert_eq!(
        again.bytes.escape_ascii().to_string(),
        formatted.bytes.escape_ascii().to_string(),
        "formatting {}",
        shown()
    );

    let config = Config::default();
    for fix in lint(bytes, &config).findings.into_iter().filter_map(|finding| finding.fix) {
        check_safety(bytes, &fix);
    }
    let fixed = fix_all(bytes, &config, FixSet::Safe);
    assert!(is_same(bytes, &fixed.bytes), "fixes change a verdict: {}", shown());
    for (fixes, fixed) in
        [(FixSet::Safe, &fixed), (FixSet::All, &fix_all(bytes, &config, FixSet::All))]
    {
        let again = fix_all(&fixed.bytes, &config, fixes);
        assert_eq!(
            again.bytes.escape_ascii().to_string(),
            fixed.bytes.escape_ascii().to_string(),
            "{fixes:?} of {}",
            shown()
        );
    }
    [fixed.bytes != bytes, formatted.bytes != bytes]
}

/// Checks what a fix claims about verdicts: against whole files, and with the ordinary matcher.
fn check_safety(bytes: &[u8], fix: &Fix) {
    let after = fix.apply(bytes).unwrap();
    let shown = || format!("{} of {}", fix.title, bytes.escape_ascii());
    match &fix.safety {
        Safety::KeepsEveryAnswer => assert!(!is_different(bytes, &after), "{}", shown()),
        Safety::ChangesAnswers(change) => {
            let crawler = ProductToken::verbatim(&change.crawler);
            let path = UrlPath::new(&change.path).unwrap();
            let verdicts =
                [(bytes, change.before), (&after, change.after)].map(|(bytes, claimed)| {
                    let robots = RobotsTxt::parse_as(bytes, change.dialect);
                    let verdict = robots.verdict(&crawler, &path);
                    (verdict.is_allowed(), claimed.is_allowed)
                });
            let [(was, claimed_before), (is, claimed_after)] = verdicts;
            assert_eq!((was, is), (claimed_before, claimed_after), "{}", shown());
            assert_ne!(was, is, "{}", shown());
        }
        _ => {}
    }
}

/// Whether a URL is known that gets another verdict. Comparing whole files can fail to decide what
/// comparing the few rules that an edit affects has proved.
fn is_different(before: &[u8], after: &[u8]) -> bool {
    Dialect::ALL.iter().any(|&dialect| {
        let [before, after] = [before, after].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
        file_changes(&before, &after).classes.iter().any(|class| {
            let changes = &class.changes;
            !changes.newly_disallowed.is_empty() || !changes.newly_allowed.is_empty()
        })
    })
}

fn is_same(before: &[u8], after: &[u8]) -> bool {
    Dialect::ALL.iter().copied().all(|dialect| {
        let [before, after] = [before, after].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
        file_changes(&before, &after).is_none()
    })
}

/// The keys, values and comments of all lines, in their order.
fn said(bytes: &[u8]) -> Vec<(Option<Key>, String)> {
    let robots = RobotsTxt::parse(bytes);
    let mut said = Vec::new();
    for line in robots.lines() {
        let text = &bytes[line.span()];
        let text_of = |bytes: &[u8]| bytes.trim_ascii().escape_ascii().to_string();
        let comment = text.iter().position(|byte| *byte == b'#').map(|at| text_of(&text[at..]));
        match line.content() {
            LineContent::Record(record) => {
                said.push((Some(record.key()), text_of(record.value())));
            }
            LineContent::Skipped(_) => said.push((None, text_of(text))),
            _ => {}
        }
        said.extend(comment.map(|comment| (None, comment)));
    }
    said
}

#[test]
fn random_files() {
    const LINES: &[&str] = &[
        "User-agent: *",
        "user-agent:a",
        "USERAGENT : b ",
        "User-agent: c # c",
        "Disallow: /a",
        "Disallow: /a",
        "Disallow: /a*",
        "Disallow: /b/../a",
        "Allow: /a/./\\b",
        "Allow/b",
        "Disallow: /a*b",
        "Allow: /ab",
        "Allow: //",
        "disallow:/a/b",
        "Dissalow: /b",
        "Disallow: b",
        "Disallow:",
        "Allow: /",
        "Allow: /a",
        "ALLOW\t:\t/a/b$",
        "Allow: /%61",
        "Disallow: /*a",
        "Disallow /x",
        "Disallow: /a b",
        "Disallow: /a$b",
        "Disallow: https://a.example/b",
        "Disallow-AI: /",
        "Sitemap: https://a.example/s.xml",
        "crawl-delay: 1",
        "nonsense",
        ": /",
        "# a comment",
        "  #b",
        "# gatepost-ignore: dead-rule why",
        "Disallow: /a # gatepost-ignore: trailing-star",
        "",
        " ",
        "",
        "Disallow: /\u{200b}a",
        "Allow: /a Disallow: /b",
        "Disallow: /(a|b)",
        "\0",
        "Host: a.example",
    ];
    const ENDS: &[&str] = &["\n", "\n", "\n", "\r\n", "\r"];
    let mut numbers = Numbers(9309);
    let mut changed = [0, 0];
    for _ in 0..1500 {
        let mut file = String::new();
        if numbers.below(10) == 0 {
            file.push('\u{feff}');
        }
        for _ in 0..numbers.below(14) {
            file += LINES[numbers.below(LINES.len())];
            file += ENDS[numbers.below(ENDS.len())];
        }
        if numbers.below(3) == 0 {
            file.pop();
        }
        let [fixed, formatted] = check(file.as_bytes());
        changed[0] += usize::from(fixed);
        changed[1] += usize::from(formatted);
    }
    assert!(changed[0] > 500 && changed[1] > 500, "{changed:?} is not enough to show anything");
}

/// Takes minutes, and a corpus; without one it fails.
#[test]
#[ignore = "needs a corpus: `cargo xtask corpus`"]
fn corpus() {
    let mut changed = [0, 0];
    let mut files = 0;
    // Each is proved the same in every dialect, five times over: all would take a quarter of an
    // hour.
    for (_, bytes) in real_files::files(&real_files::corpus()).iter().step_by(16) {
        let [fixed, formatted] = check(bytes);
        changed[0] += usize::from(fixed);
        changed[1] += usize::from(formatted);
        files += 1;
    }
    println!("of {files} files, {} have safe fixes and {} another layout", changed[0], changed[1]);
    assert!(files > 200 && changed[0] > 10 && changed[1] > 10);
}

/// Numbers that look random: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}
