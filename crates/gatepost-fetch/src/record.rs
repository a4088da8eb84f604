//! The record of a fetch: the URLs that were requested, what each returned, and how the fetch
//! ended.

use std::borrow::Cow;
use std::fmt;
use std::net::SocketAddr;
use std::time::SystemTime;

use gatepost::FetchOutcome;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::headers::Headers;
use crate::unix_time;

/// Describes one request and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hop {
    /// The URL that was requested.
    pub url: String,
    /// The address that was connected to, which is the proxy's if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub address: Option<SocketAddr>,
    /// The status of the response, if there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<u16>,
    /// Why there was no response that could be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<Failure>,
}

/// Says how an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AttemptOutcome {
    /// A response with this status, which is not a redirect.
    Status(u16),
    /// The server confirmed that the copy is still good.
    NotModified,
    /// More redirects than the policy follows.
    TooManyRedirects,
    /// A redirect back to a URL that had already been requested.
    RedirectLoop,
    /// A redirect with this status and without a usable target.
    RedirectNowhere(u16),
    /// No response.
    Failed,
}

impl From<AttemptOutcome> for FetchOutcome {
    fn from(outcome: AttemptOutcome) -> FetchOutcome {
        match outcome {
            AttemptOutcome::Status(status) | AttemptOutcome::RedirectNowhere(status) => {
                FetchOutcome::Status(status)
            }
            // The confirmed file was fetched with this status.
            AttemptOutcome::NotModified => FetchOutcome::Status(200),
            // A loop is more redirects than any policy follows.
            AttemptOutcome::TooManyRedirects | AttemptOutcome::RedirectLoop => {
                FetchOutcome::TooManyRedirects
            }
            AttemptOutcome::Failed => FetchOutcome::NetworkError,
        }
    }
}

/// Records how an attempt to fetch robots.txt went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FetchRecord {
    /// When the first request was sent. Serialised as seconds since 1970.
    #[serde(with = "unix_time")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub started: SystemTime,
    /// When the last response had arrived.
    #[serde(with = "unix_time")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub finished: SystemTime,
    /// The requests in order: the first is for the host's own robots.txt, the others follow
    /// redirects.
    pub hops: Vec<Hop>,
    /// How the attempt ended.
    #[serde(rename = "ending")]
    pub outcome: AttemptOutcome,
    /// The headers of the last response.
    pub headers: Headers,
    /// The size of the decompressed file in bytes, up to the read limit.
    pub bytes: usize,
    /// Whether the file continues past the read limit.
    pub is_cut: bool,
    /// Whether the body looks like an HTML page.
    pub is_html: bool,
}

impl FetchRecord {
    /// Returns the number of redirects that were followed.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.record().redirects(), 0);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn redirects(&self) -> usize {
        self.hops.len().saturating_sub(1)
    }

    /// Returns the URL of the last request.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.record().last_url(), "https://example.com/robots.txt");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn last_url(&self) -> &str {
        self.hops.last().map_or("", |hop| &hop.url)
    }

    /// Returns why there was no response, if there was none.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert!(entry.record().failure().is_none());
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.hops.last()?.failure.as_ref()
    }

    /// Returns what is unusual about the response, although crawlers obey it all the same.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3), asks for UTF-8
    /// text with the media type `text/plain`, and [section
    /// 2.3.1.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.5) asks crawlers to use every
    /// line that can be parsed. Google parses HTML pages too.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::FetchWarning;
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.record().warnings(), [FetchWarning::Empty]);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> Vec<FetchWarning<'_>> {
        let mut warnings = Vec::new();
        let is_downgrade =
            |pair: &[Hop]| pair[0].url.starts_with("https:") && pair[1].url.starts_with("http:");
        if self.hops.windows(2).any(is_downgrade) {
            warnings.push(FetchWarning::LeavesTls);
        }
        if !matches!(self.outcome, AttemptOutcome::Status(200..=299)) {
            return warnings;
        }
        if self.bytes == 0 {
            warnings.push(FetchWarning::Empty);
        } else {
            match self.headers.media_type() {
                None => warnings.push(FetchWarning::NoMediaType),
                Some(media_type) if media_type != "text/plain" => {
                    warnings.push(FetchWarning::MediaType(media_type.into()));
                }
                Some(_) => {}
            }
        }
        if self.is_html {
            warnings.push(FetchWarning::Html);
        }
        if self.is_cut {
            warnings.push(FetchWarning::Cut);
        }
        warnings
    }
}

/// Describes something unusual about a response that crawlers obey all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FetchWarning<'r> {
    /// A redirect leads from https to http, where the file can be changed in transit.
    LeavesTls,
    /// The file is empty.
    Empty,
    /// The response has no media type.
    NoMediaType,
    /// The media type is not `text/plain`.
    MediaType(Cow<'r, str>),
    /// The body looks like an HTML page.
    Html,
    /// The file is longer than the read limit.
    Cut,
}

impl fmt::Display for FetchWarning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchWarning::LeavesTls => {
                f.write_str("a redirect leads from https to http, where the file can be changed in transit")
            }
            FetchWarning::Empty => f.write_str("the file is empty, so everything is allowed"),
            FetchWarning::NoMediaType => f.write_str("the response has no media type; it should be text/plain"),
            FetchWarning::MediaType(found) => {
                write!(f, "the media type is {found}; it should be text/plain")
            }
            FetchWarning::Html => {
                f.write_str("this looks like an HTML page, not like robots.txt; crawlers obey any rules in it all the same")
            }
            FetchWarning::Cut => f.write_str("the file is longer than the read limit; crawlers ignore the rest"),
        }
    }
}

/// Returns whether bytes look like an HTML page: after white space and a byte order mark, they
/// start with markup.
pub(crate) fn is_html(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let starts =
        |with: &[u8]| bytes.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    [&b"<!doctype"[..], b"<html", b"<head", b"<body", b"<?xml", b"<!--", b"<script"]
        .into_iter()
        .any(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages() {
        assert!(is_html(b"\xef\xbb\xbf\n <!DOCTYPE html><title>Not found</title>"));
        assert!(is_html(b"<html>"));
        assert!(!is_html(b"User-agent: *\n# <html>\n"));
        assert!(!is_html(b""));
        assert!(!is_html(b"<"));
    }
}
