//! Compares the targets of this project with the measurements.

use crate::cases::STARS_1000;
use crate::engines::{GATEPOST, GATEPOST_UNLIMITED};
use crate::groups::{hostile, memory, oneshot, parse, prebuilt};
use crate::results::{Results, Table, digits, time};

/// One target.
struct Row {
    target: &'static str,
    measured: String,
    met: bool,
}

/// Makes a table of the targets for which there are measurements.
pub(crate) fn table(results: &Results) -> Table {
    let rows = [
        check_mean(results, "", "a check, mean over real files: at most 1/15 of texting_robots"),
        check_mean(results, prebuilt::FROM_URL, "the same, each asked with an absolute URL"),
        check_slowest(
            results,
            "",
            "the slowest 1 % of real files: at most 1/3 of texting_robots' mean",
        ),
        check_slowest(results, prebuilt::FROM_URL, "the same, each asked with an absolute URL"),
        check_many_rules(results),
        check_growth(results),
        ready_many_rules(results),
        parse_speed(results),
        oneshot_time(results),
        memory_of(
            results,
            "parsed-median",
            "memory of a parsed file past 1 KiB, median: at most 1.5 of its bytes",
        ),
        memory_of(results, "parsed-p99", "the same, p99"),
        stars(results),
        never_slowest(
            results,
            GATEPOST,
            "no hostile case slower than the fastest peer that is right",
        ),
    ];
    let rows = rows.into_iter().flatten().map(|row| {
        let met = if row.met { "yes" } else { "**no**" };
        vec![row.target.to_owned(), row.measured, met.to_owned()]
    });
    let columns = ["target", "measured", "met"].map(str::to_owned).to_vec();
    Table { title: "Targets".to_owned(), columns, rows: rows.collect() }
}

/// Lists the hostile cases in which a peer is faster.
pub(crate) fn lost(results: &Results) -> Vec<String> {
    let lost = |ours| hostile::slower(results, ours).0.into_iter().map(move |case| (ours, case));
    let lost = [GATEPOST, GATEPOST_UNLIMITED].into_iter().flat_map(lost);
    lost.map(|(ours, case)| format!("- {ours}: {case}")).collect()
}

/// Compares our time with a peer's; the target is met if ours is at most 1/`part` of it.
fn at_most_a(part: f64, target: &'static str, ours: f64, theirs: f64, name: &str) -> Row {
    let ratio = theirs / ours;
    let measured = format!("{} against {name}'s {}: 1/{}", time(ours), time(theirs), digits(ratio));
    Row { target, measured, met: ratio >= part }
}

fn check_mean(results: &Results, form: &str, target: &'static str) -> Option<Row> {
    let ours = prebuilt::figure(results, &format!("{GATEPOST}{form}"), "mean")?;
    let theirs = prebuilt::figure(results, &format!("texting_robots{form}"), "mean")?;
    let mut row = at_most_a(15.0, target, ours, theirs, "texting_robots");
    if !form.is_empty() {
        return Some(row);
    }
    if let Some(at_hand) = prebuilt::figure(results, prebuilt::PATH_AT_HAND, "mean") {
        let ratio = digits(theirs / at_hand);
        row.measured += &format!(" (path made before: {}, 1/{ratio})", time(at_hand));
    }
    Some(row)
}

fn check_slowest(results: &Results, form: &str, target: &'static str) -> Option<Row> {
    let ours = prebuilt::figure(results, &format!("{GATEPOST}{form}"), "p99")?;
    let theirs = prebuilt::figure(results, &format!("texting_robots{form}"), "mean")?;
    Some(at_most_a(3.0, target, ours, theirs, "texting_robots"))
}

fn many_rules(results: &Results, case: &str, engine: &str, measure: &str) -> Option<f64> {
    results.get("many-rules", case, engine, measure)
}

fn check_many_rules(results: &Results) -> Option<Row> {
    let ours = many_rules(results, "5000 rules", GATEPOST, "check")?;
    let theirs = many_rules(results, "5000 rules", "cylon", "check")?;
    let target = "5,000 rules, 500 with stars: at most 1/15 of cylon a check";
    Some(at_most_a(15.0, target, ours, theirs, "cylon"))
}

fn check_growth(results: &Results) -> Option<Row> {
    let many = many_rules(results, "5000 rules", GATEPOST, "check")?;
    let few = many_rules(results, "50 rules", GATEPOST, "check")?;
    let measured = format!("{} against {}: {}", time(many), time(few), digits(many / few));
    let target = "5,000 rules against 50 of the same kind: at most 3 times as long";
    Some(Row { target, measured, met: many <= 3.0 * few })
}

fn ready_many_rules(results: &Results) -> Option<Row> {
    let ours = many_rules(results, "5000 rules", GATEPOST, "ready")?;
    let theirs = many_rules(results, "5000 rules", "cylon", "ready")?;
    let target = "ready for 5,000 rules: within 1/100 of cylon's time";
    Some(at_most_a(100.0, target, ours, theirs, "cylon"))
}

fn parse_speed(results: &Results) -> Option<Row> {
    let ours = parse::speed(results, GATEPOST, false)?;
    let ready = parse::speed(results, GATEPOST, true)?;
    let theirs = parse::speed(results, "robotxt", false)?;
    let [times, ready_times] = [ours, ready].map(|speed| digits(speed / theirs));
    let [ours_text, ready, theirs_text] = [ours, ready, theirs].map(digits);
    let measured = format!(
        "{ours_text} MB/s against {theirs_text}: {times} (and ready for many questions: {ready} MB/s, \
         {ready_times})"
    );
    let target = "parsing: at least 4 times robotxt's MB/s";
    Some(Row { target, measured, met: ours >= 4.0 * theirs })
}

fn oneshot_time(results: &Results) -> Option<Row> {
    let ours = oneshot::mean(results, GATEPOST)?;
    let theirs = oneshot::mean(results, "robotxt")?;
    let target = "parse and ask once: at most 1/5 of robotxt's time";
    Some(at_most_a(5.0, target, ours, theirs, "robotxt"))
}

fn memory_of(results: &Results, measure: &str, target: &'static str) -> Option<Row> {
    let share = memory::figure(results, GATEPOST, measure)?;
    let both = memory::figure(results, GATEPOST, &measure.replace("parsed", "both"))?;
    let measured = format!("{} (with a rule set: {})", digits(share), digits(both));
    Some(Row { target, measured, met: share <= 1.5 })
}

fn stars(results: &Results) -> Option<Row> {
    let ns = results.get("hostile", STARS_1000, GATEPOST, "check")?;
    let target = "a pattern of 2 KB against a path of 64 KB: under 0.2 ms";
    Some(Row { target, measured: time(ns), met: ns < 2e5 })
}

fn never_slowest(results: &Results, ours: &str, target: &'static str) -> Option<Row> {
    let (slower, compared) = hostile::slower(results, ours);
    if compared == 0 {
        return None;
    }
    let measured = match slower.is_empty() {
        true => format!("none of {compared}"),
        false => format!("{} of {compared} (below)", slower.len()),
    };
    Some(Row { target, measured, met: slower.is_empty() })
}
