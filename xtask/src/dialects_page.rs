//! Writes the page about dialects, `docs/dialects.md`: which dialects exist and how they differ,
//! with an example of each difference. The words come from the library, and the answers are
//! computed as the page is written.

use std::fmt::Write;

use gatepost::Dialect;

use crate::differences::{ANYBODY, Answer, DEFAULT, Example, PATH, Part};

const INTRODUCTION: &str = "\
Crawlers do not all parse robots.txt alike: a line that is a rule to one crawler is ignored by another. A
dialect describes how one parser reads the file. This page lists the dialects that Gatepost knows, and shows
each difference between them with the smallest file that has it.

To see how parsers read your own file:

```
gatepost test robots.txt https://example.com/shop --dialect all
gatepost find robots.txt --splits google,python
```

The first command checks a URL in all dialects, and reports which of them disagree and why. The second
needs no URL: it finds one on which the two dialects disagree, or proves that there is none.
";

const DIALECTS: &str = "\
## The dialects

A crawler of the directory parses files in the dialect that a source states for it; all other crawlers are
taken to follow `rfc9309`, unless `--dialect` says otherwise. The last column lists who uses the dialect, with a link to the source. Dialects
that describe a package are compared with it on real files; see [the results](dialects-checked.md).

";

const DIFFERENCES: &str = "\
## The differences

All dialects agree on everything that is not in this table. Each question links to its examples. Each
example is the smallest file of its kind: without any one of its lines, the difference disappears. The
answer that it shows is enough to make the difference: `rfc9309` with this one answer changed gives the
verdict of a dialect that has the answer. If the answer has an effect only together with another one, the
last lines of the example say which. All of this is tested.

In the files, `\\xHH` is a byte that is not printable ASCII.

";

/// Writes the page.
pub(crate) fn page(examples: &[Example]) -> String {
    let mut text = format!(
        "# Dialects\n\n\
         <!-- Made by `cargo xtask docs`, from the dialects and from {PATH}. -->\n\n\
         {INTRODUCTION}\n{DIALECTS}"
    );
    text += "| dialect | what it is | who uses it |\n| --- | --- | --- |\n";
    for dialect in Dialect::ALL.iter().copied() {
        let users = gatepost_report::dialect_users(dialect);
        let users = users.iter().map(|by| format!("[{}]({})", by.name, by.source));
        let users = users.collect::<Vec<_>>().join("; ");
        let _ = writeln!(text, "| `{dialect}` | {} | {users} |", dialect.about());
    }
    let _ = write!(
        text,
        "\n{DIFFERENCES}| question | `{DEFAULT}` | dialects that differ |\n| --- | --- | --- |\n"
    );
    // By field, in the order in which the examples are written.
    let mut fields: Vec<Vec<&Example>> = Vec::new();
    for example in examples {
        match fields.iter_mut().find(|field| field[0].shown.field == example.shown.field) {
            Some(field) => field.push(example),
            None => fields.push(vec![example]),
        }
    }
    for field in &fields {
        let shown = &field[0].shown;
        let differ =
            Dialect::ALL.iter().copied().filter(|dialect| !is_as_default(shown.field, *dialect));
        let _ = writeln!(
            text,
            "| [{}](#{}) | {} | {} |",
            shown.about,
            shown.field,
            shown.first,
            names(differ)
        );
    }
    for field in &fields {
        write_field(&mut text, field);
    }
    text
}

fn write_field(text: &mut String, examples: &[&Example]) {
    let shown = &examples[0].shown;
    let alike = Dialect::ALL.iter().copied().filter(|dialect| is_as_default(shown.field, *dialect));
    let _ = write!(
        text,
        "\n<a id=\"{}\"></a>\n\n### {}\n\nIn the library this is `Dialect::{}`.\n\n\
         | answer | dialects |\n| --- | --- |\n| {} | {} |\n",
        shown.field,
        capitalised(shown.about),
        shown.field,
        shown.first,
        names(alike),
    );
    for example in examples {
        let _ = writeln!(text, "| {} | {} |", example.shown.second, names(example.dialects()));
    }
    for example in examples {
        write_example(text, example);
    }
}

fn write_example(text: &mut String, example: &Example) {
    let value = capitalised(&example.shown.second);
    let _ = write!(text, "\n**{value}** ({}):\n\n```\n", names(example.dialects()));
    example.parts.iter().for_each(|part| text.push_str(&for_people(part)));
    let crawler = example.crawler.as_deref().unwrap_or(ANYBODY);
    let _ = write!(text, "```\n\nMay `{crawler}` fetch `{}`?", example.url);
    if let Some(note) = &example.note {
        let _ = write!(text, " {note}");
    }
    text.push_str("\n\n| dialect | answer |\n| --- | --- |\n");
    let mut answers: Vec<(Answer, Vec<Dialect>)> = Vec::new();
    for dialect in Dialect::ALL.iter().copied() {
        let answer = example.answer(dialect);
        match answers.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, dialects)) => dialects.push(dialect),
            None => answers.push((answer, vec![dialect])),
        }
    }
    for (answer, dialects) in answers {
        let _ = writeln!(text, "| {} | {} |", names(dialects), answer.words);
    }
    // If other fields matter too, the answers of the dialects do not show the effect of this one.
    if !example.with.is_empty() {
        let others = example.with.iter();
        let others = others.map(|other| {
            format!("except for [{}](#{}): {}", other.about, other.field, other.second)
        });
        let others = others.collect::<Vec<_>>().join(", ");
        let [base, alone] = example.compared_answers();
        let _ = writeln!(text, "| `{DEFAULT}`, {others} | {} |", base.words);
        let _ = writeln!(text, "| the same, with this answer too | {} |", alone.words);
    }
}

/// Returns `true` if this field of the dialect is the same as in the default dialect.
fn is_as_default(field: &str, dialect: Dialect) -> bool {
    DEFAULT.differences(dialect).iter().all(|found| found.field != field)
}

fn names(dialects: impl IntoIterator<Item = Dialect>) -> String {
    let names: Vec<_> = dialects.into_iter().map(|dialect| format!("`{dialect}`")).collect();
    names.join(", ")
}

/// Formats a part of a file: bytes that are not printable ASCII as `\xHH`, and repetitions as a
/// count.
fn for_people(part: &Part) -> String {
    let lines = part.bytes.split_inclusive(|byte| *byte == b'\n');
    let shown = lines.map(|line| match line.strip_suffix(b"\n") {
        Some(line) => format!("{}\n", escaped(line)),
        None => escaped(line),
    });
    let shown: String = shown.collect();
    match (part.times, shown.strip_suffix('\n')) {
        (1, _) => shown,
        (times, Some(line)) => format!("[{times} times `{line}`]\n"),
        (times, None) => format!("[{times} times `{shown}`]"),
    }
}

fn escaped(bytes: &[u8]) -> String {
    let byte = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    bytes.iter().map(byte).collect()
}

/// Returns the text with a capital first letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
