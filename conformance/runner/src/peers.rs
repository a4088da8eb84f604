//! Lists the implementations, one entry each.
//!
//! A new one needs an entry, a driver in `drivers/` (the bench drives crates), and, to be asked the
//! cases of `rfc9309/`, a file `conformance/peers/<name>.toml` with its differences.

use gatepost::Dialect;

/// An implementation: where it is from, and how it is asked.
#[derive(Debug)]
pub struct Peer {
    /// Its name, also that of its file in `conformance/peers/`.
    pub name: &'static str,
    /// What is installed, and what answers for it.
    pub package: Package,
    /// The dialect that describes it: it has to confirm every case of the dialect's folder.
    pub dialect: Option<Dialect>,
    /// Whether it is asked those cases as they are written, because it accepts any text. Every
    /// other question has an absolute URL and the name of a crawler.
    pub accepts_any_text: bool,
}

/// A package in a pinned version, and its driver.
#[derive(Clone, Copy, Debug)]
pub enum Package {
    /// A package of PyPI.
    PyPi {
        /// Its name.
        name: &'static str,
        /// Its version.
        version: &'static str,
        /// A file in `drivers/`.
        driver: &'static str,
    },
    /// A package of npm.
    Npm {
        /// Its name.
        name: &'static str,
        /// Its version.
        version: &'static str,
        /// A file in `drivers/`.
        driver: &'static str,
    },
    /// A crate of the peer's name. The bench is its driver.
    Crate {
        /// Its version, which `bench/Cargo.toml` pins too.
        version: &'static str,
    },
    /// A module of whichever Python the machine has.
    Python {
        /// The minor versions of Python whose module it is.
        versions: &'static [&'static str],
        /// A file in `drivers/`.
        driver: &'static str,
    },
}

/// Every implementation.
pub const PEERS: &[Peer] = &[
    // The C++ that Google published, with a thin layer of Python.
    Peer {
        name: "google-robotstxt",
        package: Package::PyPi {
            name: "jwm-robotstxt",
            version: "1.0.8",
            driver: "google_robotstxt.py",
        },
        dialect: Some(Dialect::GOOGLE),
        accepts_any_text: true,
    },
    // The parser of Scrapy.
    Peer {
        name: "protego",
        package: Package::PyPi { name: "protego", version: "0.7.0", driver: "scrapy_protego.py" },
        dialect: Some(Dialect::PROTEGO),
        accepts_any_text: false,
    },
    // urllib.robotparser, as it was until May 2026.
    Peer {
        name: "python-urllib-3.11",
        package: Package::Python {
            versions: &["3.9", "3.10", "3.11", "3.12", "3.13"],
            driver: "urllib_robotparser.py",
        },
        dialect: Some(Dialect::PYTHON_3_11),
        accepts_any_text: false,
    },
    // The newest urllib.robotparser in a registry: that of the CPython that Pyodide compiled to
    // WebAssembly.
    Peer {
        name: "python-urllib",
        package: Package::Npm {
            name: "pyodide",
            version: "315.0.0-alpha.2",
            driver: "pyodide.mjs",
        },
        dialect: Some(Dialect::PYTHON),
        accepts_any_text: false,
    },
    Peer {
        name: "robots-parser",
        package: Package::Npm {
            name: "robots-parser",
            version: "3.0.1",
            driver: "robots_parser.mjs",
        },
        dialect: Some(Dialect::ROBOTS_PARSER),
        accepts_any_text: false,
    },
    rust("texting_robots", "0.2.2", Some(Dialect::TEXTING_ROBOTS)),
    rust("robotxt", "0.7.0", Some(Dialect::ROBOTXT)),
    rust("cylon", "0.3.3", None),
    // The bench makes it the parser of `https://site.example`, and it answers for no other site.
    rust("robotparser", "0.11.0", None),
    // A port of Google's parser of 2019.
    rust("robotstxt", "0.3.0", None),
];

const fn rust(name: &'static str, version: &'static str, dialect: Option<Dialect>) -> Peer {
    Peer { name, package: Package::Crate { version }, dialect, accepts_any_text: false }
}

impl Peer {
    /// Returns `true` if a driver that reported this version has the implementation that was
    /// meant: only the machine's Python may be another one.
    pub fn is_meant(&self, version: &str) -> bool {
        match self.package {
            Package::Python { versions, .. } => versions.contains(&version),
            _ => true,
        }
    }
}

/// Finds an implementation by its name.
///
/// # Errors
///
/// This returns an error when none has this name.
pub fn peer(name: &str) -> Result<&'static Peer, String> {
    let found = PEERS.iter().find(|peer| peer.name == name);
    found.ok_or_else(|| format!("`{name}` is not in conformance/runner/src/peers.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn the_bench_pins_the_same_versions() {
        let manifest = std::fs::read_to_string(workspace::root().join("bench/Cargo.toml")).unwrap();
        let manifest: toml::Table = toml::from_str(&manifest).unwrap();
        for peer in PEERS {
            if let Package::Crate { version } = peer.package {
                let pinned = manifest["dependencies"][peer.name]["version"].as_str();
                assert_eq!(pinned, Some(&*format!("={version}")), "{}", peer.name);
            }
        }
    }
}
