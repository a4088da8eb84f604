//! How many requests at once one host gets. Many sites redirect to one and the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

/// Places at hosts. A host to which nobody goes takes no memory.
#[derive(Debug)]
pub(crate) struct HostLimits {
    places: usize,
    hosts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// A place that is taken until this goes.
pub(crate) struct Place<'l> {
    limits: &'l HostLimits,
    host: String,
    semaphore: Arc<Semaphore>,
    is_taken: bool,
}

impl HostLimits {
    pub(crate) fn new(places: usize) -> HostLimits {
        HostLimits { places, hosts: Mutex::default() }
    }

    /// Waits for a place at a host.
    pub(crate) async fn take(&self, host: String) -> Place<'_> {
        let semaphore = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            let semaphore = hosts.entry(host.clone());
            semaphore.or_insert_with(|| Arc::new(Semaphore::new(self.places))).clone()
        };
        // Made before waiting, so that one who gives up cleans up too.
        let mut place = Place { limits: self, host, semaphore, is_taken: false };
        if let Ok(permit) = place.semaphore.acquire().await {
            permit.forget();
            place.is_taken = true;
        }
        place
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.hosts.lock().unwrap().len()
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.is_taken {
            self.semaphore.add_permits(1);
        }
        let mut hosts = self.limits.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        // The table and this: nobody else is there or waits.
        if Arc::strong_count(&self.semaphore) == 2 {
            hosts.remove(&self.host);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn places_are_given_back() {
        let limits = HostLimits::new(2);
        let wait =
            |host: &str| tokio::time::timeout(Duration::from_secs(1), limits.take(host.into()));
        let first = wait("a").await.unwrap();
        let second = wait("a").await.unwrap();
        assert!(wait("a").await.is_err(), "no third place");
        let other = wait("b").await.unwrap();
        drop(first);
        let third = wait("a").await.unwrap();
        drop((second, third, other));
        assert_eq!(limits.len(), 0);
    }
}
