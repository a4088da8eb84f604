//! The whole of a simple crawler's robots.txt: ask, and be told.
//!
//! A host is asked for its file when somebody first wants a page of it, and again when what is known
//! counts no more. However many ask at once, one request is made, by a task of its own: whoever stops
//! waiting takes nothing from the others, and an attempt that dies leaves nothing behind that could be
//! taken for an answer.
//!
//! # Algorithm
//!
//! A question about a known host parses no URL, takes one look into a table and one at the rules; it
//! allocates nothing. Memory is bounded by weight: hosts that nobody asks about go first.

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

/// Answers for a crawler: may this page be fetched?
///
/// It is cheap to clone, and all clones are one cache. It fetches in tasks of tokio's, and so has to
/// be asked within a runtime.
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
///     // Fetch it.
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
    /// Attempts that are under way.
    under_way: Mutex<HashMap<CacheKey, watch::Receiver<Option<Arc<Site>>>>>,
    store: Option<Arc<dyn Store>>,
    pacer: Pacer,
}

/// The least memory, and what each part of the table gets. A part takes no site that is heavier than
/// itself, and a file of the read limit weighs less than half of this.
const PART: u64 = 8 * 1024 * 1024;

#[derive(Clone)]
struct Weight;

impl Weighter<CacheKey, Arc<Site>> for Weight {
    fn weight(&self, _: &CacheKey, site: &Arc<Site>) -> u64 {
        // Where a dialect reads more, too little is counted sooner than that the file is fetched for
        // each question.
        site.weight().min(PART / 2)
    }
}

impl RobotsCache {
    /// Creates a cache that asks as this crawler, with everything as the RFC has it.
    ///
    /// # Errors
    ///
    /// This returns an error when the system has no certificates that could be trusted.
    pub fn new(identity: Identity) -> Result<RobotsCache, ClientError> {
        Ok(RobotsCache::builder(Client::builder(identity).build()?).build())
    }

    /// Starts to build a cache on a client.
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

    /// May this crawler fetch this page?
    ///
    /// # Errors
    ///
    /// This returns an error when `page` is no absolute `http` or `https` URL, and for nothing else:
    /// a robots.txt that cannot be had is an answer too.
    pub async fn may_fetch(
        &self,
        page: &str,
        crawler: &ProductToken,
    ) -> Result<Permission, InvalidPage> {
        self.may_fetch_as_any_of(page, std::slice::from_ref(crawler)).await
    }

    /// The same for a crawler that goes by several names: the first that a group names counts.
    ///
    /// # Errors
    ///
    /// As [`RobotsCache::may_fetch`].
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

    /// Waits for the crawler's turn at the host, as far as its `Crawl-delay` asks for, and takes it.
    pub async fn wait_turn(&self, permission: &Permission) {
        let host = host(permission);
        let now = Instant::now().into_std();
        let turn = self.0.pacer.next_turn(host, permission.crawl_delay(), now);
        tokio::time::sleep_until(turn.into()).await;
    }

    /// Lets the host rest, because it answered a request for a page with 429 or 503 and this
    /// `Retry-After`.
    pub fn back_off(&self, permission: &Permission, retry_after: &str) {
        let headers = Headers::from_iter([("Retry-After", retry_after.as_bytes())]);
        if let Some(wait) = freshness::retry_after(&headers, self.0.client.now()) {
            self.0.pacer.back_off(host(permission), wait, Instant::now().into_std());
        }
    }

    /// How many hosts are known in memory.
    pub fn len(&self) -> usize {
        self.0.sites.len()
    }

    /// Whether no host is known in memory.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The host that pages are fetched from, whatever the scheme and port.
fn host(permission: &Permission) -> &str {
    let key = permission.entry().key().as_str();
    let authority = key.split_once("://").map_or(key, |(_, authority)| authority);
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

impl Inner {
    /// What is known of a host after an attempt, this one's or that of somebody who was faster.
    async fn fetch(self: Arc<Inner>, key: CacheKey) -> Arc<Site> {
        // An attempt that died is begun again once.
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

    /// What was found out meanwhile, or else the attempt that is under way, begun if there was none.
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
            // Gone from the table before anybody is told, so that whoever is told and asks again
            // finds the answer in memory and not the attempt.
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
                tracing::warn!(host = %key, %error, "a stored robots.txt cannot be loaded");
                None
            }
        }
    }

    /// Two attempts died. Nobody knows what the host says, and it is kept nowhere.
    fn without_answer(&self, key: CacheKey) -> Arc<Site> {
        let now = self.client.now();
        let (mut state, _) = FetchState::start(key, None, self.policy, now);
        let failure = Failure::new(FailureKind::Internal, "the attempt ended without an answer");
        match state.next(Err(failure), None, now) {
            Action::Done(entry) => Arc::new(self.site(*entry)),
            Action::Request(_) => unreachable!("a failure ends an attempt"),
        }
    }
}

/// An attempt, which leaves the table when it ends, however it does.
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

    /// Keeps what was found for the host that a redirect led to as well, where it was its own
    /// robots.txt: it would be asked for the same address.
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
pub struct RobotsCacheBuilder {
    client: Client,
    policy: FetchPolicy,
    memory: u64,
    store: Option<Arc<dyn Store>>,
    min_delay: Duration,
    max_delay: Duration,
}

impl RobotsCacheBuilder {
    /// On whose policy files are fetched and kept. The RFC's by default.
    pub fn policy(mut self, policy: FetchPolicy) -> RobotsCacheBuilder {
        self.policy = policy;
        self
    }

    /// How many bytes of memory the hosts may take, roughly; at least 8 MiB. 256 MiB by default,
    /// which is some 30,000 hosts.
    pub fn memory(mut self, bytes: u64) -> RobotsCacheBuilder {
        self.memory = bytes.max(PART);
        self
    }

    /// Keeps what is known between runs.
    pub fn store(mut self, store: Arc<dyn Store>) -> RobotsCacheBuilder {
        self.store = Some(store);
        self
    }

    /// How long [`RobotsCache::wait_turn`] waits between two requests to one host: at least, where a site
    /// asks for nothing, and at most, however much it asks for. A second and 5 minutes by default.
    pub fn delays(mut self, min: Duration, max: Duration) -> RobotsCacheBuilder {
        (self.min_delay, self.max_delay) = (min, max);
        self
    }

    /// Builds the cache.
    pub fn build(self) -> RobotsCache {
        let options = OptionsBuilder::new()
            // The number of hosts is only a hint: what bounds memory is the weight.
            .estimated_items_capacity((self.memory / 9_000) as usize)
            .weight_capacity(self.memory)
            // Rounded up to a power of two, which must not make the parts too small.
            .shards((self.memory / (2 * PART)).clamp(1, 64) as usize)
            .build()
            .expect("all that it asks for is set");
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
