//! When the next page may be requested from a host: `Crawl-delay` and `Retry-After`.
//!
//! `Crawl-delay` is not part of RFC 9309; Bing, Anthropic and others honour it. The time is passed
//! in and nothing sleeps here: the caller learns when its turn is.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Up to this many hosts, nothing is swept.
const FEW: usize = 1_000;

/// Schedules requests to each host, one after the other.
///
/// # Example
///
/// ```
/// use std::time::{Duration, Instant};
/// use gatepost_fetch::Pacer;
///
/// let pacer = Pacer::new(Duration::from_secs(1), Duration::from_secs(60));
/// let now = Instant::now();
/// let delay = Some(Duration::from_millis(2500));
/// assert_eq!(pacer.next_turn("example.com", delay, now), now);
/// assert_eq!(pacer.next_turn("example.com", delay, now), now + Duration::from_millis(2500));
/// assert_eq!(pacer.next_turn("example.org", None, now), now);
/// ```
#[derive(Debug)]
pub struct Pacer {
    min: Duration,
    max: Duration,
    hosts: Mutex<Hosts>,
}

#[derive(Debug)]
struct Hosts {
    /// When each host is free again. Hosts that already are need no entry.
    free: HashMap<Box<str>, Instant>,
    sweep_at: usize,
}

impl Pacer {
    /// Creates a pacer that waits at least `min` between two requests to a host, and at most `max`,
    /// whatever delay the site asks for.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use gatepost_fetch::Pacer;
    ///
    /// let pacer = Pacer::new(Duration::from_secs(1), Duration::from_secs(60));
    /// let now = Instant::now();
    /// pacer.next_turn("example.com", Some(Duration::from_secs(86_400)), now);
    /// assert_eq!(pacer.next_turn("example.com", None, now), now + Duration::from_secs(60));
    /// ```
    #[must_use]
    pub fn new(min: Duration, max: Duration) -> Pacer {
        let hosts = Hosts { free: HashMap::new(), sweep_at: FEW };
        Pacer { min, max: max.max(min), hosts: Mutex::new(hosts) }
    }

    /// Reserves the next request to a host, and returns when it may be sent.
    ///
    /// The request after it has to wait `delay` longer.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use gatepost_fetch::Pacer;
    ///
    /// let pacer = Pacer::new(Duration::from_secs(1), Duration::from_secs(60));
    /// let now = Instant::now();
    /// assert_eq!(pacer.next_turn("example.com", None, now), now);
    /// assert_eq!(pacer.next_turn("example.com", None, now), now + Duration::from_secs(1));
    /// ```
    pub fn next_turn(&self, host: &str, delay: Option<Duration>, now: Instant) -> Instant {
        let wait = delay.unwrap_or_default().clamp(self.min, self.max);
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = hosts.free.get(host).map_or(now, |free| now.max(*free));
        hosts.set(host, turn + wait, now);
        turn
    }

    /// Delays all requests to a host by `wait`, after it answered 429 or 503 with `Retry-After`.
    ///
    /// A wait of more than a day is shortened to a day.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use gatepost_fetch::Pacer;
    ///
    /// let pacer = Pacer::new(Duration::from_secs(1), Duration::from_secs(60));
    /// let now = Instant::now();
    /// pacer.back_off("example.com", Duration::from_secs(120), now);
    /// assert_eq!(pacer.next_turn("example.com", None, now), now + Duration::from_secs(120));
    /// ```
    pub fn back_off(&self, host: &str, wait: Duration, now: Instant) {
        let until = now + wait.min(Duration::from_secs(24 * 60 * 60));
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let until = hosts.free.get(host).map_or(until, |free| until.max(*free));
        hosts.set(host, until, now);
    }
}

impl Hosts {
    fn set(&mut self, host: &str, until: Instant, now: Instant) {
        match self.free.get_mut(host) {
            Some(free) => *free = until,
            None => {
                self.free.insert(host.into(), until);
            }
        }
        if self.free.len() > self.sweep_at {
            self.free.retain(|_, free| *free > now);
            self.sweep_at = (self.free.len() * 2).max(FEW);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn turns_of_one_host_follow_each_other() {
        let pacer = Pacer::new(SECOND, 60 * SECOND);
        let start = Instant::now();
        let turns: Vec<_> =
            (0..4).map(|_| pacer.next_turn("a", Some(SECOND / 2 * 5), start)).collect();
        let waits: Vec<_> = turns.iter().map(|turn| (*turn - start).as_millis()).collect();
        assert_eq!(waits, [0, 2500, 5000, 7500]);
        // A caller that comes after its turn does not wait.
        let late = start + 100 * SECOND;
        assert_eq!(pacer.next_turn("a", None, late), late);
        assert_eq!(pacer.next_turn("a", None, late), late + SECOND);
    }

    #[test]
    fn zero_is_a_delay_and_a_day_is_cut() {
        let pacer = Pacer::new(Duration::ZERO, 60 * SECOND);
        let now = Instant::now();
        pacer.next_turn("a", Some(Duration::ZERO), now);
        assert_eq!(pacer.next_turn("a", Some(86_400 * SECOND), now), now);
        assert_eq!(pacer.next_turn("a", None, now), now + 60 * SECOND);
    }

    #[test]
    fn back_off_moves_turns_back_and_never_forward() {
        let pacer = Pacer::new(SECOND, 60 * SECOND);
        let now = Instant::now();
        pacer.back_off("a", 120 * SECOND, now);
        pacer.back_off("a", SECOND, now);
        assert_eq!(pacer.next_turn("a", None, now), now + 120 * SECOND);
    }

    #[test]
    fn free_hosts_are_swept() {
        let pacer = Pacer::new(SECOND, 60 * SECOND);
        let start = Instant::now();
        for host in 0..100_000_u32 {
            pacer.next_turn(&host.to_string(), None, start + SECOND / 100 * host);
        }
        assert!(pacer.hosts.lock().unwrap().free.len() <= 2 * FEW);
    }
}
