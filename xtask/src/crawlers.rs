//! Checks the crawler directory, `crates/gatepost-crawlers/crawlers/*.toml`, and writes the table
//! that the library is compiled with.
//!
//! An entry is refused if it lacks a source or the day on which the source was read, or has a field
//! that the schema below does not have. Whether the library finds the crawler of every header is
//! tested there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use gatepost::ProductToken;
use runner::workspace;
use serde::Deserialize;

use crate::{Outcome, paths};

const FOLDER: &str = "crates/gatepost-crawlers/crawlers";
const TABLE: &str = "crates/gatepost-crawlers/src/generated/table.rs";

/// Documents that say how many crawlers there are.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md"];

/// A file of the directory, with the crawlers of one operator.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Missing in `unknown.toml`, and only there.
    operator: Option<String>,
    /// The day on which its sources were read, where an entry has none of its own.
    read: Option<String>,
    /// The parser and the policy of all crawlers in the file that have none of their own.
    parser: Option<Parser>,
    policy: Option<Policy>,
    crawler: Vec<Entry>,
}

/// The parser that crawlers use.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Parser {
    dialect: String,
    /// What the parser is given as the crawler's name, if that is not the token.
    header: Option<String>,
    /// How much of a file the crawlers read, if the parser itself has no limit.
    read_limit: Option<usize>,
    source: String,
}

/// What statuses mean to an operator.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    name: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    token: String,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    falls_back_to: Vec<String>,
    purposes: Vec<String>,
    /// Whether the crawler serves AI, if that does not follow from its purposes.
    #[serde(default)]
    ai: bool,
    robots: String,
    crawl_delay: Option<bool>,
    parser: Option<Parser>,
    policy: Option<Policy>,
    #[serde(default)]
    renamed_to: Vec<String>,
    #[serde(default)]
    retired: bool,
    /// The names to search headers for, if not the token; an empty list if the token is a common
    /// word.
    header_names: Option<Vec<String>>,
    #[serde(default)]
    headers: Vec<String>,
    #[serde(default)]
    header_patterns: Vec<String>,
    headers_source: Option<String>,
    page: Option<String>,
    #[serde(default)]
    ip_ranges: Vec<String>,
    note: Option<String>,
    known_by: String,
    source: Option<String>,
    read: Option<String>,
}

const PURPOSES: &[(&str, &str)] = &[
    ("search", "Search"),
    ("ai-training", "AiTraining"),
    ("ai-search", "AiSearch"),
    ("user-fetch", "UserFetch"),
    ("ads", "Ads"),
    ("preview", "Preview"),
    ("seo", "Seo"),
    ("archive", "Archive"),
    ("security", "Security"),
    ("other", "Other"),
];

const BEHAVIOURS: &[(&str, &str)] = &[
    ("obeys", "Obeys"),
    ("ignores-star", "IgnoresStar"),
    ("may-ignore-file", "MayIgnoreFile"),
    ("ignores-file", "IgnoresFile"),
    ("control-token", "ControlToken"),
    ("unknown", "Unknown"),
];

const KNOWN_BY: &[(&str, &str)] =
    &[("operator", "Operator"), ("survey", "Survey"), ("community", "Community")];

pub(crate) fn run(check: bool) -> Outcome {
    let directory = match Directory::read(&workspace::root().join(FOLDER)) {
        Ok(directory) => directory,
        Err(wrong) => {
            wrong.iter().for_each(|what| println!("{what}"));
            return Ok(false);
        }
    };
    let table = directory.table();
    let path = workspace::root().join(TABLE);
    let is_current = fs::read_to_string(&path).is_ok_and(|current| current == table);
    if check && !is_current {
        println!("{TABLE} is out of date: run `cargo xtask crawlers`");
        return Ok(false);
    }
    if !is_current {
        fs::write(&path, table).map_err(|error| format!("cannot write {TABLE}: {error}"))?;
    }
    let count = directory.crawlers.len();
    let mut is_right = true;
    for name in DOCUMENTS {
        let text = fs::read_to_string(workspace::root().join(name))
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        for wrong in other_counts(&text, count) {
            println!("{name} says `{wrong} crawlers`: the directory has {count}");
            is_right = false;
        }
    }
    println!("{count} crawlers in {} files", directory.files);
    Ok(is_right)
}

/// Finds numbers of crawlers in a document that differ from the directory's.
///
/// Numbers below 100 are numbers of other things.
fn other_counts(text: &str, count: usize) -> Vec<usize> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let counts = words.windows(2).filter(|two| two[1].starts_with("crawlers"));
    let numbers = counts.filter_map(|two| two[0].replace(',', "").parse::<usize>().ok());
    numbers.filter(|number| *number >= 100 && *number != count).collect()
}

/// All entries, in the order of the files' names.
struct Directory {
    files: usize,
    crawlers: Vec<Known>,
}

/// An entry, with the fields that its file states for all entries.
struct Known {
    operator: Option<String>,
    read: String,
    entry: Entry,
}

impl Directory {
    /// Reads and checks the files, or returns everything that is wrong.
    fn read(folder: &Path) -> Result<Directory, Vec<String>> {
        let mut wrong = Vec::new();
        let mut directory = Directory { files: 0, crawlers: Vec::new() };
        for path in paths::files_under(folder, "toml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("a file that was just listed");
            directory.files += 1;
            match toml::from_str(&text) {
                Ok(file) => directory.add(&name, file, &mut wrong),
                Err(error) => wrong.push(format!("{name}.toml: {error}")),
            }
        }
        if directory.crawlers.is_empty() && wrong.is_empty() {
            wrong.push(format!("no crawlers in {}", folder.display()));
        }
        directory.check_names(&mut wrong);
        if wrong.is_empty() { Ok(directory) } else { Err(wrong) }
    }

    fn add(&mut self, name: &str, file: File, wrong: &mut Vec<String>) {
        let expected = file.operator.as_deref().map_or("unknown".to_owned(), file_name);
        if name != expected {
            wrong.push(format!("{name}.toml: the operator's file is called {expected}.toml"));
        }
        for mut entry in file.crawler {
            entry.parser = entry.parser.or_else(|| file.parser.clone());
            entry.policy = entry.policy.or_else(|| file.policy.clone());
            let what = check_entry(&entry, file.read.as_deref());
            wrong.extend(
                what.into_iter().map(|what| format!("{name}.toml: {}: {what}", entry.token)),
            );
            let read = entry.read.clone().or_else(|| file.read.clone()).unwrap_or_default();
            self.crawlers.push(Known { operator: file.operator.clone(), read, entry });
        }
    }

    /// Checks that no two crawlers share a name, and that tokens that replaced another exist.
    fn check_names(&self, wrong: &mut Vec<String>) {
        for (what, names) in [("name", self.names()), ("header name", self.header_names())] {
            let mut known: BTreeMap<String, usize> = BTreeMap::new();
            for (name, crawler) in names {
                if known.insert(name.clone(), crawler).is_some() {
                    wrong.push(format!("two crawlers have the {what} {name}"));
                }
            }
        }
        for Known { entry, .. } in &self.crawlers {
            for new in &entry.renamed_to {
                let is_known = self.crawlers.iter().any(|known| known.entry.token == *new);
                if !is_known || *new == entry.token {
                    wrong.push(format!(
                        "{}: renamed to {new}, which is not another crawler",
                        entry.token
                    ));
                }
            }
        }
    }

    /// Returns tokens and aliases in lower case, each with the index of its crawler.
    fn names(&self) -> Vec<(String, usize)> {
        self.sorted(|entry| std::iter::once(&entry.token).chain(&entry.aliases).cloned().collect())
    }

    /// Returns the names to search headers for in lower case, each with the index of its crawler.
    fn header_names(&self) -> Vec<(String, usize)> {
        self.sorted(|entry| match &entry.header_names {
            Some(names) => names.clone(),
            None if entry.robots == "control-token" => Vec::new(),
            None => std::iter::once(&entry.token).chain(&entry.aliases).cloned().collect(),
        })
    }

    fn sorted(&self, names: impl Fn(&Entry) -> Vec<String>) -> Vec<(String, usize)> {
        let mut all = Vec::new();
        for (at, known) in self.crawlers.iter().enumerate() {
            all.extend(names(&known.entry).iter().map(|name| (name.to_ascii_lowercase(), at)));
        }
        all.sort();
        all
    }

    fn table(&self) -> String {
        let mut out = String::from(
            "//! The crawler directory as a table. Generated from `crawlers/*.toml`: change those files, and\n\
             //! run `cargo xtask crawlers`.\n\n\
             use gatepost::{AccessPolicy, Dialect};\n\n\
             use crate::crawler::{Crawler, KnownBy, KnownParser, KnownPolicy, NOTHING_KNOWN, Purpose, \
             RobotsBehaviour};\n\n\
             pub(crate) static CRAWLERS: &[Crawler] = &[\n",
        );
        for known in &self.crawlers {
            self.write_entry(&mut out, known);
        }
        out.push_str("];\n");
        for (what, name, names) in [
            ("Tokens and aliases", "NAMES", self.names()),
            ("Names to search headers for", "HEADER_NAMES", self.header_names()),
        ] {
            write!(
                out,
                "\n/// {what} in lower case, sorted, each with the index of its crawler.\n\
                 pub(crate) static {name}: &[(&str, usize)] = &[\n"
            )
            .expect("written to memory");
            for (name, at) in names {
                writeln!(out, "    ({name:?}, {at}),").expect("written to memory");
            }
            out.push_str("];\n");
        }
        out
    }

    fn write_entry(&self, out: &mut String, known: &Known) {
        let Known { operator, read, entry } = known;
        out.push_str("    Crawler {\n");
        let mut field = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                writeln!(out, "        {name}: {value},").expect("written to memory");
            }
        };
        let text = |text: &str| Some(format!("{text:?}"));
        let some = |text: &Option<String>| text.as_ref().map(|text| format!("Some({text:?})"));
        let list = |texts: &[String]| (!texts.is_empty()).then(|| format!("&{texts:?}"));
        let variant = |of: &str, names: &[(&str, &str)], name: &str| {
            let found = names.iter().find(|(known, _)| *known == name).expect("a checked name");
            format!("{of}::{}", found.1)
        };
        let purposes: Vec<_> =
            entry.purposes.iter().map(|name| variant("Purpose", PURPOSES, name)).collect();
        let is_ai = entry.ai || entry.purposes.iter().any(|purpose| purpose.starts_with("ai-"));
        let is_old = |known: &&Known| known.entry.renamed_to.contains(&entry.token);
        let renamed_from: Vec<_> =
            self.crawlers.iter().filter(is_old).map(|known| known.entry.token.clone()).collect();
        field("operator", some(operator));
        field("token", text(&entry.token));
        field("aliases", list(&entry.aliases));
        field("falls_back_to", list(&entry.falls_back_to));
        field("purposes", Some(format!("&[{}]", purposes.join(", "))));
        field("is_ai", is_ai.then(|| "true".to_owned()));
        field("robots", Some(variant("RobotsBehaviour", BEHAVIOURS, &entry.robots)));
        field("honours_crawl_delay", entry.crawl_delay.map(|honours| format!("Some({honours})")));
        field("renamed_to", list(&entry.renamed_to));
        field("renamed_from", list(&renamed_from));
        field("is_retired", entry.retired.then(|| "true".to_owned()));
        field("parser", entry.parser.as_ref().map(parser_of_table));
        field("policy", entry.policy.as_ref().map(policy_of_table));
        field("headers", list(&entry.headers));
        field("header_patterns", list(&entry.header_patterns));
        field("headers_source", some(&entry.headers_source));
        field("page", some(&entry.page));
        field("ip_ranges", list(&entry.ip_ranges));
        field("note", some(&entry.note));
        field("known_by", Some(variant("KnownBy", KNOWN_BY, &entry.known_by)));
        field("source", entry.source.as_deref().and_then(text));
        field("read", text(read));
        out.push_str("        ..NOTHING_KNOWN\n    },\n");
    }
}

/// Returns the name of an operator's file: lower case and digits, with `-` for everything else.
fn file_name(operator: &str) -> String {
    let words =
        operator.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Lists what is wrong with an entry.
fn check_entry(entry: &Entry, read_of_file: Option<&str>) -> Vec<String> {
    let mut wrong = Vec::new();
    match &entry.source {
        None => wrong.push("no source".to_owned()),
        Some(source) if source.trim().is_empty() => wrong.push("an empty source".to_owned()),
        Some(_) => {}
    }
    match entry.read.as_deref().or(read_of_file) {
        None => wrong.push("no day on which its source was read".to_owned()),
        Some(day) if !is_day(day) => wrong.push(format!("`{day}` is not a day: write 2026-11-30")),
        Some(_) => {}
    }
    let names = std::iter::once(&entry.token).chain(&entry.aliases).chain(&entry.falls_back_to);
    for name in names.clone().chain(&entry.renamed_to) {
        match ProductToken::new(name) {
            Ok(token) if token.is_any() => wrong.push("`*` is not a crawler's name".to_owned()),
            Ok(_) => {}
            Err(error) => wrong.push(error.to_string()),
        }
    }
    let mut seen: Vec<String> = names.map(|name| name.to_ascii_lowercase()).collect();
    seen.sort();
    if seen.windows(2).any(|pair| pair[0] == pair[1]) {
        wrong.push("token, aliases and falls-back-to repeat a name".to_owned());
    }
    if entry.purposes.is_empty() {
        wrong.push("no purpose".to_owned());
    }
    let purposes = entry.purposes.iter().map(|name| ("purpose", PURPOSES, name));
    let others = [("robots", BEHAVIOURS, &entry.robots), ("known-by", KNOWN_BY, &entry.known_by)];
    for (what, names, name) in purposes.chain(others) {
        if !names.iter().any(|(known, _)| known == name) {
            let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
            wrong.push(format!("unknown {what} `{name}`; the words are {}", names.join(", ")));
        }
    }
    if let Some(Parser { dialect, header, source, .. }) = &entry.parser {
        let takes_header =
            |dialect: gatepost::Dialect| dialect.own_name == gatepost::OwnName::Header;
        match gatepost::Dialect::by_name(dialect) {
            None => wrong.push(format!("unknown dialect `{dialect}`")),
            Some(dialect) if header.is_some() != takes_header(dialect) => {
                wrong.push(format!("a header belongs to a parser that is given one: `{dialect}`"));
            }
            Some(_) => {}
        }
        if source.trim().is_empty() {
            wrong.push("no source for the parser".to_owned());
        }
    }
    if let Some(Policy { name, source }) = &entry.policy {
        if gatepost::AccessPolicy::by_name(name).is_none() {
            wrong.push(format!("unknown policy `{name}`"));
        }
        if source.trim().is_empty() {
            wrong.push("no source for the policy".to_owned());
        }
    }
    let headers = entry.headers.iter().chain(&entry.header_patterns);
    if entry.robots == "control-token" && headers.clone().next().is_some() {
        wrong.push("a control token does not appear in headers".to_owned());
    }
    if entry.header_names.as_ref().is_some_and(Vec::is_empty) && headers.clone().next().is_some() {
        wrong.push("there are headers, but no name to search them for".to_owned());
    }
    for header in headers.clone().filter(|header| !header.bytes().all(|b| matches!(b, b' '..=b'~')))
    {
        wrong.push(format!("not a header: {header:?}"));
    }
    for header in entry.headers.iter().filter(|header| header.contains("...")) {
        wrong.push(format!("a header with `...` belongs in header-patterns: {header}"));
    }
    if entry.headers_source.is_some() && headers.clone().next().is_none() {
        wrong.push("headers-source without headers".to_owned());
    }
    for address in entry.page.iter().chain(&entry.ip_ranges) {
        let is_address = address.starts_with("https://") || address.starts_with("http://");
        if !is_address || address.contains(' ') {
            wrong.push(format!("`{address}` is not an address"));
        }
    }
    if entry.known_by == "operator" && entry.page.is_none() {
        wrong.push("known by its operator's page, but without a page".to_owned());
    }
    if entry.note.as_ref().is_some_and(|note| !note.ends_with('.')) {
        wrong.push("a note must end in a full stop".to_owned());
    }
    wrong
}

/// Writes a parser as the table has it. The constants of dialects are named as dialects are.
fn parser_of_table(parser: &Parser) -> String {
    let constant = parser.dialect.to_ascii_uppercase().replace(['-', '.'], "_");
    let (header, limit, source) = (&parser.header, &parser.read_limit, &parser.source);
    format!(
        "Some(KnownParser {{ dialect: Dialect::{constant}, header: {header:?}, \
         read_limit: {limit:?}, source: {source:?} }})"
    )
}

/// Writes a policy as the table has it.
fn policy_of_table(policy: &Policy) -> String {
    let constant = match policy.name.as_str() {
        "ccbot" => "COMMON_CRAWL".to_owned(),
        name => name.to_ascii_uppercase(),
    };
    let source = &policy.source;
    format!("Some(KnownPolicy {{ access: AccessPolicy::{constant}, source: {source:?} }})")
}

/// Returns `true` if a text is a day as ISO 8601 writes it.
fn is_day(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number = |text: &str, digits: usize| match text.len() == digits {
        true if text.bytes().all(|b| b.is_ascii_digit()) => text.parse::<u32>().ok(),
        _ => None,
    };
    number(year, 4).is_some_and(|year| year >= 2020)
        && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_current() {
        let root = workspace::root();
        let directory = Directory::read(&root.join(FOLDER)).unwrap();
        let committed = fs::read_to_string(root.join(TABLE)).unwrap();
        assert!(directory.table() == committed, "run `cargo xtask crawlers`");
    }

    #[test]
    fn wrong_numbers_of_crawlers_are_found() {
        let text = "a directory of 263 crawlers, 11 crawlers\nof 264\ncrawlers; 1,263 crawlers";
        assert_eq!(other_counts(text, 263), [264, 1263]);
    }

    const ENTRY: &str = "\
token = \"ExampleBot\"
purposes = [\"search\"]
robots = \"obeys\"
known-by = \"community\"
source = \"a list\"
read = \"2026-11-30\"
";

    /// Lists what is wrong with the entry after a line replaces the one with the same key.
    fn wrong_with(line: &str) -> Vec<String> {
        let key = line.split(" = ").next().unwrap();
        let others = ENTRY.lines().filter(|old| old.split(" = ").next() != Some(key));
        let text: String = others.chain([line]).map(|line| format!("{line}\n")).collect();
        check_entry(&toml::from_str(&text).unwrap(), None)
    }

    #[test]
    fn entries_without_source_or_day_are_refused() {
        assert_eq!(check_entry(&toml::from_str(ENTRY).unwrap(), None), [""; 0]);
        let without = |key: &str| -> String {
            ENTRY.lines().filter(|line| !line.starts_with(key)).map(|l| format!("{l}\n")).collect()
        };
        let wrong = |key, of_file| check_entry(&toml::from_str(&without(key)).unwrap(), of_file);
        assert_eq!(wrong("source", None), ["no source"]);
        assert_eq!(wrong("read", None), ["no day on which its source was read"]);
        assert_eq!(wrong("read", Some("2026-11-30")), [""; 0]);
        assert!(toml::from_str::<Entry>(&without("robots")).is_err());
        assert!(toml::from_str::<Entry>(&format!("{ENTRY}homepage = \"\"\n")).is_err());
    }

    #[test]
    fn every_mistake_in_an_entry_is_reported() {
        for line in [
            "token = \"ExampleBot/1.0\"",
            "token = \"*\"",
            "aliases = [\"examplebot\"]",
            "purposes = []",
            "purposes = [\"fun\"]",
            "robots = \"sometimes\"",
            "known-by = \"me\"",
            "source = \" \"",
            "read = \"2026-13-01\"",
            "read = \"today\"",
            "headers = [\"ExampleBot ...\"]",
            "headers = [\"ExampleBot\u{e9}\"]",
            "headers-source = \"a list\"",
            "page = \"example.com\"",
            "ip-ranges = [\"https://example.com/a.json (a list)\"]",
            "known-by = \"operator\"",
            "note = \"no full stop\"",
            "parser = { dialect = \"altavista\", source = \"a page\" }",
            "parser = { dialect = \"google\", source = \"\" }",
            "parser = { dialect = \"google\", header = \"ExampleBot/1.0\", source = \"a page\" }",
            "parser = { dialect = \"protego\", source = \"a page\" }",
            "policy = { name = \"altavista\", source = \"a page\" }",
            "policy = { name = \"google\", source = \"\" }",
        ] {
            assert_eq!(wrong_with(line).len(), 1, "{line}: {:?}", wrong_with(line));
        }
    }

    #[test]
    fn names_of_files() {
        assert_eq!(file_name("Palo Alto Networks"), "palo-alto-networks");
        assert_eq!(file_name("Webz.io"), "webz-io");
    }
}
