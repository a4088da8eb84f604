//! Where one file means two things, read in two dialects.
//!
//! Dialects differ in how they bring patterns and paths to one form. What they say is compared on the
//! paths that are in the form of both as they come, which both see byte for byte alike: nearly all
//! that crawlers find. On those, the lists of two dialects are two lists of rules like any others, each
//! with ranks of its own; and the proof of `difference.rs` asks for no more.
//!
//! # Which regions have such paths
//!
//! A path is changed by a dialect triplet by triplet. So if a form has a triplet, or a single byte,
//! that is changed wherever it stands, all its paths are; and if none is, the form with a plain letter
//! in each gap is such a path. In between are forms with half a triplet before a gap, or half a
//! character: some text may complete it. A few are tried, and if none does that is not decided.

use gatepost::UrlPath;

use crate::changes::{Changes, changes_where};
use crate::difference::is_seen_alike;
use crate::form::Form;
use crate::outcome::NotDecided;
use crate::rule_list::RuleList;

/// Finds all that a crawler may fetch in one dialect and may not in another, as far as the path of the
/// URL is in the form of both already.
///
/// The lists are those of one file and one crawler, as each dialect reads them. The changes are from the
/// first to the second. Of paths that are written otherwise nothing is said: dialects that bring them to
/// one form differ on them from those that do not.
///
/// # Source
///
/// What each dialect does is in the fields of [`Dialect`](gatepost::Dialect);
/// [`UrlPath::compared_in`] has its form of a path.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, dialect_differences};
///
/// // Google's library takes any key that begins with a known one.
/// let file = "User-agent: *\nDisallow: /shop\nDisallow-AI: /books\n";
/// let crawler = ProductToken::new("ExampleBot")?;
/// let read = [Dialect::RFC9309, Dialect::GOOGLE].map(|dialect| RobotsTxt::parse_as(file, dialect));
/// let [first, second] =
///     [&read[0], &read[1]].map(|robots| RuleList::of_group(&robots.group_for(&crawler)));
/// let found = dialect_differences(&first, &second);
/// assert_eq!(found.newly_disallowed[0].pattern, "/books");
/// assert!(found.newly_allowed.is_empty() && found.not_decided.is_none());
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
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

/// Whether some path of a form is seen alike as it comes, if that can be told.
fn has_path(form: &Form, first: &RuleList<'_>, second: &RuleList<'_>) -> Option<bool> {
    let is_seen = |text: &[u8]| {
        let path = form.filled(|_| text);
        UrlPath::new(&path).is_ok_and(|url| url.raw() == path && is_seen_alike(&url, first, second))
    };
    let completing: [&[u8]; 6] = [b"x", b"20", b"0", b"0x", b"A0", b"%80"];
    if completing.iter().any(|text| is_seen(text)) {
        return Some(true);
    }
    // A `%`, a `%` with one digit, or a triplet of half a character in front of a gap.
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
    fn robots_txt_itself_is_a_path_like_others_to_google() {
        check("Disallow: /r*.txt\n", &["/robots.txt$"], &[]);
        check("Disallow: /\nAllow: /robots.txt\n", &[], &[]);
    }

    #[test]
    fn index_page_opens_its_folder() {
        check("Disallow: /a\nAllow: /a/index.html\n", &[], &["/a/$"]);
    }

    #[test]
    fn triplets_are_decoded_or_not() {
        // No path that both see alike has the triplet of a letter.
        check("Disallow: /%61bc\n", &[], &["/abc"]);
        check("Disallow: /a$b\n", &[], &["/a%24b"]);
    }
}
