//! Facts that the owner states about the site of a file.

/// The host of a site, and crawlers that its owner knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Site {
    host: Option<String>,
    known_crawlers: Vec<String>,
}

impl Site {
    /// Sets the host, with its port if it has one.
    pub(crate) fn set_host(&mut self, host: &str) {
        self.host = Some(host.to_ascii_lowercase());
    }

    /// Adds a crawler name that is missing from the directory and still correct.
    pub(crate) fn add_known_crawler(&mut self, token: &str) {
        self.known_crawlers.push(token.to_owned());
    }

    /// Returns the host, in lower case.
    pub(crate) fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Returns the crawler names that the owner added.
    pub(crate) fn known_crawlers(&self) -> &[String] {
        &self.known_crawlers
    }
}
