//! The crawlers of the directory that a comparison of files must look at one by one.
//!
//! A crawler that has one name and obeys `*` is determined by that name, so proofs need only the
//! file. The others are listed here: those that fall back to the group of another, and those that a
//! file names although they ignore it or ignore `*`. Crawlers whose names have several words are
//! listed too: of a line that names one, a proof would report the first word. A crawler that
//! ignores `*` and that no file names obeys nothing in any of them; it would be in every
//! comparison, and is left out.

use std::collections::HashSet;

use gatepost::{CrawlerFamily, Names, ProductToken, RobotsTxt, SelectedBy};

use crate::crawler::Crawler;
use crate::directory::crawlers;
use crate::resolved_crawler::named_crawlers;

/// Lists the crawlers of the directory that a comparison of files must look at one by one.
///
/// Names are spelt as the files spell them. `distinct` are the crawlers that
/// `gatepost_prove::distinct_crawlers` lists for the files: where a dialect compares parts of
/// names, there are more than the files spell out.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::distinct_families;
///
/// let robots = RobotsTxt::parse("User-agent: applebot\nDisallow: /\n");
/// let families = distinct_families(&[&robots], &[]);
/// assert_eq!(families[0].name().as_str(), "applebot");
/// assert_eq!(families[0].names()[1].as_str(), "Googlebot");
/// ```
#[must_use]
pub fn distinct_families(
    files: &[&RobotsTxt<'_>],
    distinct: &[ProductToken],
) -> Vec<CrawlerFamily> {
    let mut spellings: HashSet<ProductToken> = HashSet::new();
    for line in files.iter().flat_map(|file| file.groups()).flat_map(|group| group.user_agents()) {
        spellings.extend(line.crawler_names());
    }
    spellings.extend(distinct.iter().cloned());
    let as_written = |name: &ProductToken| spellings.get(name).cloned();
    // Where a name may be a part of a crawler's, a file need not have the whole name to name the
    // crawler. A crawler that all files name in full is like any other that they name.
    let is_by_parts = files.iter().any(|file| file.dialect().names != Names::Equal);
    let is_named = |file: &RobotsTxt<'_>, names: &[ProductToken]| {
        file.group_for_any_of(names).selected_by() == SelectedBy::Name
    };
    let is_named_by_part = |names: &[ProductToken]| {
        is_by_parts
            && files.iter().any(|file| is_named(file, names))
            && !files.iter().all(|file| is_named(file, &names[..1]))
    };
    let mut families = Vec::new();
    for crawler in crawlers() {
        let mut names = crawler.names();
        let own = as_written(&names[0]);
        let is_named = own.is_some();
        if let Some(own) = own {
            names[0] = own;
        }
        let has_fallback = names[1..].iter().any(|name| spellings.contains(name))
            || (!crawler.ignores_file() && is_named_by_part(&names));
        let is_plain = names.len() == 1 && !crawler.ignores_star() && !crawler.ignores_file();
        // A file that has an alias names a crawler of that name, which falls back to the first
        // name.
        let aliases = crawler.aliases().iter().map(|alias| ProductToken::verbatim(alias));
        for alias in aliases.filter_map(|alias| as_written(&alias)) {
            families.push(family(alias, &names, crawler));
        }
        if !is_plain && (is_named || (has_fallback && !crawler.is_retired())) {
            families.push(family(names[0].clone(), &names, crawler));
        }
    }
    let known: HashSet<_> = families.iter().map(|family| family.name().clone()).collect();
    let of_several_words = named_crawlers(files)
        .into_iter()
        .map(|crawler| crawler.name)
        .filter(|name| name.as_str().contains(' ') && !known.contains(name));
    families.extend(of_several_words.map(CrawlerFamily::new));
    families
}

/// Describes a crawler that looks for one of its names first.
fn family(first: ProductToken, names: &[ProductToken], crawler: &Crawler) -> CrawlerFamily {
    let others: Vec<_> = names.iter().filter(|name| **name != first).cloned().collect();
    CrawlerFamily::new(first)
        .with_names(others)
        .with_ignores_star(crawler.ignores_star())
        .with_ignores_file(crawler.ignores_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolved_crawler::ResolvedCrawler;

    /// A proof about a family is about the group that its crawler is shown with.
    #[test]
    fn families_obey_the_groups_of_their_crawlers() {
        let names = ["googlebot", "Googlebot-Image", "facebookexternalhit", "FACEBOT"];
        let others = ["AdsBot-Google", "Google-Safety", "Neevabot", "*"];
        let all = [names, others].concat();
        let mut count = 0;
        for subset in 0..1 << all.len() {
            let named = all.iter().enumerate().filter(|(at, _)| subset & (1 << at) != 0);
            let group = |(at, name): (usize, &&str)| format!("User-agent: {name}\nAllow: /{at}\n");
            let file: String = named.map(group).collect();
            let robots = RobotsTxt::parse(&file);
            let index = robots.group_index();
            for family in distinct_families(&[&robots], &[]) {
                let group = index.group_for_any_of(family.names());
                let by_star = group.selected_by() == SelectedBy::Star;
                let has_none = family.ignores_file() || (family.ignores_star() && by_star);
                let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
                let expected = if has_none { Vec::new() } else { lines };
                let shown = ResolvedCrawler::new(family.name().clone()).group_in(&index);
                let proved = family.group_in(&index);
                for group in [shown.group(), &proved] {
                    let found: Vec<_> = group.rules().map(|rule| rule.line()).collect();
                    assert_eq!(found, expected, "{} of {file:?}", family.name());
                }
                count += 1;
            }
        }
        assert!(count > 1_000, "only {count} families");
    }
}
