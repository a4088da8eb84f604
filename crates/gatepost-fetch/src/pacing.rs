//! How soon a host may be asked for the next page: `Crawl-delay`, and `Retry-After`.
//!
//! `Crawl-delay` is no part of RFC 9309; Bing, Anthropic and others honour it. Time is passed in, and
//! nothing sleeps here: a caller is told when its turn is.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Below this many hosts nothing is thrown away.
const FEW: usize = 1_000;

/// Gives out turns, for each host one after the other.
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
    /// When each host may be asked again. One whose time has come need not be kept.
    free: HashMap<Box<str>, Instant>,
    sweep_at: usize,
}

impl Pacer {
    /// Creates a pacer that waits `min` where a site asks for nothing, and `max` however much it
    /// asks for.
    pub fn new(min: Duration, max: Duration) -> Pacer {
        let hosts = Hosts { free: HashMap::new(), sweep_at: FEW };
        Pacer { min, max: max.max(min), hosts: Mutex::new(hosts) }
    }

    /// When the next request to a host may be sent, which is then taken: the one after waits for
    /// `delay` more.
    pub fn next_turn(&self, host: &str, delay: Option<Duration>, now: Instant) -> Instant {
        let wait = delay.unwrap_or_default().clamp(self.min, self.max);
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = hosts.free.get(host).map_or(now, |free| now.max(*free));
        hosts.set(host, turn + wait, now);
        turn
    }

    /// Lets a host rest for `wait`, because it answered 429 or 503 with `Retry-After`.
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
        // Whoever comes later than the turn waits for nothing.
        let late = start + 100 * SECOND;
        assert_eq!(pacer.next_turn("a", None, late), late);
        assert_eq!(pacer.next_turn("a", None, late), late + SECOND);
    }

    #[test]
    fn zero_is_a_value_and_a_day_is_too_long() {
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
    fn hosts_whose_time_has_come_are_forgotten() {
        let pacer = Pacer::new(SECOND, 60 * SECOND);
        let start = Instant::now();
        for host in 0..100_000_u32 {
            pacer.next_turn(&host.to_string(), None, start + SECOND / 100 * host);
        }
        assert!(pacer.hosts.lock().unwrap().free.len() <= 2 * FEW);
    }
}
