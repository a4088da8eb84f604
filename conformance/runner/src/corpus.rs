//! Reads real robots.txt files, and URLs of their sites.
//!
//! The corpus is the first of these folders that exists:
//!
//! 1. the folder that `GATEPOST_CORPUS` names;
//! 2. `../shared/corpus` beside the workspace;
//! 3. `target/corpus`: the registry corpus, which is downloaded if it is missing. It has the
//!    4,231 files that the tests of Protego use, from its source archive on PyPI.
//!
//! A corpus folder holds `robots/` and, optionally, `urls/site-links.tsv` with the columns
//! `robots_file`, `host` and `path`. Any other folder is read as one file per site, without URLs.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{programs, workspace};

const REGISTRY_CORPUS: &str = "protego-0.7.0";

/// The files, sorted by name.
#[derive(Debug)]
pub struct Corpus {
    /// The folder that they are in.
    pub folder: PathBuf,
    /// The files.
    pub files: Vec<File>,
}

/// One robots.txt file.
#[derive(Debug)]
pub struct File {
    /// The path of the file within the corpus.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Real URLs of the file's site.
    pub urls: Vec<String>,
}

impl Corpus {
    /// Reads the corpus, and downloads one if there is none.
    ///
    /// # Errors
    ///
    /// This returns an error when the corpus cannot be read or downloaded.
    pub fn find() -> Result<Corpus, String> {
        if let Some(folder) = std::env::var_os("GATEPOST_CORPUS") {
            return Corpus::read(Path::new(&folder));
        }
        let beside = workspace::root().join("../shared/corpus");
        if let Ok(folder) = beside.canonicalize() {
            return Corpus::read(&folder);
        }
        Corpus::registry()
    }

    /// Reads the registry corpus, and downloads it if it is missing.
    ///
    /// # Errors
    ///
    /// This returns an error when the corpus cannot be read or downloaded.
    pub fn registry() -> Result<Corpus, String> {
        Corpus::read(&download()?)
    }

    fn read(folder: &Path) -> Result<Corpus, String> {
        let mut urls = site_links(&folder.join("urls/site-links.tsv"))?;
        let robots = folder.join("robots");
        let mut paths = Vec::new();
        collect(if robots.is_dir() { &robots } else { folder }, &mut paths)?;
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let bytes = fs::read(&path).map_err(unreadable(&path))?;
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
            let name = name.replace(std::path::MAIN_SEPARATOR, "/");
            let urls = urls.remove(&name).unwrap_or_default();
            files.push(File { name, bytes, urls });
        }
        if files.is_empty() {
            return Err(format!("no robots.txt files in `{}`", folder.display()));
        }
        Ok(Corpus { folder: folder.to_owned(), files })
    }
}

/// Collects all files below a folder, except the tables that describe them.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_none_or(|extension| extension != "tsv") {
            paths.push(path);
        }
    }
    Ok(())
}

/// Reads the URLs of each file's site.
fn site_links(table: &Path) -> Result<HashMap<String, Vec<String>>, String> {
    let mut urls: HashMap<String, Vec<String>> = HashMap::new();
    if !table.exists() {
        return Ok(urls);
    }
    let text = fs::read_to_string(table).map_err(unreadable(table))?;
    for (number, line) in text.lines().enumerate().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[file, host, path] = columns.as_slice() else {
            return Err(format!("{}:{}: expected three columns", table.display(), number + 1));
        };
        urls.entry(file.to_owned()).or_default().push(format!("https://{host}{path}"));
    }
    Ok(urls)
}

/// Downloads the registry corpus to `target/corpus` unless it is there, and returns its folder.
fn download() -> Result<PathBuf, String> {
    let target = workspace::target().join("corpus");
    let files = target.join(REGISTRY_CORPUS).join("tests/test_data");
    if files.is_dir() {
        return Ok(files);
    }
    eprintln!("downloading the registry corpus to {}", target.display());
    fs::create_dir_all(&target).map_err(unreadable(&target))?;
    let requirement = REGISTRY_CORPUS.replace('-', "==");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--no-binary", ":all:", "--no-deps", &requirement, "--dest"]).arg(&target);
    programs::run(&mut pip, "Python 3 with pip")?;
    // Unpacked in another folder first, so that an interrupted run does not leave half a corpus.
    let archive = target.join(format!("{REGISTRY_CORPUS}.tar.gz"));
    let unpacking = target.join("unpacking");
    fs::create_dir_all(&unpacking).map_err(unreadable(&unpacking))?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(&archive).arg("-C").arg(&unpacking);
    programs::run(&mut tar, "tar")?;
    let unpacked = unpacking.join(REGISTRY_CORPUS);
    fs::rename(&unpacked, target.join(REGISTRY_CORPUS)).map_err(unreadable(&unpacked))?;
    if files.is_dir() {
        return Ok(files);
    }
    Err(format!("`{}` does not contain tests/test_data", archive.display()))
}

fn unreadable(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |err| format!("`{}` could not be read: {err}", path.display())
}
