//! Pieces of sentences that several reports share.
//!
//! Whole sentences are made where the question is answered. This file has what all of them share:
//! plurals, lists, line numbers, and bytes of a file as text.

use std::borrow::Cow;
use std::fmt::Display;

/// Joins names with commas, and the last two with "and".
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::list;
///
/// assert_eq!(list(&["GPTBot", "CCBot", "Bytespider"]), "GPTBot, CCBot and Bytespider");
/// assert_eq!(list(&["GPTBot"]), "GPTBot");
/// ```
#[must_use]
pub fn list(items: &[impl Display]) -> String {
    let all: Vec<_> = items.iter().map(ToString::to_string).collect();
    match all.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names lines by their numbers.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::lines;
///
/// assert_eq!(lines(&[2]), "line 2");
/// assert_eq!(lines(&[2, 3, 5]), "lines 2, 3 and 5");
/// assert_eq!(lines(&[]), "no line");
/// ```
#[must_use]
pub fn lines(lines: &[usize]) -> String {
    match lines {
        [] => "no line".to_owned(),
        [line] => format!("line {line}"),
        lines => format!("lines {}", list(lines)),
    }
}

/// Writes a number of things, with the right plural and with thousands separated.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::count;
///
/// assert_eq!(count(1, "URL", "URLs"), "1 URL");
/// assert_eq!(count(688_044, "byte", "bytes"), "688,044 bytes");
/// ```
#[must_use]
pub fn count(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// Writes a number with its thousands separated.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::number;
///
/// assert_eq!(number(999), "999");
/// assert_eq!(number(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Names a crawler: `*` stands for all crawlers that no group names.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::crawler;
///
/// assert_eq!(crawler("GPTBot"), "GPTBot");
/// assert_eq!(crawler("*"), "all other crawlers");
/// ```
#[must_use]
pub fn crawler(name: &str) -> &str {
    if name == "*" { "all other crawlers" } else { name }
}

/// Names crawlers in a sentence, those that no group names last.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::crawlers;
///
/// let names = ["*", "GPTBot", "CCBot"].map(str::to_owned);
/// assert_eq!(crawlers(&names), "GPTBot, CCBot and all other crawlers");
/// assert_eq!(crawlers(&names[..1]), "crawlers without their own group");
/// ```
#[must_use]
pub fn crawlers(names: &[String]) -> String {
    // There are others only beside crawlers that have names.
    if names.iter().all(|name| name == "*") && !names.is_empty() {
        return UNNAMED_CRAWLERS.to_owned();
    }
    let named = names.iter().filter(|name| *name != "*");
    let any = names.iter().filter(|name| *name == "*");
    list(&named.chain(any).map(|name| crawler(name)).collect::<Vec<_>>())
}

/// Names the first of many crawlers, and the number of the others.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::some_crawlers;
///
/// let names: Vec<_> = (1..=9).map(|at| format!("Bot{at}")).collect();
/// assert_eq!(some_crawlers(&names[..2]), "Bot1 and Bot2");
/// assert_eq!(some_crawlers(&names), "Bot1, Bot2, Bot3, Bot4, Bot5 and 4 more crawlers");
/// ```
#[must_use]
pub fn some_crawlers(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let (any, named): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| *name == "*");
    if named.len() <= SHOWN + 1 {
        return crawlers(names);
    }
    let mut shown: Vec<String> = named[..SHOWN].iter().map(ToString::to_string).collect();
    shown.push(count((named.len() - SHOWN) as u64, "more crawler", "more crawlers"));
    shown.extend(any.iter().map(|any| crawler(any).to_owned()));
    list(&shown)
}

/// Names crawlers that no group names, where no other crawlers are mentioned.
pub const UNNAMED_CRAWLERS: &str = "crawlers without their own group";

/// Names crawlers of unknown classes, which exist if names may be parts of names.
pub const OTHER_CLASSES: &str = "crawlers whose names contain several names of the files";

/// Decodes bytes of a file or a URL, replacing bytes that are not UTF-8.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::text;
///
/// assert_eq!(text(b"/caf\xE9"), "/caf\u{FFFD}");
/// ```
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Escapes characters that control a terminal or reverse the direction of text.
///
/// Reports hold text as it is; pass it through this function before you show it on a terminal or in
/// XML.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::printable;
///
/// assert_eq!(printable("/a\u{1b}[31m"), "/a\\u{1b}[31m");
/// assert_eq!(printable("/caf\u{e9}"), "/caf\u{e9}");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers =
        |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|c| match steers(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    });
    Cow::Owned(escaped.collect())
}

/// Makes a message printable, and shortens long quotes in it.
///
/// # Example
///
/// ```
/// use gatepost_report::phrases::readable;
///
/// let message = format!("`{}` matches no path", "a".repeat(400));
/// assert!(readable(&message).len() < 200);
/// assert!(readable(&message).ends_with("aaa` matches no path"));
/// ```
#[must_use]
pub fn readable(message: &str) -> String {
    const START: usize = 120;
    const END: usize = 30;
    let cut = message.split('`').map(|part| {
        let starts: Vec<usize> = part.char_indices().map(|(at, _)| at).collect();
        match starts.len() > START + END + 10 {
            true => format!("{}...{}", &part[..starts[START]], &part[starts[starts.len() - END]..]),
            false => part.to_owned(),
        }
    });
    let cut: Vec<String> = cut.collect();
    // A message may have several lines.
    let joined = cut.join("`");
    joined.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}
