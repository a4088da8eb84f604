//! Finding `gatepost.toml`: beside each file and in the folders above it, up to the root of the
//! repository. Only the nearest one applies; settings are not merged.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gatepost_lint::Config;
use gatepost_report::parse_settings;

use crate::failure::Failure;
use crate::input;
use crate::render::snippet::Source;

const NAME: &str = "gatepost.toml";
const HELP: &str = "`gatepost lint --help` shows what a gatepost.toml looks like";

/// The settings that apply to each file.
pub(crate) enum Settings {
    /// The same settings for every file.
    Given(Rc<Config>),
    /// The settings found so far, by folder.
    Found(HashMap<PathBuf, Rc<Config>>),
}

impl Settings {
    /// Uses the settings in `file`, or else those nearest to each linted file.
    pub(crate) fn new(file: Option<&Path>) -> Result<Settings, Failure> {
        match file {
            Some(file) => Ok(Settings::Given(Rc::new(read(file)?))),
            None => Ok(Settings::Found(HashMap::new())),
        }
    }

    /// Returns the settings for a robots.txt file; standard input belongs to the current folder.
    pub(crate) fn of(&mut self, robots: &Path) -> Result<Rc<Config>, Failure> {
        let found = match self {
            Settings::Given(config) => return Ok(Rc::clone(config)),
            Settings::Found(found) => found,
        };
        let absolute = std::path::absolute(robots).map_err(|error| {
            Failure::new(format_args!("cannot find {}: {error}", input::name(robots)))
        })?;
        let folder = absolute.parent().unwrap_or(&absolute);
        if let Some(config) = found.get(folder) {
            return Ok(Rc::clone(config));
        }
        let config = Rc::new(match nearest(folder) {
            Some(file) => read(&file)?,
            None => Config::default(),
        });
        found.insert(folder.to_owned(), Rc::clone(&config));
        Ok(config)
    }
}

/// Finds the nearest settings file, from a folder upwards.
fn nearest(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        let file = folder.join(NAME);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

fn read(path: &Path) -> Result<Config, Failure> {
    let bytes = input::read(path)?;
    parse_settings(&bytes).map_err(|error| {
        let shown = relative(path);
        let source = Source::new(&bytes, &shown);
        let what = error.to_string();
        Failure::rendered(&what, source.error(error.span(), &what, Some(HELP)))
    })
}

/// Shortens an absolute path to what the user would write.
fn relative(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}
