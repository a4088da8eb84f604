//! robots.txt from live sites: [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309) sections 2.3 to 2.5.
#![warn(missing_docs)]

mod cache_key;
mod entry;
mod failure;
mod fetch_state;
mod freshness;
mod headers;
mod record;
mod redirect;
mod unix_time;

pub use cache_key::{CacheKey, InvalidPage};
pub use entry::{Entry, GoodCopy, Reason};
pub use failure::{Failure, FailureKind};
pub use fetch_state::{Action, Answer, FetchState, Outcome, Request, Terms};
pub use freshness::Lifetimes;
pub use headers::Headers;
pub use record::{Ending, Hop, Oddity, Record};
