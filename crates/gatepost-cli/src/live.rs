//! robots.txt from a live site.

use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, Dialect, MayFetch};
use gatepost_fetch::{
    Client, ClientError, Entry, FailureKind, FetchPolicy, FetchReport, Identity, Proxies, SiteUrl,
};

use gatepost_report::FileAccess;

use crate::arguments::TimeoutArg;
use crate::failure::{self, Failure};

const REQUEST_TIME: Duration = Duration::from_secs(15);

/// A site's robots.txt after it was fetched.
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
            // The failure says nothing about the site.
            Some(failure)
                if matches!(failure.kind(), FailureKind::Proxy | FailureKind::Internal) =>
            {
                Err(Failure::new(format_args!("cannot fetch {}: {failure}", live.url())))
            }
            _ => Ok(live),
        }
    }

    /// Returns the URL of the robots.txt.
    pub(crate) fn url(&self) -> String {
        self.entry.key().robots_txt_url().into()
    }

    /// Returns the file: empty if the site has none, and `None` if it is unreachable.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        match self.entry.may_fetch(self.policy, self.now) {
            MayFetch::Nothing => None,
            _ => Some(self.entry.copy().map_or(&[], |copy| &copy.bytes)),
        }
    }

    /// What the outcome means for crawlers of a policy.
    pub(crate) fn access_of(&self, policy: AccessPolicy) -> FileAccess {
        let why = || self.entry.reason(policy, self.now).to_string();
        match self.entry.may_fetch(policy, self.now) {
            MayFetch::Nothing => FileAccess::Nothing(why()),
            MayFetch::Everything => FileAccess::Everything(why()),
            _ => FileAccess::Rules,
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

    /// Returns whether the site may answer over http: connecting to it failed.
    pub(crate) fn could_be_http(&self) -> bool {
        self.entry.record().failure().is_some_and(|failure| {
            matches!(failure.kind(), FailureKind::Tls | FailureKind::Connection)
        })
    }

    pub(crate) fn report(&self) -> FetchReport {
        FetchReport::new(&self.entry, self.policy, NAME, self.now)
    }

    /// Says on standard error where the file comes from, and what is unusual about it.
    pub(crate) fn tell(&self) {
        let record = self.entry.record();
        let redirected = match record.redirects() {
            0 => String::new(),
            _ => format!(" redirects to {}", record.last_url()),
        };
        failure::note(format_args!("{}{redirected}: {}", self.url(), self.reason()));
        for note in self.report().notes {
            failure::warn(note);
        }
    }
}

/// The name that Gatepost fetches with. It does not pretend to be a crawler, so a server may refuse
/// Gatepost but accept the crawler.
const NAME: &str = "Gatepost";

fn client(timeout: Duration) -> Result<Client, ClientError> {
    let header =
        concat!("Gatepost/", env!("CARGO_PKG_VERSION"), " (+", env!("CARGO_PKG_REPOSITORY"), ")");
    let identity = Identity::new(NAME, header).expect("the header names it");
    Client::builder(identity)
        .total_timeout(timeout)
        .request_timeout(timeout.min(REQUEST_TIME))
        .proxies(Proxies::from_env())
        .build()
}
