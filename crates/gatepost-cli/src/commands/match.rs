//! `gatepost match`: patterns alone, without a file around them.

use std::io::{self, Write};

use gatepost::{PathPattern, UrlPath};
use serde::Serialize;

use crate::cli::{Format, MatchArgs};
use crate::failure::Failure;
use crate::input::Urls;
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};

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
    let mut urls = Urls::new(arguments, args.urls.as_deref())?;
    let mut printer = Printer::new(args.format, values);
    let mut differences = Differences::new(values);
    let (mut all_match, mut worst) = (true, Status::Yes);
    while let Some(url) = urls.next()? {
        let path = match dialect.url_path(url.octets) {
            Ok(path) => path,
            Err(error) => {
                worst = Status::CouldNotTell;
                url.failure(error).print();
                continue;
            }
        };
        let matches: Vec<_> = patterns.iter().map(|pattern| pattern.matches(&path)).collect();
        all_match &= matches.iter().all(|matches| *matches);
        differences.count(&matches);
        printer.print(&String::from_utf8_lossy(url.octets), &path, values, &patterns)?;
    }
    printer.finish(&differences)?;
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

enum Printer {
    Table(Table),
    Json(JsonLines),
    Csv(CsvTable),
}

impl Printer {
    fn new(format: Format, values: &[String]) -> Printer {
        let out: Out = render::out(format);
        match format {
            Format::Json => Printer::Json(JsonLines::new(out)),
            Format::Csv => Printer::Csv(CsvTable::new(out)),
            Format::Text if values.len() == 1 => Printer::Table(Table::new::<&str>(out, &[])),
            Format::Text => Printer::Table(Table::new(out, values)),
        }
    }

    fn print(
        &mut self,
        url: &str,
        path: &UrlPath<'_>,
        values: &[String],
        patterns: &[PathPattern<'_>],
    ) -> io::Result<()> {
        let mut cells = vec![Cell::plain(text::printable(url))];
        let mut reason = String::new();
        for (value, pattern) in values.iter().zip(patterns) {
            let stars = stars(pattern, path);
            let matches = stars.is_some();
            match self {
                Printer::Table(_) => {
                    cells.push(Cell::yes_or_no(matches, "matches", "no match"));
                    reason = match (&stars, pattern.near_miss(path)) {
                        (Some(stars), _) if stars.is_empty() => String::new(),
                        (Some(stars), _) => {
                            format!("* took {}", text::printable(&stars.join(", then ")))
                        }
                        (None, Some(near_miss)) => near_miss.to_string(),
                        (None, None) => String::new(),
                    };
                }
                Printer::Json(lines) => lines.line(&PatternMatch {
                    url,
                    pattern: value,
                    matches,
                    length: pattern.length(),
                    stars,
                })?,
                Printer::Csv(table) => table.row(
                    &["url", "pattern", "matches", "length", "stars"],
                    &[
                        url,
                        value,
                        if matches { "true" } else { "false" },
                        &pattern.length().to_string(),
                        &stars.unwrap_or_default().join(" "),
                    ],
                )?,
            }
        }
        if let Printer::Table(table) = self {
            let reason = if patterns.len() == 1 { reason } else { String::new() };
            table.push(Row { reason, ..Row::of(cells) })?;
        }
        Ok(())
    }

    fn finish(self, differences: &Differences<'_>) -> io::Result<()> {
        match self {
            Printer::Table(table) => {
                let mut out = table.finish()?;
                if !differences.pairs.is_empty() {
                    writeln!(out)?;
                }
                for PatternPair { patterns: [a, b], paths, differ, .. } in &differences.pairs {
                    writeln!(out, "{a} and {b} differ on {differ} of {paths}")?;
                }
                out.flush()
            }
            Printer::Json(mut lines) => {
                for pair in &differences.pairs {
                    lines.line(pair)?;
                }
                lines.finish()
            }
            Printer::Csv(table) => table.finish(),
        }
    }
}

/// What each star took, where the pattern matches.
fn stars(pattern: &PathPattern<'_>, path: &UrlPath<'_>) -> Option<Vec<String>> {
    let compared = pattern.compared(path);
    let text = |star| String::from_utf8_lossy(&compared[star]).into_owned();
    Some(pattern.stars(path)?.into_iter().map(text).collect())
}
