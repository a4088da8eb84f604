//! Where one file means two things, read in two dialects.
//!
//! Dialects differ in how they bring patterns and paths to one form. What they say is compared on the
//! paths that are in normal form as they come, which both see octet for octet alike: nearly all that
//! crawlers find. On those, the lists of two dialects are two lists of rules like any others.

use gatepost::{Dialect, ProductToken, RobotsTxt, UrlPath};

use crate::changes::{Changes, changes_where};
use crate::form::Form;
use crate::rule_list::RuleList;

/// Finds all that a crawler may fetch in one dialect and may not in another, as far as the path of the
/// URL is in normal form already.
///
/// The changes are from the first dialect to the second. Of paths that are written otherwise nothing is
/// said: dialects that bring them to one form differ on them from those that do not.
///
/// # Source
///
/// The normal form is that of [`UrlPath`]; what each dialect does is in the fields of [`Dialect`].
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken};
/// use gatepost_prove::dialect_differences;
///
/// // Google's library takes any key that begins with a known one.
/// let file = "User-agent: *\nDisallow: /shop\nDisallow-AI: /books\n";
/// let crawler = ProductToken::new("ExampleBot")?;
/// let found = dialect_differences(file, &crawler, &Dialect::RFC9309, &Dialect::GOOGLE);
/// assert_eq!(found.newly_disallowed[0].pattern, "/books");
/// assert!(found.newly_allowed.is_empty() && found.not_decided.is_none());
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
pub fn dialect_differences<O: AsRef<[u8]> + ?Sized>(
    octets: &O,
    crawler: &ProductToken,
    first: &'static Dialect,
    second: &'static Dialect,
) -> Changes {
    let [first, second] = [first, second].map(|dialect| RobotsTxt::parse_as(octets, dialect));
    let [first, second] =
        [&first, &second].map(|robots| RuleList::of_group(&robots.group_for(crawler)));
    changes_where(&first, &second, can_be_normal)
}

/// Whether some path of a form can be in normal form as it comes: with a letter that is part of no
/// triplet for what is free, all of it has to be.
fn can_be_normal(form: &Form) -> bool {
    let path = form.filled(|_| b"x");
    UrlPath::new(&path).is_ok_and(|url| url.raw() == path && url.normal() == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, disallowed: &[&str], allowed: &[&str]) {
        let file = format!("User-agent: *\n{file}");
        let any = ProductToken::any();
        let found = dialect_differences(&file, &any, &Dialect::RFC9309, &Dialect::GOOGLE);
        let patterns = |changes: &[crate::Change]| -> Vec<String> {
            changes.iter().map(|change| change.pattern.clone()).collect()
        };
        assert_eq!(patterns(&found.newly_disallowed), disallowed, "{file}");
        assert_eq!(patterns(&found.newly_allowed), allowed, "{file}");
        assert_eq!(found.not_decided, None, "{file}");
        let back = dialect_differences(&file, &any, &Dialect::GOOGLE, &Dialect::RFC9309);
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
