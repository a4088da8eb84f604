//! `gatepost find`: a path that a line decides, or that a crawler may or may not fetch; or the proof
//! that there is none.

use std::io::{self, Write};

use clap::{ArgGroup, Args};
use gatepost::{
    CrawlerClass, CrawlerGroup, Dialect, Group, GroupIndex, Key, LineContent, ProductToken,
    RobotsTxt, Rule, SkipReason, UrlPath, crawler_classes,
};
use gatepost_prove::{
    Decides, Example, NotDecided, Outcome, PathSet, RuleList, always, decided_by,
};
use serde::Serialize;

use crate::arguments::{DialectArg, RobotsArg, TextOrJson, one_dialect};
use crate::asked::{self, Asked, CrawlerArg, crawler_arg};
use crate::commands::find_splits;
use crate::failure::Failure;
use crate::render::json::JsonLines;
use crate::render::text::{self, Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};

/// Find a path that a line decides, or that a crawler may or may not fetch; or prove that none is
///
/// All paths there are count, not those of a list.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what").required(true))]
// Made by clap, it is one line of 120 columns.
#[command(override_usage = "\
gatepost find [OPTIONS] --decided-by <LINE>     <ROBOTS.TXT>
       gatepost find [OPTIONS] --allowed <CRAWLER>     <ROBOTS.TXT>
       gatepost find [OPTIONS] --disallowed <CRAWLER>  <ROBOTS.TXT>
       gatepost find [OPTIONS] --splits <A,B>          <ROBOTS.TXT>")]
#[command(after_help = "\
Examples:
  gatepost find robots.txt --decided-by 4
  gatepost find robots.txt --decided-by 4 --crawler Googlebot
  gatepost find robots.txt --allowed GPTBot
  gatepost find robots.txt --disallowed '*' --under /shop/
  gatepost find robots.txt --splits google,python

Quote patterns and `*`: the shell has its own use for them.
A crawler is a product token, a User-Agent header or a set, such as @ai or
@named; of a set, a path for any of its crawlers is found. Each takes the group
that its operator documents, by its family where none names it.
Where no rule decides about /robots.txt itself, that path is left aside.

JSON is one object. These fields are stable:
  outcome   text          found, none (which is proved), not-decided
  path      text, null    as it may stand in a URL
  allowed   boolean       if there is a path
  line      number, null  of the rule that decides it
  rule      text, null    that rule
  crawlers  list          for whom; \"*\" is one that no group names
  none      list          for whom none: `crawlers`, `reason`, `instead`
The lines in `instead` decide in place of the line that was asked about.
With --splits it is one object a class of crawlers: `crawlers`, `outcome` (split, none,
not-decided), and `regions`: `pattern`, `path`, `first`, `second`, `because`.

Exit status: 0 found, 1 proved that there is none, 2 could not tell.")]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// A path that the rule of this line decides
    #[arg(long, value_name = "LINE", group = "what", value_parser = line)]
    pub(crate) decided_by: Option<usize>,

    /// A path that this crawler may fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler_arg)]
    pub(crate) allowed: Option<CrawlerArg>,

    /// A path that this crawler may not fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler_arg)]
    pub(crate) disallowed: Option<CrawlerArg>,

    /// A path on which these two dialects differ, as in google,python
    #[arg(long, value_name = "A,B", group = "what", value_delimiter = ',', num_args = 1)]
    #[arg(value_parser = one_dialect(), conflicts_with_all = ["dialect", "under"])]
    pub(crate) splits: Vec<Dialect>,

    /// With --decided-by: for this crawler; without it, for any that the group of the line is for.
    /// With --splits: for this crawler; without it, for any that the file names, and one it does not
    #[arg(short, long, value_name = "CRAWLER", value_parser = crawler_arg)]
    #[arg(conflicts_with_all = ["allowed", "disallowed"])]
    pub(crate) crawler: Option<CrawlerArg>,

    /// With --allowed and --disallowed: a path that this pattern matches
    #[arg(short, long, value_name = "PATTERN", default_value = "/")]
    #[arg(conflicts_with = "decided_by")]
    pub(crate) under: String,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

pub(crate) fn run(args: &FindArgs) -> Done {
    if !args.splits.is_empty() {
        return find_splits::run(args);
    }
    let file = args.robots.read(args.dialect.dialect)?;
    let robots = file.parse(args.dialect.dialect);
    let found = match (args.decided_by, &args.allowed, &args.disallowed) {
        (Some(line), ..) => by_line(&robots, line, args)?,
        (_, Some(crawlers), _) => by_verdict(&robots, crawlers, true, args)?,
        (.., Some(crawlers)) => by_verdict(&robots, crawlers, false, args)?,
        _ => unreachable!("clap asks for one of the four"),
    };
    let mut out = render::out(args.format == TextOrJson::Text);
    match args.format {
        TextOrJson::Text => print_text(&mut out, &robots, &found, args)?,
        TextOrJson::Json => print_json(&mut out, &robots, &found)?,
    }
    out.flush()?;
    if let Found::NotDecided(why) = found {
        Failure::new(format_args!("not decided: {why}")).print();
    }
    Ok(match found {
        Found::Path(..) => Status::Yes,
        Found::None(_) => Status::No,
        Found::NotDecided(_) => Status::CouldNotTell,
    })
}

enum Found {
    /// This path, for these crawlers.
    Path(String, Vec<ProductToken>),
    /// Proved that there is none, for each class of crawlers.
    None(Vec<NoneFor>),
    NotDecided(NotDecided),
}

/// That there is no path for some crawlers, and why.
struct NoneFor {
    crawlers: Vec<ProductToken>,
    reason: String,
    /// The lines that decide instead.
    instead: Vec<usize>,
}

/// Looks for a path that the rule of a line decides.
fn by_line(robots: &RobotsTxt<'_>, line: usize, args: &FindArgs) -> Result<Found, Failure> {
    let group = robots.groups().find(|group| group.rules().any(|rule| rule.line() == line));
    let Some(group) = group else { return Err(no_rule(robots, line, args)) };
    let rule = group.rules().find(|rule| rule.line() == line).expect("the group has the line");
    let crawlers = match &args.crawler {
        Some(crawlers) => asked::resolve(std::slice::from_ref(crawlers), &[robots])?,
        None => crawlers_of(robots, &group).into_iter().map(Asked::new).collect(),
    };
    let index = robots.group_index();
    let mut none = Vec::new();
    let mut open = None;
    for (crawlers, of_class) in classes(&index, crawlers) {
        let rules = RuleList::of_group(&of_class);
        if !rules.rules().iter().any(|rule| rule.line() == line) {
            let names = names(&crawlers);
            let reason =
                format!("it is in the group for {}, which {names} does not obey", name(&group));
            none.push(NoneFor { crawlers, reason, instead: Vec::new() });
            continue;
        }
        match decided_by(&rules, line) {
            Decides::Path(example) => {
                return Ok(Found::Path(spelt(&of_class, &example), crawlers));
            }
            Decides::Never(instead) => {
                let reason = why_never(&rule, &instead, robots);
                none.push(NoneFor { crawlers, reason, instead });
            }
            Decides::NotDecided(why) => open = Some(why),
        }
    }
    if none.is_empty() && open.is_none() {
        let reason = "its group names no crawler".to_owned();
        none.push(NoneFor { crawlers: Vec::new(), reason, instead: Vec::new() });
    }
    Ok(open.map_or(Found::None(none), Found::NotDecided))
}

/// Looks for a path of a pattern that one of the crawlers may fetch, or may not.
fn by_verdict(
    robots: &RobotsTxt<'_>,
    crawlers: &CrawlerArg,
    allowed: bool,
    args: &FindArgs,
) -> Result<Found, Failure> {
    let paths = PathSet::new(&args.under, robots.dialect());
    let crawlers = asked::resolve(std::slice::from_ref(crawlers), &[robots])?;
    let mut none = Vec::new();
    let mut open = None;
    let index = robots.group_index();
    for (crawlers, group) in classes(&index, crawlers) {
        match always(&RuleList::of_group(&group), &paths, !allowed) {
            Outcome::Refuted(example) => {
                return Ok(Found::Path(spelt(&group, &example), crawlers));
            }
            Outcome::NotDecided(why) => open = Some(why),
            Outcome::Proved => {
                let is_left_aside = allowed
                    && robots.dialect().robots_txt_is_exempt
                    && paths.covers(&PathSet::new("/robots.txt$", robots.dialect()));
                let taken = Asked::new(crawlers[0].clone()).group_in(&index);
                let reason = match (crawlers.len(), taken.why_no_rules()) {
                    _ if paths.is_empty() => {
                        "no path matches this pattern: paths start with `/`".to_owned()
                    }
                    _ if is_left_aside => {
                        "but for /robots.txt itself, which is always allowed".to_owned()
                    }
                    (1, Some(why)) => why.to_string(),
                    _ => String::new(),
                };
                none.push(NoneFor { crawlers, reason, instead: Vec::new() });
            }
        }
    }
    Ok(open.map_or(Found::None(none), Found::NotDecided))
}

/// The crawlers that a group is for.
fn crawlers_of(robots: &RobotsTxt<'_>, group: &Group<'_>) -> Vec<ProductToken> {
    let is_for = |crawler: &ProductToken| {
        group.user_agents().any(|line| match crawler.is_any() {
            true => line.is_global(),
            false => line.names(crawler),
        })
    };
    asked::distinct(&[robots]).crawlers.into_iter().filter(is_for).collect()
}

/// Crawlers in classes that obey the same rules.
fn classes<'r>(
    index: &GroupIndex<'r>,
    crawlers: Vec<Asked>,
) -> Vec<(Vec<ProductToken>, CrawlerGroup<'r>)> {
    let classes = crawler_classes(crawlers, |crawler| [crawler.group_in(index).into_group()]);
    let names = |crawlers: Vec<Asked>| crawlers.into_iter().map(|crawler| crawler.name).collect();
    let class = |CrawlerClass { crawlers, groups: [group], .. }| (names(crawlers), group);
    classes.into_iter().map(class).collect()
}

/// Crawlers in words.
fn names(crawlers: &[ProductToken]) -> String {
    match crawlers {
        [crawler] if crawler.is_any() => "a crawler that no group names".to_owned(),
        _ => text::names(crawlers),
    }
}

/// The crawlers that a group names, in words.
fn name(group: &Group<'_>) -> String {
    let tokens = group.user_agents().map(|line| String::from_utf8_lossy(line.token()).into_owned());
    let mut tokens: Vec<_> = tokens.filter(|token| !token.is_empty()).collect();
    tokens.dedup();
    if tokens.is_empty() {
        "no crawler".to_owned()
    } else {
        text::printable(&tokens.join(", ")).into()
    }
}

/// Why a rule decides nothing, in words.
fn why_never(rule: &Rule<'_>, instead: &[usize], robots: &RobotsTxt<'_>) -> String {
    match instead {
        [] if rule.is_empty() => "it has no value, and so no say".to_owned(),
        [] if PathSet::new(rule.value(), robots.dialect()).is_empty() => {
            "no path matches it: paths start with `/`".to_owned()
        }
        [] => "it matches only /robots.txt itself, which is always allowed".to_owned(),
        [line] => format!("line {line} decides instead"),
        lines => format!("{} decide instead", text::lines(lines)),
    }
}

/// The path as `gatepost test` takes it: a reader that takes `//a` for a host gets a whole URL.
fn spelt(group: &CrawlerGroup<'_>, example: &Example) -> String {
    let url = format!("https://example.com{}", example.path);
    let dialect = group.rule_set().dialect();
    let shows = |text: &&String| {
        let verdict = dialect.url_path(text.as_bytes()).map(|path| group.verdict(&path));
        verdict.is_ok_and(|verdict| verdict.rule().map(|rule| rule.line()) == example.answer.line)
    };
    [&example.path, &url].into_iter().find(shows).unwrap_or(&example.path).clone()
}

/// That a line has no rule: what it is instead, and whose group it is in.
fn no_rule(robots: &RobotsTxt<'_>, number: usize, args: &FindArgs) -> Failure {
    let count = robots.lines().count();
    let Some(line) = robots.lines().nth(number - 1) else {
        let (name, lines) = (args.robots.robots.name(), if count == 1 { "line" } else { "lines" });
        let is_cut = if robots.unread() > 0 { " within the read limit" } else { "" };
        return Failure::new(format_args!(
            "there is no line {number}: {name} has {count} {lines}{is_cut}"
        ));
    };
    let what = match line.content() {
        LineContent::Blank => "it is blank".to_owned(),
        LineContent::Comment => "it is a comment".to_owned(),
        LineContent::Skipped(reason) => format!("it says nothing: {reason}"),
        LineContent::Record(record) if record.key().is_rule() => {
            return Failure::new(format_args!(
                "line {number} decides nothing: {}",
                SkipReason::RuleBeforeGroup
            ));
        }
        LineContent::Record(record) => {
            let key = String::from_utf8_lossy(record.key_bytes()).into_owned();
            match record.key() {
                Key::UserAgent => "it is a `User-agent` line".to_owned(),
                // It is in no group, wherever it stands.
                Key::Sitemap => {
                    return Failure::new(format_args!(
                        "line {number} is no rule: it is a `Sitemap` line, which is for every crawler"
                    ));
                }
                _ => format!("its key is `{}`", text::printable(&key)),
            }
        }
        _ => "it says something else".to_owned(),
    };
    let failure = Failure::new(format_args!("line {number} is no rule: {what}"));
    // A group goes from its first `User-agent` line to that of the next.
    let starts_before =
        |group: &Group<'_>| group.user_agents().next().is_some_and(|line| line.line() <= number);
    let Some(group) = robots.groups().filter(starts_before).last() else { return failure };
    let rules: Vec<usize> = group.rules().map(|rule| rule.line()).collect();
    let name = name(&group);
    match rules.as_slice() {
        [] => failure.help(format_args!("it is in the group for {name}, which has no rules")),
        [line] => failure
            .help(format_args!("it is in the group for {name}, whose rule is on line {line}")),
        lines => failure.help(format_args!(
            "it is in the group for {name}, whose rules are on {}",
            text::lines(lines)
        )),
    }
}

fn rule_of_line<'r>(robots: &'r RobotsTxt<'r>, line: usize) -> Option<Rule<'r>> {
    robots.groups().flat_map(|group| group.rules()).find(|rule| rule.line() == line)
}

fn print_text(
    out: &mut Out,
    robots: &RobotsTxt<'_>,
    found: &Found,
    args: &FindArgs,
) -> io::Result<()> {
    match found {
        Found::Path(url, crawlers) => {
            let taken = Asked::new(crawlers[0].clone()).group_in(&robots.group_index());
            let (group, path) = (taken.group(), path_of(robots, url)?);
            let mut row = Row::explanation(url, &group.explain(&path));
            row.remarks.clear();
            if let Some(why) = taken.why_no_rules() {
                row.reason = why.to_string();
            }
            if is_told_for_whom(args, crawlers) {
                row.remarks.push(format!("for {}", names(crawlers)));
            } else {
                row.remarks = Asked::new(crawlers[0].clone()).remarks(taken.selected_by());
            }
            let mut table = Table::new(&[""; 0]);
            table.push(row);
            out.write_all(&table.lay_out(text::width()))
        }
        Found::None(none) => {
            for NoneFor { crawlers, reason, instead } in none {
                let names = names(crawlers);
                let under = text::printable(&args.under);
                let what = match (args.decided_by, &args.allowed) {
                    (Some(line), _) if crawlers.is_empty() => format!("line {line} decides no URL"),
                    (Some(line), _) => format!("line {line} decides no URL for {names}"),
                    (_, Some(_)) => format!("none: {names} may fetch no path under `{under}`"),
                    _ => format!("none: {names} may fetch every path under `{under}`"),
                };
                writeln!(out, "proved: {what}")?;
                for rule in instead.iter().filter_map(|line| rule_of_line(robots, *line)) {
                    let text = rule.to_string();
                    let (line, text) = (rule.line(), text::printable(&text));
                    writeln!(out, "  line {line} decides instead: {text}")?;
                }
                if instead.is_empty() && !reason.is_empty() {
                    writeln!(out, "  {reason}")?;
                }
            }
            Ok(())
        }
        Found::NotDecided(_) => Ok(()),
    }
}

/// Whether the answer has to say which crawlers it is about: not one that was asked about.
fn is_told_for_whom(args: &FindArgs, crawlers: &[ProductToken]) -> bool {
    let asked = args.crawler.as_ref().or(args.allowed.as_ref()).or(args.disallowed.as_ref());
    !matches!(asked, Some(CrawlerArg::One(_))) || crawlers.len() > 1
}

/// A path that was found, read again.
fn path_of<'u>(robots: &RobotsTxt<'_>, url: &'u str) -> io::Result<UrlPath<'u>> {
    robots.dialect().url_path(url.as_bytes()).map_err(io::Error::other)
}

#[derive(Serialize)]
struct Report<'r> {
    outcome: &'static str,
    path: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    verdict: Option<VerdictReport<'r>>,
    crawlers: &'r [ProductToken],
    none: Vec<NoneReport<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct VerdictReport<'r> {
    allowed: bool,
    line: Option<usize>,
    rule: Option<Rule<'r>>,
}

#[derive(Serialize)]
struct NoneReport<'r> {
    crawlers: &'r [ProductToken],
    reason: &'r str,
    instead: Vec<InsteadReport<'r>>,
}

#[derive(Serialize)]
struct InsteadReport<'r> {
    line: usize,
    rule: Option<Rule<'r>>,
}

fn print_json(out: &mut Out, robots: &RobotsTxt<'_>, found: &Found) -> io::Result<()> {
    let empty = Report {
        outcome: "not-decided",
        path: None,
        verdict: None,
        crawlers: &[],
        none: Vec::new(),
        reason: None,
    };
    let report = match found {
        Found::Path(url, crawlers) => {
            let taken = Asked::new(crawlers[0].clone()).group_in(&robots.group_index());
            let verdict = taken.group().verdict(&path_of(robots, url)?);
            let rule = verdict.rule().and_then(|rule| rule_of_line(robots, rule.line()));
            let why = taken.why_no_rules().map(|why| why.to_string());
            let reason = why.or_else(|| Some(verdict.reason().to_string()));
            let allowed = verdict.is_allowed();
            let verdict = VerdictReport { allowed, line: rule.map(|rule| rule.line()), rule };
            let (path, verdict) = (Some(url.as_str()), Some(verdict));
            Report { outcome: "found", path, verdict, crawlers, reason, ..empty }
        }
        Found::None(none) => {
            let none = none.iter().map(|none| NoneReport {
                crawlers: &none.crawlers,
                reason: &none.reason,
                instead: (none.instead.iter())
                    .map(|line| InsteadReport { line: *line, rule: rule_of_line(robots, *line) })
                    .collect(),
            });
            Report { outcome: "none", none: none.collect(), ..empty }
        }
        Found::NotDecided(why) => Report { reason: Some(why.to_string()), ..empty },
    };
    let mut lines = JsonLines::default();
    lines.push(&report);
    out.write_all(&lines.into_bytes())
}

fn line(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(line) if line > 0 => Ok(line),
        _ => Err("lines are counted from 1".to_owned()),
    }
}
