//! robots.txt from a live site, and what its fetching came to.

use std::net::Ipv6Addr;
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, Dialect, MayFetch};
use gatepost_fetch::{
    CacheKey, Client, ClientError, Entry, FailureKind, FetchPolicy, Identity, Proxies,
};

use crate::arguments::TimeoutArg;
use crate::failure::{self, Failure};

const REQUEST_TIME: Duration = Duration::from_secs(15);

/// What is known of a site's robots.txt after it was asked for.
pub(crate) struct Live {
    pub(crate) entry: Entry,
    pub(crate) policy: AccessPolicy,
    pub(crate) now: SystemTime,
}

impl Live {
    /// Fetches the robots.txt that speaks for a page.
    pub(crate) fn fetch(
        page: &str,
        dialect: Dialect,
        timeout: TimeoutArg,
    ) -> Result<Live, Failure> {
        let key = CacheKey::of(page).map_err(Failure::new)?;
        let mut policy = FetchPolicy::default();
        policy.dialect = dialect;
        let client = client(timeout.timeout).map_err(Failure::new)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let entry = runtime.block_on(client.fetch(key, None, policy));
        let live = Live { entry, policy: policy.access, now: SystemTime::now() };
        match live.entry.record().failure() {
            // It says nothing about the site.
            Some(failure)
                if matches!(failure.kind(), FailureKind::Proxy | FailureKind::Internal) =>
            {
                Err(Failure::new(format_args!("cannot fetch {}: {failure}", live.url())))
            }
            _ => Ok(live),
        }
    }

    /// Where it was asked for.
    pub(crate) fn url(&self) -> String {
        self.entry.key().robots_txt_url().into()
    }

    /// The file; nothing where there is none, and none where nobody knows.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        match self.entry.may_fetch(self.policy, self.now) {
            MayFetch::Nothing => None,
            _ => Some(self.entry.copy().map_or(&[], |copy| &copy.bytes)),
        }
    }

    pub(crate) fn reason(&self) -> String {
        self.entry.reason(self.policy, self.now).to_string()
    }

    pub(crate) fn ended(&self) -> String {
        let failure = self.entry.record().failure().map(ToString::to_string);
        failure.unwrap_or_else(|| self.reason())
    }

    pub(crate) fn name_is_unknown(&self) -> bool {
        self.entry.record().failure().is_some_and(|failure| failure.kind() == FailureKind::Name)
    }

    /// Says on standard error where the file came from, and what is odd about it.
    pub(crate) fn tell(&self) {
        let record = self.entry.record();
        let by_way = match record.redirects() {
            0 => String::new(),
            _ => format!(" led to {}", record.last_url()),
        };
        failure::note(format_args!("{}{by_way}: {}", self.url(), self.reason()));
        if self.depends_on_who_asks() {
            failure::note(WHO_ASKED);
        }
        for warning in record.warnings() {
            failure::warn(warning);
        }
    }

    /// Whether the site may have answered this way because of who asked.
    pub(crate) fn depends_on_who_asks(&self) -> bool {
        let status = self.entry.record().hops.last().and_then(|hop| hop.status);
        matches!(status, Some(401 | 403 | 406 | 429 | 503))
    }
}

/// A tool that is refused must not say that a crawler is.
pub(crate) const WHO_ASKED: &str =
    "that is what Gatepost was told; a crawler by another name or address may be told otherwise";

fn client(timeout: Duration) -> Result<Client, ClientError> {
    let header =
        concat!("Gatepost/", env!("CARGO_PKG_VERSION"), " (+", env!("CARGO_PKG_REPOSITORY"), ")");
    let identity = Identity::new("Gatepost", header).expect("the header names it");
    Client::builder(identity)
        .total_timeout(timeout)
        .request_timeout(timeout.min(REQUEST_TIME))
        .proxies(Proxies::from_env())
        .build()
}

/// Whether a text could be the name of a host, perhaps with a port, and is not sooner that of a file.
pub(crate) fn is_host(text: &str, file_endings: &[&str]) -> bool {
    let text = text.strip_suffix('/').unwrap_or(text);
    let is_port = |port: &str| port.parse::<u16>().is_ok();
    if let Some((address, port)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let has_port = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
        return address.parse::<Ipv6Addr>().is_ok() && has_port;
    }
    let (host, port) = match text.split_once(':') {
        Some((_, port)) if !is_port(port) => return false,
        Some((host, port)) => (host, Some(port)),
        None => (text, None),
    };
    let is_label = |label: &str| {
        let in_label = |c: char| c.is_alphanumeric() || c == '-';
        !label.is_empty() && label.chars().all(in_label) && !label.starts_with('-')
    };
    let labels: Vec<&str> = host.strip_suffix('.').unwrap_or(host).split('.').collect();
    let last = labels[labels.len() - 1].to_lowercase();
    if !labels.iter().all(|label| is_label(label)) {
        return false;
    }
    match labels.len() {
        1 => last == "localhost" || port.is_some(),
        _ => port.is_some() || !file_endings.contains(&last.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_host;

    #[test]
    fn hosts_and_files() {
        for host in [
            "example.com",
            "www.example.co.uk",
            "example.com/",
            "exämple.com",
            "localhost",
            "localhost:8080",
            "intranet:80",
            "127.0.0.1",
            "127.0.0.1:8000",
            "[::1]",
            "[::1]:80",
            "example.com.",
            "example.md",
        ] {
            assert!(is_host(host, &["txt"]), "{host}");
        }
        for file in [
            "robots.txt",
            "robots",
            "ROBOTS.TXT",
            "a/b.com",
            "./example.com",
            "../a.b",
            ".robots",
            "a b.com",
            "",
            ".",
            "..",
            "C:\\robots.txt",
            "C:",
            "a:b",
            "::1",
            "a..b",
            "-a.b",
            "a_b.c",
        ] {
            assert!(!is_host(file, &["txt"]), "{file}");
        }
    }
}
