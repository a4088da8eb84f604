//! Reads `conformance/differences.toml`, an example of each difference between dialects, and checks
//! that each example shows its difference.
//!
//! An example is about one value of one field. It asks the default dialect, and then the default
//! dialect with that field changed to the value. Three things have to hold: the two answers differ;
//! the dialect from which the value is copied gives the second answer; and without any one line of
//! the file, the difference disappears. If a field has an effect only together with another one,
//! the example lists the other one under `with`, and both dialects that it asks have it.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;

use gatepost::{Dialect, FieldDifference, ProductToken, RobotsTxt};
use runner::{unescape, workspace};
use serde::Deserialize;

/// The path of the examples, as documents name it.
pub(crate) const PATH: &str = "conformance/differences.toml";

/// The crawler of examples that do not depend on the crawler.
pub(crate) const ANYBODY: &str = "ExampleBot";

/// The dialect with which others are compared.
pub(crate) const DEFAULT: Dialect = Dialect::RFC9309;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenFile {
    example: Vec<Written>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    field: String,
    dialect: String,
    #[serde(default)]
    with: Vec<String>,
    robots: Option<String>,
    robots_escaped: Option<String>,
    robots_parts: Option<Vec<WrittenPart>>,
    crawler: Option<String>,
    url: String,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPart {
    text: String,
    times: Option<NonZeroUsize>,
}

/// A file and a question on which one field makes a difference.
pub(crate) struct Example {
    /// The field, with the default's value and the value that the example shows.
    pub(crate) shown: FieldDifference,
    /// A dialect that has this value.
    from: Dialect,
    /// Fields that are changed in both dialects, because this one has no effect without them.
    pub(crate) with: Vec<FieldDifference>,
    /// The parts of the file.
    pub(crate) parts: Vec<Part>,
    /// The crawler, if the answer depends on it: a product token or a whole `User-Agent` header.
    pub(crate) crawler: Option<String>,
    /// The URL of the question.
    pub(crate) url: String,
    /// A remark for the page.
    pub(crate) note: Option<String>,
}

/// A piece of a file, and how often it is repeated.
pub(crate) struct Part {
    pub(crate) bytes: Vec<u8>,
    pub(crate) times: usize,
}

/// The answer of a dialect.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    /// `false` also for text that the dialect does not accept as a URL.
    is_disallowed: bool,
    line: Option<usize>,
    /// The answer in words.
    pub(crate) words: String,
}

/// The difference between two answers, from the smallest to the largest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum DifferIn {
    Nothing,
    TheLine,
    TheVerdict,
}

/// Reads the examples, in the order in which they are written.
pub(crate) fn read() -> Result<Vec<Example>, String> {
    let text = fs::read_to_string(workspace::root().join(PATH));
    parse(&text.map_err(|err| format!("`{PATH}`: {err}"))?)
}

fn parse(text: &str) -> Result<Vec<Example>, String> {
    let file: WrittenFile = toml::from_str(text).map_err(|err| format!("`{PATH}`: {err}"))?;
    file.example.into_iter().map(Example::new).collect()
}

/// Checks that every value of a field other than the default's has an example, and that every
/// example shows its difference.
pub(crate) fn check(examples: &[Example]) -> Vec<String> {
    let mut wrong: Vec<String> = examples.iter().flat_map(Example::wrong).collect();
    let mut shown = BTreeSet::new();
    for example in examples {
        if !shown.insert((example.shown.field, example.shown.second.clone())) {
            wrong.push(format!("{}: another example shows the same", example.name()));
        }
    }
    for dialect in Dialect::ALL.iter().copied() {
        for found in DEFAULT.differences(dialect) {
            if shown.insert((found.field, found.second.clone())) {
                wrong.push(format!("{PATH}: no example of `{}` in `{dialect}`", found.field));
            }
        }
    }
    wrong
}

impl Example {
    fn new(written: Written) -> Result<Example, String> {
        let name = format!("{PATH}: `{}` in `{}`", written.field, written.dialect);
        let failed = |why: &str| format!("{name}: {why}");
        let from = Dialect::by_name(&written.dialect).ok_or_else(|| failed("unknown dialect"))?;
        let difference = |field: &str| {
            let found = DEFAULT.differences(from).into_iter().find(|found| found.field == field);
            found.ok_or_else(|| failed(&format!("the two dialects have the same `{field}`")))
        };
        let part = |text: &str, times| Ok(Part { bytes: unescape(text)?, times });
        let parts: Result<Vec<Part>, String> =
            match (written.robots, written.robots_escaped, written.robots_parts) {
                (Some(text), None, None) => Ok(vec![Part { bytes: text.into_bytes(), times: 1 }]),
                (None, Some(text), None) => part(&text, 1).map(|part| vec![part]),
                (None, None, Some(parts)) => parts
                    .iter()
                    .map(|it| part(&it.text, it.times.map_or(1, NonZeroUsize::get)))
                    .collect(),
                _ => {
                    Err("expected exactly one of robots, robots-escaped and robots-parts"
                        .to_owned())
                }
            };
        Ok(Example {
            shown: difference(&written.field)?,
            from,
            with: written.with.iter().map(|field| difference(field)).collect::<Result<_, _>>()?,
            parts: parts.map_err(|why| failed(&why))?,
            crawler: written.crawler,
            url: written.url,
            note: written.note,
        })
    }

    fn name(&self) -> String {
        format!("{PATH}: `{}` in `{}`", self.shown.field, self.from)
    }

    /// Lists what the example fails to show.
    fn wrong(&self) -> Vec<String> {
        let (pieces, with) = (self.pieces(), self.with.iter().collect::<Vec<_>>());
        let shown = self.differ(&pieces, &with);
        if shown == DifferIn::Nothing {
            return vec![format!("{}: the field makes no difference", self.name())];
        }
        let mut wrong = Vec::new();
        let [_, alone] = self.compared_answers();
        if self.answer(self.from).is_disallowed != alone.is_disallowed {
            let name = self.name();
            wrong.push(format!(
                "{name}: the whole dialect gives another answer than this field alone"
            ));
        }
        for at in 0..pieces.len() {
            let mut fewer = pieces.clone();
            let piece = fewer.remove(at);
            if self.differ(&fewer, &with) >= shown {
                let piece = piece.trim_ascii_end().escape_ascii().to_string();
                let piece = piece.get(..60).unwrap_or(&piece);
                wrong.push(format!("{}: `{piece}` can be left out", self.name()));
            }
        }
        for at in 0..with.len() {
            let mut fewer = with.clone();
            let field = fewer.remove(at).field;
            if self.differ(&pieces, &fewer) >= shown {
                wrong.push(format!("{}: the difference also shows without `{field}`", self.name()));
            }
        }
        wrong
    }

    /// Returns the difference that the field makes for a file of these pieces, with these other
    /// fields.
    fn differ(&self, pieces: &[Vec<u8>], with: &[&FieldDifference]) -> DifferIn {
        let file = pieces.concat();
        let [base, alone] = self.compared(with).map(|dialect| self.asked(&file, dialect));
        match base.is_disallowed == alone.is_disallowed {
            true if base.line == alone.line => DifferIn::Nothing,
            true => DifferIn::TheLine,
            false => DifferIn::TheVerdict,
        }
    }

    /// Returns the default dialect with these fields changed, and that dialect with the shown field
    /// too.
    fn compared(&self, with: &[&FieldDifference]) -> [Dialect; 2] {
        let base = with.iter().fold(DEFAULT, |base, field| field.taken_over(base, self.from));
        let alone = self.shown.taken_over(base, self.from);
        [base, alone]
    }

    /// Splits the file into pieces to leave out: its lines, and one repetition of each repeated
    /// part.
    fn pieces(&self) -> Vec<Vec<u8>> {
        let pieces = self.parts.iter().flat_map(|part| match part.times {
            1 => part.bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect(),
            times => vec![part.bytes.repeat(times - 1), part.bytes.clone()],
        });
        pieces.collect()
    }

    /// Returns the dialects that have the shown value.
    pub(crate) fn dialects(&self) -> impl Iterator<Item = Dialect> {
        let has = |dialect: &Dialect| {
            let shown = |found: &FieldDifference| {
                (found.field, &found.second) == (self.shown.field, &self.shown.second)
            };
            DEFAULT.differences(*dialect).iter().any(shown)
        };
        Dialect::ALL.iter().copied().filter(has)
    }

    /// Returns the answer of a dialect.
    pub(crate) fn answer(&self, dialect: Dialect) -> Answer {
        self.asked(&self.pieces().concat(), dialect)
    }

    /// Returns the answers of the default dialect with the fields of `with`, without and with the
    /// shown field.
    pub(crate) fn compared_answers(&self) -> [Answer; 2] {
        self.compared(&self.with.iter().collect::<Vec<_>>()).map(|dialect| self.answer(dialect))
    }

    fn asked(&self, file: &[u8], dialect: Dialect) -> Answer {
        let robots = RobotsTxt::parse_as(file, dialect);
        let crawler = self.crawler.as_deref().unwrap_or(ANYBODY);
        let crawler = ProductToken::new(crawler).ok().or_else(|| dialect.own_name_in(crawler));
        let crawler = crawler.unwrap_or_else(ProductToken::any);
        let Ok(path) = dialect.url_path(&self.url) else {
            let words = "not accepted as a URL".to_owned();
            return Answer { is_disallowed: false, line: None, words };
        };
        let verdict = robots.verdict(&crawler, &path);
        let line = verdict.rule().map(|rule| rule.line());
        let word = if verdict.is_allowed() { "allowed" } else { "disallowed" };
        let words = match line {
            Some(line) => format!("{word} by line {line}"),
            None => format!("{word}: {}", verdict.reason()),
        };
        Answer { is_disallowed: !verdict.is_allowed(), line, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_shown() {
        let wrong = check(&read().unwrap());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Checks one example alone, without looking for differences that have no example.
    #[track_caller]
    fn check_one(fields: &str, robots: &str, url: &str, expected: &[&str]) {
        let text = format!("[[example]]\n{fields}\nrobots-escaped = '{robots}'\nurl = '{url}'");
        let wrong = match parse(&text) {
            Ok(examples) => examples[0].wrong(),
            Err(why) => vec![why],
        };
        assert_eq!(wrong, expected);
    }

    #[test]
    fn what_an_example_must_show() {
        let first_match = "field = 'precedence'\ndialect = 'baidu'";
        let file = r"User-agent: *\nDisallow: /\nAllow: /a\n";
        check_one(first_match, file, "/a", &[]);
        let name = "conformance/differences.toml: `precedence` in `baidu`";
        check_one(first_match, file, "/b", &[&format!("{name}: the field makes no difference")]);
        check_one(
            first_match,
            r"User-agent: *\nDisallow: /\nDisallow: /b\nAllow: /a\n",
            "/a",
            &[&format!("{name}: `Disallow: /b` can be left out")],
        );
        check_one(
            &format!("{first_match}\nwith = ['empty_rules']"),
            file,
            "/a",
            &[&format!("{name}: the difference also shows without `empty_rules`")],
        );
        check_one(
            &format!("{first_match}\nwith = ['specials']"),
            file,
            "/a",
            &[&format!("{name}: the two dialects have the same `specials`")],
        );
    }

    #[test]
    fn missing_and_repeated_examples_are_reported() {
        let shown = read().unwrap();
        let without = |field: &str| {
            let left = read().unwrap().into_iter().filter(|example| example.shown.field != field);
            check(&left.collect::<Vec<_>>())
        };
        assert_eq!(
            without("keys"),
            ["conformance/differences.toml: no example of `keys` in `google`"]
        );
        let twice: Vec<Example> =
            shown.into_iter().chain(read().unwrap().into_iter().take(1)).collect();
        assert_eq!(
            check(&twice),
            [
                "conformance/differences.toml: `byte_order_mark_is_skipped` in `python`: another example \
              shows the same"
            ]
        );
    }
}
