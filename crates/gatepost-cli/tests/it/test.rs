//! What `gatepost test` prints, and its exit status.

use std::process::{Command, Stdio};

use crate::support::{folder, gatepost, snapshots};

snapshots! {
    many_urls: ["test", "robots.txt", "--urls", "urls.txt"];
    all_allowed: ["test", "robots.txt", "/shop", "/robots.txt"];
    several_crawlers: ["test", "robots.txt", "--urls", "urls.txt", "-c", "GPTBot", "-c", "*"];
    explain_disallowed: ["test", "robots.txt", "--explain", "-c", "Googlebot", "/a.pdf?x=1"];
    explain_winner_and_loser: ["test", "robots.txt", "--explain", "/shop?page=2"];
    explain_no_rule: ["test", "robots.txt", "--explain", "/shop"];
    explain_no_group: ["test", "-", "--explain", "-c", "b", "/"], stdin b"User-agent: a\nDisallow: /\n";
    explain_odd_bytes: ["test", "-", "--explain", "/caf%E9"],
        stdin b"User-agent: *\rDisallow: /caf\xE9\r";
    json: ["test", "robots.txt", "--format", "json", "/shop?page=2", "/shop", "/robots.txt"];
    json_explain: ["test", "robots.txt", "--format", "json", "--explain", "/a.pdf?page=2"];
    csv: ["test", "robots.txt", "--format", "csv", "/a,b?page=2", "/shop"];
    markdown: ["test", "family.txt", "--format", "markdown", "/a|b", "/open", "-c", "GPTBot",
        "-c", "AdsBot-Google"];
    junit: ["test", "family.txt", "--format", "junit", "/a", "/open", "-c", "GPTBot"];
    json_of_a_list_has_no_remarks: ["test", "robots.txt", "--format", "json", "--urls", "-"],
        stdin b"/shop?page=2\n";
    columns_are_those_of_a_terminal: ["test", "-", "/日本語/x", "/latin/x", "/é"],
        stdin "User-agent: *\nDisallow: /日本語/\n";
    robots_from_stdin: ["test", "-", "/a"], stdin b"User-agent: *\nDisallow: /\n";
    urls_from_stdin: ["test", "robots.txt", "--urls", "-"], stdin b"/a.pdf\r\n\r\n# none\r\n/b\r\n";
    dialects_differ: ["test", "-", "--dialect", "google", "/robots.txt"],
        stdin b"User-agent: *\nDisallow-AI: /\n";
    long_urls_put_the_reason_below: ["test", "robots.txt",
        "/a/path/that/is/quite/long/and/goes/on/for/a/while/until/it/ends.pdf"];
    control_characters_are_escaped: ["test", "-", "/\u{1b}[31m"],
        stdin b"User-agent: *\nDisallow: /\x1b[31m\n";
    read_limit_is_told: ["test", "-", "/b"],
        stdin [b"User-agent: *\n", &b"#\n".repeat(255_995)[..], b"Disallow: /b\n"].concat();
    whole_header: ["test", "robots.txt", "/", "-f", "json", "-c",
        "Mozilla/5.0 (compatible; GPTBot/1.4; +https://openai.com/gptbot)"];
    version_behind_a_name: ["test", "robots.txt", "/", "-f", "json", "-c", "ExampleBot/2.1"];
    family: ["test", "family.txt", "/private", "/", "-c", "Googlebot-Image"];
    family_explained: ["test", "family.txt", "/private", "-e", "-c", "Googlebot-Image"];
    family_json: ["test", "family.txt", "/private", "-f", "json", "-c", "Googlebot-Image"];
    family_in_another_dialect: ["test", "family.txt", "/private", "/", "-c", "Googlebot-Image",
        "-d", "google"];
    as_google_parses_it: ["test", "-", "/", "-c", "Googlebot"],
        stdin b"User-agent: *\nDisallow: /search\nDisallow-AI: /\n";
    as_each_parses_it: ["test", "-", "/shop/sale", "-c", "Baiduspider", "-c", "bingbot"],
        stdin b"User-agent: *\nDisallow: /shop\nAllow: /shop/sale\n";
    as_each_parses_it_json: ["test", "-", "/shop/sale", "-c", "Baiduspider", "-f", "json"],
        stdin b"User-agent: *\nDisallow: /shop\nAllow: /shop/sale\n";
    slip_in_a_name: ["test", "family.txt", "/", "-c", "Gogolebot", "-c", "Google bot"];
    one_under_two_names: ["test", "family.txt", "/private", "-c", "ExampleBot+GPTBot"];
    several_in_one: ["test", "family.txt", "/", "-c", "GPTBot,CCBot"];
    header_as_the_parser_takes_it: ["test", "-", "/", "-d", "protego",
        "-c", "Mozilla/5.0 (compatible; FooBot/1.0; +http://foo.bar)"],
        stdin b"User-agent: Mozilla\nDisallow: /\n";
    header_that_is_cut: ["test", "-", "/", "-d", "python-3.11",
        "-c", "Mozilla/5.0 (compatible; FooBot/1.0; +http://foo.bar)"],
        stdin b"User-agent: Mozilla\nDisallow: /\n";
    header_in_all_dialects: ["test", "-", "/", "-d", "all",
        "-c", "Mozilla/5.0 (compatible; FooBot/1.0; +http://foo.bar)"],
        stdin b"User-agent: Mozilla\nDisallow: /\n";
    ignores_star: ["test", "family.txt", "/private", "-c", "AdsBot-Google"];
    ignores_star_explained: ["test", "family.txt", "/private", "-e", "-c", "AdsBot-Google"];
    ignores_star_json: ["test", "family.txt", "/private", "-f", "json", "-c", "AdsBot-Google"];
    does_not_ask: ["test", "family.txt", "/private", "/robots.txt", "-c", "Google-Safety"];
    does_not_ask_explained: ["test", "family.txt", "/private", "-e", "-c", "Google-Safety"];
    does_not_ask_json: ["test", "family.txt", "/private", "-f", "json", "-c", "Google-Safety"];
    does_not_ask_csv: ["test", "family.txt", "/private", "-f", "csv", "-c", "Google-Safety"];
    several_with_remarks: ["test", "family.txt", "/open", "-c", "ChatGPT-User", "-c",
        "Google-Extended", "-c", "Claude-Web", "-c", "LAIONDownloader"];
    named: ["test", "family.txt", "/open", "-c", "@named", "-c", "gptbot"];
    many_crawlers: ["test", "family.txt", "/private", "/open", "-c", "@user-fetch", "-c", "GPTBot"];
    set_csv: ["test", "robots.txt", "/a.pdf", "-c", "@seo", "-f", "csv"];
    error_no_file: ["test", "missing.txt", "/"];
    error_a_folder: ["test", ".", "/"];
    error_no_page_of_a_site: ["test", "https://shop.example/robots.txt"];
    error_no_url: ["test", "robots.txt"];
    error_no_path: ["test", "robots.txt", "/a", "shop.example/a"];
    error_in_arguments_goes_on: ["test", "robots.txt", "https://", "/a", "?x=1", "http://[::1/x",
        "http://:80/x", "ftp://x.example/a", "http://exa mple.com/a", "mailto:a@b.example", ""];
    error_in_arguments_json: ["test", "robots.txt", "-f", "json", "https:///a", "/a"];
    error_in_a_list_goes_on: ["test", "robots.txt", "--urls", "-"], stdin b"/a\nshop.example/a\n/b\n";
    error_stdin_twice: ["test", "-", "--urls", "-"];
    error_csv_has_no_explanation: ["test", "robots.txt", "-e", "-f", "csv", "/"];
    error_header_of_a_browser: ["test", "robots.txt", "/", "-c",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"];
    error_no_name: ["test", "robots.txt", "/", "-c", "a,b"];
    error_no_such_set: ["test", "robots.txt", "/", "-c", "@everybody"];
    error_nobody_is_named: ["test", "-", "/", "-c", "@named"], stdin b"User-agent: *\nDisallow: /\n";
    error_unknown_dialect: ["test", "robots.txt", "/", "-d", "altavista"];
}

/// A URL is bytes: what no text is has a percent-encoding, and asks the same.
#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("not_utf_8");
    std::fs::write(folder.join("latin.txt"), b"User-agent: *\nDisallow: /caf\xE9\n").unwrap();
    for (command, stdout) in [
        (
            &["test", "latin.txt"][..],
            "/caf%E9  disallowed  line 2  /caf\u{FFFD}  starts with /caf%E9\n",
        ),
        (&["match", "/caf%e9"], "/caf%E9  matches\n"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_gatepost"))
            .args(command)
            .arg(OsStr::from_bytes(b"/caf\xE9"))
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout);
    }
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
