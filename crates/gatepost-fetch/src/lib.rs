//! robots.txt from live sites: [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309) sections 2.3 to 2.5.
#![warn(missing_docs)]

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
#[cfg(feature = "client")]
mod store;
mod unix_time;

pub use cache_key::{CacheKey, InvalidPage};
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ClientError};
#[cfg(feature = "disk")]
pub use disk_store::DiskStore;
pub use entry::{Entry, GoodCopy, Reason};
pub use failure::{Failure, FailureKind};
pub use fetch_state::{Action, Answer, FetchState, Outcome, Request, Terms};
pub use freshness::Lifetimes;
pub use guard::{AddressGuard, RefusedAddress};
pub use headers::Headers;
pub use identity::{Identity, InvalidIdentity};
pub use pacing::Pacer;
#[cfg(feature = "client")]
pub use proxy::Proxies;
pub use record::{Ending, Hop, Oddity, Record};
#[cfg(feature = "client")]
pub use resolve::{Addresses, Resolve};
#[cfg(feature = "client")]
pub use robots_cache::{RobotsCache, RobotsCacheBuilder};
#[cfg(feature = "client")]
pub use site::Permission;
#[cfg(feature = "client")]
pub use store::Store;
