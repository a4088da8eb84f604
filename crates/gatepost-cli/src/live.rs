//! robots.txt from a live site, and what its fetching came to.

use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, Dialect, MayFetch};
use gatepost_fetch::{
    Client, ClientError, Entry, FailureKind, FetchPolicy, Identity, Proxies, SiteUrl,
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
    /// Fetches the robots.txt of a site.
    pub(crate) fn fetch(
        site: &SiteUrl,
        dialect: Dialect,
        timeout: TimeoutArg,
    ) -> Result<Live, Failure> {
        let mut policy = FetchPolicy::default();
        policy.dialect = dialect;
        let client = client(timeout.timeout).map_err(Failure::new)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let entry = runtime.block_on(client.fetch(site.key().clone(), None, policy));
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
