//! The directory of crawlers against a real access log, and against the facts that it was made from.

mod facts;
