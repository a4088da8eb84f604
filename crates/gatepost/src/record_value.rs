//! The meaning of the values of directives.
//!
//! None of these directives is in RFC 9309, whose section 2.2.4 lets crawlers interpret more lines,
//! and none affects a verdict. Only decimal ASCII digits are numbers here: no sign, no exponent, no
//! `inf` and no `NaN`.

use core::time::Duration;

use crate::key::Key;
use crate::record::Record;
use crate::white_space::is_white_space;

/// The rate of a `Request-rate` line: a number of requests in a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RequestRate {
    /// The number of requests.
    pub requests: u32,
    /// The time in which the requests may be made.
    pub per: Duration,
    /// The part of the day, or `None` for all day.
    pub hours: Option<VisitTime>,
}

/// A part of the day in UTC. If the end is before the start, it includes midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct VisitTime {
    /// The start, in minutes after midnight.
    pub start: u16,
    /// The end, in minutes after midnight.
    pub end: u16,
}

impl<'r> Record<'r> {
    /// Returns the time between two requests that a `Crawl-delay` line asks for, to the nanosecond,
    /// or `None` if the value is not a plain decimal number.
    ///
    /// # Source
    ///
    /// No standard. Bing, Anthropic and others obey it; Google, Yandex (since 2018), Amazon and
    /// Apple do not.
    ///
    /// # Example
    ///
    /// ```
    /// use core::time::Duration;
    /// use gatepost::RobotsTxt;
    ///
    /// let delay = |value| {
    ///     let file = format!("User-agent: *\nCrawl-delay: {value}\n");
    ///     RobotsTxt::parse(&file).other_records().next().unwrap().crawl_delay()
    /// };
    /// assert_eq!(delay("1.5"), Some(Duration::from_millis(1500)));
    /// assert_eq!(delay("0"), Some(Duration::ZERO));
    /// for no_number in ["-1", "inf", "NaN", "1e3", "10s", "²", ""] {
    ///     assert_eq!(delay(no_number), None);
    /// }
    /// ```
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        (self.key() == Key::CrawlDelay).then(|| seconds(self.value()))?
    }

    /// Returns the rate of a `Request-rate` line, such as `1/10s` or `1/5m 0800-1700`. Without a
    /// unit, the time is in seconds.
    ///
    /// # Source
    ///
    /// Seznam's help on crawling control: `s`, `m`, `h` and `d`, hours in UTC.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Request-rate: 1/10s\n");
    /// let rate = robots.other_records().next().unwrap().request_rate().unwrap();
    /// assert_eq!((rate.requests, rate.per.as_secs()), (1, 10));
    /// ```
    #[must_use]
    pub fn request_rate(&self) -> Option<RequestRate> {
        if self.key() != Key::RequestRate {
            return None;
        }
        let mut words = words(self.value());
        let rate = words.next()?;
        let slash = rate.iter().position(|byte| *byte == b'/')?;
        let (requests, per) = (&rate[..slash], &rate[slash + 1..]);
        let (digits, unit) = match per {
            [digits @ .., b's' | b'S'] => (digits, 1),
            [digits @ .., b'm' | b'M'] => (digits, 60),
            [digits @ .., b'h' | b'H'] => (digits, 60 * 60),
            [digits @ .., b'd' | b'D'] => (digits, 24 * 60 * 60),
            digits => (digits, 1),
        };
        let hours = match words.next() {
            None => None,
            Some(hours) => Some(visit_time(hours)?),
        };
        let per = Duration::from_secs(u64::from(whole(digits)?) * unit);
        (words.next().is_none()).then_some(RequestRate { requests: whole(requests)?, per, hours })
    }

    /// Returns the part of the day of a `Visit-time` line, such as `0600-0845`.
    ///
    /// # Source
    ///
    /// Sean Conner's extended standard of 2002.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Visit-time: 0600-0845\n");
    /// let time = robots.other_records().next().unwrap().visit_time().unwrap();
    /// assert_eq!((time.start, time.end), (360, 525));
    /// ```
    #[must_use]
    pub fn visit_time(&self) -> Option<VisitTime> {
        (self.key() == Key::VisitTime).then(|| visit_time(self.value()))?
    }

    /// Returns the names and values of a `Content-Signal` or `Content-Usage` line, such as
    /// `search=yes, ai-train=no`. A path in front of them, which `Content-Usage` may have, is left
    /// out.
    ///
    /// # Source
    ///
    /// draft-romm-aipref-contentsignals and draft-ietf-aipref-attach.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\n");
    /// let record = robots.other_records().next().unwrap();
    /// let preferences: Vec<_> = record.preferences().collect();
    /// assert_eq!(preferences, [(&b"search"[..], &b"yes"[..]), (b"ai-train", b"no")]);
    /// ```
    pub fn preferences(&self) -> impl Iterator<Item = (&'r [u8], &'r [u8])> + use<'r> {
        let is_one = matches!(self.key(), Key::ContentSignal | Key::ContentUsage);
        let value = if is_one { self.value() } else { &[] };
        let pairs = match value.iter().position(|byte| is_white_space(*byte)) {
            Some(end) if value.starts_with(b"/") => &value[end..],
            _ => value,
        };
        pairs.split(|byte| *byte == b',').filter_map(|pair| {
            let equals = pair.iter().position(|byte| *byte == b'=')?;
            Some((pair[..equals].trim_ascii(), pair[equals + 1..].trim_ascii()))
        })
    }
}

/// Seconds with a fraction, to the nanosecond.
fn seconds(value: &[u8]) -> Option<Duration> {
    let mut parts = value.splitn(2, |byte| *byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next().unwrap_or_default());
    let all_digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if (whole.is_empty() && fraction.is_empty()) || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let digit = |byte: &u8| u64::from(byte - b'0');
    let seconds =
        whole.iter().try_fold(0_u64, |sum, byte| sum.checked_mul(10)?.checked_add(digit(byte)))?;
    let nanos = (0..9).fold(0, |sum, at| sum * 10 + fraction.get(at).map_or(0, digit) as u32);
    Some(Duration::new(seconds, nanos))
}

fn whole(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    core::str::from_utf8(digits).ok()?.parse().ok()
}

fn visit_time(value: &[u8]) -> Option<VisitTime> {
    let minutes = |hhmm: &[u8]| {
        let hhmm = whole(hhmm).filter(|_| hhmm.len() == 4)?;
        let (hours, minutes) = (hhmm / 100, hhmm % 100);
        (hours <= 24 && minutes < 60 && hhmm <= 2400).then_some((hours * 60 + minutes) as u16)
    };
    let dash = value.iter().position(|byte| *byte == b'-')?;
    Some(VisitTime {
        start: minutes(value[..dash].trim_ascii_end())?,
        end: minutes(value[dash + 1..].trim_ascii_start())?,
    })
}

fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| is_white_space(*byte)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RobotsTxt;

    fn first<T>(file: &str, value: impl Fn(&Record<'_>) -> T) -> T {
        value(&RobotsTxt::parse(file).other_records().next().unwrap())
    }

    #[test]
    fn delays() {
        let delay = |value| seconds(value);
        assert_eq!(delay(b"10"), Some(Duration::from_secs(10)));
        assert_eq!(delay(b".5"), Some(Duration::from_millis(500)));
        assert_eq!(delay(b"0.1234567899"), Some(Duration::from_nanos(123_456_789)));
        assert_eq!(delay(b"5."), Some(Duration::from_secs(5)));
        assert_eq!(delay(b"18446744073709551616"), None);
        assert_eq!(delay(b"."), None);
        assert_eq!(delay(b"1.2.3"), None);
    }

    #[test]
    fn rates() {
        let rate = |value: &str| first(&format!("Request-rate: {value}"), |r| r.request_rate());
        let per = |seconds| Duration::from_secs(seconds);
        assert_eq!(rate("1/5"), Some(RequestRate { requests: 1, per: per(5), hours: None }));
        let hours = Some(VisitTime { start: 480, end: 1020 });
        assert_eq!(rate("3/2m 0800-1700"), Some(RequestRate { requests: 3, per: per(120), hours }));
        for wrong in ["1", "1/", "/5", "1/5 x", "1/5m 0800-1700 x", "a/b"] {
            assert_eq!(rate(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn visit_times() {
        let time = |value: &str| first(&format!("Visit-time: {value}"), |r| r.visit_time());
        assert_eq!(time("2200-0600"), Some(VisitTime { start: 1320, end: 360 }));
        for wrong in ["0600", "600-800", "2500-0600", "0660-0700", "2401-0000"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn preferences_with_and_without_a_path() {
        let pairs = |line: &str| first(line, |r| r.preferences().count());
        assert_eq!(pairs("Content-Usage: /a train-ai=n, search=y"), 2);
        assert_eq!(pairs("Content-Usage: train-ai=n"), 1);
        assert_eq!(pairs("Host: a=b"), 0);
    }
}
