//! A shared cache that answers, per host, whether a page may be fetched.
//!
//! A host's file is fetched when a page of it is first asked about, and again when the cached entry
//! is stale. However many callers ask at once, one request is made, in a task of its own: a caller
//! that stops waiting does not affect the others, and an attempt that dies leaves nothing behind
//! that could be mistaken for an answer.
//!
//! # Algorithm
//!
//! A question about a known host parses no URL, makes one lookup in a table and asks one rule set;
//! it allocates nothing. Memory is bounded by weight: hosts that have not been asked about are
//! evicted first.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gatepost::ProductToken;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use tokio::sync::watch;
use tokio::time::Instant;
use url::Url;

use crate::cache_key::{CacheKey, InvalidPage, Page};
use crate::client::{Client, ClientError};
use crate::entry::Entry;
use crate::failure::{Failure, FailureKind};
use crate::fetch_state::{Action, FetchPolicy, FetchState};
use crate::freshness;
use crate::headers::Headers;
use crate::identity::Identity;
use crate::pacing::Pacer;
use crate::site::{Permission, Site};
use crate::store::Store;

/// Answers whether a crawler may fetch a page, fetching and caching robots.txt as needed.
///
/// A clone is cheap and shares the cache. Fetching uses tokio tasks, so the cache must be used
/// within a tokio runtime.
///
/// # Example
///
/// ```no_run
/// use gatepost_fetch::{Identity, RobotsCache};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let identity = Identity::new("ExampleBot", "ExampleBot/1.0 (+https://example.com/bot)")?;
/// let robots = RobotsCache::new(identity.clone())?;
///
/// let permission = robots.may_fetch("https://example.com/shop?page=2", identity.token()).await?;
/// if permission.is_allowed() {
///     robots.wait_turn(&permission).await; // Waits as long as the site's Crawl-delay asks for.
///     // Fetch the page.
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RobotsCache(Arc<Inner>);

struct Inner {
    client: Client,
    policy: FetchPolicy,
    sites: Cache<CacheKey, Arc<Site>, Weight>,
    /// Attempts in flight.
    under_way: Mutex<HashMap<CacheKey, watch::Receiver<Option<Arc<Site>>>>>,
    store: Option<Arc<dyn Store>>,
    pacer: Pacer,
}

/// The minimum memory, and the memory of each shard. A shard holds no site heavier than itself, and
/// a file of the read limit weighs less than half of this.
const PART: u64 = 8 * 1024 * 1024;

#[derive(Clone)]
struct Weight;

impl Weighter<CacheKey, Arc<Site>> for Weight {
    fn weight(&self, _: &CacheKey, site: &Arc<Site>) -> u64 {
        // If a dialect reads more than the limit, the weight is understated; otherwise the file
        // would not fit and would be fetched for every question.
        site.weight().min(PART / 2)
    }
}

impl RobotsCache {
    /// Creates a cache that fetches as this crawler, with every setting as in RFC 9309.
    ///
    /// # Errors
    ///
    /// This returns an error when the system has no certificates to trust.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Identity, RobotsCache};
    ///
    /// let robots = RobotsCache::new(Identity::new("ExampleBot", "ExampleBot/1.0")?)?;
    /// assert!(robots.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(identity: Identity) -> Result<RobotsCache, ClientError> {
        Ok(RobotsCache::builder(Client::builder(identity).build()?).build())
    }

    /// Builds the cache.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity, RobotsCache};
    ///
    /// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
    /// assert!(RobotsCache::builder(client).build().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(client: Client) -> RobotsCacheBuilder {
        RobotsCacheBuilder {
            client,
            policy: FetchPolicy::default(),
            memory: 256 * 1024 * 1024,
            store: None,
            min_delay: Duration::from_secs(1),
            max_delay: Duration::from_secs(5 * 60),
        }
    }

    /// Answers whether this crawler may fetch this page.
    ///
    /// # Errors
    ///
    /// This returns an error only when `page` is not an absolute `http` or `https` URL: a
    /// robots.txt that cannot be fetched is an answer too.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # async fn example(robots: gatepost_fetch::RobotsCache) -> Result<(), Box<dyn std::error::Error>> {
    /// let crawler = gatepost::ProductToken::new("ExampleBot")?;
    /// let permission = robots.may_fetch("https://example.com/a", &crawler).await?;
    /// println!("{}", permission.is_allowed());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn may_fetch(
        &self,
        page: &str,
        crawler: &ProductToken,
    ) -> Result<Permission, InvalidPage> {
        self.may_fetch_as_any_of(page, std::slice::from_ref(crawler)).await
    }

    /// Answers for a crawler with several names: the first name that a group contains decides.
    ///
    /// # Errors
    ///
    /// This returns an error only when `page` is not an absolute `http` or `https` URL.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # async fn example(robots: gatepost_fetch::RobotsCache) -> Result<(), Box<dyn std::error::Error>> {
    /// use gatepost::ProductToken;
    ///
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// let permission = robots.may_fetch_as_any_of("https://example.com/a.png", &names).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn may_fetch_as_any_of(
        &self,
        page: &str,
        names: &[ProductToken],
    ) -> Result<Permission, InvalidPage> {
        let page = Page::new(page)?;
        let now = self.0.client.now();
        let site = self.0.sites.get(&*page.key).filter(|site| site.is_fresh(now));
        let site = match site {
            Some(site) => site,
            None => self.0.clone().fetch(CacheKey::of(&page.key)?).await,
        };
        Ok(Permission::of(site, names, &page.path(), self.0.policy.access, now))
    }

    /// Waits until the crawler may send its next request to the host, and reserves that turn.
    ///
    /// The wait is what `Crawl-delay` asks for, within the bounds of
    /// [`RobotsCacheBuilder::delays`].
    ///
    /// # Example
    ///
    /// ```no_run
    /// # async fn example(robots: gatepost_fetch::RobotsCache, permission: gatepost_fetch::Permission) {
    /// robots.wait_turn(&permission).await;
    /// // Fetch the page now.
    /// # }
    /// ```
    pub async fn wait_turn(&self, permission: &Permission) {
        let host = host(permission);
        let now = Instant::now().into_std();
        let turn = self.0.pacer.next_turn(host, permission.crawl_delay(), now);
        tokio::time::sleep_until(turn.into()).await;
    }

    /// Pauses requests to the host, after it answered a page request with 429 or 503 and this
    /// `Retry-After`.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(robots: gatepost_fetch::RobotsCache, permission: gatepost_fetch::Permission) {
    /// robots.back_off(&permission, "120");
    /// # }
    /// ```
    pub fn back_off(&self, permission: &Permission, retry_after: &str) {
        let headers = Headers::from_iter([("Retry-After", retry_after.as_bytes())]);
        if let Some(wait) = freshness::retry_after(&headers, self.0.client.now()) {
            self.0.pacer.back_off(host(permission), wait, Instant::now().into_std());
        }
    }

    /// Returns the number of hosts in memory.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Identity, RobotsCache};
    ///
    /// let robots = RobotsCache::new(Identity::new("ExampleBot", "ExampleBot/1.0")?)?;
    /// assert_eq!(robots.len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.sites.len()
    }

    /// Returns whether no host is in memory.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Identity, RobotsCache};
    ///
    /// assert!(RobotsCache::new(Identity::new("ExampleBot", "ExampleBot/1.0")?)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the host that pages are fetched from, without scheme and port.
fn host(permission: &Permission) -> &str {
    let key = permission.entry().key().as_str();
    let authority = key.split_once("://").map_or(key, |(_, authority)| authority);
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

impl Inner {
    /// Returns the site after an attempt: this one's, or one that finished first.
    async fn fetch(self: Arc<Inner>, key: CacheKey) -> Arc<Site> {
        // An attempt that died is retried once.
        for _ in 0..2 {
            let mut result = match self.join(&key) {
                Ok(site) => return site,
                Err(result) => result,
            };
            let site = result.wait_for(Option::is_some).await.map(|site| (*site).clone());
            if let Ok(Some(site)) = site {
                return site;
            }
        }
        self.without_answer(key)
    }

    /// Returns the site if another attempt has finished meanwhile; otherwise joins the attempt in
    /// flight, and starts one if there is none.
    fn join(
        self: &Arc<Inner>,
        key: &CacheKey,
    ) -> Result<Arc<Site>, watch::Receiver<Option<Arc<Site>>>> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match under_way.entry(key.clone()) {
            Slot::Occupied(running) => return Err(running.get().clone()),
            Slot::Vacant(slot) => slot,
        };
        let now = self.client.now();
        if let Some(site) = self.sites.get(key).filter(|site| site.is_fresh(now)) {
            return Ok(site);
        }
        let (send, receive) = watch::channel(None);
        slot.insert(receive.clone());
        // A runtime that is shutting down drops the task at once, and that takes the lock.
        drop(under_way);
        let attempt = Attempt { inner: self.clone(), key: key.clone() };
        tokio::spawn(async move {
            let site = attempt.run().await;
            // Removed from the table before waiters are notified, so that a waiter that asks again
            // finds the entry in memory and not the attempt.
            drop(attempt);
            send.send_replace(Some(site));
        });
        Err(receive)
    }

    fn site(&self, entry: Entry) -> Site {
        Site::new(entry, self.policy.dialect, self.policy.access)
    }

    async fn load(&self, key: &CacheKey) -> Option<Arc<Site>> {
        let store = self.store.clone()?;
        let wanted = key.clone();
        let loaded = tokio::task::spawn_blocking(move || store.load(&wanted)).await;
        match loaded.unwrap_or_else(|error| Err(std::io::Error::other(error))) {
            Ok(entry) => Some(Arc::new(self.site(entry?))),
            Err(error) => {
                tracing::warn!(host = %key, %error, "a stored robots.txt could not be loaded");
                None
            }
        }
    }

    /// Returns an entry for an unreachable file, after two attempts died. It is not cached.
    fn without_answer(&self, key: CacheKey) -> Arc<Site> {
        let now = self.client.now();
        let (mut state, _) = FetchState::start(key, None, self.policy, now);
        let failure = Failure::new(FailureKind::Internal, "the attempt ended without a response");
        match state.next(Err(failure), None, now) {
            Action::Done(entry) => Arc::new(self.site(*entry)),
            Action::Request(_) => unreachable!("a failure ends an attempt"),
        }
    }
}

/// An attempt in flight, which removes itself from the table however it ends.
struct Attempt {
    inner: Arc<Inner>,
    key: CacheKey,
}

impl Attempt {
    async fn run(&self) -> Arc<Site> {
        let Attempt { inner, key } = self;
        let known = match inner.sites.get(key) {
            Some(site) => Some(site),
            None => inner.load(key).await,
        };
        if let Some(site) = known.as_ref().filter(|site| site.is_fresh(inner.client.now())) {
            inner.sites.insert(key.clone(), site.clone());
            return site.clone();
        }
        let known = known.map(|site| site.entry.clone());
        let entry = inner.client.fetch(key.clone(), known, inner.policy).await;
        let site = Arc::new(inner.site(entry));
        inner.sites.insert(key.clone(), site.clone());
        if let Some(store) = &inner.store {
            store.save(site.entry.clone());
        }
        self.share(&site);
        site
    }

    /// Caches the result for the host that a redirect led to as well, if the target was that host's
    /// own robots.txt: it would request the same URL.
    fn share(&self, site: &Site) {
        let Ok(url) = Url::parse(site.entry.record().last_url()) else { return };
        let Some(entry) = CacheKey::of_url(&url).ok().and_then(|key| site.entry.for_target(key))
        else {
            return;
        };
        let Inner { sites, client, .. } = &*self.inner;
        let known = sites.get(entry.key()).is_some_and(|site| site.is_fresh(client.now()));
        if !known {
            let site = Arc::new(self.inner.site(entry));
            sites.insert(site.entry.key().clone(), site.clone());
            if let Some(store) = &self.inner.store {
                store.save(site.entry.clone());
            }
        }
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut under_way = self.inner.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.remove(&self.key);
    }
}

/// Builds a [`RobotsCache`].
///
/// # Example
///
/// ```
/// use std::time::Duration;
/// use gatepost_fetch::{Client, Identity, RobotsCache};
///
/// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
/// let robots = RobotsCache::builder(client)
///     .delays(Duration::from_secs(2), Duration::from_secs(60))
///     .build();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a builder does nothing until it is built"]
pub struct RobotsCacheBuilder {
    client: Client,
    policy: FetchPolicy,
    memory: u64,
    store: Option<Arc<dyn Store>>,
    min_delay: Duration,
    max_delay: Duration,
}

impl RobotsCacheBuilder {
    /// Sets how files are fetched, parsed and cached (default as in RFC 9309).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::AccessPolicy;
    /// use gatepost_fetch::{Client, Identity, RobotsCache, FetchPolicy};
    ///
    /// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
    /// let mut policy = FetchPolicy::default();
    /// policy.access = AccessPolicy::GOOGLE;
    /// let robots = RobotsCache::builder(client).policy(policy).build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn policy(mut self, policy: FetchPolicy) -> RobotsCacheBuilder {
        self.policy = policy;
        self
    }

    /// Sets the memory for all hosts in bytes, approximately (default 256 MiB, at least 8 MiB).
    ///
    /// The default holds about 30,000 hosts.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity, RobotsCache};
    ///
    /// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
    /// let robots = RobotsCache::builder(client).memory(64 * 1024 * 1024).build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory(mut self, bytes: u64) -> RobotsCacheBuilder {
        self.memory = bytes.max(PART);
        self
    }

    /// Keeps entries between runs in this store.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # async fn example(client: gatepost_fetch::Client, store: std::sync::Arc<dyn gatepost_fetch::Store>) {
    /// let robots = gatepost_fetch::RobotsCache::builder(client).store(store).build();
    /// # }
    /// ```
    pub fn store(mut self, store: Arc<dyn Store>) -> RobotsCacheBuilder {
        self.store = Some(store);
        self
    }

    /// Sets the bounds of the wait between two requests to one host (default 1 second to 5
    /// minutes).
    ///
    /// [`RobotsCache::wait_turn`] waits `min` if a site asks for nothing, and `max` if it asks for
    /// more.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::Duration;
    /// use gatepost_fetch::{Client, Identity, RobotsCache};
    ///
    /// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
    /// let robots = RobotsCache::builder(client)
    ///     .delays(Duration::from_secs(2), Duration::from_secs(60))
    ///     .build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delays(mut self, min: Duration, max: Duration) -> RobotsCacheBuilder {
        (self.min_delay, self.max_delay) = (min, max);
        self
    }

    /// Builds the cache.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "all required options are set")]
    pub fn build(self) -> RobotsCache {
        let options = OptionsBuilder::new()
            // The number of hosts is a hint: memory is bounded by the weight.
            .estimated_items_capacity((self.memory / 9_000) as usize)
            .weight_capacity(self.memory)
            // Rounded up to a power of two, which must not make the shards too small.
            .shards((self.memory / (2 * PART)).clamp(1, 64) as usize)
            .build()
            .expect("all required options are set");
        RobotsCache(Arc::new(Inner {
            client: self.client,
            policy: self.policy,
            sites: Cache::with_options(
                options,
                Weight,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            ),
            under_way: Mutex::default(),
            store: self.store,
            pacer: Pacer::new(self.min_delay, self.max_delay),
        }))
    }
}

impl fmt::Debug for RobotsCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RobotsCache").field("hosts", &self.len()).finish_non_exhaustive()
    }
}
