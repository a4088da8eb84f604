//! What the command prints, and its exit status.
//!
//! Each test is a snapshot of everything a user gets: status, standard output, standard error.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod support;

use support::gatepost;

/// A folder of its own for one test, with the files of the examples beside it.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["robots.txt", "urls.txt", "expectations.toml"] {
        std::fs::copy(examples.join(name), folder.join(name)).unwrap();
    }
    // An edit of the same file, and the same rules in another order with one that does nothing.
    let robots = std::fs::read_to_string(examples.join("robots.txt")).unwrap();
    let new = robots.replace("/*?\n", "/*?sort=\n").replace("CCBot", "CCBot\nUser-agent: Bingbot");
    std::fs::write(folder.join("new.txt"), new).unwrap();
    let reordered = "User-agent: ccbot\nUser-agent: gptbot\nDisallow: /*\nDisallow: /\n\n\
                     User-agent: *\nAllow: /*?page=\nDisallow: /*?sort=\nDisallow: /*?\n\
                     Disallow: /*.pdf$\n";
    std::fs::write(folder.join("reordered.txt"), reordered).unwrap();
    std::fs::write(folder.join("family.txt"), FAMILY).unwrap();
    std::fs::write(folder.join("without-googlebot.txt"), WITHOUT_GOOGLEBOT).unwrap();
    let reordered = "User-agent: google\nDisallow: /2\n\nUser-agent: bot\nDisallow: /1\n";
    std::fs::write(folder.join("reordered-names.txt"), reordered).unwrap();
    folder
}

/// A file that means something else to each crawler of a family.
const FAMILY: &[u8] = b"\
User-agent: *
Disallow: /

User-agent: Googlebot
Disallow: /private

User-agent: Google-Safety
User-agent: GPTBot
Disallow: /
Allow: /open
";

const WITHOUT_GOOGLEBOT: &str = "User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nAllow: /open\n\
                                 Disallow: /\n";

macro_rules! snapshots {
    ($($name:ident: $arguments:expr $(, stdin $stdin:expr)?;)*) => {$(
        #[test]
        fn $name() {
            let folder = folder(stringify!($name));
            let stdin: &[Vec<u8>] = &[$(Vec::from($stdin),)? Vec::new()];
            insta::assert_snapshot!(gatepost(&folder, &$arguments, &stdin[0]));
        }
    )*};
}

snapshots! {
    test_many_urls: ["test", "robots.txt", "--urls", "urls.txt"];
    test_all_allowed: ["test", "robots.txt", "/shop", "/robots.txt"];
    test_several_crawlers: ["test", "robots.txt", "--urls", "urls.txt", "-c", "GPTBot", "-c", "*"];
    test_explain_disallowed: ["test", "robots.txt", "--explain", "-c", "Googlebot", "/a.pdf?x=1"];
    test_explain_winner_and_loser: ["test", "robots.txt", "--explain", "/shop?page=2"];
    test_explain_no_rule: ["test", "robots.txt", "--explain", "/shop"];
    test_explain_no_group: ["test", "-", "--explain", "-c", "b", "/"], stdin b"User-agent: a\nDisallow: /\n";
    test_explain_odd_bytes: ["test", "-", "--explain", "/caf%E9"],
        stdin b"User-agent: *\rDisallow: /caf\xE9\r";
    test_json: ["test", "robots.txt", "--format", "json", "/shop?page=2", "/shop", "/robots.txt"];
    test_json_explain: ["test", "robots.txt", "--format", "json", "--explain", "/a.pdf?page=2"];
    test_csv: ["test", "robots.txt", "--format", "csv", "/a,b?page=2", "/shop"];
    test_markdown: ["test", "family.txt", "--format", "markdown", "/a|b", "/open", "-c", "GPTBot",
        "-c", "AdsBot-Google"];
    test_junit: ["test", "family.txt", "--format", "junit", "/a", "/open", "-c", "GPTBot"];
    test_json_of_a_list_has_no_remarks: ["test", "robots.txt", "--format", "json", "--urls", "-"],
        stdin b"/shop?page=2\n";
    test_columns_are_those_of_a_terminal: ["test", "-", "/日本語/x", "/latin/x", "/é"],
        stdin "User-agent: *\nDisallow: /日本語/\n";
    test_robots_from_stdin: ["test", "-", "/a"], stdin b"User-agent: *\nDisallow: /\n";
    test_urls_from_stdin: ["test", "robots.txt", "--urls", "-"], stdin b"/a.pdf\r\n\r\n# none\r\n/b\r\n";
    test_dialects_differ: ["test", "-", "--dialect", "google", "/robots.txt"],
        stdin b"User-agent: *\nDisallow-AI: /\n";
    test_long_urls_put_the_reason_below: ["test", "robots.txt",
        "/a/path/that/is/quite/long/and/goes/on/for/a/while/until/it/ends.pdf"];
    test_control_characters_are_escaped: ["test", "-", "/\u{1b}[31m"],
        stdin b"User-agent: *\nDisallow: /\x1b[31m\n";
    test_read_limit_is_told: ["test", "-", "/b"],
        stdin [b"User-agent: *\n", &b"#\n".repeat(255_995)[..], b"Disallow: /b\n"].concat();

    test_whole_header: ["test", "robots.txt", "/", "-f", "json", "-c",
        "Mozilla/5.0 (compatible; GPTBot/1.4; +https://openai.com/gptbot)"];
    test_version_behind_a_name: ["test", "robots.txt", "/", "-f", "json", "-c", "ExampleBot/2.1"];
    test_family: ["test", "family.txt", "/private", "/", "-c", "Googlebot-Image"];
    test_family_explained: ["test", "family.txt", "/private", "-e", "-c", "Googlebot-Image"];
    test_family_json: ["test", "family.txt", "/private", "-f", "json", "-c", "Googlebot-Image"];
    test_family_in_another_dialect: ["test", "family.txt", "/private", "/", "-c", "Googlebot-Image",
        "-d", "google"];
    test_ignores_star: ["test", "family.txt", "/private", "-c", "AdsBot-Google"];
    test_ignores_star_explained: ["test", "family.txt", "/private", "-e", "-c", "AdsBot-Google"];
    test_ignores_star_json: ["test", "family.txt", "/private", "-f", "json", "-c", "AdsBot-Google"];
    test_does_not_ask: ["test", "family.txt", "/private", "/robots.txt", "-c", "Google-Safety"];
    test_does_not_ask_explained: ["test", "family.txt", "/private", "-e", "-c", "Google-Safety"];
    test_does_not_ask_json: ["test", "family.txt", "/private", "-f", "json", "-c", "Google-Safety"];
    test_does_not_ask_csv: ["test", "family.txt", "/private", "-f", "csv", "-c", "Google-Safety"];
    test_several_with_remarks: ["test", "family.txt", "/open", "-c", "ChatGPT-User", "-c",
        "Google-Extended", "-c", "Claude-Web", "-c", "LAIONDownloader"];
    test_named: ["test", "family.txt", "/open", "-c", "@named", "-c", "gptbot"];
    test_many_crawlers: ["test", "family.txt", "/private", "/open", "-c", "@user-fetch", "-c", "GPTBot"];
    test_set_csv: ["test", "robots.txt", "/a.pdf", "-c", "@seo", "-f", "csv"];

    error_no_file: ["test", "missing.txt", "/"];
    error_a_folder: ["test", ".", "/"];
    error_no_page_of_a_site: ["test", "https://shop.example/robots.txt"];
    error_no_url: ["test", "robots.txt"];
    error_no_path: ["test", "robots.txt", "/a", "shop.example/a"];
    error_in_a_list_goes_on: ["test", "robots.txt", "--urls", "-"], stdin b"/a\nshop.example/a\n/b\n";
    error_stdin_twice: ["test", "-", "--urls", "-"];
    error_csv_has_no_explanation: ["test", "robots.txt", "-e", "-f", "csv", "/"];
    error_header_of_a_browser: ["test", "robots.txt", "/", "-c",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"];
    error_no_name: ["test", "robots.txt", "/", "-c", "a,b"];
    error_no_such_set: ["test", "robots.txt", "/", "-c", "@everybody"];
    error_nobody_is_named: ["test", "-", "/", "-c", "@named"], stdin b"User-agent: *\nDisallow: /\n";
    error_unknown_dialect: ["test", "robots.txt", "/", "-d", "altavista"];

    match_one_pattern: ["match", "/*.pdf$", "/a/b/c/d.pdf", "/a/b/c/d.pdf?x=1"];
    match_several_patterns: ["match", "-p", "/fish", "-p", "/fish*", "-p", "/fish$", "/fish", "/fishes", "/x"];
    match_json: ["match", "-f", "json", "-p", "/*a*b", "-p", "/", "/xayb"];
    match_csv: ["match", "-f", "csv", "/*a*b", "/xayb", "/c"];
    match_markdown: ["match", "-f", "markdown", "-p", "/*a*b", "-p", "/", "/xayb", "/a|b"];
    match_nothing: ["match"];

    groups_of_all: ["groups", "robots.txt"];
    groups_of_one: ["groups", "robots.txt", "-c", "ccbot"];
    groups_merge: ["groups", "-"], stdin b"\
Disallow: /orphan
User-agent: A
Crawl-delay: 5

User-agent: B
Disallow: /1
User-agent: *
Disallow: /2
User-agent: a
Allow: /3
This is no record
";
    groups_json: ["groups", "-", "-f", "json"], stdin b"User-agent: A\nCrawl-delay: 0.5\nDisallow: /*x\n";
    groups_markdown: ["groups", "family.txt", "-f", "markdown"];
    crawlers_markdown: ["crawlers", "@ai-search", "-f", "markdown"];
    groups_csv: ["groups", "robots.txt", "-f", "csv"];
    groups_of_an_empty_file: ["groups", "-"];

    groups_of_families: ["groups", "family.txt", "-c", "Googlebot", "-c", "Googlebot-Image", "-c",
        "Applebot", "-c", "AdsBot-Google", "-c", "Google-Safety", "-c", "FooBot"];
    groups_of_one_that_does_not_ask: ["groups", "family.txt"];
    groups_of_families_json: ["groups", "family.txt", "-f", "json", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google"];

    diff_family: ["diff", "family.txt", "without-googlebot.txt"];
    diff_family_markdown: ["diff", "without-googlebot.txt", "family.txt", "-f", "markdown"];
    diff_family_gate: ["diff", "family.txt", "without-googlebot.txt",
        "--deny", "newly-disallowed=Googlebot-Image", "--deny", "newly-disallowed=@ai-training"];
    diff_gate_of_one_that_ignores_star: ["diff", "-", "family.txt",
        "--deny", "newly-disallowed=AdsBot-Google", "--deny", "newly-disallowed=bingbot"];
    diff_own_group_of_one_that_ignores_star: ["diff", "family.txt", "-", "--deny",
        "newly-disallowed=@named"], stdin b"User-agent: AdsBot-Google\nDisallow: /\n";
    diff_own_group_in_a_family: ["diff", "family.txt", "-", "--deny", "newly-allowed=@named"],
        stdin [FAMILY, b"User-agent: Googlebot-Image\nAllow: /\n"].concat();
    diff_other_names_of_one: ["diff", "-", "reordered.txt", "--deny",
        "newly-allowed=Facebot", "--deny", "newly-disallowed=Neevabot"],
        stdin b"User-agent: facebookexternalhit\nUser-agent: Googlebot\nDisallow: /\n";
    diff_another_name_for_one: ["diff", "family.txt", "-", "-u", "urls.txt"], stdin [FAMILY,
        b"User-agent: Facebot\nDisallow: /private\n"].concat();
    diff_names_in_names: ["diff", "-", "reordered-names.txt", "--dialect", "python-3.11",
        "--deny", "newly-disallowed=Googlebot", "--deny", "newly-allowed=bot"],
        stdin b"User-agent: bot\nDisallow: /1\n\nUser-agent: google\nDisallow: /2\n";
    diff_nothing: ["diff", "robots.txt", "reordered.txt"];
    diff_text: ["diff", "robots.txt", "new.txt"];
    diff_urls: ["diff", "robots.txt", "new.txt", "--urls", "urls.txt"];
    diff_json: ["diff", "robots.txt", "new.txt", "-f", "json"];
    diff_github: ["diff", "robots.txt", "new.txt", "-f", "github", "--deny",
        "newly-disallowed=bingbot"];
    diff_junit: ["diff", "robots.txt", "new.txt", "-f", "junit", "--deny", "newly-allowed",
        "--deny", "newly-disallowed=Googlebot"];
    diff_markdown: ["diff", "robots.txt", "new.txt", "-f", "markdown", "-u", "urls.txt"];
    diff_staging_goes_live: ["diff", "robots.txt", "-"], stdin b"User-agent: *\nDisallow: /\n";
    diff_gate_kept: ["diff", "robots.txt", "new.txt", "--deny", "newly-disallowed=Googlebot"];
    diff_gate_broken: ["diff", "robots.txt", "new.txt", "--deny", "newly-disallowed=bingbot",
        "--deny", "newly-allowed", "--deny", "any"];
    diff_gate_unknown: ["diff", "robots.txt", "new.txt", "--deny", "newly-blocked"];

    verify_holds: ["verify", "robots.txt", "expectations.toml"];
    verify_broken: ["verify", "-", "expectations.toml"], stdin b"User-agent: *\nDisallow: /*?\n";
    verify_json: ["verify", "-", "expectations.toml", "-f", "json"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    verify_markdown: ["verify", "-", "expectations.toml", "-f", "markdown"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    verify_junit: ["verify", "-", "expectations.toml", "-f", "junit"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    verify_github: ["verify", "-", "expectations.toml", "-f", "github"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    verify_init: ["verify", "--init", "robots.txt"];
    verify_misspelt: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"*\"]\nalowed = [\"/\"]\n";
    verify_no_name: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"a\", \"b;\"]\nallowed = [\"/\"]\n";
    verify_no_url: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"a\"]\nallowed = [\n  \"shop.example/a\"]\n";
    verify_nothing: ["verify", "robots.txt", "-"], stdin b"expect = []\n";
    verify_families_and_sets: ["verify", "family.txt", "-"], stdin b"\
[[expect]]
crawlers = [\"Googlebot-Image\", \"AdsBot-Google\", \"@named\"]
allowed = [\"/open\"]
all-disallowed = [\"/private/\"]
";
    verify_no_such_set: ["verify", "family.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"@everybody\"]\nallowed = [\"/\"]\n";
    verify_init_of_a_family: ["verify", "--init", "family.txt"];
    find_a_path_of_a_line: ["find", "robots.txt", "--decided-by", "3"];
    find_for_one_crawler: ["find", "robots.txt", "--decided-by", "8", "--crawler", "ccbot"];
    find_a_line_that_never_decides: ["find", "reordered.txt", "--decided-by", "4"];
    find_for_each_crawler_of_the_group: ["find", "-", "--decided-by", "3"], stdin b"\
User-agent: a
User-agent: b
Disallow: /x
User-agent: a
Allow: /x
User-agent: b
Disallow: /*
Allow: *x
";
    find_where_the_first_crawler_has_none: ["find", "-", "--decided-by", "3"], stdin b"\
User-agent: a
User-agent: b
Disallow: /x
User-agent: a
Allow: /x
";
    find_a_line_of_another_crawler: ["find", "robots.txt", "--decided-by", "8", "-c", "Googlebot"];
    find_a_line_of_nobody: ["find", "-", "--decided-by", "2"], stdin b"User-agent:\nDisallow: /\n";
    find_a_line_without_a_value: ["find", "-", "--decided-by", "2"], stdin b"User-agent: a\nDisallow:\n";
    find_a_line_without_a_slash: ["find", "-", "--decided-by", "2"], stdin b"User-agent: a\nDisallow: x\n";
    find_a_line_for_robots_txt: ["find", "-", "--decided-by", "2"],
        stdin b"User-agent: *\nDisallow: /robots.txt$\n";
    find_a_line_that_two_decide_for: ["find", "-", "--decided-by", "2"],
        stdin b"User-agent: *\nAllow: */a\nDisallow: /*/a\nDisallow: /a**\n";
    find_no_rule_a_comment: ["find", "-", "--decided-by", "3"],
        stdin b"User-agent: *\nDisallow: /\n# all\n";
    find_allowed_by_no_rule: ["find", "robots.txt", "--allowed", "Googlebot"];
    find_allowed: ["find", "robots.txt", "--allowed", "Googlebot", "--under", "/*?"];
    find_allowed_none: ["find", "robots.txt", "--allowed", "GPTBot"];
    find_allowed_none_under: ["find", "robots.txt", "--allowed", "*", "--under", "/*.pdf$"];
    find_disallowed: ["find", "robots.txt", "--disallowed", "*", "--under", "/shop/"];
    find_disallowed_none: ["find", "robots.txt", "--disallowed", "*", "--under", "/*?page=1.pdf&$"];
    find_under_nothing: ["find", "robots.txt", "--disallowed", "*", "--under", "shop"];
    find_not_a_host: ["find", "-", "--decided-by", "2", "--dialect", "google"],
        stdin b"User-agent: *\nDisallow: //a\n";
    find_json: ["find", "robots.txt", "--decided-by", "8", "-f", "json"];
    find_json_none: ["find", "reordered.txt", "--decided-by", "4", "-f", "json"];
    find_json_none_allowed: ["find", "robots.txt", "--allowed", "GPTBot", "-f", "json"];
    find_no_rule_a_user_agent: ["find", "robots.txt", "--decided-by", "7"];
    find_no_rule_blank: ["find", "robots.txt", "--decided-by", "5"];
    find_no_rule_sitemap: ["find", "robots.txt", "--decided-by", "10"];
    find_no_rule_before_a_group: ["find", "-", "--decided-by", "1"], stdin b"Disallow: /\n";
    find_no_rule_says_nothing: ["find", "-", "--decided-by", "1"], stdin b"No robots here\n";
    find_no_such_line: ["find", "robots.txt", "--decided-by", "99"];
    find_line_zero: ["find", "robots.txt", "--decided-by", "0"];
    find_what: ["find", "robots.txt"];
    find_two_things: ["find", "robots.txt", "--allowed", "a", "--disallowed", "b"];
    find_under_a_line: ["find", "robots.txt", "--decided-by", "3", "--under", "/"];

    find_of_a_family: ["find", "family.txt", "--disallowed", "Googlebot-Image"];
    find_of_a_set: ["find", "family.txt", "--disallowed", "@named", "--under", "/private"];
    find_of_a_set_none: ["find", "family.txt", "--allowed", "@named", "--under", "/private"];
    find_none_of_a_set: ["find", "family.txt", "--disallowed", "@named", "--under", "/open"];
    find_where_nobody_asks: ["find", "family.txt", "--disallowed", "Google-Safety"];
    find_for_one_that_does_not_ask: ["find", "family.txt", "--decided-by", "9", "-c", "Google-Safety"];
    find_for_the_one_of_the_group_that_asks: ["find", "family.txt", "--decided-by", "9"];

    access_text: ["access", "family.txt", "-c", "Googlebot", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "ChatGPT-User", "-c",
        "Google-Extended", "-c", "AI2Bot", "-c", "Claude-Web", "-c", "FooBot", "-c", "*"];
    access_of_all: ["access", "family.txt"];
    access_of_an_empty_file: ["access", "-", "--crawler", "GPTBot"];
    access_of_many_rules: ["access", "-", "-c", "*"], stdin (0..30)
        .map(|at| format!("Disallow: /{at}/\nDisallow: /{at}/a\n"))
        .fold("User-agent: *\n".to_owned(), |file, rule| file + &rule);
    access_json: ["access", "family.txt", "-f", "json", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "FooBot", "-c", "*"];
    access_csv: ["access", "family.txt", "-f", "csv", "-c", "@seo", "-c", "Googlebot-Image"];
    access_markdown: ["access", "family.txt", "-f", "markdown", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "ChatGPT-User"];

    crawlers_by_token: ["crawlers", "googlebot-image"];
    crawlers_by_header: ["crawlers",
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"];
    crawlers_of_a_set: ["crawlers", "@seo"];
    crawlers_with_purpose: ["crawlers", "--purpose", "archive"];
    crawlers_json: ["crawlers", "Google-NotebookLM", "-f", "json"];
    crawlers_csv: ["crawlers", "--purpose", "security", "-f", "csv"];
    crawlers_none: ["crawlers", "ExampleBot"];
    crawlers_none_but_like_it: ["crawlers", "claude"];
    crawlers_none_with_purpose: ["crawlers", "GPTBot", "--purpose", "seo"];
    crawlers_no_such_set: ["crawlers", "@everybody"];
    crawlers_named_needs_a_file: ["crawlers", "@named"];
    crawlers_no_such_purpose: ["crawlers", "--purpose", "fun"];

    minimise_text: ["minimise", "reordered.txt"];
    minimise_nothing: ["minimise", "robots.txt"];
    minimise_reasons: ["minimise", "-"], stdin b"\
Disallow: /orphan
# Shops
User-agent: a
User-agent: b
Disallow: /shop
Disallow: /shop/a # within line 5
Disallow: x
Disallow:
Allow: /other
Disallow: /page
Allow: /page
Disallow: /z$
Allow: /*z

User-agent: c
Allow: /
Sitemap: /sitemap.xml
";
    minimise_json: ["minimise", "reordered.txt", "--format", "json"];
    minimise_past_the_read_limit: ["minimise", "-", "--format", "json"],
        stdin [b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n", &b"#\n".repeat(260_000)[..]].concat();
    minimise_to_a_folder: ["minimise", "robots.txt", "--write", "."];
    minimise_to_no_folder: ["minimise", "robots.txt", "--write", "no/such/folder.txt"];

    help: ["--help"];
    help_test: ["test", "--help"];
    help_match: ["match", "--help"];
    help_groups: ["groups", "--help"];
    help_access: ["access", "--help"];
    help_crawlers: ["crawlers", "--help"];
    help_diff: ["diff", "--help"];
    help_verify: ["verify", "--help"];
    help_find: ["find", "--help"];
    help_fetch: ["fetch", "--help"];
    help_minimise: ["minimise", "--help"];
    man_of_nothing: ["man", "nothing"];
}

/// What git says depends on whether the tests are run within a repository.
#[test]
fn diff_no_such_revision() {
    let arguments = ["diff", "git:no-such-revision:robots.txt", "robots.txt"];
    let printed = gatepost(&folder("diff_no_such_revision"), &arguments, b"");
    let error =
        "exit status 2\n--- stderr\nerror: cannot read git:no-such-revision:robots.txt: fatal: ";
    assert!(printed.starts_with(error), "{printed}");
    assert!(
        printed.ends_with("\n  help: write git:REVISION:PATH, as in git:HEAD~1:robots.txt\n"),
        "{printed}"
    );
}

#[test]
fn man_pages_and_completions_are_made_for_every_command() {
    let folder = folder("man_pages");
    for command in [
        "test",
        "match",
        "groups",
        "access",
        "crawlers",
        "diff",
        "verify",
        "find",
        "fetch",
        "minimise",
        "lint",
        "fmt",
        "rules",
        "completions",
        "man",
    ] {
        let page = gatepost(&folder, &["man", command], b"");
        assert!(page.contains(&format!(".TH gatepost-{command} 1")), "{page}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = gatepost(&folder, &["completions", shell], b"");
        assert!(script.starts_with("exit status 0") && script.contains("explain"), "{shell}");
    }
}

/// The file is replaced whole, and nothing is left beside it.
#[test]
fn minimise_replaces_a_file() {
    let folder = folder("minimise_replaces");
    let printed = gatepost(&folder, &["minimise", "reordered.txt"], b"");
    let written = gatepost(&folder, &["minimise", "reordered.txt", "-w", "reordered.txt"], b"");
    let smaller = std::fs::read_to_string(folder.join("reordered.txt")).unwrap();
    assert!(written.starts_with("exit status 0\n--- stderr\nline "), "{written}");
    assert!(printed.contains(&format!("--- stdout\n{smaller}--- stderr\n")), "{printed}");
    let again = gatepost(&folder, &["minimise", "reordered.txt", "-w", "again.txt"], b"");
    assert!(again.contains("no rule removed"), "{again}");
    assert_eq!(std::fs::read_to_string(folder.join("again.txt")).unwrap(), smaller);
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().ends_with(".tmp")));
    std::fs::remove_file(folder.join("again.txt")).unwrap();
}

/// What the read limit cuts is not proved, and so is not written.
#[test]
fn minimise_writes_nothing_that_is_not_proved() {
    let folder = folder("minimise_not_proved");
    let file = ["User-agent: *\nDisallow: /a\nDisallow: /a/b\n", &"#\n".repeat(260_000)].concat();
    let printed = gatepost(&folder, &["minimise", "-", "--write", "new.txt"], file.as_bytes());
    assert!(printed.starts_with("exit status 2"), "{printed}");
    assert!(printed.contains("new.txt was not written"), "{printed}");
    let new = std::fs::read_to_string(folder.join("new.txt")).unwrap();
    assert!(new.contains("Bingbot"), "it is as it was");
}

#[test]
fn many_threads_print_what_one_prints() {
    let folder = folder("many_threads");
    let url = |at: usize| match at % 1000 {
        7 => format!("no-url-{at}\n"),
        _ => format!("/{at}{}\n", ["", "?x", ".pdf", "?page=1"][at % 4]),
    };
    std::fs::write(folder.join("many.txt"), (0..9_999).map(url).collect::<String>()).unwrap();
    for format in ["text", "json", "csv"] {
        let run = |jobs| {
            let arguments = ["test", "robots.txt", "-u", "many.txt", "-f", format, "-j", jobs];
            gatepost(&folder, &arguments, b"")
        };
        let one = run("1");
        assert!(one.starts_with("exit status 2") && one.contains("many.txt:8: `no-url-7`"));
        assert_eq!(run("3"), one, "{format}");
        assert_eq!(run("0"), one, "{format}");
    }
}

/// What `--init` writes holds for the file that it was made from.
#[test]
fn first_expectations_hold() {
    let folder = folder("first_expectations");
    for robots in ["robots.txt", "new.txt", "reordered.txt", "family.txt"] {
        let made = gatepost(&folder, &["verify", "--init", robots], b"");
        let made = made.strip_prefix("exit status 0\n--- stdout\n").unwrap();
        let checked = gatepost(&folder, &["verify", robots, "-"], made.as_bytes());
        assert!(checked.starts_with("exit status 0"), "{checked}");
    }
}

/// Many more rows than are held back at once, and a reader that leaves early.
#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = folder("closed_pipe");
    std::fs::write(folder.join("many.txt"), "/a?b\n".repeat(100_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gatepost"))
        .args(["test", "robots.txt", "--urls", "many.txt"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// One line names one crawler, whichever command is asked.
#[test]
fn a_line_names_the_same_crawler_in_every_command() {
    let folder = folder("a_line_names_the_same_crawler_in_every_command");
    std::fs::write(folder.join("none.txt"), "").unwrap();
    let file = "User-agent: Screaming Frog SEO Spider\nDisallow: /a\n";
    std::fs::write(folder.join("several-words.txt"), file).unwrap();
    for arguments in [
        &["groups", "several-words.txt"][..],
        &["access", "several-words.txt", "--crawler", "@named"],
        &["test", "several-words.txt", "/a", "--crawler", "@named", "--format", "json"],
        &["find", "several-words.txt", "--decided-by", "2", "--format", "json"],
        &["diff", "none.txt", "several-words.txt"],
        &["verify", "several-words.txt", "--init"],
    ] {
        let shown = gatepost(&folder, arguments, b"");
        let shown = shown.replace("several-words", "file");
        assert!(shown.contains("Screaming Frog SEO Spider"), "{arguments:?}: {shown}");
        // Nowhere is there a crawler called `Screaming`.
        let rest = shown.replace("Screaming Frog SEO Spider", "");
        assert!(!rest.contains("Screaming"), "{arguments:?}: {shown}");
    }
}

/// A guard finds its crawler whichever name of a line it has.
#[test]
fn deny_by_any_name_of_a_line() {
    let folder = folder("deny_by_any_name_of_a_line");
    std::fs::write(folder.join("none.txt"), "").unwrap();
    std::fs::write(folder.join("several-words.txt"), "User-agent: Foo Bar\nDisallow: /a\n")
        .unwrap();
    for (name, status) in [("Foo", 1), ("foo bar", 1), ("Bar", 0)] {
        let deny = format!("newly-disallowed={name}");
        let shown =
            gatepost(&folder, &["diff", "none.txt", "several-words.txt", "--deny", &deny], b"");
        assert!(shown.starts_with(&format!("exit status {status}")), "{name}: {shown}");
    }
}
