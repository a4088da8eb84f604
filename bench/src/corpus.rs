//! Real robots.txt files, in tiers by size, and URLs.
//!
//! The corpus is the first of these folders that exists: the one that `GATEPOST_CORPUS` names;
//! `../shared/corpus` beside the repository; `target/corpus`, which `cargo xtask corpus` downloads.
//! The last has no URLs, so the bench asks about paths made from other files' rules.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use gatepost::RobotsTxt;
use url::{Position, Url};

use crate::inputs::Random;
use crate::questions;

pub(crate) struct Corpus {
    pub(crate) folder: PathBuf,
    /// Sorted by size, the smallest first.
    pub(crate) files: Vec<File>,
    /// Paths that belong to no file in particular.
    pub(crate) mixed: Vec<String>,
    /// Whether `mixed` holds URLs that people shared, rather than paths made from rules.
    pub(crate) has_real_urls: bool,
}

/// One robots.txt file.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Paths that its own site links to.
    pub(crate) urls: Vec<String>,
}

/// Files of about one size.
pub(crate) struct Tier<'c> {
    pub(crate) name: &'static str,
    pub(crate) files: &'c [File],
}

impl Tier<'_> {
    pub(crate) fn as_bytes(&self) -> usize {
        self.files.iter().map(|file| file.bytes.len()).sum()
    }
}

impl Corpus {
    pub(crate) fn find(root: &Path) -> Result<Corpus, String> {
        if let Some(folder) = std::env::var_os("GATEPOST_CORPUS") {
            return Corpus::read(Path::new(&folder));
        }
        let places = [root.join("../shared/corpus"), root.join("target/corpus")];
        match places.iter().find(|place| place.is_dir()) {
            Some(place) => Corpus::read(&place.canonicalize().map_err(unreadable(place))?),
            None => Err("no corpus: run `cargo xtask corpus`, or set GATEPOST_CORPUS".to_owned()),
        }
    }

    fn read(folder: &Path) -> Result<Corpus, String> {
        let mut urls = site_links(&folder.join("urls/site-links.tsv"))?;
        let robots = folder.join("robots");
        let mut paths = Vec::new();
        collect(if robots.is_dir() { &robots } else { folder }, &mut paths)?;
        let mut files = Vec::new();
        for path in paths {
            let bytes = fs::read(&path).map_err(unreadable(&path))?;
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            let urls = urls.remove(&name).unwrap_or_default();
            files.push(File { name, bytes, urls });
        }
        if files.is_empty() {
            return Err(format!("no robots.txt files in `{}`", folder.display()));
        }
        files.sort_by(|a, b| (a.bytes.len(), &a.name).cmp(&(b.bytes.len(), &b.name)));
        let mixed = folder.join("urls/mixed-urls.txt");
        let has_real_urls = mixed.exists();
        let mixed = match has_real_urls {
            true => fs::read_to_string(&mixed)
                .map_err(unreadable(&mixed))?
                .lines()
                .filter_map(|url| Url::parse(url).ok())
                .map(|url| url[Position::BeforePath..Position::AfterQuery].to_owned())
                .collect(),
            false => paths_of_rules(&files),
        };
        Ok(Corpus { folder: folder.to_owned(), files, mixed, has_real_urls })
    }

    /// Keeps every `one_in`th file, so that all sizes remain.
    pub(crate) fn thin(&mut self, one_in: usize) {
        let mut index = 0;
        self.files.retain(|_| {
            index += 1;
            index % one_in == 0
        });
    }

    pub(crate) fn as_bytes(&self) -> usize {
        self.files.iter().map(|file| file.bytes.len()).sum()
    }

    /// Splits the files at the percentiles by which the sizes of robots.txt files are usually
    /// described.
    pub(crate) fn tiers(&self) -> Vec<Tier<'_>> {
        let names = ["up to p50", "p50 to p90", "p90 to p99", "p99 to p99.9", "largest 0.1 %"];
        let cuts = [0.0, 0.5, 0.9, 0.99, 0.999, 1.0];
        let at = |cut: f64| (cut * self.files.len() as f64).round() as usize;
        let ranges = cuts.windows(2).map(|cut| at(cut[0])..at(cut[1]));
        let tiers = names.into_iter().zip(ranges);
        let tiers = tiers.map(|(name, range)| Tier { name, files: &self.files[range] });
        tiers.filter(|tier| !tier.files.is_empty()).collect()
    }
}

/// Collects all files below a folder, except the tables that describe them.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            // The registry corpus keeps files beside a package's sources.
            let tests = path.join("tests/test_data");
            collect(if tests.is_dir() { &tests } else { &path }, paths)?;
        } else if !matches!(extension, Some("tsv" | "gz")) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Reads the paths that each file's site links to.
fn site_links(table: &Path) -> Result<HashMap<String, Vec<String>>, String> {
    let mut urls: HashMap<String, Vec<String>> = HashMap::new();
    if !table.exists() {
        return Ok(urls);
    }
    let text = fs::read_to_string(table).map_err(unreadable(table))?;
    for line in text.lines().skip(1) {
        if let [file, _host, path] = line.split('\t').collect::<Vec<&str>>()[..] {
            urls.entry(file.to_owned()).or_default().push(path.to_owned());
        }
    }
    Ok(urls)
}

/// Makes paths from all files' rules, in random order, for a corpus without URLs.
fn paths_of_rules(files: &[File]) -> Vec<String> {
    let mut random = Random::new(b"paths of rules");
    let mut paths = Vec::new();
    for file in files {
        let robots = RobotsTxt::parse(&file.bytes);
        for rule in robots.groups().flat_map(|group| group.rules()).take(20) {
            paths.push(questions::from_rule(rule.value(), &mut random));
        }
    }
    paths
}

fn unreadable(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |err| format!("`{}` could not be read: {err}", path.display())
}
