//! The crawlers that somebody asks about: what stands behind `--crawler`, and in expectation files.
//!
//! It is a product token, a whole `User-Agent` header, or a set such as `@ai`. One that the directory
//! has takes the group that its operator documents, by its family where no group names it; any other
//! answers to its one name. This holds in every dialect: a dialect says how a file is read, and not by
//! which names a crawler looks for its group.

use std::collections::{HashMap, HashSet};

use gatepost::{
    CrawlerGroup, GroupIndex, Names, ProductToken, RobotsTxt, SelectedBy, UserAgentLine,
};
use gatepost_crawlers::{Crawler, CrawlerSet, TakenBy, TakenGroup, by_header, by_token};
use gatepost_prove::{Family, distinct_crawlers};

use crate::failure::Failure;

/// What stands behind `--crawler`.
#[derive(Clone, Debug)]
pub(crate) enum CrawlerArg {
    One(Asked),
    Set(CrawlerSet),
    /// Those that the file names.
    Named,
}

/// A crawler that is asked about.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The name that was given; of a header, its crawler's.
    pub(crate) name: ProductToken,
    /// What the directory knows of it.
    pub(crate) known: Option<&'static Crawler>,
}

/// Reads what stands behind `--crawler`.
pub(crate) fn crawler_arg(text: &str) -> Result<CrawlerArg, String> {
    match text.strip_prefix('@') {
        Some("named") => return Ok(CrawlerArg::Named),
        Some(name) => {
            return CrawlerSet::by_name(name).map(CrawlerArg::Set).ok_or_else(|| {
                let names: Vec<_> =
                    CrawlerSet::ALL.iter().map(|set| format!("@{}", set.name())).collect();
                format!("there is no such set: there are {} and @named", names.join(", "))
            });
        }
        None => {}
    }
    let header = text.contains('/').then(|| {
        let known = by_header(text).map(Asked::known);
        known.or_else(|| ProductToken::from_header(text).map(Asked::new))
    });
    match (ProductToken::new(text), header) {
        (Ok(token), _) => Ok(CrawlerArg::One(Asked::new(token))),
        (Err(_), Some(Some(asked))) => Ok(CrawlerArg::One(asked)),
        (Err(_), Some(None)) => {
            Err("no crawler is named in this User-Agent header: it may be a browser's".to_owned())
        }
        (Err(error), None) => Err(error.to_string()),
    }
}

/// The crawlers that arguments stand for, each once. `@named` are those that any of the files names.
pub(crate) fn resolve(
    arguments: &[CrawlerArg],
    files: &[&RobotsTxt<'_>],
) -> Result<Vec<Asked>, Failure> {
    let mut asked = Vec::new();
    for argument in arguments {
        match argument {
            CrawlerArg::One(one) => asked.push(one.clone()),
            CrawlerArg::Set(set) => asked.extend(set.crawlers().map(Asked::known)),
            CrawlerArg::Named => {
                let named: Vec<_> = files.iter().flat_map(|file| named(file)).collect();
                if named.is_empty() {
                    return Err(Failure::new("@named has no crawler in it: the file names none")
                        .help("ask about `*`, which is a crawler that no group names"));
                }
                asked.extend(named);
            }
        }
    }
    let mut seen = HashSet::new();
    asked.retain(|asked| seen.insert(asked.name.as_str().to_ascii_lowercase()));
    Ok(asked)
}

/// The crawlers that a file names, in its order: by all the words of a value where the directory has
/// a crawler of that name, and by its token otherwise.
fn named(robots: &RobotsTxt<'_>) -> Vec<Asked> {
    let lines = robots.groups().flat_map(|group| group.user_agents());
    let of_line = |line: UserAgentLine<'_>| {
        let words = line.value().split(|byte| matches!(byte, b'/' | b',' | b';')).next();
        let words = String::from_utf8_lossy(words.unwrap_or_default()).trim().to_owned();
        let whole = by_token(&words).map(|known| Asked::new(ProductToken::verbatim(known.token())));
        let token = String::from_utf8_lossy(line.token()).into_owned();
        whole
            .filter(|asked| line.names(&asked.name))
            .or_else(|| (!token.is_empty()).then(|| Asked::new(ProductToken::verbatim(&token))))
    };
    lines.filter(|line| !line.is_global()).filter_map(of_line).collect()
}

impl Asked {
    /// One by its name, whether the directory has it or not.
    pub(crate) fn new(name: ProductToken) -> Asked {
        Asked { known: by_token(name.as_str()), name }
    }

    fn known(crawler: &'static Crawler) -> Asked {
        Asked { name: ProductToken::verbatim(crawler.token()), known: Some(crawler) }
    }

    /// The group that it takes in a file.
    pub(crate) fn group_in<'r>(&self, index: &GroupIndex<'r>) -> TakenGroup<'r> {
        let by_name = index.group_for_any_of(std::slice::from_ref(&self.name));
        match self.known {
            // Asked for by another of its names, it takes the group of that name first.
            Some(known) if known.ignores_file() || !is_named(&by_name) => {
                known.group_in_index(index)
            }
            _ => TakenGroup::from(by_name),
        }
    }

    /// The names by which it looks for a group: that which was asked for, and then all others.
    pub(crate) fn names(&self) -> Vec<ProductToken> {
        let known = self.known.map(Crawler::names).unwrap_or_default();
        let others = known.into_iter().filter(|name| !is_same(name, &self.name));
        std::iter::once(self.name.clone()).chain(others).collect()
    }

    /// It, as a proof takes it.
    pub(crate) fn family(&self) -> Family {
        Family {
            names: self.names(),
            ignores_star: self.known.is_some_and(Crawler::ignores_star),
            ignores_file: self.known.is_some_and(Crawler::ignores_file),
        }
    }

    /// What is worth telling about how it came to a group, and whether it obeys.
    pub(crate) fn remarks(&self, taken_by: &TakenBy) -> Vec<String> {
        self.known.map(|known| known.remarks(taken_by)).unwrap_or_default()
    }
}

/// Why no rule of the file has a say, where that is not the file's doing.
pub(crate) fn why_no_rules<'t>(taken: &'t TakenGroup<'_>) -> Option<&'t TakenBy> {
    let is_why = |by: &&TakenBy| matches!(by, TakenBy::DoesNotAsk | TakenBy::IgnoresStar);
    Some(taken.taken_by()).filter(is_why)
}

fn is_named(group: &CrawlerGroup<'_>) -> bool {
    group.selected_by() == SelectedBy::Name
}

/// The families of the directory that matter between these files: crawlers with a group of another,
/// and those that a file names although they ignore it or `*`.
///
/// A crawler that ignores `*`, and that no file names, obeys nothing in any of them. It would be in
/// every comparison, and is left out.
pub(crate) fn families(files: &[&RobotsTxt<'_>]) -> Vec<Family> {
    let in_small_letters = |name: &str| name.to_ascii_lowercase();
    let named: HashMap<String, ProductToken> = distinct_crawlers(files)
        .crawlers
        .into_iter()
        .map(|crawler| (in_small_letters(crawler.as_str()), crawler))
        .collect();
    // As the file writes it.
    let named = |name: &str| named.get(&in_small_letters(name)).cloned();
    // Where a name may be a part of a crawler's, a file need not have that to name the crawler. One that
    // all files name so is as any other that they name.
    let is_by_parts = files.iter().any(|file| file.dialect().names != Names::Equal);
    let is_named_by_part = |names: &[ProductToken]| {
        is_by_parts
            && files.iter().any(|file| is_named(&file.group_for_any_of(names)))
            && !files.iter().all(|file| is_named(&file.group_for(&names[0])))
    };
    let family = |names: Vec<ProductToken>, crawler: &Crawler| Family {
        names,
        ignores_star: crawler.ignores_star(),
        ignores_file: crawler.ignores_file(),
    };
    let mut families = Vec::new();
    for crawler in gatepost_crawlers::crawlers() {
        let mut names = crawler.names();
        let is_named = match named(crawler.token()) {
            Some(own) => {
                names[0] = own;
                true
            }
            None => false,
        };
        let takes_another = names[1..].iter().any(|name| named(name.as_str()).is_some())
            || (!crawler.ignores_file() && is_named_by_part(&names));
        let is_plain = names.len() == 1 && !crawler.ignores_star() && !crawler.ignores_file();
        // By another of its names it is a crawler of the file too, which falls back to the first.
        for alias in crawler.aliases().iter().filter_map(|alias| named(alias)) {
            let others = names.iter().filter(|name| !is_same(name, &alias)).cloned();
            families.push(family(std::iter::once(alias.clone()).chain(others).collect(), crawler));
        }
        if !is_plain && (is_named || (takes_another && !crawler.is_retired())) {
            families.push(family(names, crawler));
        }
    }
    families
}

pub(crate) fn is_same(one: &ProductToken, other: &ProductToken) -> bool {
    one.as_str().eq_ignore_ascii_case(other.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Asked {
        match crawler_arg(text) {
            Ok(CrawlerArg::One(asked)) => asked,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn tokens_headers_and_sets() {
        assert_eq!(one("googlebot-image").known.unwrap().token(), "Googlebot-Image");
        assert_eq!(one("googlebot-image").name.as_str(), "googlebot-image");
        assert_eq!(
            one("Mozilla/5.0 (compatible; bingbot/2.0; +http://x/)").name.as_str(),
            "bingbot"
        );
        assert_eq!(one("ExampleBot/1.0 (+http://x/)").name.as_str(), "ExampleBot");
        assert!(one("ExampleBot").known.is_none());
        assert!(one("*").known.is_none());
        assert!(matches!(crawler_arg("@ai"), Ok(CrawlerArg::Set(CrawlerSet::Ai))));
        assert!(matches!(crawler_arg("@named"), Ok(CrawlerArg::Named)));
        assert!(crawler_arg("@everybody").unwrap_err().contains("@ai-training"));
        assert!(crawler_arg("Mozilla/5.0 (X11) Firefox/140.0").unwrap_err().contains("browser"));
        assert!(crawler_arg("").is_err() && crawler_arg("a,b").is_err());
    }

    #[test]
    fn named_by_token_or_by_all_words() {
        let file = "User-agent: Screaming Frog SEO Spider/9\nUser-agent: Foo Bar\nUser-agent: *\n\
                    User-agent: foo\nUser-agent: Mozilla-Tabstack\nAllow: /\n";
        let asked = resolve(&[CrawlerArg::Named], &[&RobotsTxt::parse(file)]).unwrap();
        let names: Vec<_> = asked.iter().map(|asked| asked.name.as_str()).collect();
        assert_eq!(names, ["Screaming Frog SEO Spider", "Foo", "Mozilla-Tabstack"]);
        assert!(resolve(&[CrawlerArg::Named], &[&RobotsTxt::parse("")]).is_err());
    }

    /// What is proved about a family is about the group that its crawler is asked with.
    #[test]
    fn families_take_what_is_asked() {
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
            for family in families(&[&robots]) {
                let group = index.group_for_any_of(&family.names);
                let by_star = group.selected_by() == SelectedBy::Star;
                let has_none = family.ignores_file || (family.ignores_star && by_star);
                let expected: Vec<_> =
                    group.rules().map(|rule| rule.line()).filter(|_| !has_none).collect();
                let taken = Asked::new(family.names[0].clone()).group_in(&index);
                let found: Vec<_> = taken.group().rules().map(|rule| rule.line()).collect();
                assert_eq!(found, expected, "{} of {file:?}", family.names[0]);
                count += 1;
            }
        }
        assert!(count > 1_000, "only {count} families");
    }

    #[test]
    fn another_name_is_looked_for_first() {
        let file = "User-agent: facebookexternalhit\nAllow: /1\n\nUser-agent: Facebot\nAllow: /2\n";
        let robots = RobotsTxt::parse(file);
        let line = |name| {
            let taken = one(name).group_in(&robots.group_index());
            taken.group().rules().next().unwrap().line()
        };
        assert_eq!((line("facebookexternalhit"), line("Facebot")), (2, 5));
    }
}
