//! What the crate promises, held against servers on loopback and against a clock of the tests' own.

#[cfg(feature = "client")]
mod cache;
#[cfg(feature = "client")]
mod crowd;
#[cfg(feature = "disk")]
mod disk;
#[cfg(feature = "client")]
mod guard;
#[cfg(feature = "client")]
mod live;
#[cfg(feature = "client")]
mod server;
mod state;
#[cfg(feature = "client")]
mod tls_and_proxies;
