//! Real robots.txt files, in tiers by size, and URLs.
//!
//! `conformance/runner` finds and reads them. The registry corpus has no URLs, so the bench asks
//! about paths made from other files' rules.

use std::fs;
use std::path::PathBuf;

use gatepost::RobotsTxt;
pub(crate) use runner::File;
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
    pub(crate) fn find() -> Result<Corpus, String> {
        let runner::Corpus { folder, mut files } = runner::Corpus::find()?;
        files.sort_by(|a, b| (a.bytes.len(), &a.name).cmp(&(b.bytes.len(), &b.name)));
        let mixed = folder.join("urls/mixed-urls.txt");
        let has_real_urls = mixed.exists();
        let mixed = match has_real_urls {
            true => fs::read_to_string(&mixed)
                .map_err(|err| format!("`{}` could not be read: {err}", mixed.display()))?
                .lines()
                .filter_map(|url| Url::parse(url).ok())
                .map(|url| url[Position::BeforePath..Position::AfterQuery].to_owned())
                .collect(),
            false => paths_of_rules(&files),
        };
        Ok(Corpus { folder, files, mixed, has_real_urls })
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
