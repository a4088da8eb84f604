#![forbid(unsafe_code)]
//! As much of reqwest 0.11 as robotparser 0.11 names: nothing that fetches.
//!
//! robotparser without its fetching features does not compile (its error type names
//! `reqwest::Error` whatever the features), and with them it brings a hundred crates and OpenSSL.
//! No code that the bench runs comes here.

use std::fmt;
use std::future::{Ready, ready};

use url::Url;

/// Fetching is not done here.
#[derive(Debug)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not reqwest")
    }
}

/// GET, and no other.
pub struct Method;

impl Method {
    /// GET.
    pub const GET: Method = Method;
}

/// Headers that are dropped.
pub mod header {
    /// A name.
    pub struct HeaderName;

    /// A value.
    pub struct HeaderValue;

    /// None.
    #[derive(Default)]
    pub struct HeaderMap;

    /// `User-Agent`.
    pub const USER_AGENT: HeaderName = HeaderName;

    impl HeaderValue {
        /// Drops it.
        pub fn from_static(_: &'static str) -> HeaderValue {
            HeaderValue
        }
    }

    impl HeaderMap {
        /// Drops it.
        pub fn insert(&mut self, _: HeaderName, _: HeaderValue) -> Option<HeaderValue> {
            None
        }
    }
}

/// A request that is never sent.
pub struct Request(header::HeaderMap);

impl Request {
    /// Drops both.
    pub fn new(_: Method, _: Url) -> Request {
        Request(header::HeaderMap)
    }

    /// Its headers.
    pub fn headers_mut(&mut self) -> &mut header::HeaderMap {
        &mut self.0
    }
}

/// What a response has.
pub struct StatusCode;

impl StatusCode {
    /// No status.
    pub fn as_u16(&self) -> u16 {
        0
    }
}

/// A response that never comes.
pub struct Response;

impl Response {
    /// No status.
    pub fn status(&self) -> StatusCode {
        StatusCode
    }

    /// An error.
    pub fn text(self) -> Ready<Result<String, Error>> {
        ready(Err(Error))
    }
}

/// Sends nothing.
pub struct Client;

impl Client {
    /// An error.
    pub fn execute(&self, _: Request) -> Ready<Result<Response, Error>> {
        ready(Err(Error))
    }
}

/// The same without futures.
pub mod blocking {
    pub use crate::Request;

    /// Sends nothing.
    pub struct Client;

    /// A response that never comes.
    pub struct Response;

    impl Client {
        /// An error.
        pub fn execute(&self, _: Request) -> Result<Response, crate::Error> {
            Err(crate::Error)
        }
    }

    impl Response {
        /// No status.
        pub fn status(&self) -> crate::StatusCode {
            crate::StatusCode
        }

        /// An error.
        pub fn text(self) -> Result<String, crate::Error> {
            Err(crate::Error)
        }
    }
}
