//! What the command prints, and its exit status: a module for each command.
//!
//! Most tests are snapshots, in `snapshots/`. All tests are in one binary, which links once.

mod access;
mod crawlers;
mod dialects;
mod diff;
mod find;
mod groups;
mod help;
mod input;
mod lint;
mod live;
mod r#match;
mod minimise;
mod readme;
mod support;
mod test;
mod text_and_json;
mod verify;
