//! `gatepost find --splits`: where two dialects read one file differently, for all URLs, and why; or the
//! proof that they do not.

use std::io::{self, Write};

use anstyle::Style;
use gatepost::{CrawlerClass, Dialect, FieldDifference, ProductToken, RobotsTxt, crawler_classes};
use gatepost_prove::{Change, Changes, Decision, RuleList, dialect_differences};
use serde::Serialize;

use crate::arguments::TextOrJson;
use crate::asked::{self, Asked};
use crate::commands::find::FindArgs;
use crate::failure::Failure;
use crate::readers::Reasons;
use crate::render::json::JsonLines;
use crate::render::{self, Out, text};
use crate::{Done, Status};

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &FindArgs) -> Done {
    let &[first, second] = args.splits.as_slice() else {
        return Err(Failure::new("two dialects are compared, no more and no fewer")
            .help("write both with a comma between them: --splits google,python"));
    };
    if first == second {
        return Err(Failure::new(format_args!("{first} does not differ from itself"))
            .help("name another dialect behind the comma"));
    }
    let bytes = args.robots.read(first)?.bytes;
    let read = [first, second].map(|dialect| RobotsTxt::parse_as(&bytes, dialect));
    let files = [&read[0], &read[1]];
    let (asked, not_decided) = match &args.crawler {
        Some(crawlers) => (asked::resolve(std::slice::from_ref(crawlers), &files)?, None),
        None => {
            let distinct = asked::distinct(&files);
            (distinct.crawlers.into_iter().map(Asked::new).collect(), distinct.not_decided)
        }
    };
    let mut reasons = Reasons::new(&bytes);
    let mut classes: Vec<Class> = classes(&read, asked)
        .into_iter()
        .map(|class| class.told(&mut reasons, first, second))
        .collect();
    // Crawlers of which it is not known how many classes they are.
    classes.extend(not_decided.map(|why| Class {
        crawlers: Vec::new(),
        outcome: "not-decided",
        regions: Vec::new(),
        reason: Some(why.to_string()),
    }));

    let mut out = render::out(args.format == TextOrJson::Text);
    match args.format {
        TextOrJson::Text => print_text(&mut out, &classes, first, second)?,
        TextOrJson::Json => {
            let mut lines = JsonLines::default();
            classes.iter().for_each(|class| lines.push(class));
            out.write_all(&lines.into_bytes())?;
        }
    }
    out.flush()?;
    let has = |outcome: &str| classes.iter().any(|class| class.outcome == outcome);
    Ok(match (has("split"), has("not-decided")) {
        (true, _) => Status::Yes,
        (false, true) => Status::CouldNotTell,
        (false, false) => Status::No,
    })
}

/// Crawlers that obey the same rules, in either dialect.
struct Alike<'r> {
    crawlers: Vec<Asked>,
    first: RuleList<'r>,
    second: RuleList<'r>,
}

fn classes<'r>(read: &'r [RobotsTxt<'r>; 2], asked: Vec<Asked>) -> Vec<Alike<'r>> {
    let indexes = read.each_ref().map(RobotsTxt::group_index);
    let classes = crawler_classes(asked, |crawler| {
        indexes.each_ref().map(|index| crawler.group_in(index).into_group())
    });
    let alike = |class: CrawlerClass<'r, Asked, 2>| {
        let [first, second] = class.groups.each_ref().map(RuleList::of_group);
        Alike { crawlers: class.crawlers, first, second }
    };
    classes.into_iter().map(alike).collect()
}

/// What two dialects say for some crawlers.
#[derive(Serialize)]
struct Class {
    crawlers: Vec<ProductToken>,
    outcome: &'static str,
    regions: Vec<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Paths on which they differ, and one of them.
#[derive(Serialize)]
struct Region {
    pattern: String,
    path: String,
    first: Side,
    second: Side,
    because: Vec<FieldDifference>,
}

/// What one dialect says about a path.
#[derive(Serialize)]
struct Side {
    dialect: &'static str,
    allowed: bool,
    line: Option<usize>,
}

impl Alike<'_> {
    fn told(self, reasons: &mut Reasons<'_>, first: Dialect, second: Dialect) -> Class {
        let Changes { newly_disallowed, newly_allowed, not_decided, .. } =
            dialect_differences(&self.first, &self.second);
        let region = |Change { pattern, counterexample, .. }| {
            let because =
                reasons.of(&self.crawlers[0], counterexample.path.as_bytes(), first, second);
            let side = |dialect: Dialect, answer: Decision| Side {
                dialect: dialect.name,
                allowed: answer.is_allowed,
                line: answer.line,
            };
            Region {
                pattern,
                first: side(first, counterexample.before),
                second: side(second, counterexample.after),
                because: because.to_vec(),
                path: counterexample.path,
            }
        };
        let regions: Vec<Region> =
            newly_disallowed.into_iter().chain(newly_allowed).map(region).collect();
        let outcome = match (regions.is_empty(), not_decided) {
            (false, _) => "split",
            (true, None) => "none",
            (true, Some(_)) => "not-decided",
        };
        let reason = not_decided.map(|why| why.to_string());
        let crawlers = self.crawlers.into_iter().map(|crawler| crawler.name).collect();
        Class { crawlers, outcome, regions, reason }
    }
}

fn print_text(out: &mut Out, classes: &[Class], first: Dialect, second: Dialect) -> io::Result<()> {
    for Class { crawlers, regions, reason, .. } in classes {
        let names = match crawlers.is_empty() {
            true => text::NOT_NAMED_WHOLE.to_owned(),
            false => text::names(crawlers),
        };
        if regions.is_empty() && reason.is_none() {
            writeln!(out, "proved: {first} and {second} do not differ for {names}")?;
            continue;
        }
        writeln!(out, "{BOLD}{names}{BOLD:#}")?;
        for Region { pattern, path, first, second, because } in regions {
            writeln!(out, "  {}", text::printable(pattern))?;
            let (path, one, other) = (text::printable(path), first.words(), second.words());
            writeln!(out, "    {path} is {one}, and {other}")?;
            for FieldDifference { about, first: one, second: other, .. } in because {
                writeln!(out, "    {about}")?;
                writeln!(out, "      in {}: {one}", first.dialect)?;
                writeln!(out, "      in {}: {other}", second.dialect)?;
            }
        }
        if let Some(why) = reason {
            writeln!(out, "  not decided: there may be more, as {why}")?;
        }
    }
    if first.percent_encoding != second.percent_encoding {
        writeln!(
            out,
            "note: this is about URLs that both take as they come; {first} and {second} decode \
             percent-encoding differently"
        )?;
    }
    Ok(())
}

impl Side {
    fn words(&self) -> String {
        let verdict = if self.allowed { "allowed" } else { "disallowed" };
        match self.line {
            Some(line) => format!("{verdict} in {} by line {line}", self.dialect),
            None => format!("{verdict} in {} by no rule", self.dialect),
        }
    }
}
