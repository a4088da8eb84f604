//! Resolving host names.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The future that [`Resolve::resolve`] returns.
pub type Addresses<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Resolves host names. A large crawl may use a resolver of its own instead of the system's.
///
/// # Example
///
/// ```
/// use gatepost_fetch::{Addresses, Resolve};
///
/// struct Fixed;
///
/// impl Resolve for Fixed {
///     fn resolve<'a>(&'a self, _: &'a str) -> Addresses<'a> {
///         Box::pin(async { Ok(vec!["127.0.0.1".parse().expect("an address")]) })
///     }
/// }
/// ```
pub trait Resolve: Send + Sync + 'static {
    /// Returns the addresses of a host, in the order in which they should be tried.
    ///
    /// # Errors
    ///
    /// The future returns an error when the name cannot be resolved.
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a>;
}

/// Resolves with the system's resolver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
