//! `gatepost fetch`: what fetching a site's robots.txt comes to, hop by hop.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use anstyle::Style;
use clap::Args;
use gatepost::{AccessPolicy, AccessResult, MayFetch, RobotsTxt};
use gatepost_fetch::{FetchRecord, SiteUrl};
use serde::Serialize;

use crate::arguments::{DialectArg, TextOrJson, TimeoutArg};
use crate::failure::Failure;
use crate::live::{self, Live};
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::write::write_whole;
use crate::{Done, Status, input};

/// Fetch a site's robots.txt and tell what that comes to: hops, status, headers, and what for
///
/// Redirects, statuses, failures and the read limit count as RFC 9309 has it; where other operators
/// decide otherwise, that is told too. Proxies are taken from the environment: HTTP_PROXY,
/// HTTPS_PROXY, ALL_PROXY and NO_PROXY.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost fetch example.com
  gatepost fetch https://example.com/shop?page=2 --output robots.txt
  gatepost fetch http://localhost:8080 --format json | jq .may_fetch

JSON is one object. These fields are stable:
  url          text        of the robots.txt
  access       text        successful, unavailable, unreachable
  may_fetch    text        what-the-rules-allow, everything, nothing
  reason       text        in words, which may change
  fresh_until  number      in seconds since 1970
  operators    object      `may_fetch` by the name of the operator's policy
  notes        list        what is odd, in words
  record       object      `hops`, `ending`, `headers`, `bytes`, `is_cut`, ...

Exit status: 0 there is a file, 1 there is none, 2 nobody knows.")]
pub(crate) struct FetchArgs {
    /// A host, or the URL of any page of it
    #[arg(value_name = "SITE")]
    pub(crate) site: SiteUrl,

    /// Write the file here, all of it or nothing; `-` is standard output, and then only that
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &FetchArgs) -> Done {
    let live = Live::fetch(&args.site, args.dialect.dialect, args.timeout)?;
    let to_stdout = args.output.as_deref().is_some_and(input::is_stdin);
    if to_stdout {
        // Not for people: no byte of the file may be lost.
        let mut out = render::out(false);
        live.tell();
        out.write_all(file(&live).unwrap_or_default())?;
        out.flush()?;
    } else {
        if let (Some(path), Some(bytes)) = (&args.output, file(&live)) {
            write_whole(path, bytes)?;
        }
        let mut out = render::out(args.format == TextOrJson::Text);
        match args.format {
            TextOrJson::Text => print(&mut out, &live)?,
            TextOrJson::Json => {
                let mut lines = JsonLines::default();
                lines.push(&Report::new(&live));
                out.write_all(&lines.into_bytes())?;
            }
        }
        out.flush()?;
        if let (Some(path), None) = (&args.output, file(&live)) {
            Failure::new(format_args!("{} was not written: there is no file", path.display()))
                .print();
        }
    }
    Ok(match live.entry.access_result(live.policy) {
        AccessResult::Successful => Status::Yes,
        AccessResult::Unavailable => Status::No,
        _ => Status::CouldNotTell,
    })
}

/// The file, if there is one.
fn file(live: &Live) -> Option<&[u8]> {
    Some(&live.entry.copy()?.bytes)
}

/// What other operators make of it, where that is something else.
fn others(live: &Live) -> impl Iterator<Item = AccessPolicy> {
    let may_fetch = |policy: &AccessPolicy| live.entry.may_fetch(*policy, live.now);
    let own = may_fetch(&live.policy);
    AccessPolicy::ALL.iter().copied().filter(move |policy| may_fetch(policy) != own)
}

fn print(out: &mut Out, live: &Live) -> io::Result<()> {
    let record = live.entry.record();
    let mut hops = Table::new(&[] as &[&str]);
    for hop in &record.hops {
        let status = hop.status.map_or("-".to_owned(), |status| status.to_string());
        let address = hop.address.map_or(String::new(), |address| address.to_string());
        let cells =
            [status, text::printable(&hop.url).into_owned(), address].map(Cell::plain).into();
        let failure = hop.failure.as_ref().map(ToString::to_string).unwrap_or_default();
        hops.push(Row { reason: text::printable(&failure).into_owned(), ..Row::of(cells) });
    }
    out.write_all(&hops.lay_out(text::width()))?;
    writeln!(out, "\n{BOLD}{}{BOLD:#}", text::printable(&live.reason()))?;
    for policy in others(live) {
        let reason = live.entry.reason(policy, live.now).to_string();
        writeln!(out, "for {}: {}", policy.name, text::printable(&reason))?;
    }
    writeln!(out, "{}", size(live))?;
    let mut headers = Table::new(&[] as &[&str]);
    for (name, value) in record.headers.iter() {
        headers.push(Row::of(vec![Cell::plain(name), Cell::plain(text::printable(value))]));
    }
    let headers = headers.lay_out(text::width());
    if !headers.is_empty() {
        out.write_all(b"\n")?;
        out.write_all(&headers)?;
    }
    for note in notes(live) {
        writeln!(out, "\nnote: {}", text::printable(&note))?;
    }
    Ok(())
}

/// How much there is, and how long it counts.
fn size(live: &Live) -> String {
    let record = live.entry.record();
    let life = live.entry.fresh_until().duration_since(record.finished).unwrap_or_default();
    let minutes = life.as_secs().div_ceil(60);
    let life = match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    };
    match file(live) {
        Some(bytes) => {
            let robots = RobotsTxt::parse(bytes);
            format!(
                "{} bytes, {} lines, {} groups; counts for {life}",
                bytes.len(),
                robots.lines().count(),
                robots.groups().len()
            )
        }
        None => format!("counts for {life}"),
    }
}

fn notes(live: &Live) -> Vec<String> {
    let warnings = live.entry.record().warnings();
    let mut notes: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    if live.depends_on_who_asks() {
        notes.push(live::WHO_ASKED.to_owned());
    }
    notes
}

#[derive(Serialize)]
struct Report<'l> {
    url: String,
    access: AccessResult,
    may_fetch: MayFetch,
    reason: String,
    fresh_until: u64,
    operators: std::collections::BTreeMap<&'static str, MayFetch>,
    notes: Vec<String>,
    record: &'l FetchRecord,
}

impl<'l> Report<'l> {
    fn new(live: &'l Live) -> Report<'l> {
        let may_fetch = |policy: &AccessPolicy| live.entry.may_fetch(*policy, live.now);
        let since = live.entry.fresh_until().duration_since(SystemTime::UNIX_EPOCH);
        Report {
            url: live.url(),
            access: live.entry.access_result(live.policy),
            may_fetch: may_fetch(&live.policy),
            reason: live.reason(),
            fresh_until: since.unwrap_or_default().as_secs(),
            operators: AccessPolicy::ALL.iter().copied().map(|p| (p.name, may_fetch(&p))).collect(),
            notes: notes(live),
            record: live.entry.record(),
        }
    }
}
