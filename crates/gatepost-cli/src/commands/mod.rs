//! The subcommands, one file each.

pub(crate) mod access;
pub(crate) mod crawlers;
pub(crate) mod dialects;
pub(crate) mod diff;
pub(crate) mod fetch;
pub(crate) mod find;
pub(crate) mod find_splits;
pub(crate) mod fmt;
pub(crate) mod groups;
pub(crate) mod lint;
pub(crate) mod r#match;
pub(crate) mod minimise;
pub(crate) mod rules;
pub(crate) mod shell;
pub(crate) mod test;
pub(crate) mod test_dialects;
pub(crate) mod verify;
