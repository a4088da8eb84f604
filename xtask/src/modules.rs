//! Builds the module graph of a crate (which of its files import which) and finds cycles in it.
//!
//! A top-level module of the crate is a node, with all files of its folder: a parent and its
//! children are one concept and may import each other. Edges are the `crate::` and `super::` paths
//! in the code. A path to an item that `lib.rs` re-exports is an edge to the module that defines
//! it.
//!
//! Tests come last in a file and may import anything, so each file is read up to `#[cfg(test)]`.
//! This reads text and does not parse Rust: it understands `use` trees with braces, but not macros.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a crate, each with those that it imports.
pub(crate) struct Modules {
    imports: BTreeMap<String, BTreeSet<String>>,
}

/// One source file of a crate.
pub(crate) struct SourceFile {
    /// The path under `src`, such as `rules/dead_rule.rs`.
    pub(crate) name: String,
    /// The `crate::` and `super::` paths in the file, from the root of the crate.
    pub(crate) paths: Vec<Vec<String>>,
}

impl SourceFile {
    pub(crate) fn new(name: &str, text: &str) -> SourceFile {
        let module = module_of(name);
        let code = code(text);
        let mut paths = Vec::new();
        for (at, _) in code.match_indices("crate::") {
            paths.extend(tree(&code[at + "crate::".len()..]));
        }
        for (at, _) in code.match_indices("super::") {
            // In `super::super::x`, the first `super` handles the others too.
            if code[..at].ends_with("super::") {
                continue;
            }
            let mut rest = &code[at..];
            let mut parent = module.as_slice();
            while let Some(after) = rest.strip_prefix("super::") {
                parent = parent.split_last().map_or(&[][..], |(_, parent)| parent);
                rest = after;
            }
            paths.extend(tree(rest).into_iter().map(|path| [parent, &path].concat()));
        }
        SourceFile { name: name.to_owned(), paths }
    }

    /// Returns the top-level module that the file belongs to, such as `rules`; `lib` for the root.
    pub(crate) fn top_module(&self) -> String {
        module_of(&self.name).first().cloned().unwrap_or_else(|| "lib".to_owned())
    }
}

impl Modules {
    pub(crate) fn new(files: &[SourceFile]) -> Modules {
        let tops: BTreeSet<String> = files.iter().map(SourceFile::top_module).collect();
        // `pub use fix::{Edit, Fix}` in the root: `crate::Fix` is in `fix`.
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let root = files.iter().find(|file| file.name == "lib.rs");
        let exports: BTreeMap<&String, &String> = root
            .iter()
            .flat_map(|root| &root.paths)
            .filter_map(|path| Some((path.last()?, path.first()?)))
            .collect();
        for file in files.iter().filter(|file| file.name != "lib.rs") {
            let from = file.top_module();
            let to = file.paths.iter().filter_map(|path| path.first()).filter_map(|first| {
                let module = if tops.contains(first) { first } else { exports.get(first)? };
                (*module != from).then(|| module.clone())
            });
            imports.entry(from.clone()).or_default().extend(to);
        }
        Modules { imports }
    }

    /// Returns the modules that a module imports.
    pub(crate) fn imports_of(&self, module: &str) -> impl Iterator<Item = &str> {
        self.imports.get(module).into_iter().flatten().map(String::as_str)
    }

    /// Finds modules that import each other in a cycle; the first module is also the last.
    pub(crate) fn cycle(&self) -> Option<Vec<&str>> {
        let mut done = BTreeSet::new();
        self.imports.keys().find_map(|start| self.cycle_from(start, &mut Vec::new(), &mut done))
    }

    fn cycle_from<'m>(
        &'m self,
        module: &'m str,
        path: &mut Vec<&'m str>,
        done: &mut BTreeSet<&'m str>,
    ) -> Option<Vec<&'m str>> {
        if let Some(start) = path.iter().position(|before| *before == module) {
            return Some([&path[start..], &[module]].concat());
        }
        if done.contains(module) {
            return None;
        }
        path.push(module);
        let cycle = self.imports_of(module).find_map(|next| self.cycle_from(next, path, done));
        path.pop();
        done.insert(module);
        cycle
    }
}

/// Returns the module path of a file: `rules::dead_rule` for `rules/dead_rule.rs`, empty for
/// `lib.rs`.
fn module_of(name: &str) -> Vec<String> {
    let name = name.strip_suffix(".rs").unwrap_or(name);
    let parts = name.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    parts.map(str::to_owned).collect()
}

/// Removes comments and tests from a file. In the root, `pub use fix::Fix` becomes a `crate::`
/// path.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(test)]") {
            match lines.next() {
                // Another item for tests, on one line.
                Some(item) if item.ends_with(';') => continue,
                _ => break,
            }
        }
        let line = line.split("//").next().unwrap_or_default();
        code += &match line.strip_prefix("pub use ") {
            Some(path) if !path.starts_with("crate::") && !path.starts_with("self::") => {
                format!("pub use crate::{path}\n")
            }
            _ => format!("{line}\n"),
        };
    }
    code
}

/// Returns the paths of a `use` tree, or the one path of an expression: `a::b` and `a::c::D` for
/// `a::{b, c::D}`.
fn tree(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    if let Some(inner) = text.strip_prefix('{') {
        return branches(inner).into_iter().flat_map(tree).collect();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Vec::new();
    }
    let below = rest.strip_prefix("::").map(tree).unwrap_or_default();
    if below.is_empty() {
        // `info as rule`: others import the new name.
        let renamed = rest.strip_prefix(" as ").map(tree).unwrap_or_default();
        return if renamed.is_empty() { vec![vec![name.to_owned()]] } else { renamed };
    }
    below.into_iter().map(|path| [&[name.to_owned()], path.as_slice()].concat()).collect()
}

/// Splits a list in braces into its parts, up to the closing brace.
fn branches(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&text[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

/// Reads all source files of a crate.
pub(crate) fn files_of(source: &Path) -> Vec<SourceFile> {
    let files = crate::paths::files_under(source, "rs").into_iter();
    files
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a file that was just listed");
            let name = path.strip_prefix(source).expect("listed under it").display().to_string();
            SourceFile::new(&name, &text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Modules, SourceFile};

    fn modules(files: &[(&str, &str)]) -> Modules {
        let files: Vec<_> = files.iter().map(|(name, text)| SourceFile::new(name, text)).collect();
        Modules::new(&files)
    }

    #[test]
    fn cycles_are_found() {
        let files = [
            ("a.rs", "use crate::b::{self, B};\n"),
            ("b.rs", "use crate::{\n    c::{C, D},\n};\n"),
            ("c.rs", "fn c() -> super::a::A {}\n"),
            ("d.rs", "use crate::a;\n"),
        ];
        assert_eq!(modules(&files).cycle(), Some(vec!["a", "b", "c", "a"]));
        assert_eq!(modules(&files[..2]).cycle(), None);
    }

    #[test]
    fn an_export_of_the_root_belongs_to_its_module() {
        let files = [
            ("lib.rs", "pub use a::{A, run as start};\npub use b::B;\n"),
            ("a.rs", "use crate::B;\n"),
            ("b.rs", "fn b() { crate::start() }\n"),
        ];
        assert_eq!(modules(&files).cycle(), Some(vec!["a", "b", "a"]));
    }

    #[test]
    fn comments_tests_and_own_folders_are_ignored() {
        let files = [
            ("a.rs", "//! See crate::b.\n\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n"),
            ("b/mod.rs", "use self::inner::I;\nuse crate::a::A;\n"),
            ("b/inner.rs", "use super::B;\nuse crate::b::other;\n"),
        ];
        assert_eq!(modules(&files).cycle(), None);
        let files = [("b/inner.rs", "use super::super::a::A;\n"), ("a.rs", "use crate::b;\n")];
        assert_eq!(modules(&files).cycle(), Some(vec!["a", "b", "a"]));
    }
}
