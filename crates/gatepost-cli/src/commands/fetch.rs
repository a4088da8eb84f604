//! `gatepost fetch`: how fetching a site's robots.txt goes, hop by hop.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;
use gatepost::AccessResult;
use gatepost_fetch::{FetchReport, SiteUrl};
use gatepost_report::ContentKind;
use gatepost_report::format::json;

use crate::arguments::{OneDialectArg, TextOrJson, TimeoutArg};
use crate::failure::{self, Failure};
use crate::live::Live;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::write::write_whole;
use crate::{Done, Status, input};

/// Fetch a site's robots.txt: redirects, status, headers and what crawlers make of it
///
/// Redirects, statuses, failures and the read limit are interpreted as in RFC 9309; operators that
/// decide otherwise are listed. Proxies are taken from the environment: HTTP_PROXY, HTTPS_PROXY,
/// ALL_PROXY and NO_PROXY.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost fetch example.com
  gatepost fetch https://example.com/shop?page=2 --output robots.txt
  gatepost fetch http://localhost:8080 --format json | jq .may_fetch

JSON is one object; docs/schema/README.md documents its fields. The main ones:
  access       text    successful, unavailable, unreachable
  may_fetch    text    what-the-rules-allow, everything, nothing
  reason       text    in words, which may change
  fresh_until  number  in seconds since 1970
  operators    object  `may_fetch` by the name of the operator's policy
  record       object  `hops`, `ending`, `headers`, `bytes`, `is_cut`, ...

Exit status: 0 the site has a robots.txt, 1 it has none, 2 unreachable.")]
pub(crate) struct FetchArgs {
    /// A host, or the URL of any of its pages
    #[arg(value_name = "SITE")]
    pub(crate) site: SiteUrl,

    /// Write the file here, whole or not at all; `-` writes only the file to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,

    #[command(flatten)]
    pub(crate) dialect: OneDialectArg,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &FetchArgs) -> Done {
    let live = Live::fetch(&args.site, args.dialect.dialect, args.timeout)?;
    let kind = file(&live).map_or(ContentKind::Text, ContentKind::of);
    if kind != ContentKind::Text {
        failure::warn(format_args!("what was fetched is {kind}, not a robots.txt file"));
    }
    let to_stdout = args.output.as_deref().is_some_and(input::is_stdin);
    if to_stdout {
        // The file itself, byte for byte.
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
            TextOrJson::Text => print(&mut out, &live.report())?,
            TextOrJson::Json => out.write_all(&json::lines([&live.report()]))?,
        }
        out.flush()?;
        if let (Some(path), None) = (&args.output, file(&live)) {
            Failure::new(format_args!(
                "{} was not written: the site has no robots.txt",
                path.display()
            ))
            .print();
        }
    }
    Ok(match live.entry.access_result(live.policy) {
        AccessResult::Successful => Status::Yes,
        AccessResult::Unavailable => Status::No,
        _ => Status::CouldNotTell,
    })
}

/// Returns the file, if there is one.
fn file(live: &Live) -> Option<&[u8]> {
    Some(&live.entry.copy()?.bytes)
}

fn print(out: &mut Out, report: &FetchReport) -> io::Result<()> {
    let mut hops = Table::default();
    for hop in &report.record.hops {
        let status = hop.status.map_or("-".to_owned(), |status| status.to_string());
        let address = hop.address.map_or(String::new(), |address| address.to_string());
        let cells =
            [status, text::printable(&hop.url).into_owned(), address].map(Cell::plain).into();
        let failure = hop.failure.as_ref().map(ToString::to_string).unwrap_or_default();
        hops.push(Row { reason: text::printable(&failure).into_owned(), ..Row::of(cells) });
    }
    out.write_all(&hops.lay_out(text::width()))?;
    writeln!(out, "\n{BOLD}{}{BOLD:#}", text::printable(&report.reason))?;
    for other in &report.differing_operators {
        writeln!(out, "for {}: {}", other.policy, text::printable(&other.reason))?;
    }
    writeln!(out, "{}", report.summary)?;
    let mut headers = Table::default();
    for (name, value) in report.record.headers.iter() {
        headers.push(Row::of(vec![Cell::plain(name), Cell::plain(text::printable(value))]));
    }
    let headers = headers.lay_out(text::width());
    if !headers.is_empty() {
        out.write_all(b"\n")?;
        out.write_all(&headers)?;
    }
    for note in &report.notes {
        writeln!(out, "\nnote: {}", text::printable(note))?;
    }
    Ok(())
}
