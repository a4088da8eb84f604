//! The URLs on which two dialects interpret one file differently.
//!
//! Dialects normalise patterns and paths differently. The two lists are compared only on paths that
//! both dialects leave unchanged, and so compare byte for byte: nearly all paths that crawlers
//! meet. On these paths the lists are two ordinary lists of rules, each with its own ranks, and the
//! proof of `difference.rs` needs no more than that.
//!
//! # Which regions have such paths
//!
//! A dialect changes a path one percent-encoded byte, or one byte, at a time. So if a form contains
//! one that is changed wherever it stands, all paths of the form are changed; and if it contains
//! none, the form with a plain letter in each gap is a path that stays unchanged. What remains are
//! forms with an incomplete percent-encoded byte or half a character in front of a gap, which some
//! text might complete. A few texts are tried; if none does, the question is not decided.

use gatepost::UrlPath;

use crate::changes::{Changes, changes_where};
use crate::difference::is_unchanged_in_both;
use crate::form::Form;
use crate::outcome::NotDecided;
use crate::rule_list::RuleList;

/// Finds every URL that a crawler may fetch according to one dialect but not according to another.
///
/// Both lists belong to the same file and crawler, each parsed in its own dialect; the changes lead
/// from the first to the second. Only paths that both dialects leave unchanged are compared: a
/// dialect that normalises paths always differs on the others from one that does not.
///
/// # Source
///
/// The fields of [`Dialect`](gatepost::Dialect) describe each dialect; [`UrlPath::compared_in`]
/// returns the normalised form of a path.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, dialect_differences};
///
/// // Google's library accepts every key that begins with a known one.
/// let file = "User-agent: *\nDisallow: /shop\nDisallow-AI: /books\n";
/// let crawler = ProductToken::new("ExampleBot")?;
/// let dialects = [Dialect::RFC9309, Dialect::GOOGLE];
/// let parsed = dialects.map(|dialect| RobotsTxt::parse_as(file, dialect));
/// let [first, second] =
///     [&parsed[0], &parsed[1]].map(|robots| RuleList::of_group(&robots.group_for(&crawler)));
/// let found = dialect_differences(&first, &second);
/// assert_eq!(found.newly_disallowed[0].pattern, "/books");
/// assert!(found.newly_allowed.is_empty() && found.not_decided.is_none());
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[must_use]
pub fn dialect_differences(first: &RuleList<'_>, second: &RuleList<'_>) -> Changes {
    let mut is_unclear = false;
    let mut changes = changes_where(first, second, |form| match has_path(form, first, second) {
        Some(has_path) => has_path,
        None => {
            is_unclear = true;
            false
        }
    });
    if is_unclear {
        changes.not_decided.get_or_insert(NotDecided::NoExample);
    }
    changes
}

/// Returns whether both dialects leave some path of a form unchanged; `None` if that is not
/// decided.
fn has_path(form: &Form, first: &RuleList<'_>, second: &RuleList<'_>) -> Option<bool> {
    let is_seen = |text: &[u8]| {
        let path = form.filled(|_| text);
        UrlPath::new(&path)
            .is_ok_and(|url| url.raw() == path && is_unchanged_in_both(&url, first, second))
    };
    let completing: [&[u8]; 6] = [b"x", b"20", b"0", b"0x", b"A0", b"%80"];
    if completing.iter().any(|text| is_seen(text)) {
        return Some(true);
    }
    // In front of a gap: `%`, `%` with one digit, or a percent-encoded byte that is half a
    // character.
    let mut pieces: Vec<&[u8]> = form.as_bytes().split(|byte| *byte == b'*').collect();
    if form.is_closed() {
        pieces.pop();
    }
    let is_open = |piece: &&[u8]| match piece {
        [.., b'%'] | [.., b'%', _] => true,
        [.., b'%', first, _] => matches!(first, b'8' | b'9' | b'A'..=b'F' | b'a'..=b'f'),
        _ => false,
    };
    if pieces.iter().any(is_open) { None } else { Some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatepost::{Dialect, ProductToken, RobotsTxt};

    fn differences(file: &str, first: Dialect, second: Dialect) -> Changes {
        let read = [first, second].map(|dialect| RobotsTxt::parse_as(file, dialect));
        let [first, second] = [&read[0], &read[1]]
            .map(|robots| RuleList::of_group(&robots.group_for(&ProductToken::any())));
        dialect_differences(&first, &second)
    }

    #[track_caller]
    fn check(file: &str, disallowed: &[&str], allowed: &[&str]) {
        let file = format!("User-agent: *\n{file}");
        let found = differences(&file, Dialect::RFC9309, Dialect::GOOGLE);
        let patterns = |changes: &[crate::Change]| -> Vec<String> {
            changes.iter().map(|change| change.pattern.clone()).collect()
        };
        assert_eq!(patterns(&found.newly_disallowed), disallowed, "{file}");
        assert_eq!(patterns(&found.newly_allowed), allowed, "{file}");
        assert_eq!(found.not_decided, None, "{file}");
        let back = differences(&file, Dialect::GOOGLE, Dialect::RFC9309);
        assert_eq!(patterns(&back.newly_allowed), disallowed, "{file}");
    }

    #[test]
    fn most_files_mean_the_same() {
        check("Disallow: /shop/*?page=\nAllow: /*.css$\nDisallow: /caf\u{e9}\n", &[], &[]);
    }

    #[test]
    fn robots_txt_itself_is_an_ordinary_path_in_the_google_dialect() {
        check("Disallow: /r*.txt\n", &["/robots.txt$"], &[]);
        check("Disallow: /\nAllow: /robots.txt\n", &[], &[]);
    }

    #[test]
    fn index_page_opens_its_folder() {
        check("Disallow: /a\nAllow: /a/index.html\n", &[], &["/a/$"]);
    }

    #[test]
    fn percent_encoded_bytes_are_decoded_or_not() {
        // No path that both leave unchanged has a percent-encoded letter.
        check("Disallow: /%61bc\n", &[], &["/abc"]);
        check("Disallow: /a$b\n", &[], &["/a%24b"]);
    }
}
