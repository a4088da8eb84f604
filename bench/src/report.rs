//! Writes `RESULTS.md`: the machine, the date and the method, the targets, and each group with its
//! analysis.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::engines::About;
use crate::groups::{Bench, GROUPS};
use crate::plot;
use crate::targets;

/// Writes the report and its picture.
pub(crate) fn write(folder: &Path, bench: &Bench, missing: &[String]) -> Result<(), String> {
    let put = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|err| format!("`{}`: {err}", path.display()))
    };
    put("results.svg", plot::svg(&bench.results))?;
    put("RESULTS.md", text(bench, missing))
}

/// Describes the corpus, for the terminal and the report.
pub(crate) fn setting(bench: &Bench) -> String {
    let corpus = &bench.corpus;
    let tiers = corpus.tiers();
    let tier = |tier: &crate::corpus::Tier<'_>| {
        let largest = tier.files.last().map_or(0, |file| file.bytes.len());
        let bytes = tier.as_bytes();
        format!("{} ({} files, {bytes} bytes, the largest {largest})", tier.name, tier.files.len())
    };
    let tiers: Vec<String> = tiers.iter().map(tier).collect();
    let urls = match corpus.has_real_urls {
        true => "with real URLs of the sites and of others",
        false => "without URLs: paths made from other files' rules stand in for real ones",
    };
    // The full path on this machine means nothing to a person who reads the report.
    let parts: Vec<_> = corpus.folder.iter().rev().take(2).map(|p| p.to_string_lossy()).collect();
    let place = parts.iter().rev().map(AsRef::as_ref).collect::<Vec<&str>>().join("/");
    format!(
        "Corpus: `{place}`, {} files, {} bytes, {urls}. Tiers by size: {}.",
        corpus.files.len(),
        corpus.as_bytes(),
        tiers.join("; ")
    )
}

fn text(bench: &Bench, missing: &[String]) -> String {
    let mut text = String::from(
        "# Results\n\nWritten by `cargo run --release --manifest-path bench/Cargo.toml -- --report`",
    );
    let _ = writeln!(
        text,
        "{} on {}.\n[BIAS.md](BIAS.md) lists what is unfair about these figures.\n\n![Results](results.svg)\n",
        if bench.quick {
            " **with --quick: these figures only show that everything runs**"
        } else {
            ""
        },
        today()
    );
    let _ = writeln!(text, "{}", targets::table(&bench.results));
    let lost = targets::lost(&bench.results);
    if !lost.is_empty() {
        let _ = writeln!(text, "Hostile cases in which a peer is faster:\n\n{}\n", lost.join("\n"));
    }
    let _ = writeln!(
        text,
        "Times are CPU time of the measuring thread, the best of several batches (wall time for \
         robots-parser). Every answer is compared with Gatepost's definition of the dialect \
         that the engine claims to follow (`RobotsTxt::verdict`, which tries every rule for \
         every question). **✗ marks the time of an engine with wrong or missing answers**, \
         which may be the reason why it is fast.\n"
    );
    let _ = writeln!(text, "- Machine: {}", machine());
    let _ = writeln!(text, "- {}; {}", output("rustc", &["--version"]), runner::interpreters());
    let _ =
        writeln!(text, "- Gatepost: commit {}", output("git", &["rev-parse", "--short", "HEAD"]));
    let _ = writeln!(text, "- {}", setting(bench));
    for why in missing {
        let _ = writeln!(text, "- **Not measured**: {why}");
    }
    let _ = writeln!(
        text,
        "\n| engine | version | checked against | how it is used |\n| --- | --- | --- | --- |"
    );
    for peer in &bench.peers {
        let About { name, version, claims, best_use, .. } = peer.about();
        let claims = claims.name;
        let _ = writeln!(text, "| {name} | {version} | {claims} | {best_use} |");
    }
    for group in GROUPS {
        let _ = writeln!(text, "\n## {}\n\n{}\n", group.name, group.analysis);
        for table in (group.tables)(&bench.results) {
            let _ = writeln!(text, "{table}");
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let family = |key: &str| {
        let line = info.lines().find(|line| line.starts_with(key));
        line.and_then(|line| line.split(": ").nth(1)).unwrap_or("?").to_owned()
    };
    format!(
        "{} (family {}, model {}), {cores} cores, {}",
        model.unwrap_or("unknown processor"),
        family("cpu family"),
        family("model\t"),
        output("uname", &["-sr"])
    )
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(
        |err| format!("{program}: {err}"),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// Returns the date in UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mut days = since.as_secs() / 86_400;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}
