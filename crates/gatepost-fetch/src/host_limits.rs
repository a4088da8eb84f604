//! Limits on concurrent requests to one host. Many sites redirect to the same host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

/// Hands out permits per host. A host without requests needs no memory.
#[derive(Debug)]
pub(crate) struct HostLimits {
    permits: usize,
    hosts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// Holds a permit until it is dropped.
pub(crate) struct HostPermit<'l> {
    limits: &'l HostLimits,
    host: String,
    semaphore: Arc<Semaphore>,
    is_taken: bool,
}

impl HostLimits {
    pub(crate) fn new(permits: usize) -> HostLimits {
        HostLimits { permits, hosts: Mutex::default() }
    }

    /// Waits for a permit for a host.
    pub(crate) async fn take(&self, host: String) -> HostPermit<'_> {
        let semaphore = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            let semaphore = hosts.entry(host.clone());
            semaphore.or_insert_with(|| Arc::new(Semaphore::new(self.permits))).clone()
        };
        // Created before waiting, so that a cancelled wait cleans up too.
        let mut permit = HostPermit { limits: self, host, semaphore, is_taken: false };
        if let Ok(acquired) = permit.semaphore.acquire().await {
            acquired.forget();
            permit.is_taken = true;
        }
        permit
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.hosts.lock().unwrap().len()
    }
}

impl Drop for HostPermit<'_> {
    fn drop(&mut self) {
        if self.is_taken {
            self.semaphore.add_permits(1);
        }
        let mut hosts = self.limits.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        // The table and this permit: no other request holds or waits for one.
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
    async fn permits_are_returned() {
        let limits = HostLimits::new(2);
        let wait =
            |host: &str| tokio::time::timeout(Duration::from_secs(1), limits.take(host.into()));
        let first = wait("a").await.unwrap();
        let second = wait("a").await.unwrap();
        assert!(wait("a").await.is_err(), "no third permit");
        let other = wait("b").await.unwrap();
        drop(first);
        let third = wait("a").await.unwrap();
        drop((second, third, other));
        assert_eq!(limits.len(), 0);
    }
}
