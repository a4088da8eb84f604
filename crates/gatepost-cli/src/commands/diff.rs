//! `gatepost diff`: what changes between two files, for all URLs, and on the owner's own.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use gatepost::{Dialect, ProductToken, RobotsTxt, RuleSet, Verdict};
use gatepost_prove::{CrawlerClass, FileChanges, file_changes};
use serde::Serialize;

use crate::arguments::{DialectArg, crawler};
use crate::failure::Failure;
use crate::render::{self, changes};
use crate::url_list::UrlList;
use crate::{Done, Status, input};

/// Tell what changes between two files, for all URLs and every crawler: proved
///
/// For each class of crawlers: which URLs are newly disallowed and newly allowed, as patterns, each
/// with a path that shows it and the lines that decide it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost diff robots.txt new-robots.txt
  gatepost diff git:HEAD:robots.txt robots.txt --deny newly-disallowed=Googlebot
  gatepost diff old.txt new.txt --urls urls.txt --format markdown

A pattern is the region that changes, less what longer rules take out of it.
Nothing is sampled: what is not listed does not change, unless it says so.

Exit status: 0, or 1 where a --deny is broken, or 2 where it could not tell.")]
pub(crate) struct DiffArgs {
    /// The file as it was; `-` reads standard input, git:REVISION:PATH asks Git
    #[arg(value_name = "OLD")]
    pub(crate) old: String,

    /// The file as it is to be
    #[arg(value_name = "NEW")]
    pub(crate) new: String,

    /// Fail where this happens: newly-disallowed, newly-allowed or any; with =CRAWLER for one
    #[arg(long, value_name = "WHAT", value_parser = deny)]
    pub(crate) deny: Vec<Deny>,

    /// A file with one URL a line: also tell which of these change
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: changes::Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

/// What must not happen between two files.
#[derive(Clone, Debug)]
pub(crate) enum Deny {
    NewlyDisallowed(Option<ProductToken>),
    NewlyAllowed(Option<ProductToken>),
    Any,
}

impl Deny {
    /// The one crawler that it is about.
    pub(crate) fn crawler(&self) -> Option<&ProductToken> {
        match self {
            Deny::NewlyDisallowed(crawler) | Deny::NewlyAllowed(crawler) => crawler.as_ref(),
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
        self.crawler().map_or(Ok(()), |crawler| write!(f, "={crawler}"))
    }
}

pub(crate) fn run(args: &DiffArgs) -> Done {
    let dialect = args.dialect.dialect;
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let old = input::parse(&old, Path::new(&args.old), dialect);
    let new = input::parse(&new, Path::new(&args.new), dialect);
    let found = file_changes(&old, &new);
    let mut worst = Status::Yes;
    let on_urls = match &args.urls {
        None => Vec::new(),
        Some(path) => on_urls(&old, &new, &found, path, dialect, &mut worst)?,
    };

    let mut out = render::out(args.format == changes::Format::Text);
    changes::print(&mut out, args.format, &found, &on_urls)?;
    out.flush()?;

    for deny in args.deny.iter().filter(|deny| is_broken(deny, &found)) {
        Failure::new(format_args!("not as `--deny {deny}` wants it")).print();
        worst = worst.max(Status::No);
    }
    let is_open = found.classes.iter().any(|class| class.changes.not_decided.is_some());
    if is_open && !args.deny.is_empty() && worst == Status::Yes {
        worst = Status::CouldNotTell;
    }
    Ok(worst)
}

/// Reads a file, or what Git has of it: `git:REVISION:PATH`.
fn read(name: &str) -> Result<Vec<u8>, Failure> {
    let Some(object) = name.strip_prefix("git:") else {
        return input::read_robots(Path::new(name));
    };
    let cannot = |why: &str| {
        Failure::new(format_args!("cannot read {name}: {}", why.trim()))
            .help("write git:REVISION:PATH, as in git:HEAD~1:robots.txt")
    };
    let output = Command::new("git")
        .args(["show", "--end-of-options", object])
        .output()
        .map_err(|error| cannot(&error.to_string()))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(cannot(&String::from_utf8_lossy(&output.stderr))),
    }
}

fn is_broken(deny: &Deny, found: &FileChanges) -> bool {
    let is_meant = |class: &&CrawlerClass| match deny.crawler() {
        None => true,
        Some(crawler) => is_in(crawler, class, found),
    };
    found.classes.iter().filter(is_meant).any(|CrawlerClass { changes, .. }| match deny {
        Deny::NewlyDisallowed(_) => !changes.newly_disallowed.is_empty(),
        Deny::NewlyAllowed(_) => !changes.newly_allowed.is_empty(),
        Deny::Any => !changes.newly_allowed.is_empty() || !changes.newly_disallowed.is_empty(),
    })
}

/// Whether a crawler is of a class: by its name, or, where no class has that, because it is any other.
fn is_in(crawler: &ProductToken, class: &CrawlerClass, found: &FileChanges) -> bool {
    let has_name = |class: &CrawlerClass| {
        class.crawlers.iter().any(|of| of.as_str().eq_ignore_ascii_case(crawler.as_str()))
    };
    let is_any_other = class.crawlers.iter().any(ProductToken::is_any);
    has_name(class) || (is_any_other && !found.classes.iter().any(has_name))
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
    dialect: &'static Dialect,
    worst: &mut Status,
) -> Result<Vec<OnUrls>, Failure> {
    let rules = |robots: &RobotsTxt<'_>, class: &CrawlerClass| {
        robots.group_for_any_of(&class.crawlers[..1]).rule_set()
    };
    let changing = found.classes.iter().filter(|class| !class.changes.is_none());
    let mut all: Vec<(RuleSet, RuleSet, OnUrls)> = changing
        .map(|class| {
            let crawlers = class.crawlers.clone();
            let on_urls = OnUrls { crawlers, asked: 0, changed: Vec::new() };
            (rules(old, class), rules(new, class), on_urls)
        })
        .collect();
    let mut urls = UrlList::new(&[], Some(path))?;
    while let Some(batch) = urls.next_batch()? {
        for url in batch.urls() {
            let path = match dialect.url_path(url.octets) {
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
                        url: String::from_utf8_lossy(url.octets).into_owned(),
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
        Some((what, name)) => (what, Some(crawler(name)?)),
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
