//! Entries in a file on disk, in the embedded database redb.
//!
//! The record is JSON, and the robots.txt is stored beside it as it came, so that a file that was
//! confirmed or unreachable is not written again. One thread writes, many entries per transaction:
//! a transaction waits for the disk, and a crawl does not. After a crash the database is in the
//! state of its last transaction, which redb guarantees.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::cache_key::CacheKey;
use crate::entry::Entry;
use crate::store::Store;

const RECORDS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("records");
const FILES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("files");

/// The maximum number of entries written in one transaction.
const BATCH: usize = 1_000;

/// Stores entries in a file.
///
/// Dropping it writes what is still queued.
///
/// # Example
///
/// ```
/// use gatepost_fetch::DiskStore;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("robots.redb");
/// let store = DiskStore::open(&path)?;
/// store.flush()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DiskStore {
    database: Arc<Database>,
    queue: Option<Sender<Task>>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Task {
    Save(Arc<Entry>),
    /// Answers when everything saved before is on disk.
    Flush(Sender<io::Result<()>>),
}

impl DiskStore {
    /// Opens a store, and creates it if it does not exist. Only one process at a time can open it.
    ///
    /// # Errors
    ///
    /// This returns an error when the file cannot be opened, is not a store, or is open elsewhere.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::DiskStore;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("robots.redb");
    /// let store = DiskStore::open(&path)?;
    /// assert!(DiskStore::open(&path).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> io::Result<DiskStore> {
        let database = Arc::new(Database::create(path).map_err(io::Error::other)?);
        // A reader must never find a store without tables.
        let transaction = database.begin_write().map_err(io::Error::other)?;
        transaction.open_table(RECORDS).map_err(io::Error::other)?;
        transaction.open_table(FILES).map_err(io::Error::other)?;
        transaction.commit().map_err(io::Error::other)?;
        let (queue, tasks) = mpsc::channel();
        let writing = database.clone();
        let writer = std::thread::Builder::new().name("gatepost-store".to_owned());
        let writer = writer.spawn(move || write_all(&writing, &tasks))?;
        Ok(DiskStore { database, queue: Some(queue), writer: Some(writer) })
    }

    /// Waits until everything that was saved is on disk.
    ///
    /// # Errors
    ///
    /// This returns an error when something could not be written.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::DiskStore;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("robots.redb");
    /// DiskStore::open(&path)?.flush()?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn flush(&self) -> io::Result<()> {
        let (done, wait) = mpsc::channel();
        let gone = || io::Error::other("the writer has ended");
        let queue = self.queue.as_ref().ok_or_else(gone)?;
        queue.send(Task::Flush(done)).map_err(|_| gone())?;
        wait.recv().map_err(|_| gone())?
    }

    /// Deletes every host whose entry has been stale for longer than `age`, and returns their
    /// number.
    ///
    /// A copy remains usable for 30 days after its entry has become stale, so a shorter `age`
    /// deletes copies that are still needed.
    ///
    /// # Errors
    ///
    /// This returns an error when the store cannot be read or written.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use gatepost_fetch::DiskStore;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("robots.redb");
    /// let store = DiskStore::open(&path)?;
    /// let age = Duration::from_secs(60 * 24 * 60 * 60);
    /// assert_eq!(store.forget_older_than(age, SystemTime::now())?, 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn forget_older_than(&self, age: Duration, now: SystemTime) -> io::Result<usize> {
        let transaction = self.database.begin_write().map_err(io::Error::other)?;
        let mut forgotten = 0;
        {
            let mut records = transaction.open_table(RECORDS).map_err(io::Error::other)?;
            let mut files = transaction.open_table(FILES).map_err(io::Error::other)?;
            let mut old = Vec::new();
            for row in records.iter().map_err(io::Error::other)? {
                let (key, record) = row.map_err(io::Error::other)?;
                let entry: Result<Entry, _> = serde_json::from_slice(record.value());
                let is_old = |entry: Entry| {
                    now.duration_since(entry.fresh_until()).is_ok_and(|since| since > age)
                };
                if entry.map_or(true, is_old) {
                    old.push(key.value().to_owned());
                }
            }
            for key in old {
                records.remove(&*key).map_err(io::Error::other)?;
                files.remove(&*key).map_err(io::Error::other)?;
                forgotten += 1;
            }
        }
        transaction.commit().map_err(io::Error::other)?;
        Ok(forgotten)
    }
}

impl Store for DiskStore {
    fn load(&self, key: &CacheKey) -> io::Result<Option<Entry>> {
        let transaction = self.database.begin_read().map_err(io::Error::other)?;
        let records = transaction.open_table(RECORDS).map_err(io::Error::other)?;
        let Some(record) = records.get(key.as_str()).map_err(io::Error::other)? else {
            return Ok(None);
        };
        let mut entry: Entry = serde_json::from_slice(record.value())?;
        if entry.copy().is_some() {
            let files = transaction.open_table(FILES).map_err(io::Error::other)?;
            let Some(file) = files.get(key.as_str()).map_err(io::Error::other)? else {
                return Err(io::Error::other("the stored record has no file"));
            };
            entry.set_bytes(file.value().into());
        }
        Ok(Some(entry))
    }

    fn save(&self, entry: Arc<Entry>) {
        if let Some(queue) = &self.queue {
            // The writer outlives the last sender, so the task arrives.
            let _ = queue.send(Task::Save(entry));
        }
    }
}

impl Drop for DiskStore {
    fn drop(&mut self) {
        // The queue is still written.
        drop(self.queue.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

fn write_all(database: &Database, tasks: &Receiver<Task>) {
    let mut failed = Ok(());
    while let Ok(first) = tasks.recv() {
        let mut entries = Vec::new();
        let mut waiting = Vec::new();
        for task in std::iter::once(first).chain(tasks.try_iter()).take(BATCH) {
            match task {
                Task::Save(entry) => entries.push(entry),
                Task::Flush(done) => waiting.push(done),
            }
        }
        if let Err(error) = write(database, &entries) {
            tracing::warn!(%error, entries = entries.len(), "robots.txt files could not be stored");
            failed = Err(error);
        }
        for done in waiting {
            // The caller may have stopped waiting.
            let _ = done.send(std::mem::replace(&mut failed, Ok(())));
        }
    }
}

fn write(database: &Database, entries: &[Arc<Entry>]) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let transaction = database.begin_write().map_err(io::Error::other)?;
    {
        let mut records = transaction.open_table(RECORDS).map_err(io::Error::other)?;
        let mut files = transaction.open_table(FILES).map_err(io::Error::other)?;
        for entry in entries {
            let key = entry.key().as_str();
            let record = serde_json::to_vec(&**entry)?;
            records.insert(key, &*record).map_err(io::Error::other)?;
            match entry.copy() {
                None => {
                    files.remove(key).map_err(io::Error::other)?;
                }
                Some(copy) => {
                    let stored = files.get(key).map_err(io::Error::other)?;
                    let is_there = stored.is_some_and(|file| *file.value() == *copy.bytes);
                    if !is_there {
                        files.insert(key, &*copy.bytes).map_err(io::Error::other)?;
                    }
                }
            }
        }
    }
    transaction.commit().map_err(io::Error::other)
}
