//! The page about dialects, `docs/dialects.md`: which there are, and in what they differ, with an
//! example each. The words are those of the library, and the answers are asked for as it is written.

use std::fmt::Write;

use gatepost::Dialect;

use crate::differences::{ANYBODY, Answer, DEFAULT, Example, PATH, Part};

const INTRODUCTION: &str = "\
Crawlers do not all read robots.txt alike: what one takes for a rule, another takes for nothing. A dialect
is how one reader does it. This page says which dialects Gatepost knows, in what they differ, and shows each
difference on the smallest file that has it.

To see what readers say about your own file:

```
gatepost test robots.txt https://example.com/shop --dialect all
gatepost find robots.txt --splits google,python
```

The first asks all dialects about a URL, and tells where they disagree and by which of the habits below. The
second needs no URL: it finds one on which the two disagree, or proves that there is none.
";

const DIALECTS: &str = "\
## The dialects

`rfc9309` is the default. The last column says who reads so, and links to where that is said. Dialects that
describe a package are compared with it on real files: [what came of it](dialects-checked.md).

";

const DIFFERENCES: &str = "\
## The differences

In all that is not in this table, all dialects are the same. A question links to its examples. Each is the
smallest file of its kind: with any line less, the difference is gone. And the one answer that it is about is
enough to make the difference: `rfc9309` with that answer taken over has the verdict of a dialect that has it.
Where it tells only beside another answer, the last lines of the example say which. All of that is tested.

In the files, `\\xHH` is a byte that is no printable ASCII.

";

/// Writes the page.
pub(crate) fn page(examples: &[Example]) -> String {
    let mut text = format!(
        "# Dialects\n\n\
         <!-- Made by `cargo xtask docs`, from the dialects and from {PATH}. -->\n\n\
         {INTRODUCTION}\n{DIALECTS}"
    );
    text += "| dialect | what it is | who reads so |\n| --- | --- | --- |\n";
    for dialect in Dialect::ALL.iter().copied() {
        let readers = dialect.used_by().iter().map(|by| format!("[{}]({})", by.name, by.source));
        let readers = readers.collect::<Vec<_>>().join("; ");
        let _ = writeln!(text, "| `{dialect}` | {} | {readers} |", dialect.about());
    }
    let _ = write!(
        text,
        "\n{DIFFERENCES}| question | `{DEFAULT}` | who differs |\n| --- | --- | --- |\n"
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
    let crawler = example.crawler.as_ref().map_or(ANYBODY, |crawler| crawler.as_str());
    let _ = write!(text, "```\n\nMay `{crawler}` fetch `{}`?", example.url);
    if let Some(note) = &example.note {
        let _ = write!(text, " {note}");
    }
    text.push_str("\n\n| reader | answer |\n| --- | --- |\n");
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
    // Where other fields have a say too, what the dialects answer does not show that of this one.
    if !example.with.is_empty() {
        let others = example.with.iter();
        let others = others
            .map(|other| format!("but for [{}](#{}): {}", other.about, other.field, other.second));
        let others = others.collect::<Vec<_>>().join(", ");
        let [base, alone] = example.compared_answers();
        let _ = writeln!(text, "| `{DEFAULT}`, {others} | {} |", base.words);
        let _ = writeln!(text, "| the same, and with this too | {} |", alone.words);
    }
}

/// Whether this field of the dialect is as the default has it.
fn is_as_default(field: &str, dialect: Dialect) -> bool {
    DEFAULT.differences(dialect).iter().all(|found| found.field != field)
}

fn names(dialects: impl IntoIterator<Item = Dialect>) -> String {
    let names: Vec<_> = dialects.into_iter().map(|dialect| format!("`{dialect}`")).collect();
    names.join(", ")
}

/// A part of a file: bytes that are no printable ASCII as `\xHH`, and of many the number.
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

/// The text with a capital letter in front.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
