//! Stores figures by group, case, engine and measure, and formats tables of them.

/// One figure.
#[derive(Clone, Debug)]
struct Figure {
    group: &'static str,
    case: String,
    engine: String,
    measure: &'static str,
    value: f64,
}

/// Everything that was measured.
#[derive(Debug, Default)]
pub(crate) struct Results {
    figures: Vec<Figure>,
    /// Group, case, engine, and why there is no figure.
    failures: Vec<(&'static str, String, String, String)>,
}

impl Results {
    pub(crate) fn add(
        &mut self,
        group: &'static str,
        case: &str,
        engine: &str,
        figures: &[(&'static str, f64)],
    ) {
        for &(measure, value) in figures {
            let (case, engine) = (case.to_owned(), engine.to_owned());
            self.figures.push(Figure { group, case, engine, measure, value });
        }
    }

    pub(crate) fn fail(&mut self, group: &'static str, case: &str, engine: &str, why: String) {
        self.failures.push((group, case.to_owned(), engine.to_owned(), why));
    }

    pub(crate) fn get(&self, group: &str, case: &str, engine: &str, measure: &str) -> Option<f64> {
        let is_it = |f: &&Figure| {
            f.group == group && f.case == case && f.engine == engine && f.measure == measure
        };
        self.figures.iter().find(is_it).map(|figure| figure.value)
    }

    pub(crate) fn failure(&self, group: &str, case: &str, engine: &str) -> Option<&str> {
        let is_it =
            |f: &&(&str, String, String, String)| f.0 == group && f.1 == case && f.2 == engine;
        self.failures.iter().find(is_it).map(|failure| failure.3.as_str())
    }

    /// Adds up a measure over all cases of a group.
    pub(crate) fn sum(&self, group: &str, engine: &str, measure: &str) -> f64 {
        let of = self.figures.iter().filter(|figure| {
            figure.group == group && figure.engine == engine && figure.measure == measure
        });
        of.map(|figure| figure.value).sum()
    }

    /// Lists the cases of a group, in the order in which they were measured.
    pub(crate) fn cases(&self, group: &str) -> Vec<String> {
        let figures = self.figures.iter().map(|figure| (figure.group, &figure.case));
        let failures = self.failures.iter().map(|failure| (failure.0, &failure.1));
        unique(figures.chain(failures).filter(|named| named.0 == group).map(|named| named.1))
    }

    /// Lists the engines of a group, in the order in which they were measured.
    pub(crate) fn engines(&self, group: &str) -> Vec<String> {
        let figures = self.figures.iter().map(|figure| (figure.group, &figure.engine));
        let failures = self.failures.iter().map(|failure| (failure.0, &failure.2));
        unique(figures.chain(failures).filter(|named| named.0 == group).map(|named| named.1))
    }

    /// Returns `true` if an engine answered every question of a case correctly.
    pub(crate) fn is_right(&self, group: &str, case: &str, engine: &str) -> bool {
        let none = |measure| self.get(group, case, engine, measure).unwrap_or(0.0) == 0.0;
        none("wrong") && none("failed")
    }

    /// Says how many answers of an engine are wrong or missing in a whole group.
    pub(crate) fn wrongness(&self, group: &str, engine: &str) -> String {
        let asked = self.sum(group, engine, "asked");
        let share = |measure| match self.sum(group, engine, measure) {
            0.0 => "none".to_owned(),
            count => format!("{count} ({:.2} %)", 100.0 * count / asked),
        };
        match self.sum(group, engine, "failed") {
            0.0 => share("wrong"),
            _ => format!("{}; no answer: {}", share("wrong"), share("failed")),
        }
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(name) {
            seen.push(name.clone());
        }
    }
    seen
}

/// Rows of text that are formatted as a Markdown table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.chain(self.columns.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..self.columns.len()).filter_map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("| {} |", padded.collect::<Vec<String>>().join(" | "))
        };
        writeln!(f, "**{}**\n\n{}", self.title, line(&self.columns))?;
        let rule = widths.iter().enumerate().map(|(column, width)| match column {
            0 => "-".repeat(*width),
            _ => format!("{}:", "-".repeat(width - 1)),
        });
        writeln!(f, "| {} |", rule.collect::<Vec<String>>().join(" | "))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", line(row)))
    }
}

/// Formats a time in a suitable unit, with three significant digits.
pub(crate) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Formats a number with three significant digits.
pub(crate) fn digits(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// The mark beside the time of an engine with wrong answers.
pub(crate) const WRONG: &str = " ✗";
