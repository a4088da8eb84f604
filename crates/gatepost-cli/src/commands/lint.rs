//! `gatepost lint`: mistakes in robots.txt files, and their fixes.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use gatepost::RobotsTxt;
use gatepost_fetch::SiteUrl;
use gatepost_lint::{
    AppliedFix, Config, Finding, FixSet, Fixed, Level, Report, Safety, Severity, fix_all, lint,
    rule,
};
use gatepost_report::LintReport;

use crate::arguments::{Format, TimeoutArg, one_of};
use crate::failure::Failure;
use crate::gatepost_toml::Settings;
use crate::progress::Progress;
use crate::render::findings::{FORMATS, Findings, Linted, file_name};
use crate::render::{self, Out, changes, text, unified};
use crate::robots_files::{self, Unread};
use crate::source::{Source, require_one_stdin};
use crate::{Done, Status, input, write};

/// Find mistakes in robots.txt files, and fix them
///
/// Each finding shows its place, a URL that it affects, and a fix. The effect of a fix is proved
/// for all URLs, every crawler and every dialect: --fix applies the fixes that change no verdict.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("writes").args(["fix", "diff"]).multiple(true), after_help = "\
Examples:
  gatepost lint robots.txt
  gatepost lint --fix robots.txt
  gatepost lint --fix --unsafe --diff robots.txt
  gatepost lint --format sarif public/ > lint.sarif
  gatepost lint https://www.example.com
  gatepost lint --explain dead-rule

Settings are read from gatepost.toml in the folder of the file, or in the
nearest folder above it, up to the root of the repository:
  site = \"https://www.example.com\"   # the site's own absolute URLs; by default,
                                     # those of the site that was fetched
  known-crawlers = [\"ShopBot\"]       # not a misspelling
  [rules]
  dead-rule = \"error\"                # error, warning, info or off

A comment suppresses findings on its own or the next line with content:
  Disallow: /a*  # gatepost-ignore: trailing-star the old shop reads it so

JSON is one object a line, one line a finding; docs/schema/README.md documents
its fields. The main ones:
  file, rule, severity, message
            text     severity is error, warning or info
  line, column, end_line, end_column
            number   from 1, in characters; the end is behind the last one
  example   object   null, or `path`, `crawler`, `allowed`, `line`, `message`
  fix       object   null, or `message`, `edits`, `safety`, `changes`, `help`

Exit status: 0, or 1 if a finding is as severe as --fail-on, or with --diff if
something would change, or 2 on an error.")]
pub(crate) struct LintArgs {
    /// robots.txt files; `-` reads standard input, folders are searched for robots.txt, and a host
    /// or URL fetches that site's file
    #[arg(value_name = "FILE", value_parser = Source::parser())]
    #[arg(required_unless_present = "explain")]
    pub(crate) files: Vec<Source>,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(FORMATS))]
    pub(crate) format: Format,

    /// Lowest severity to show; findings that fail are always shown
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = severity())]
    pub(crate) severity: Severity,

    /// Lowest severity that fails
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = severity())]
    pub(crate) fail_on: Severity,

    /// Use these settings for all files, instead of the nearest gatepost.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Apply the fixes that change no verdict, of all severities, and show what remains
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix: also apply the fixes that change verdicts, and first show what changes
    #[arg(long = "unsafe", requires = "writes")]
    pub(crate) also_unsafe: bool,

    /// Show what --fix would write as a diff, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,

    /// Print the page about a rule
    #[arg(long, value_name = "RULE", exclusive = true)]
    pub(crate) explain: Option<String>,
}

impl LintArgs {
    fn fixes(&self) -> FixSet {
        if self.also_unsafe { FixSet::All } else { FixSet::Safe }
    }
}

/// Returns the severities, as completions and errors list them.
fn severity() -> impl TypedValueParser<Value = Severity> {
    let names = PossibleValuesParser::new(["error", "warning", "info"]);
    names.map(|name| name.parse().expect("only names of severities are possible"))
}

pub(crate) fn run(args: &LintArgs) -> Done {
    if let Some(name) = &args.explain {
        return explain(name);
    }
    let mut settings = Settings::new(args.config.as_deref())?;
    if args.fix && !args.diff {
        args.files.iter().try_for_each(Source::require_writable)?;
    }
    require_one_stdin(&args.files)?;
    let files = robots_files::find(&args.files);
    let takes_file = args.fix && args.files.iter().any(Source::is_stdin);
    let mut run = Run {
        args,
        progress: Progress::of_files(files.len()),
        out: match args.diff {
            true => render::out(io::stdout().is_terminal()),
            false if takes_file => render::stderr(),
            false => render::out(args.format == Format::Text),
        },
        findings: Findings::new(args.format, args.fail_on),
        worst: Status::Yes,
    };
    for file in files {
        run.progress.advance_file();
        let site = file.as_ref().ok().and_then(Source::site).cloned();
        let read = run.progress.suspend(|| robots_files::read(file, args.timeout));
        match read {
            Ok((path, bytes)) => {
                let mut config = settings.of(&path)?;
                if let Some(site) = site {
                    config = of_site(config, &site);
                }
                match (args.diff, args.fix) {
                    (true, _) => run.show_fixes(&path, &bytes, &config)?,
                    (false, true) => run.fix(&path, &bytes, &config)?,
                    (false, false) => run.tell(&path, &bytes, &lint(&bytes, &config), 0)?,
                }
            }
            Err(unread) => run.tell_unread(&unread),
        }
    }
    run.finish()
}

/// Adds the site that was fetched to the settings, unless they name one.
fn of_site(mut config: Rc<Config>, site: &SiteUrl) -> Rc<Config> {
    let host = site.key().as_str().split_once("://");
    if let (None, Some((_, host))) = (config.site(), host) {
        Rc::make_mut(&mut config).set_site(host);
    }
    config
}

/// A run over all files, one after the other.
struct Run<'a> {
    args: &'a LintArgs,
    progress: Progress,
    out: Out,
    findings: Findings,
    worst: Status,
}

impl Run<'_> {
    fn tell(&mut self, path: &Path, bytes: &[u8], report: &Report, fixed: usize) -> io::Result<()> {
        let is_grave = |finding: &Finding| finding.severity >= self.args.fail_on;
        if report.findings.iter().any(is_grave) {
            self.worst = self.worst.max(Status::No);
        }
        let least = self.args.severity.min(self.args.fail_on);
        let mut report = LintReport::new(&file_name(path), bytes, report, least);
        report.fixed = fixed;
        self.findings.push(&mut self.out, &Linted { path, bytes, report: &report })?;
        // Each file is shown as soon as it is done.
        self.out.flush()
    }

    fn tell_unread(&mut self, Unread { path, failure }: &Unread) {
        self.progress.suspend(|| failure.print());
        self.findings.push_unread(path, failure.what());
        self.worst = Status::CouldNotTell;
    }

    /// Replaces the old file with the fixed one, or writes it to standard output.
    fn fix(&mut self, path: &Path, bytes: &[u8], config: &Config) -> io::Result<()> {
        if let Some(failure) = robots_files::not_rewritten(path, bytes) {
            self.progress.suspend(|| failure.print());
            self.worst = Status::CouldNotTell;
            return self.tell(path, bytes, &lint(bytes, config), 0);
        }
        let fixed = fix_all(bytes, config, self.args.fixes());
        self.progress.suspend(|| tell_changes(path, bytes, &fixed))?;
        match write::over_or_out(path, bytes, &fixed.bytes) {
            Ok(()) => self.tell(path, &fixed.bytes, &fixed.remaining, fixed.applied.len()),
            Err(failure) => {
                self.tell_unread(&Unread { path: path.to_owned(), failure });
                Ok(())
            }
        }
    }

    fn show_fixes(&mut self, path: &Path, bytes: &[u8], config: &Config) -> io::Result<()> {
        let fixed = fix_all(bytes, config, self.args.fixes());
        self.progress.suspend(|| tell_changes(path, bytes, &fixed))?;
        if fixed.bytes == bytes {
            return Ok(());
        }
        self.worst = self.worst.max(Status::No);
        unified::print(&mut self.out, path, bytes, &fixed.bytes)
    }

    fn finish(mut self) -> Done {
        if !self.args.diff {
            self.findings.finish(&mut self.out)?;
        }
        self.out.flush()?;
        Ok(self.worst)
    }
}

/// Shows the verdicts that fixes change, each alone and all together, before they are written.
fn tell_changes(path: &Path, bytes: &[u8], fixed: &Fixed) -> io::Result<()> {
    let is_safe = |applied: &&AppliedFix| applied.safety == Safety::KeepsEveryAnswer;
    if fixed.applied.iter().all(|applied| is_safe(&applied)) {
        return Ok(());
    }
    let mut err = render::stderr();
    for applied in fixed.applied.iter().filter(|applied| !is_safe(applied)) {
        let AppliedFix { rule, line, title, .. } = applied;
        let what = match &applied.safety {
            Safety::ChangesAnswers(change) => change.to_string(),
            _ => "its effect is not proved".to_owned(),
        };
        let text = format!("{}:{line}: {title} ({rule}): {what}", input::name(path));
        writeln!(err, "{}", text::readable(&text))?;
    }
    writeln!(err, "{}: all fixes together, as `gatepost diff` shows them:", input::name(path))?;
    let [old, new] = [bytes, &fixed.bytes].map(RobotsTxt::parse);
    changes::print(&mut err, &gatepost_report::diff(&old, &new))?;
    err.flush()
}

fn explain(name: &str) -> Done {
    let rule = rule(name).ok_or_else(|| {
        let unknown = Config::default().set_level(name, Level::Off);
        Failure::new(unknown.expect_err("no rule has this name"))
    })?;
    let mut out = render::out(true);
    out.write_all(rule.markdown().as_bytes())?;
    out.flush()?;
    Ok(Status::Yes)
}
