//! Which crawler is meant by a name that no crawler has.
//!
//! `Gogolebot` is a slip for `Googlebot`, and `Google bot` and `bing` are short or spaced forms of
//! names. Names of real crawlers are close to each other too, so short names have to be exact, a
//! sibling of a known name (`SemrushBot-SA`) is not a slip, and in names of eight letters or fewer a
//! changed letter makes another word. The map of short names is made once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::crawler::{Crawler, KnownBy};
use crate::directory::{by_token, crawlers};
use crate::typo::nearest_word;

/// Finds the crawler that is meant by a name that no crawler has; `None` for names of crawlers, and
/// for names that resemble none.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::meant_crawler;
///
/// let meant = |name| meant_crawler(name).map(|crawler| crawler.token());
/// assert_eq!(meant("Gogolebot"), Some("Googlebot"));
/// assert_eq!(meant("Google bot"), Some("Googlebot"));
/// assert_eq!(meant("Googlebot"), None);
/// assert_eq!(meant("ExampleBot"), None);
/// ```
#[must_use]
pub fn meant_crawler(name: &str) -> Option<&'static Crawler> {
    if by_token(name).is_some() {
        return None;
    }
    static SHORT: OnceLock<BTreeMap<String, &'static str>> = OnceLock::new();
    let token = SHORT.get_or_init(short_names).get(&letters(name)).copied();
    by_token(token.or_else(|| misspelt(name))?)
}

/// Returns the token that a name differs from by a slip.
fn misspelt(name: &str) -> Option<&'static str> {
    // `SemrushBot-SA` is a sibling of `SemrushBot-SI`, not a slip.
    let is_member = name.rsplit_once('-').is_some_and(|(family, _)| by_token(family).is_some());
    let live = crawlers().filter(|crawler| !crawler.is_retired());
    let tokens = live.map(|crawler| crawler.token());
    // Short names resemble too many others.
    let most = |token: &str| match token.len() {
        0..7 => 0,
        7..12 => 1,
        _ => 2,
    };
    let token = nearest_word(name, tokens, most).filter(|_| !is_member)?;
    // A different letter makes a different word: `Roverbot` is not `rogerbot`.
    let is_slip = token.len() != name.len() || token.len() > 8 || is_swapped(token, name);
    is_slip.then_some(token)
}

/// Returns `true` if two words of the same length have the same letters.
fn is_swapped(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut bytes = word.to_ascii_lowercase().into_bytes();
        bytes.sort_unstable();
        bytes
    };
    sorted(one) == sorted(other)
}

/// Maps short names, by their letters, to crawlers: `bing` and `bing-bot` to `bingbot`.
fn short_names() -> BTreeMap<String, &'static str> {
    let mut short = BTreeMap::new();
    for crawler in crawlers().filter(|crawler| !crawler.is_retired()) {
        let token = crawler.token();
        let whole = letters(token);
        short.insert(whole.clone(), token);
        // The short name of a less well-known crawler may belong to another crawler.
        if crawler.known_by() == KnownBy::Community {
            continue;
        }
        for ending in ["bot", "spider", "crawler"] {
            let stem = whole.strip_suffix(ending).filter(|stem| stem.len() > 3);
            if let Some(stem) = stem.filter(|stem| by_token(stem).is_none()) {
                short.entry(stem.to_owned()).or_insert(token);
            }
        }
    }
    short
}

/// Returns a name in lower case, without the separators between its words.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_' | '.'));
    letters.collect::<String>().to_ascii_lowercase()
}
