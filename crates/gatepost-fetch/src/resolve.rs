//! From a host's name to its addresses.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// What a [`Resolve`] gives back.
pub type Addresses<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Looks names up. The system does by default; a large crawl may want a resolver of its own.
pub trait Resolve: Send + Sync + 'static {
    /// The addresses of a host, those to be tried first in front.
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a>;
}

/// The system's resolver.
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
