//! How an answer came about: which addresses were asked, what each said, and how that ended.

use std::borrow::Cow;
use std::fmt;
use std::net::SocketAddr;
use std::time::SystemTime;

use gatepost::FetchOutcome;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::headers::Headers;
use crate::unix_time;

/// One request and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Hop {
    /// What was asked for.
    pub url: String,
    /// The address that was connected to; the proxy's where there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub address: Option<SocketAddr>,
    /// The status of the answer; none where there was no answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<u16>,
    /// Why there was no answer, or none that could be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<Failure>,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AttemptOutcome {
    /// With this status, which is none that leads on.
    Status(u16),
    /// The server said that the copy is still good.
    NotModified,
    /// There were more redirects than the policy follows.
    TooManyRedirects,
    /// A redirect led back to an address that had been asked already.
    RedirectLoop,
    /// A redirect with this status had no address, or none on the web.
    RedirectNowhere(u16),
    /// Without an answer.
    Failed,
}

impl From<AttemptOutcome> for FetchOutcome {
    fn from(outcome: AttemptOutcome) -> FetchOutcome {
        match outcome {
            AttemptOutcome::Status(status) | AttemptOutcome::RedirectNowhere(status) => {
                FetchOutcome::Status(status)
            }
            // It confirms a file that was fetched with this status.
            AttemptOutcome::NotModified => FetchOutcome::Status(200),
            // Going round in circles is more redirects than anybody follows.
            AttemptOutcome::TooManyRedirects | AttemptOutcome::RedirectLoop => {
                FetchOutcome::TooManyRedirects
            }
            AttemptOutcome::Failed => FetchOutcome::NetworkError,
        }
    }
}

/// How an attempt to fetch robots.txt went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FetchRecord {
    /// When the first request was sent, in seconds since 1970 where it is written down.
    #[serde(with = "unix_time")]
    pub started: SystemTime,
    /// When the last answer was there.
    #[serde(with = "unix_time")]
    pub finished: SystemTime,
    /// The requests, in order: the first is for the host's own robots.txt, each other one for where
    /// a redirect led.
    pub hops: Vec<Hop>,
    /// How it ended.
    #[serde(rename = "ending")]
    pub outcome: AttemptOutcome,
    /// The headers of the last answer.
    pub headers: Headers,
    /// How many bytes the file has, decompressed, as far as it was read.
    pub bytes: usize,
    /// Whether the read limit was reached, and the rest not waited for.
    pub is_cut: bool,
    /// Whether what came looks like a page.
    pub is_html: bool,
}

impl FetchRecord {
    /// How many redirects were followed.
    pub fn redirects(&self) -> usize {
        self.hops.len().saturating_sub(1)
    }

    /// Where it ended.
    pub fn last_url(&self) -> &str {
        self.hops.last().map_or("", |hop| &hop.url)
    }

    /// Why there was no answer.
    pub fn failure(&self) -> Option<&Failure> {
        self.hops.last()?.failure.as_ref()
    }

    /// What is odd about it, although it counts all the same.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3), wants UTF-8 text
    /// with the media type `text/plain`, and [section
    /// 2.3.1.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.5) that crawlers read whatever
    /// can be read. Google reads pages too.
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

/// Something odd about an answer that counts all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FetchWarning<'r> {
    /// A redirect leads from https to http, where anybody on the way can change the file.
    LeavesTls,
    /// There is nothing in it.
    Empty,
    /// It has no media type.
    NoMediaType,
    /// It has another media type than `text/plain`.
    MediaType(Cow<'r, str>),
    /// It looks like a page.
    Html,
    /// It is longer than what is read.
    Cut,
}

impl fmt::Display for FetchWarning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchWarning::LeavesTls => {
                f.write_str("a redirect leads from https to http, where the file can be changed on its way")
            }
            FetchWarning::Empty => f.write_str("the file is empty, so everything is allowed"),
            FetchWarning::NoMediaType => f.write_str("the answer has no media type; it should be text/plain"),
            FetchWarning::MediaType(found) => {
                write!(f, "the media type is {found}; it should be text/plain")
            }
            FetchWarning::Html => {
                f.write_str("this looks like a page and not like robots.txt; lines in it that are rules count all the same")
            }
            FetchWarning::Cut => f.write_str("the file is longer than what is read; the rest does not count"),
        }
    }
}

/// Whether bytes look like a page: what comes first, space and byte order mark aside, is markup.
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
