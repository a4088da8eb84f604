//! Generated files: written where they differ, or only compared.

use std::collections::BTreeMap;
use std::fs;

use runner::workspace;

/// Files that a command generates.
pub(crate) struct Generated<'a> {
    /// The command, as it is called: `docs`.
    pub(crate) command: &'a str,
    /// The folder below the workspace that their names are relative to.
    pub(crate) folder: &'a str,
    /// A folder below it in which nothing else may be, with its `/`; empty for `folder` itself.
    pub(crate) owned: &'a str,
    /// The files in `owned` that are written by hand.
    pub(crate) by_hand: &'a [&'a str],
    /// What is wrong with a file that is none of these.
    pub(crate) stranger: &'a str,
    /// The files, by name.
    pub(crate) files: BTreeMap<String, String>,
}

impl Generated<'_> {
    /// Returns what is not current; where this is no check, writes it and returns nothing.
    pub(crate) fn update(&self, is_check: bool) -> Result<Vec<String>, String> {
        let Generated { command, folder, owned, .. } = self;
        let root = workspace::root().join(folder);
        let failed = |name: &str, err| format!("`{folder}/{name}`: {err}");
        let mut wrong = Vec::new();
        fs::create_dir_all(root.join(owned)).map_err(|err| failed(owned, err))?;
        for entry in fs::read_dir(root.join(owned)).map_err(|err| failed(owned, err))? {
            let name = entry.map_err(|err| failed(owned, err))?.file_name();
            let name = format!("{owned}{}", name.to_string_lossy());
            if !self.files.contains_key(&name) && !self.by_hand.contains(&&*name) {
                wrong.push(format!("{folder}/{name}: {}", self.stranger));
                if !is_check {
                    fs::remove_file(root.join(&name)).map_err(|err| failed(&name, err))?;
                }
            }
        }
        for (name, text) in &self.files {
            let path = root.join(name);
            if fs::read_to_string(&path).is_ok_and(|written| written == *text) {
                continue;
            }
            wrong.push(format!("{folder}/{name} is out of date: run `cargo xtask {command}`"));
            if !is_check {
                fs::write(&path, text).map_err(|err| failed(name, err))?;
            }
        }
        if !is_check {
            println!("{command}: {} files written", wrong.len());
            wrong.clear();
        }
        Ok(wrong)
    }
}
