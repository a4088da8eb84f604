//! Lists as tools write them, as data: the format of each, and its URLs or the error about each
//! line.

use std::io::{BufReader, Read};

use super::{ListedUrls, UrlListOptions, UrlListReader};

/// Returns a line for each URL of a list, such as `2 /a`, and for each error, such as `3! why`.
fn told(list: &[u8], options: &UrlListOptions, capacity: usize) -> String {
    let mut reader = match UrlListReader::new(BufReader::with_capacity(capacity, list), options) {
        Ok(reader) => reader,
        Err(error) => {
            let help = error.help().map_or(String::new(), |help| format!(": {help}"));
            return format!("{error}{help}");
        }
    };
    let mut told = reader.about().unwrap_or("lines").to_owned();
    let mut urls = ListedUrls::default();
    while reader.read(&mut urls, 2).unwrap() {
        for listed in urls.iter() {
            told += &match listed.url {
                Ok(url) => format!("\n{} {}", listed.line, String::from_utf8_lossy(url)),
                Err(error) => format!("\n{}! {}", listed.line, error.what()),
            };
        }
        urls.clear();
    }
    told.replace("\r\n", "\n")
}

#[track_caller]
fn check(list: &str, expected: &str) {
    check_with(list, &UrlListOptions::default(), expected);
}

/// Checks a list in every encoding, with every line end, whatever the reads cut.
#[track_caller]
fn check_with(list: &str, options: &UrlListOptions, expected: &str) {
    for text in [list.to_owned(), list.replace('\n', "\r\n"), list.trim_end().to_owned()] {
        assert_eq!(told(text.as_bytes(), options, 4096), expected);
        let marked = format!("\u{FEFF}{text}");
        for capacity in [1, 2, 7, 4096] {
            assert_eq!(told(marked.as_bytes(), options, capacity), expected);
        }
        if text.is_ascii() && text.len() < 8 {
            continue;
        }
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = marked.encode_utf16().flat_map(order).collect();
            let told = told(&bytes, options, 5);
            let told = told.replace("UTF-16 text with one URL a line", "lines");
            assert_eq!(told.replace(" (UTF-16)", ""), expected);
        }
    }
}

fn column(name: &str) -> UrlListOptions {
    UrlListOptions { column: Some(name.to_owned()), whole_lines: false }
}

#[test]
fn one_url_a_line() {
    check(
        "https://a.example/x\n\n  /b?c,d \n# no\n/e\n",
        "lines\n1 https://a.example/x\n3 /b?c,d\n5 /e",
    );
    check(
        "https://a.example/x 200\nhttps://a.example/y\tIndexable\n/a,200\n/b,\n/c,d\n/e;f\nhttps://\n",
        "lines\n\
         1! `https://a.example/x 200` has text behind the URL: `200`\n\
         2! `https://a.example/y\tIndexable` has text behind the URL: `Indexable`\n\
         3! `/a,200` may have text behind the URL: `,200`\n\
         4! `/b,` may have text behind the URL: `,`\n\
         5 /c,d\n\
         6 /e;f\n\
         7! `https://` has no host",
    );
    check("shop.example/a\n/b\n", "lines\n1! `shop.example/a` is neither a URL nor a path\n2 /b");
    check("", "lines");
}

#[test]
fn whole_lines_are_urls_whatever_they_hold() {
    let options = UrlListOptions { whole_lines: true, column: None };
    check_with("/a,1\n/b,2\n/c d\n", &options, "lines\n1 /a,1\n2 /b,2\n3 /c d");
}

#[test]
fn tables_with_a_header() {
    // Search Console.
    check(
        "Top pages,Clicks,Impressions,CTR,Position\n\
         https://a.example/x,10,60,16.67%,4.2\nhttps://a.example/y,1,2,50%,1\n",
        "a table; its URLs are in the column `Top pages`\n2 https://a.example/x\n3 https://a.example/y",
    );
    check(
        "H\u{e4}ufigste Seiten;Klicks\nhttps://a.example/x;3,0 %\n",
        "a table with semicolons; its URLs are in the column `H\u{e4}ufigste Seiten`\n2 https://a.example/x",
    );
    check(
        "URL\nhttps://a.example/x\n",
        "a table; its URLs are in the column `URL`\n2 https://a.example/x",
    );
    // A crawler: all cells quoted, the wire form in another column.
    check(
        "\"Address\",\"Status Code\",\"URL Encoded Address\"\n\
         \"https://a.example/\u{e9}\",\"200\",\"https://a.example/%C3%A9\"\n",
        "a table; its URLs are in the column `URL Encoded Address`\n2 https://a.example/%C3%A9",
    );
    // A title above, and a comma in a quoted URL.
    check(
        "\"Internal - All\"\n\"Address\",\"Status\"\n\"https://a.example/a,b\",\"200\"\n",
        "a table; its URLs are in the column `Address`\n3 https://a.example/a,b",
    );
    // Tabs, the URL not first.
    check(
        "\"PR\"\t\"URL\"\n\"7\"\t\"https://a.example/x\"\n\"6\"\t\"https://a.example/y\"\n",
        "a table with tabs; its URLs are in the column `URL`\n2 https://a.example/x\n3 https://a.example/y",
    );
    // Two columns of URLs: one is chosen by its name, the other by --column.
    let inlinks = "Type,Source,Destination\nLink,https://a.example/s,https://a.example/d\n";
    check(inlinks, "a table; its URLs are in the column `Destination`\n2 https://a.example/d");
    let expected = "a table; its URLs are in the column `Source`\n2 https://a.example/s";
    check_with(inlinks, &column("source"), expected);
    check_with(inlinks, &column("2"), expected);
    check_with(
        inlinks,
        &column("Target"),
        "the list has no column `Target`: there are `Type`, `Source` and `Destination`",
    );
    // Analytics: comments above, paths, and what is not a page.
    check(
        "# ----\n# Pages\n\nPage path and screen class,Views\n/a,5\n(not set),2\n/b,1\nGrand total,8\n",
        "a table; its URLs are in the column `Page path and screen class`\n5 /a\n7 /b",
    );
    check(
        "sep=;\nURL;Clicks\nhttps://a.example/x;1\n",
        "a table with semicolons; its URLs are in the column `URL`\n3 https://a.example/x",
    );
}

#[test]
fn rows_that_are_not_like_the_others() {
    check(
        "URL,Status\nhttps://a.example/x,200\nhttps://a.example/a,b,200\nnone,200\n,200\nhttps://a.example/y\n",
        "a table; its URLs are in the column `URL`\n\
         2 https://a.example/x\n\
         3! the row has 3 cells, and the header 2\n\
         4! `none` is neither a URL nor a path\n\
         6 https://a.example/y",
    );
    check(
        "Title,URL\na,https://a.example/x\n\"b,https://a.example/y\nc,https://a.example/z\n",
        "a table; its URLs are in the column `URL`\n\
         2 https://a.example/x\n\
         3! a quote that opens in this row is never closed",
    );
    // A title may contain a line break, and a URL may not.
    check(
        "Title,URL\n\"a\nb\",https://a.example/x\nc,\"https://a.example/y\nz\"\n",
        "a table; its URLs are in the column `URL`\n\
         2 https://a.example/x\n\
         4! `https://a.example/y\nz` contains a line break",
    );
}

#[test]
fn tables_without_a_header() {
    let seen_in_a_review =
        "https://a.example/1.pdf,200,Indexable\nhttps://a.example/2.pdf,200,Indexable\n";
    let refused = "each line has as many commas or semicolons as the others, and no header: this may be a \
                   table, or a list of URLs with commas: for a table, give the number of its column, as in \
                   `--column 1`; for URLs with commas, use `--whole-lines`";
    check(seen_in_a_review, refused);
    check_with(
        seen_in_a_review,
        &column("1"),
        "a table; its URLs are in column 1\n1 https://a.example/1.pdf\n2 https://a.example/2.pdf",
    );
    check("/a,1\n/b,2\n", refused);
    check(
        "https://a.example/x\t200\n",
        "a table with tabs; its URLs are in column 1\n1 https://a.example/x",
    );
    check("\"https://a.example/x\"\n", "a table; its URLs are in column 1\n1 https://a.example/x");
    check(
        "Reason,Pages\nBlocked,5\n",
        "lines\n1! `Reason,Pages` is neither a URL nor a path\n2! `Blocked,5` may have text behind the \
         URL: `,5`",
    );
}

#[test]
fn sitemaps() {
    check(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- a comment -->\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
         <url><loc>https://a.example/x?a=1&amp;b=2</loc><priority>1</priority></url>\n\
         <url>\n<loc>\n https://a.example/caf&#233; </loc>\n\
         <image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>\n\
         <url><loc><![CDATA[/c]]></loc></url>\n\
         <url><loc>https://a.example/d&e=f</loc></url>\n\
         <url><loc>relative</loc></url>\n\
         </urlset>\n",
        "a sitemap\n\
         4 https://a.example/x?a=1&b=2\n\
         6 https://a.example/caf\u{e9}\n\
         9 /c\n\
         10 https://a.example/d&e=f\n\
         11! `relative` is neither a URL nor a path",
    );
    check(
        "<urlset>\n<url><loc>/a</loc></url>\n<url><loc>/b</lo",
        "a sitemap\n2 /a\n3! the XML is broken: syntax error: tag not closed: `>` not found before \
         end of input",
    );
    check("<urlset>\n<url><loc>/a</loc>", "a sitemap\n2 /a\n2! the sitemap ends within an element");
    check(
        "<sitemapindex><sitemap><loc>/s.xml</loc></sitemap></sitemapindex>\n",
        "this is an index of sitemaps: it has no pages: give one of the sitemaps that it names",
    );
}

#[test]
fn what_is_no_list() {
    check("<!DOCTYPE html>\n<html></html>\n", "this is a web page, not a list of URLs");
    check(
        "<rss><channel></channel></rss>\n",
        "this is a feed, not a list of URLs: give a sitemap, a table or one URL a line",
    );
    check(
        "{\"url\":\"/a\"}\n",
        "this is JSON, not a list of URLs: take the URLs out first, as in `jq -r .url FILE`",
    );
    let options = UrlListOptions::default();
    for (list, expected) in [
        (
            &b"\x1F\x8B\x08\0"[..],
            "this is gzip-compressed data, not a list of URLs: unpack it first: `gunzip -c FILE`",
        ),
        (b"\x89PNG\r\n\x1A\n", "this is an image, not a list of URLs"),
        (
            b"PK\x03\x04",
            "this is a ZIP archive or a spreadsheet, not a list of URLs: unpack it first; save the sheet of a spreadsheet as CSV (UTF-8)",
        ),
    ] {
        assert_eq!(told(list, &options, 4096), expected);
    }
}

/// Lists longer than the part that is looked at lose no line and count all lines.
#[test]
fn long_lists() {
    let rows: String = (0..9000).map(|at| format!("https://a.example/{at},200\n")).collect();
    for (list, before) in [(rows.replace(",200", ""), 0), (format!("URL,Status\n{rows}"), 1)] {
        let mut reader = UrlListReader::new(list.as_bytes(), &UrlListOptions::default()).unwrap();
        let mut urls = ListedUrls::default();
        while reader.read(&mut urls, 1000).unwrap() {}
        assert_eq!((reader.urls(), urls.iter().len()), (9000, 9000));
        for (at, listed) in urls.iter().enumerate() {
            assert_eq!(listed.line, at + 1 + before);
            assert_eq!(listed.url.unwrap(), format!("https://a.example/{at}").as_bytes());
        }
    }
}

/// The memory for a quote that is never closed is bounded.
#[test]
fn row_without_an_end() {
    let list = b"Title,URL\na,https://a.example/x\n\"b".chain(std::io::repeat(b'x').take(50 << 20));
    let mut reader = UrlListReader::new(BufReader::new(list), &UrlListOptions::default()).unwrap();
    let mut urls = ListedUrls::default();
    while reader.read(&mut urls, 1000).unwrap() {}
    let lines: Vec<_> = urls.iter().map(|listed| (listed.line, listed.url.is_ok())).collect();
    assert_eq!(lines, [(2, true), (3, false)]);
}
