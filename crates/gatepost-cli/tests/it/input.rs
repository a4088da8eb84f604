//! The input of every command, and what is refused: lists of URLs as tools write them, files
//! that are not text, Git, and standard input.

use std::path::Path;
use std::process::Command;

use crate::support::{folder, gatepost, snapshots};

const CRAWLED: &str = "\u{FEFF}\"Address\",\"Status Code\"\r\n\
    \"https://shop.example/a,b.pdf\",\"200\"\r\n\"https://shop.example/c\",\"200\"\r\n\
    \"shop.example/d\",\"200\"\r\n";

const SITEMAP: &str = "<?xml version=\"1.0\"?>\n<urlset>\n\
    <url><loc>https://shop.example/a?x=1&amp;page=2</loc></url>\n</urlset>\n";

/// Rows of a table that were once read as paths.
const NO_HEADER: &str = "https://shop.example/1.pdf,200,Indexable\n\
    https://shop.example/2.pdf,200,Indexable\n";

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

const GZIP: &[u8] = b"\x1F\x8B\x08\0\0\0\0\0\0\x03";
const PAGE: &[u8] = b"<!DOCTYPE html>\n<title>Shop</title>\nUser-agent: *\nDisallow: /a\n";

snapshots! {
    list_of_a_crawler: ["test", "robots.txt", "--urls", "-"], stdin CRAWLED;
    list_with_a_column: ["test", "robots.txt", "--urls", "-", "--column", "1"], stdin NO_HEADER;
    list_in_utf_16: ["test", "robots.txt", "--urls", "-"],
        stdin utf_16("\u{FEFF}https://shop.example/a.pdf\r\n/b\r\n");
    list_that_is_a_sitemap: ["match", "/*?", "--urls", "-"], stdin SITEMAP;
    list_for_a_comparison: ["diff", "robots.txt", "new.txt", "--urls", "-"], stdin SITEMAP;
    list_for_dialects: ["test", "robots.txt", "-d", "all", "--urls", "-"], stdin CRAWLED;
    list_without_a_header: ["test", "robots.txt", "--urls", "-"], stdin NO_HEADER;
    list_without_such_a_column: ["test", "robots.txt", "--urls", "-", "--column", "Link"],
        stdin CRAWLED;
    list_of_whole_lines: ["test", "robots.txt", "--urls", "-", "--whole-lines"],
        stdin "/a,1\n/b,2\n";
    list_with_text_behind_urls: ["test", "robots.txt", "--urls", "-", "-f", "json"],
        stdin "/a\nhttps://shop.example/b.pdf 200\nhttps://shop.example/c.pdf\t200\n/d,\n/e.pdf,1\n";
    list_of_nothing: ["test", "robots.txt", "--urls", "-"], stdin "# none\n\n";
    list_of_no_urls: ["match", "/a", "--urls", "-"], stdin "a\nb\n";
    list_that_is_an_image: ["test", "robots.txt", "--urls", "-"], stdin b"\x89PNG\r\n\x1A\n\0\0";
    list_with_many_wrong_lines: ["test", "robots.txt", "--urls", "-"], stdin "/a\n".to_owned() + &"a b\n".repeat(1000);
    file_that_is_utf_16: ["test", "-", "/a"],
        stdin utf_16("\u{FEFF}User-agent: *\nDisallow: /a\n");
    file_that_is_a_page: ["test", "-", "/a"], stdin PAGE;
    stdin_twice_in_diff: ["diff", "-", "-"];
    stdin_twice_with_a_list: ["diff", "-", "robots.txt", "--urls", "-"];
    stdin_twice_in_verify: ["verify", "-", "-"];
    stdin_twice_in_lint: ["lint", "-", "robots.txt", "-"];
}

/// No command answers anything about a compressed file or an image.
#[test]
fn what_is_not_text_is_refused_by_every_command() {
    let folder = folder("not_text");
    std::fs::write(folder.join("robots.gz"), GZIP).unwrap();
    let error = "error: robots.gz is gzip-compressed data, not a robots.txt file\n  help: unpack it \
                 first: `gunzip -c FILE > robots.txt`\n";
    for arguments in [
        &["test", "robots.gz", "/"][..],
        &["test", "robots.gz", "/", "-d", "all"],
        &["groups", "robots.gz"],
        &["access", "robots.gz"],
        &["find", "robots.gz", "--allowed", "*"],
        &["find", "robots.gz", "--splits", "google,python"],
        &["verify", "robots.gz", "expectations.toml"],
        &["diff", "robots.txt", "robots.gz"],
        &["minimise", "robots.gz"],
        &["fmt", "robots.gz"],
        &["lint", "robots.gz"],
        &["lint", "--fix", "--unsafe", "robots.gz"],
    ] {
        let told = gatepost(&folder, arguments, b"");
        assert!(told.starts_with("exit status 2\n"), "{arguments:?} {told}");
        assert!(told.contains(error), "{arguments:?} {told}");
    }
    assert_eq!(std::fs::read(folder.join("robots.gz")).unwrap(), GZIP);
    let noise: Vec<u8> =
        (0..4000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (file, kind) in [
        (&b"%PDF-1.7\n"[..], "a PDF document"),
        (b"\x89PNG\r\n\x1A\n", "an image"),
        (&[0; 64], "binary data"),
        (&noise, "binary data"),
    ] {
        let told = gatepost(&folder, &["test", "-", "/"], file);
        let error = format!("error: standard input is {kind}, not a robots.txt file\n");
        assert!(told.starts_with("exit status 2\n") && told.contains(&error), "{told}");
    }
}

/// A web page does not become a robots.txt file by a fix.
#[test]
fn web_pages_are_not_rewritten() {
    let folder = folder("pages");
    let page = b"<!DOCTYPE html>\r\n<p>\xEF\xBB\xBF\nUser-agent: *\n  Disallow: a\n";
    std::fs::write(folder.join("page.txt"), page).unwrap();
    let error =
        "error: page.txt is a web page, not a robots.txt file\n  help: it stays as it was\n";
    for arguments in [
        &["lint", "--fix", "page.txt"][..],
        &["lint", "--fix", "--unsafe", "page.txt"],
        &["fmt", "page.txt"],
        &["fmt", "--check", "page.txt"],
    ] {
        let told = gatepost(&folder, arguments, b"");
        assert!(told.starts_with("exit status 2\n") && told.contains(error), "{told}");
    }
    assert!(gatepost(&folder, &["lint", "page.txt"], b"").contains("html-page"));
    assert_eq!(std::fs::read(folder.join("page.txt")).unwrap(), page);
}

/// Git's listing of a revision or a folder is not a robots.txt file.
#[test]
fn git_gives_files_only() {
    let folder = folder("git");
    let _ = std::fs::remove_dir_all(folder.join(".git"));
    std::fs::create_dir_all(folder.join("public")).unwrap();
    std::fs::write(folder.join("public/robots.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    let git = |arguments: &[&str]| run_git(&folder, arguments);
    git(&["init", "-q"]);
    git(&["add", "robots.txt", "public"]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "-m", "one"]);
    let told = gatepost(&folder, &["diff", "git:HEAD:robots.txt", "robots.txt"], b"");
    assert!(told.starts_with("exit status 0\n"), "{told}");
    for (object, why) in [
        ("git:HEAD", "it is a commit"),
        ("git:HEAD:", "it is a folder"),
        ("git:HEAD:public", "it is a folder"),
    ] {
        let told = gatepost(&folder, &["diff", object, "robots.txt"], b"");
        let error = format!(
            "exit status 2\n--- stderr\nerror: cannot read {object}: {why}\n  help: write \
             git:REVISION:PATH, as in git:HEAD~1:robots.txt\n"
        );
        assert_eq!(told, error);
    }
}

fn run_git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git").args(arguments).current_dir(folder).status().unwrap();
    assert!(status.success(), "git {arguments:?}");
}
