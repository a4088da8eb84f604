//! Storage in which entries outlive the process.

use std::io;
use std::sync::Arc;

use crate::cache_key::CacheKey;
use crate::entry::Entry;

/// Keeps entries between runs, so that a crawl resumes without fetching robots.txt again.
///
/// A store that fails only costs requests: an entry that cannot be loaded is fetched, and the
/// failure is reported to `tracing`.
///
/// # Example
///
/// ```
/// use std::collections::HashMap;
/// use std::io;
/// use std::sync::{Arc, Mutex};
/// use gatepost_fetch::{CacheKey, Entry, Store};
///
/// #[derive(Default)]
/// struct InMemory(Mutex<HashMap<CacheKey, Arc<Entry>>>);
///
/// impl Store for InMemory {
///     fn load(&self, key: &CacheKey) -> io::Result<Option<Entry>> {
///         Ok(self.0.lock().unwrap().get(key).map(|entry| (**entry).clone()))
///     }
///
///     fn save(&self, entry: Arc<Entry>) {
///         self.0.lock().unwrap().insert(entry.key().clone(), entry);
///     }
/// }
/// ```
pub trait Store: Send + Sync + 'static {
    /// Loads the entry of a host, if there is one. This may block.
    ///
    /// # Errors
    ///
    /// This returns an error when the store cannot be read.
    fn load(&self, key: &CacheKey) -> io::Result<Option<Entry>>;

    /// Stores an entry in place of the one before. This must not block for long.
    fn save(&self, entry: Arc<Entry>);
}
