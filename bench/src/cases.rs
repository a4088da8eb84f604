//! Generated files, each with its questions: many rules, many crawlers, hostile files.
//!
//! A case runs in a process of its own (`child.rs`), which finds it by its name: parent and child
//! generate the same case.

use gatepost::ReadLimit;

use crate::inputs;
use crate::questions::{self, Question};

/// A file and the questions about it.
pub(crate) struct Case {
    pub(crate) crawler: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) questions: Vec<Question>,
}

/// How to generate a case.
pub(crate) struct Recipe {
    pub(crate) group: &'static str,
    pub(crate) name: &'static str,
    /// The time limit for an engine, including all repetitions and its start.
    pub(crate) seconds: u64,
    make: fn() -> Made,
}

/// A crawler, a file, and the paths to ask about.
type Made = (String, String, Vec<String>);

const fn recipe(group: &'static str, name: &'static str, make: fn() -> Made) -> Recipe {
    let seconds = if matches!(group.as_bytes()[0], b'm') { 30 } else { 5 };
    Recipe { group, name, seconds, make }
}

pub(crate) static RECIPES: [Recipe; 23] = [
    recipe("many-rules", "50 rules", || many_rules(50)),
    recipe("many-rules", "500 rules", || many_rules(500)),
    recipe("many-rules", "5000 rules", || many_rules(5_000)),
    recipe("many-agents", "200,000 agents of one group", || {
        agents(inputs::many_agents(200_000), 200_000)
    }),
    recipe("many-agents", "20,000 groups", || agents(inputs::many_groups(20_000), 20_000)),
    recipe("many-agents", "8,000 groups, within 500 KiB", || {
        agents(inputs::many_groups(8_000), 8_000)
    }),
    recipe("hostile", "20 stars, path of 2 KB", || stars(20, 2_048)),
    recipe("hostile", "20 stars, path of 64 KB", || stars(20, 65_536)),
    recipe("hostile", "200 stars, path of 2 KB", || stars(200, 2_048)),
    recipe("hostile", "200 stars, path of 64 KB", || stars(200, 65_536)),
    recipe("hostile", STARS_1000, || stars(1_000, 65_536)),
    recipe("hostile", "2000 stars, path of 2 KB", || stars(2_000, 2_048)),
    recipe("hostile", "2000 stars, path of 64 KB", || stars(2_000, 65_536)),
    recipe("hostile", "one line of 500 KB", || {
        anyone(inputs::long_line(500_000), vec!["/index.html".to_owned(), "/aaaa".to_owned()])
    }),
    recipe("hostile", "one line of 20 MB", || {
        anyone(inputs::long_line(20_000_000), vec!["/index.html".to_owned()])
    }),
    recipe("hostile", "5000 rules with one prefix", || {
        anyone(inputs::equal_prefixes(5_000), inputs::paths_for_equal_prefixes())
    }),
    recipe("hostile", "900 nested prefixes", || {
        let path = |length: usize| format!("/{}b", "a".repeat(length));
        anyone(inputs::nested_prefixes(900), (0..64).map(|n| path(n * 16)).collect())
    }),
    recipe("hostile", "2000 star rules, one literal", || {
        anyone(inputs::same_literal(2_000), inputs::paths_for_same_literal())
    }),
    recipe("memory", "60,000 shortest rules", || one(inputs::shortest_rules(60_000))),
    recipe("memory", "5000 rules, 500 with stars", || one(inputs::many_rules(5_000))),
    recipe("memory", "2000 star rules", || one(inputs::same_literal(2_000))),
    recipe("memory", "900 nested prefixes (of 1 to 900)", || one(inputs::nested_prefixes(900))),
    recipe("memory", "8,000 groups", || one(inputs::many_groups(8_000))),
];

/// A pattern of 2 KB against a path of 64 KB.
pub(crate) const STARS_1000: &str = "1000 stars (2 KB), path of 64 KB";

impl Recipe {
    pub(crate) fn named(group: &str, name: &str) -> Result<&'static Recipe, String> {
        let mut recipes = RECIPES.iter();
        let found = recipes.find(|recipe| recipe.group == group && recipe.name == name);
        found.ok_or_else(|| format!("no case `{name}` in group `{group}`"))
    }

    pub(crate) fn make(&self) -> Case {
        let (crawler, file, paths) = (self.make)();
        let questions = paths.iter().filter_map(|path| Question::new(path)).collect();
        Case { crawler, bytes: file.into_bytes(), questions }
    }
}

impl Case {
    /// Returns the right answers, for the whole file.
    pub(crate) fn right_answers(&self, dialect: gatepost::Dialect) -> Vec<bool> {
        let Case { crawler, bytes, questions } = self;
        questions::right_answers(bytes, crawler, questions, dialect, ReadLimit::NONE)
    }
}

fn anyone(file: String, paths: Vec<String>) -> Made {
    ("ExampleBot".to_owned(), file, paths)
}

fn one(file: String) -> Made {
    anyone(file, vec!["/news/2024/05/item-1234.html".to_owned()])
}

fn many_rules(count: usize) -> Made {
    anyone(inputs::many_rules(count), inputs::paths_for_many_rules(count, 1_000))
}

/// Asks for the last of `count` crawlers.
fn agents(file: String, count: usize) -> Made {
    let crawler = format!("Bot{}", inputs::letters(count - 1));
    (crawler, file, vec!["/index.html".to_owned(), "/private/x".to_owned()])
}

fn stars(count: usize, bytes: usize) -> Made {
    anyone(inputs::stars(count), inputs::one_letter(bytes))
}
