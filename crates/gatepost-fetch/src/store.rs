//! Where entries outlive the process.

use std::io;
use std::sync::Arc;

use crate::cache_key::CacheKey;
use crate::entry::Entry;

/// Keeps entries between runs, so that a crawl resumes without asking again.
///
/// A store that fails costs requests and nothing else: what cannot be loaded is fetched, and the
/// failure is told to `tracing`.
pub trait Store: Send + Sync + 'static {
    /// Loads what is known of a host. This may block.
    ///
    /// # Errors
    ///
    /// This returns an error when the store cannot be read.
    fn load(&self, key: &CacheKey) -> io::Result<Option<Entry>>;

    /// Takes an entry to be kept, in place of the one before. This must not block for long.
    fn save(&self, entry: Arc<Entry>);
}
