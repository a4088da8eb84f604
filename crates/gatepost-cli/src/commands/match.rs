//! `gatepost match`: patterns alone, without a file around them.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use gatepost::{PathPattern, UrlPath};
use serde::Serialize;

use crate::arguments::{DialectArg, Format};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::url_list::UrlList;
use crate::{Done, Status};

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

pub(crate) fn run(args: &MatchArgs) -> Done {
    let dialect = args.dialect.dialect;
    let (values, arguments) = match (args.patterns.as_slice(), args.operands.as_slice()) {
        ([], [pattern, urls @ ..]) => (std::slice::from_ref(pattern), urls),
        ([], []) => {
            return Err(Failure::new("no pattern to match")
                .help("give one, quoted: gatepost match '/*.pdf$' /a/b.pdf"));
        }
        (patterns, urls) => (patterns, urls),
    };
    for url in arguments {
        dialect.url_path(url).map_err(Failure::new)?;
    }
    let patterns: Vec<_> =
        values.iter().map(|value| PathPattern::new_as(value.as_str(), dialect)).collect();
    let mut urls = UrlList::new(arguments, args.urls.as_deref())?;
    let mut out = render::out(args.format == Format::Text);
    let progress = Progress::new(&urls);
    let mut differences = Differences::new(values);
    let (mut all_match, mut worst) = (true, Status::Yes);
    while let Some(batch) = urls.next_batch()? {
        let mut page = Page::new(args.format, values, batch.is_first);
        for url in batch.urls() {
            let path = match dialect.url_path(url.bytes) {
                Ok(path) => path,
                Err(error) => {
                    worst = Status::CouldNotTell;
                    progress.suspend(|| url.failure(error).print());
                    continue;
                }
            };
            let matches: Vec<_> = patterns.iter().map(|pattern| pattern.matches(&path)).collect();
            all_match &= matches.iter().all(|matches| *matches);
            differences.count(&matches);
            page.push(&String::from_utf8_lossy(url.bytes), &path, values, &patterns);
        }
        out.write_all(&page.into_bytes())?;
        progress.advance(&urls);
    }
    differences.print(&mut out, args.format)?;
    out.flush()?;
    let yes = if patterns.len() == 1 { all_match } else { differences.are_none() };
    Ok(worst.max(if yes { Status::Yes } else { Status::No }))
}

/// On how many paths each two of several patterns differ.
struct Differences<'a> {
    pairs: Vec<PatternPair<'a>>,
}

#[derive(Serialize)]
struct PatternPair<'a> {
    patterns: [&'a str; 2],
    #[serde(skip)]
    places: [usize; 2],
    paths: u64,
    differ: u64,
}

impl<'a> Differences<'a> {
    fn new(values: &'a [String]) -> Differences<'a> {
        let pair = |a: usize, b: usize| PatternPair {
            patterns: [&values[a], &values[b]],
            places: [a, b],
            paths: 0,
            differ: 0,
        };
        let pairs = (0..values.len()).flat_map(|a| (a + 1..values.len()).map(move |b| pair(a, b)));
        Differences { pairs: pairs.collect() }
    }

    fn count(&mut self, matches: &[bool]) {
        for pair in &mut self.pairs {
            let [a, b] = pair.places;
            pair.paths += 1;
            pair.differ += u64::from(matches[a] != matches[b]);
        }
    }

    fn are_none(&self) -> bool {
        self.pairs.iter().all(|pair| pair.differ == 0)
    }

    fn print(&self, out: &mut Out, format: Format) -> io::Result<()> {
        match format {
            Format::Text if self.pairs.is_empty() => {}
            Format::Text => {
                writeln!(out)?;
                for PatternPair { patterns: [a, b], paths, differ, .. } in &self.pairs {
                    writeln!(out, "{a} and {b} differ on {differ} of {paths}")?;
                }
            }
            Format::Json => {
                let mut lines = JsonLines::default();
                self.pairs.iter().for_each(|pair| lines.push(pair));
                out.write_all(&lines.into_bytes())?;
            }
            // A table has one kind of row.
            Format::Csv => {}
        }
        Ok(())
    }
}

/// One pattern against one path, for machines.
#[derive(Serialize)]
struct PatternMatch<'m> {
    url: &'m str,
    pattern: &'m str,
    matches: bool,
    length: usize,
    /// What each star took.
    stars: Option<Vec<String>>,
}

/// What is printed about one batch.
enum Page {
    Table(Table),
    Json(JsonLines),
    Csv(CsvTable),
}

impl Page {
    fn new(format: Format, values: &[String], is_first: bool) -> Page {
        match format {
            Format::Json => Page::Json(JsonLines::default()),
            Format::Csv if is_first => {
                Page::Csv(CsvTable::new(&["url", "pattern", "matches", "length", "stars"]))
            }
            Format::Csv => Page::Csv(CsvTable::default()),
            Format::Text if is_first && values.len() > 1 => Page::Table(Table::new(values)),
            Format::Text => Page::Table(Table::new(&[] as &[&str])),
        }
    }

    fn push(
        &mut self,
        url: &str,
        path: &UrlPath<'_>,
        values: &[String],
        patterns: &[PathPattern<'_>],
    ) {
        let all = values.iter().zip(patterns);
        match self {
            Page::Table(table) => {
                let cell = |pattern: &PathPattern<'_>| {
                    Cell::yes_or_no(pattern.matches(path), "matches", "no match")
                };
                let mut cells = vec![Cell::plain(text::printable(url))];
                cells.extend(patterns.iter().map(cell));
                let reason = match patterns {
                    [only] => reason(only, path),
                    _ => String::new(),
                };
                table.push(Row { reason, ..Row::of(cells) });
            }
            Page::Json(lines) => {
                for (value, pattern) in all {
                    let stars = stars(pattern, path);
                    let (matches, length) = (stars.is_some(), pattern.length());
                    lines.push(&PatternMatch { url, pattern: value, matches, length, stars });
                }
            }
            Page::Csv(table) => {
                for (value, pattern) in all {
                    let stars = stars(pattern, path);
                    let matches = if stars.is_some() { "true" } else { "false" };
                    let length = pattern.length().to_string();
                    let stars = stars.unwrap_or_default().join(" ");
                    table.push(&[url, value, matches, &length, &stars]);
                }
            }
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        match self {
            Page::Table(table) => table.lay_out(text::width()),
            Page::Json(lines) => lines.into_bytes(),
            Page::Csv(table) => table.into_bytes(),
        }
    }
}

/// What there is to say about one pattern and one path.
fn reason(pattern: &PathPattern<'_>, path: &UrlPath<'_>) -> String {
    match (stars(pattern, path), pattern.near_miss(path)) {
        (Some(stars), _) if stars.is_empty() => String::new(),
        (Some(stars), _) => format!("* took {}", text::printable(&stars.join(", then "))),
        (None, Some(near_miss)) => near_miss.to_string(),
        (None, None) => String::new(),
    }
}

/// What each star took, where the pattern matches.
fn stars(pattern: &PathPattern<'_>, path: &UrlPath<'_>) -> Option<Vec<String>> {
    let compared = pattern.compared(path);
    let text = |star| String::from_utf8_lossy(&compared[star]).into_owned();
    Some(pattern.stars(path)?.into_iter().map(text).collect())
}
