//! `gatepost diff`: what changes between two files, for all URLs, and on the owner's own.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use gatepost::{
    CrawlerFamily, Dialect, GroupIndex, Names, ProductToken, RobotsTxt, RuleSet, SelectedBy,
    Verdict,
};
use gatepost_crawlers::{Crawler, GroupSelectedBy};
use gatepost_prove::{CrawlerClass, FileChanges, file_changes_with};
use serde::Serialize;

use crate::arguments::{DialectArg, TimeoutArg};
use crate::asked::{self, Asked, CrawlerArg, crawler_arg};
use crate::failure::Failure;
use crate::render::{self, changes};
use crate::source::Source;
use crate::url_list::UrlList;
use crate::{Done, Status};

/// Tell what changes between two files, for all URLs and every crawler: proved
///
/// For each class of crawlers: which URLs are newly disallowed and newly allowed, as patterns, each
/// with a path that shows it and the lines that decide it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost diff robots.txt new-robots.txt
  gatepost diff git:HEAD:robots.txt robots.txt --deny newly-disallowed=Googlebot
  gatepost diff https://example.com robots.txt
  gatepost diff old.txt new.txt --urls urls.txt --format markdown

Crawlers that fall back to a group in one of the files are told too: as
Googlebot-Image, which takes that for Googlebot. `any other crawler` is one that
no group is for; crawlers that ignore `*` are told only where a file names them.
`a ... b` stands for crawlers that have both in their names, where a dialect
looks for names within those.
A pattern is the region that changes, less what longer rules take out of it.
Nothing is sampled: what is not listed does not change, unless it says so.

Exit status: 0, or 1 where a --deny is broken, or 2 where it could not tell.")]
pub(crate) struct DiffArgs {
    /// The file as it was; `-` reads standard input, git:REVISION:PATH asks Git, and a host or a URL
    /// fetches that site's
    #[arg(value_name = "OLD", value_parser = Source::parser())]
    pub(crate) old: Source,

    /// The file as it is to be
    #[arg(value_name = "NEW", value_parser = Source::parser())]
    pub(crate) new: Source,

    /// Fail where this happens: newly-disallowed, newly-allowed or any; with =CRAWLER for one
    /// crawler, or for a set
    #[arg(long, value_name = "WHAT", value_parser = deny)]
    pub(crate) deny: Vec<Deny>,

    /// A file with one URL a line: also tell which of these change
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: changes::Format,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

/// What must not happen between two files.
#[derive(Clone, Debug)]
pub(crate) enum Deny {
    NewlyDisallowed(Option<DenyFor>),
    NewlyAllowed(Option<DenyFor>),
    Any,
}

/// For whom it must not.
#[derive(Clone, Debug)]
pub(crate) struct DenyFor {
    /// As given.
    text: String,
    crawlers: CrawlerArg,
}

impl Deny {
    fn only(&self) -> Option<&DenyFor> {
        match self {
            Deny::NewlyDisallowed(only) | Deny::NewlyAllowed(only) => only.as_ref(),
            Deny::Any => None,
        }
    }
}

impl fmt::Display for Deny {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deny::NewlyDisallowed(_) => "newly-disallowed",
            Deny::NewlyAllowed(_) => "newly-allowed",
            Deny::Any => "any",
        })?;
        self.only().map_or(Ok(()), |only| write!(f, "={}", only.text))
    }
}

pub(crate) fn run(args: &DiffArgs) -> Done {
    let dialect = args.dialect.dialect;
    let read = |source: &Source| source.read(dialect, args.timeout);
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let (old, new) = (old.parse(dialect), new.parse(dialect));
    let denied: Vec<Option<Vec<Asked>>> = (args.deny.iter().map(Deny::only))
        .map(|only| {
            only.map(|only| asked::resolve(std::slice::from_ref(&only.crawlers), &[&old, &new]))
        })
        .map(Option::transpose)
        .collect::<Result<_, _>>()?;
    let mut families = asked::families(&[&old, &new]);
    for asked in denied.iter().flatten().flatten() {
        let is_it = |family: &CrawlerFamily| *family.name() == asked.name;
        // Where names are compared in parts, its class cannot be found by the names in the files.
        let is_hidden = dialect.names != Names::Equal || is_merged(&asked.name, &[&old, &new]);
        if is_hidden && !families.iter().any(is_it) {
            families.push(asked.family());
        }
    }
    let found = file_changes_with(&old, &new, &families);
    let moves = moves(&old, &new, &found);
    let mut worst = Status::Yes;
    let on_urls = match &args.urls {
        None => Vec::new(),
        Some(path) => on_urls(&old, &new, &found, path, dialect, &mut worst)?,
    };

    let mut out = render::out(args.format == changes::Format::Text);
    changes::print(&mut out, args.format, &found, &moves, &on_urls)?;
    out.flush()?;

    let gates = args.deny.iter().zip(&denied);
    for (deny, _) in gates.filter(|(deny, only)| is_broken(deny, only.as_deref(), &found)) {
        Failure::new(format_args!("not as `--deny {deny}` wants it")).print();
        worst = worst.max(Status::No);
    }
    let is_open = found.not_decided.is_some()
        || found.classes.iter().any(|class| class.changes.not_decided.is_some());
    if is_open && !args.deny.is_empty() && worst == Status::Yes {
        worst = Status::CouldNotTell;
    }
    Ok(worst)
}

fn is_broken(deny: &Deny, only: Option<&[Asked]>, found: &FileChanges) -> bool {
    let is_meant = |class: &&CrawlerClass| match only {
        None => true,
        Some(crawlers) => crawlers.iter().any(|crawler| is_in(crawler, class, found)),
    };
    found.classes.iter().filter(is_meant).any(|CrawlerClass { changes, .. }| match deny {
        Deny::NewlyDisallowed(_) => !changes.newly_disallowed.is_empty(),
        Deny::NewlyAllowed(_) => !changes.newly_allowed.is_empty(),
        Deny::Any => !changes.newly_allowed.is_empty() || !changes.newly_disallowed.is_empty(),
    })
}

/// Whether files name a crawler by a line that is listed under another of its names: `Foo Bar` is a line
/// for `Foo` too.
fn is_merged(crawler: &ProductToken, files: &[&RobotsTxt<'_>]) -> bool {
    let is_named =
        files.iter().any(|file| file.group_for(crawler).selected_by() == SelectedBy::Name);
    is_named && !asked::distinct(files).crawlers.contains(crawler)
}

/// Whether a crawler is of a class: by the first of its names that any class has, or, where none has
/// one, because it is any other. One that ignores `*` or the file is not.
fn is_in(crawler: &Asked, class: &CrawlerClass, found: &FileChanges) -> bool {
    let is_anywhere =
        |name: &&ProductToken| found.classes.iter().any(|of| of.crawlers.contains(name));
    match crawler.names().iter().find(is_anywhere) {
        _ if crawler.known.is_some_and(Crawler::ignores_file) => false,
        Some(name) => class.crawlers.contains(name),
        None if crawler.known.is_some_and(Crawler::ignores_star) => false,
        None => class.crawlers.iter().any(ProductToken::is_any),
    }
}

/// Crawlers that come to their rules in another way than before.
pub(crate) struct Move {
    pub(crate) crawlers: Vec<ProductToken>,
    /// What that means, for the end of a sentence about them.
    pub(crate) what: String,
}

/// Who comes to its rules in another way; crawlers of one family together.
pub(crate) fn moves(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, found: &FileChanges) -> Vec<Move> {
    let (old, new) = (old.group_index(), new.group_index());
    let mut ways: Vec<((GroupSelectedBy, GroupSelectedBy), Vec<ProductToken>)> = Vec::new();
    let crawlers = found.classes.iter().flat_map(|class| &class.crawlers);
    for crawler in crawlers.filter(|crawler| !crawler.is_any()) {
        let asked = Asked::new(crawler.clone());
        let (before, after) = (asked.group_in(&old), asked.group_in(&new));
        let way = (before.selected_by().clone(), after.selected_by().clone());
        match ways.iter_mut().find(|(known, _)| *known == way) {
            // Those of a family move together; each of the others is told by itself.
            Some((_, crawlers))
                if way.0 != GroupSelectedBy::Name && way.1 != GroupSelectedBy::Name =>
            {
                crawlers.push(crawler.clone());
            }
            _ => ways.push((way, vec![crawler.clone()])),
        }
    }
    let told = ways.into_iter().filter_map(|((before, after), crawlers)| {
        let what = what_moved(&before, &after, crawlers.len() > 1)?;
        Some(Move { crawlers, what })
    });
    told.collect()
}

fn what_moved(
    before: &GroupSelectedBy,
    after: &GroupSelectedBy,
    are_several: bool,
) -> Option<String> {
    let (takes, loses, ignores, it) = match are_several {
        true => ("take", "lose", "ignore", "them"),
        false => ("takes", "loses", "ignores", "it"),
    };
    let (own, other) = ("has a group of its own now", "has no group of its own any more");
    Some(match (before, after) {
        (before, after) if before == after => return None,
        (GroupSelectedBy::Star | GroupSelectedBy::NoGroup, GroupSelectedBy::Name) => {
            format!("{own}: rules for `*` no longer apply to it")
        }
        (GroupSelectedBy::Name, GroupSelectedBy::Star | GroupSelectedBy::NoGroup) => {
            format!("{other}: rules for `*` apply to it")
        }
        (GroupSelectedBy::IgnoresStar, GroupSelectedBy::Name) => {
            format!("{own}; it ignores those for `*`")
        }
        (GroupSelectedBy::Name, GroupSelectedBy::IgnoresStar) => {
            format!("{other}, and ignores those for `*`: no rule applies to it")
        }
        (GroupSelectedBy::Fallback(name) | GroupSelectedBy::Alias(name), GroupSelectedBy::Name) => {
            format!("{own}: that for {name} no longer applies to it")
        }
        (GroupSelectedBy::Name, GroupSelectedBy::Fallback(name) | GroupSelectedBy::Alias(name)) => {
            format!("{other}: it takes that for {name}")
        }
        (_, GroupSelectedBy::Fallback(name) | GroupSelectedBy::Alias(name)) => {
            format!("{takes} the group for {name} now: rules for `*` no longer apply to {it}")
        }
        (
            GroupSelectedBy::Fallback(name) | GroupSelectedBy::Alias(name),
            GroupSelectedBy::IgnoresStar,
        ) => {
            format!(
                "{loses} the group for {name}, and {ignores} those for `*`: no rule applies to {it}"
            )
        }
        (GroupSelectedBy::Fallback(name) | GroupSelectedBy::Alias(name), _) => {
            format!("{loses} the group for {name}: rules for `*` apply to {it}")
        }
        _ => return None,
    })
}

/// How many of the owner's URLs change for a class of crawlers, and which.
#[derive(Serialize)]
pub(crate) struct OnUrls {
    pub(crate) crawlers: Vec<ProductToken>,
    pub(crate) asked: usize,
    pub(crate) changed: Vec<ChangedUrl>,
}

#[derive(Serialize)]
pub(crate) struct ChangedUrl {
    pub(crate) url: String,
    pub(crate) before: Side,
    pub(crate) after: Side,
}

/// What one file says about a URL.
#[derive(Serialize)]
pub(crate) struct Side {
    pub(crate) allowed: bool,
    pub(crate) line: Option<usize>,
    pub(crate) rule: Option<String>,
}

impl Side {
    fn new(verdict: &Verdict<'_>) -> Side {
        let rule = verdict.rule();
        Side {
            allowed: verdict.is_allowed(),
            line: rule.map(|rule| rule.line()),
            rule: rule.map(|rule| rule.to_string()),
        }
    }
}

fn on_urls(
    old: &RobotsTxt<'_>,
    new: &RobotsTxt<'_>,
    found: &FileChanges,
    path: &Path,
    dialect: Dialect,
    worst: &mut Status,
) -> Result<Vec<OnUrls>, Failure> {
    let indexes = [old, new].map(|robots| robots.group_index());
    let rules = |index: &GroupIndex<'_>, class: &CrawlerClass| {
        Asked::new(class.crawlers[0].clone()).group_in(index).group().rule_set()
    };
    let changing = found.classes.iter().filter(|class| !class.changes.is_none());
    let mut all: Vec<(RuleSet, RuleSet, OnUrls)> = changing
        .map(|class| {
            let crawlers = class.crawlers.clone();
            let on_urls = OnUrls { crawlers, asked: 0, changed: Vec::new() };
            (rules(&indexes[0], class), rules(&indexes[1], class), on_urls)
        })
        .collect();
    let mut urls = UrlList::new(&[], Some(path))?;
    while let Some(batch) = urls.next_batch()? {
        for url in batch.urls() {
            let path = match dialect.url_path(url.bytes) {
                Ok(path) => path,
                Err(error) => {
                    url.failure(error).print();
                    *worst = Status::CouldNotTell;
                    continue;
                }
            };
            for (old, new, on_urls) in &mut all {
                let (before, after) = (old.verdict(&path), new.verdict(&path));
                on_urls.asked += 1;
                if before.is_allowed() != after.is_allowed() {
                    on_urls.changed.push(ChangedUrl {
                        url: String::from_utf8_lossy(url.bytes).into_owned(),
                        before: Side::new(&before),
                        after: Side::new(&after),
                    });
                }
            }
        }
    }
    Ok(all.into_iter().map(|(.., on_urls)| on_urls).collect())
}

fn deny(text: &str) -> Result<Deny, String> {
    let (what, name) = match text.split_once('=') {
        None => (text, None),
        Some((what, text)) => (
            what,
            Some(DenyFor {
                text: text.to_owned(),
                crawlers: crawler_arg(text).map_err(|error| error.to_string())?,
            }),
        ),
    };
    match (what, name) {
        ("newly-disallowed", name) => Ok(Deny::NewlyDisallowed(name)),
        ("newly-allowed", name) => Ok(Deny::NewlyAllowed(name)),
        ("any", None) => Ok(Deny::Any),
        _ => Err("there are newly-disallowed, newly-allowed and any; the first two may have \
                  =CRAWLER behind them"
            .to_owned()),
    }
}
