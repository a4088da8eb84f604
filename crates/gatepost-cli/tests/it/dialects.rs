//! What `gatepost dialects`, `gatepost test --dialect all` and `gatepost find --splits` print, and their exit status.

use std::path::Path;

use crate::support::gatepost;

/// Readers differ about its order, about names that are parts of others, and about a key.
const FILE: &[u8] = b"\
User-agent: *
Disallow: /
Allow: /a
Disallow-AI: /a/b

User-agent: bot
Disallow: /a/x
";

macro_rules! snapshots {
    ($($name:ident: $arguments:expr, $file:expr;)*) => {$(
        #[test]
        fn $name() {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
            insta::assert_snapshot!(gatepost(folder, &$arguments, $file));
        }
    )*};
}

snapshots! {
    list: ["dialects"], b"";
    one: ["dialects", "baidu"], b"";
    two: ["dialects", "python", "google"], b"";
    two_json: ["dialects", "protego", "google", "--format", "json"], b"";
    of_itself: ["dialects", "google", "google"], b"";
    all: ["test", "-", "--dialect", "all", "/a", "/b", "/a/b/c"], FILE;
    all_for_crawlers: ["test", "-", "--dialect", "all", "-c", "*", "-c", "Googlebot", "/a/x"], FILE;
    all_json: ["test", "-", "--dialect", "all", "--format", "json", "/a", "/c"], FILE;
    all_csv: ["test", "-", "--dialect", "all", "--format", "csv", "/a/b"], FILE;
    all_markdown: ["test", "-", "--dialect", "all", "--format", "markdown", "/a", "/c"], FILE;
    all_junit: ["test", "-", "--dialect", "all", "--format", "junit", "/a"], FILE;
    all_agree: ["test", "-", "--dialect", "all", "/a", "/b"], b"User-agent: *\nDisallow: /a\n";
    all_explained: ["test", "-", "--dialect", "all", "--explain", "/a"], FILE;
    all_no_url: ["test", "-", "--dialect", "all", "/a", "b"], FILE;
    splits: ["find", "-", "--splits", "google,baidu"], FILE;
    splits_for_a_crawler: ["find", "-", "--splits", "rfc9309,python-3.11", "-c", "Googlebot"], FILE;
    splits_json: ["find", "-", "--splits", "rfc9309,google", "--format", "json"], FILE;
    splits_csv: ["find", "-", "--splits", "google,baidu", "--format", "csv"], FILE;
    splits_markdown: ["find", "-", "--splits", "google,baidu", "--format", "markdown"], FILE;
    splits_none: ["find", "-", "--splits", "google,yandex"], b"User-agent: *\nDisallow: /a\n";
    splits_not_decided: ["find", "-", "--splits", "rfc9309,python"],
        b"User-agent: *\nDisallow: /*a\nAllow: /*b\n";
    splits_of_one: ["find", "-", "--splits", "google"], FILE;
    splits_of_three: ["find", "-", "--splits", "google,baidu,yandex"], FILE;
    splits_of_itself: ["find", "-", "--splits", "google,google"], FILE;
    splits_unknown: ["find", "-", "--splits", "google,altavista"], FILE;
    splits_with_a_dialect: ["find", "-", "--splits", "google,baidu", "--dialect", "google"], FILE;
}
