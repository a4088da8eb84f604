//! Draws the figures at a glance: four panels of bars on logarithmic axes, as SVG.

use std::fmt::Write;

use crate::engines::GATEPOST;
use crate::groups::{oneshot, parse, prebuilt};
use crate::results::{Results, digits, time};

const WIDTH: f64 = 1080.0;
const PANEL: f64 = 540.0;
const NAMES: f64 = 128.0;
/// The width from the end of the names to the end of the axis, behind which the values stand.
const AXIS: f64 = 290.0;
const ROW: f64 = 22.0;
const HEAD: f64 = 58.0;

/// A panel with one bar per engine.
struct Panel {
    title: &'static str,
    better: &'static str,
    text: fn(f64) -> String,
    /// Engine, value, a second value that is marked on the bar, and whether its answers are right.
    bars: Vec<(String, f64, Option<f64>, bool)>,
}

/// A value, and a second value that is marked on its bar.
type Marked = (Option<f64>, Option<f64>);

/// Draws the results as SVG.
pub(crate) fn svg(results: &Results) -> String {
    let panels = panels(results);
    let rows = panels.iter().map(|panel| panel.bars.len()).max().unwrap_or_default();
    let height = HEAD + ROW * rows as f64 + 30.0;
    let total = 2.0 * height + 24.0;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {total}' \
         font-family='Helvetica, Arial, sans-serif' font-size='13' fill='#222'>\n\
         <rect width='100%' height='100%' fill='#fff'/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let (x, y) = ((index % 2) as f64 * PANEL + 10.0, (index / 2) as f64 * height + 10.0);
        draw(&mut svg, panel, x, y);
    }
    let _ = writeln!(
        svg,
        "<text x='10' y='{}' fill='#555'>Logarithmic axes: each grid line is ten times the one before. \
         Pale bars: some answers are wrong or missing.</text>\n\
         <text x='10' y='{}' fill='#555'>Black mark, and second figure: the file that 1 % are slower \
         than.</text>\n</svg>",
        total - 30.0,
        total - 14.0
    );
    svg
}

fn panels(results: &Results) -> Vec<Panel> {
    let bars = |group: &str, value: &dyn Fn(&str) -> Marked| {
        let bar = |engine: String| {
            let (value, mark) = value(&engine);
            let is_wrong = |measure| results.sum(group, &engine, measure) > 0.0;
            let right = !is_wrong("wrong") && !is_wrong("failed");
            value.map(|value| (engine, value, mark, right))
        };
        results.engines(group).into_iter().filter_map(bar).collect::<Vec<_>>()
    };
    let mut check = bars("prebuilt", &|engine| {
        let of = |measure| prebuilt::figure(results, engine, measure);
        (of("mean"), of("p99"))
    });
    let mut once = bars("oneshot", &|engine| (oneshot::mean(results, engine), None));
    let mut parse = bars("parse", &|engine| (parse::speed(results, engine, false), None));
    let mut many = bars("many-rules", &|engine| {
        (results.get("many-rules", "5000 rules", engine, "check"), None)
    });
    check.retain(|bar| !bar.0.ends_with(prebuilt::FROM_URL));
    many.retain(|bar| !bar.0.ends_with("unlimited"));
    for bars in [&mut check, &mut once, &mut many] {
        bars.sort_by(|a, b| a.1.total_cmp(&b.1));
    }
    parse.sort_by(|a, b| b.1.total_cmp(&a.1));
    let less = "less is better";
    let more = "more is better";
    let speed = |value| format!("{} MB/s", digits(value));
    vec![
        Panel { title: "One check of many, real files", better: less, text: time, bars: check },
        Panel { title: "Parse and ask once, real files", better: less, text: time, bars: once },
        Panel { title: "Parsing real files", better: more, text: speed, bars: parse },
        Panel { title: "One check, 5,000 rules", better: less, text: time, bars: many },
    ]
}

fn draw(svg: &mut String, panel: &Panel, x: f64, y: f64) {
    let values = || panel.bars.iter().flat_map(|bar| [Some(bar.1), bar.2]).flatten();
    let least = values().fold(f64::MAX, f64::min).max(1e-3).log10().floor();
    let most = values().fold(f64::MIN, f64::max).max(1e-2).log10().ceil().max(least + 1.0);
    let left = x + NAMES;
    let at = |value: f64| left + AXIS * (value.log10() - least) / (most - least);
    let bottom = y + HEAD + ROW * panel.bars.len() as f64;
    let _ = writeln!(
        svg,
        "<text x='{x}' y='{}' font-size='16' font-weight='bold'>{} \
         <tspan font-size='12' font-weight='normal' fill='#555'>({})</tspan></text>",
        y + 18.0,
        panel.title,
        panel.better
    );
    for power in least as i32..=most as i32 {
        let (value, place) = (10f64.powi(power), at(10f64.powi(power)));
        let _ = writeln!(
            svg,
            "<line x1='{place}' x2='{place}' y1='{}' y2='{bottom}' stroke='#ccc'/>\
             <text x='{place}' y='{}' font-size='11' fill='#555' text-anchor='middle'>{}</text>",
            y + HEAD - 8.0,
            y + HEAD - 14.0,
            (panel.text)(value).replace(".00", "").replace(".0", "")
        );
    }
    for (row, (engine, value, mark, right)) in panel.bars.iter().enumerate() {
        let top = y + HEAD + ROW * row as f64;
        let (ours, base) = (engine.starts_with(GATEPOST), top + 15.0);
        let colour = match (ours, right) {
            (true, _) => "#d55e00",
            (false, true) => "#0072b2",
            (false, false) => "#9cc3dc",
        };
        let weight = if ours { "bold" } else { "normal" };
        let engine = engine.replace("gatepost, path made before", "… path at hand");
        let width = (at(*value) - left).max(1.0);
        let past = mark.map_or(at(*value), |mark| at(mark).max(at(*value))) + 6.0;
        let _ = writeln!(
            svg,
            "<text x='{}' y='{base}' text-anchor='end' font-weight='{weight}'>{engine}</text>\
             <rect x='{left}' y='{}' width='{width}' height='{}' fill='{colour}'/>\
             <text x='{past}' y='{base}' font-size='12'>{}</text>",
            left - 6.0,
            top + 3.0,
            ROW - 6.0,
            [Some(*value), *mark]
                .into_iter()
                .flatten()
                .map(panel.text)
                .collect::<Vec<_>>()
                .join(" · ")
        );
        if let Some(mark) = mark.map(at) {
            let (from, to) = (top + 1.0, top + ROW - 1.0);
            let line = "stroke='#000' stroke-width='2'";
            let _ = writeln!(svg, "<line x1='{mark}' x2='{mark}' y1='{from}' y2='{to}' {line}/>");
        }
    }
}
