//! The arguments, and all the help there is.

use std::fmt;
use std::path::PathBuf;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use gatepost::{Dialect, ProductToken};

use crate::render::changes;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// May this crawler fetch this URL, and which line of robots.txt decided?
#[derive(Debug, Parser)]
#[command(name = "gatepost", version, styles = STYLES, max_term_width = 90)]
#[command(after_help = "\
Examples:
  gatepost test robots.txt /shop?sort=price
  gatepost test robots.txt --crawler Googlebot --explain /a.pdf
  curl -s https://example.com/robots.txt | gatepost test - / /search

`gatepost <command> --help` has more.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Test(TestArgs),
    Match(MatchArgs),
    Groups(GroupsArgs),
    Diff(DiffArgs),
    Verify(VerifyArgs),
    Find(FindArgs),
    Minimise(MinimiseArgs),
    /// Print completions for a shell
    #[command(after_help = "\
Example:
  gatepost completions bash > ~/.local/share/bash-completion/completions/gatepost")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or that of one command
    #[command(after_help = "\
Examples:
  gatepost man | man -l -
  gatepost man test > gatepost-test.1")]
    Man {
        /// The command; without one, the page of all of them
        command: Option<String>,
    },
}

/// Tell which URLs a crawler may fetch, with the line that decides
///
/// For each URL: the verdict, the deciding line and its rule, and the reason. With several crawlers,
/// one column each.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost test robots.txt /shop?sort=price /files/report.pdf
  gatepost test robots.txt -c Googlebot -c GPTBot https://example.com/a.pdf
  gatepost test robots.txt --explain /shop?page=2
  gatepost test robots.txt --urls urls.txt --format csv > verdicts.csv
  curl -s https://example.com/robots.txt | gatepost test - -c GPTBot /

JSON is one object a line. These fields are stable:
  url         text          as given
  crawler     text          as given; \"*\" is one that no group names
  allowed     boolean
  decided_by  text          rule, no-rule-matches, no-group, robots-txt-itself
  line        number, null  of the rule that decides
  rule        text, null    that rule
  reason      text          in words, which may change
With --explain there is also `explanation`.

Exit status: 0 all allowed, 1 some disallowed, 2 could not tell.")]
pub(crate) struct TestArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// URLs, or paths that start with /
    #[arg(value_name = "URL")]
    pub(crate) url: Vec<String>,

    /// A crawler, by its product token; can be repeated. `*` is one that no group names
    #[arg(short, long = "crawler", value_name = "NAME", default_value = "*", value_parser = crawler)]
    pub(crate) crawlers: Vec<ProductToken>,

    /// A file with one URL a line; `-` reads standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How many threads to work on a long list with; 0 is one a processor
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: usize,

    /// Show the whole decision under the lines of the file
    #[arg(short, long)]
    pub(crate) explain: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

/// Tell which paths a pattern matches, and what each * took
///
/// With several patterns, also on how many paths each two of them differ.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost match '/*.pdf$' /a/b/c/d.pdf '/a/b/c/d.pdf?x=1'
  gatepost match --pattern /fish --pattern '/fish*' --urls urls.txt

Quote patterns: the shell has its own use for * and $.

Exit status: 0 all match, 1 some do not, 2 could not tell.
With several patterns: 0 they never differ, 1 they do.")]
pub(crate) struct MatchArgs {
    /// The pattern, if there is no --pattern, and then URLs, or paths that start with /
    #[arg(value_name = "PATTERN] [URL")]
    pub(crate) operands: Vec<String>,

    /// A pattern; can be repeated
    #[arg(short, long = "pattern", value_name = "PATTERN")]
    pub(crate) patterns: Vec<String>,

    /// A file with one URL a line; `-` reads standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

/// Show the rules that each crawler obeys, after groups are merged
///
/// A crawler obeys all groups that name it, or else those for `*`; never both.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost groups robots.txt
  gatepost groups robots.txt --crawler Googlebot
  gatepost groups robots.txt --format json | jq .rules

Exit status: 0, or 2 where the file cannot be read.")]
pub(crate) struct GroupsArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// Only this crawler; can be repeated
    #[arg(short, long = "crawler", value_name = "NAME", value_parser = crawler)]
    pub(crate) crawlers: Vec<ProductToken>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

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

/// Find a path that a line decides, or that a crawler may or may not fetch; or prove that none is
///
/// All paths there are count, not those of a list.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what").required(true))]
#[command(after_help = "\
Examples:
  gatepost find robots.txt --decided-by 4
  gatepost find robots.txt --decided-by 4 --crawler Googlebot
  gatepost find robots.txt --allowed GPTBot
  gatepost find robots.txt --disallowed '*' --under /shop/

Quote patterns and `*`: the shell has its own use for them.
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

Exit status: 0 found, 1 proved that there is none, 2 could not tell.")]
pub(crate) struct FindArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// A path that the rule of this line decides
    #[arg(long, value_name = "LINE", group = "what", value_parser = line)]
    pub(crate) decided_by: Option<usize>,

    /// A path that this crawler may fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler)]
    pub(crate) allowed: Option<ProductToken>,

    /// A path that this crawler may not fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler)]
    pub(crate) disallowed: Option<ProductToken>,

    /// With --decided-by: for this crawler; without it, for any that the group of the line is for
    #[arg(short, long, value_name = "NAME", value_parser = crawler)]
    #[arg(conflicts_with_all = ["allowed", "disallowed"])]
    pub(crate) crawler: Option<ProductToken>,

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

/// Print the file without the rules that change nothing, proved for all URLs and every crawler
///
/// Only lines of rules go, each with the comment behind it. All else stays, octet for octet, and each
/// group keeps a rule, since only a rule ends its list of User-agent lines. What went, and why, is told
/// on standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost minimise robots.txt > smaller.txt
  gatepost minimise robots.txt --write robots.txt
  gatepost minimise robots.txt --format json | jq .removed

JSON is one object, in place of the file. Use --write to have both.
These fields are stable:
  removed      list       `line`, `rule`, and `by`: the lines that decide instead
  proved       boolean    that no URL changes for any crawler
  not_decided  list       `line` (null: the whole file) and `reason`

Line numbers are those of the file as it was.
Where it is not proved that no URL changes, the file is printed as it was, and
nothing is written.

Exit status: 0, or 2 where it could not tell.")]
pub(crate) struct MinimiseArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// Write the file here, all of it or nothing, and not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,

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

/// Tell whether a file says what its owner expects, proved where it is about all URLs
///
/// Also tells which rules decide nothing that is expected.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost verify --init robots.txt > expectations.toml
  gatepost verify robots.txt expectations.toml
  gatepost verify robots.txt expectations.toml --format junit > report.xml

An expectation file is TOML:
  [[expect]]
  crawlers = [\"Googlebot\", \"*\"]        # * is one that no group names
  allowed = [\"/\", \"/shop?page=2\"]      # these URLs
  disallowed = [\"/cart\"]
  all-allowed = [\"/*.css$\"]             # every URL that these patterns match
  all-disallowed = [\"/private/\"]

Exit status: 0 all hold, 1 some are broken, 2 could not tell.")]
pub(crate) struct VerifyArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// The expectation file
    #[arg(value_name = "EXPECTATIONS", required_unless_present = "init", conflicts_with = "init")]
    pub(crate) expectations: Option<PathBuf>,

    /// Print a first expectation file, from what the file says now
    #[arg(long)]
    pub(crate) init: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: VerifyFormat,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerifyFormat {
    /// For people
    Text,
    /// One object a line, and last what is not covered
    Json,
    /// A JUnit report
    Junit,
}

#[derive(Args, Debug)]
pub(crate) struct DialectArg {
    /// How to read the file: `rfc9309`, or `google` as Google's open-source parser does
    #[arg(short, long, value_name = "DIALECT", default_value = "rfc9309", value_parser = dialect)]
    pub(crate) dialect: &'static Dialect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// One object
    Json,
}

fn line(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(line) if line > 0 => Ok(line),
        _ => Err("lines are counted from 1".to_owned()),
    }
}

fn crawler(text: &str) -> Result<ProductToken, String> {
    ProductToken::new(text).map_err(|error| match ProductToken::from_header(text) {
        Some(token) if text.contains('/') => format!(
            "a whole User-Agent header is not a name: robots.txt files name this crawler `{token}`"
        ),
        _ => error.to_string(),
    })
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

fn dialect(text: &str) -> Result<&'static Dialect, String> {
    Dialect::by_name(text).ok_or_else(|| {
        let names: Vec<_> = Dialect::ALL.iter().map(|dialect| dialect.name).collect();
        format!("there are {}", names.join(" and "))
    })
}
