//! The command line as a whole. The arguments of each command, and its help, are in its own file.

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Parser, Subcommand};

use crate::commands::access::AccessArgs;
use crate::commands::crawlers::CrawlersArgs;
use crate::commands::dialects::DialectsArgs;
use crate::commands::diff::DiffArgs;
use crate::commands::fetch::FetchArgs;
use crate::commands::find::FindArgs;
use crate::commands::fmt::FmtArgs;
use crate::commands::groups::GroupsArgs;
use crate::commands::lint::LintArgs;
use crate::commands::r#match::MatchArgs;
use crate::commands::minimise::MinimiseArgs;
use crate::commands::rules::RulesArgs;
use crate::commands::test::TestArgs;
use crate::commands::verify::VerifyArgs;

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
  gatepost test https://example.com/shop?page=2 --crawler GPTBot

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
    Access(AccessArgs),
    Crawlers(CrawlersArgs),
    Dialects(DialectsArgs),
    Diff(DiffArgs),
    Verify(VerifyArgs),
    Find(FindArgs),
    Fetch(FetchArgs),
    Minimise(MinimiseArgs),
    Lint(LintArgs),
    Fmt(FmtArgs),
    Rules(RulesArgs),
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
