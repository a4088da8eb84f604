//! Fetches robots.txt from live sites: redirects, statuses, failures, caching and the read limit of
//! [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309), sections 2.3 to 2.5, as a state machine
//! without I/O, with an HTTP client and a cache on top.
//!
//! ```no_run
//! use gatepost_fetch::{Identity, RobotsCache};
//!
//! # async fn crawl() -> Result<(), Box<dyn std::error::Error>> {
//! let me = Identity::new("ExampleBot", "ExampleBot/1.0 (+https://example.com/bot)")?;
//! let robots = RobotsCache::new(me.clone())?;
//! let permission = robots.may_fetch("https://example.com/shop?page=2", me.token()).await?;
//! if permission.is_allowed() {
//!     robots.wait_turn(&permission).await; // Crawl-delay, if the site asks for one
//!     // Fetch the page.
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A missing or unreachable file is an answer, not an error: [`Permission::may_fetch`] says which,
//! and [`Permission::entry`] shows how it came about, hop by hop.
//!
//! | to | use |
//! | --- | --- |
//! | ask before each page of a crawl | [`RobotsCache`] |
//! | fetch one file and see every detail | [`Client`] |
//! | show how a fetch went | [`FetchReport`] |
//! | bring your own HTTP client | [`FetchState`] |
//! | use a response from an archive | [`Entry::from_response`] |
//! | decide as Google, Common Crawl or Amazon do | [`FetchPolicy`], with a [`gatepost::AccessPolicy`] |
//! | resume a crawl without fetching again | `DiskStore`, or your own [`Store`] |
//! | fetch on behalf of strangers | [`AddressGuard`] |
//! | pace requests | [`RobotsCache::wait_turn`], or [`Pacer`] |
//!
//! # Features
//!
//! - `client` (default): [`Client`] and [`RobotsCache`], on hyper, rustls and tokio. Without this
//!   feature the crate does no I/O and reads no clock.
//! - `disk`: `DiskStore`, on redb. It is off by default because it adds a third to the build time,
//!   and most programs ask about a site once.
//!
//! - `schema`: a JSON Schema for [`FetchReport`].
//!
//! # Metrics
//!
//! Each attempt emits a `tracing` event at level `debug` with the host, the result, and the fields
//! `monotonic_counter.gatepost_fetches`, `monotonic_counter.gatepost_requests` and
//! `histogram.gatepost_fetch_seconds`, which metrics layers turn into metrics. A store that fails
//! emits a warning.

mod cache_key;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod connect;
#[cfg(feature = "client")]
mod content_coding;
#[cfg(feature = "disk")]
mod disk_store;
mod entry;
mod failure;
mod fetch_report;
mod fetch_state;
mod freshness;
mod guard;
mod headers;
#[cfg(feature = "client")]
mod host_limits;
mod identity;
mod pacing;
#[cfg(feature = "client")]
mod proxy;
mod record;
mod redirect;
#[cfg(feature = "client")]
mod resolve;
#[cfg(feature = "client")]
mod robots_cache;
#[cfg(feature = "client")]
mod site;
mod site_url;
#[cfg(feature = "client")]
mod store;
mod unix_time;

pub use cache_key::{CacheKey, InvalidPage};
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ClientError};
#[cfg(feature = "disk")]
pub use disk_store::DiskStore;
pub use entry::{Entry, FetchReason, GoodCopy};
pub use failure::{Failure, FailureKind};
pub use fetch_report::{FetchReport, FileSize, OperatorReason};
pub use fetch_state::{Action, FetchPolicy, FetchState, Request, Response};
pub use freshness::Ttl;
pub use guard::{AddressGuard, RefusedAddress};
pub use headers::Headers;
pub use identity::{Identity, InvalidIdentity};
pub use pacing::Pacer;
#[cfg(feature = "client")]
pub use proxy::Proxies;
pub use record::{AttemptOutcome, FetchRecord, FetchWarning, Hop};
#[cfg(feature = "client")]
pub use resolve::{Addresses, Resolve};
#[cfg(feature = "client")]
pub use robots_cache::{RobotsCache, RobotsCacheBuilder};
#[cfg(feature = "client")]
pub use site::Permission;
pub use site_url::SiteUrl;
#[cfg(feature = "client")]
pub use store::Store;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
