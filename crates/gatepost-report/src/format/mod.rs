//! Machine formats: each is a layout of reports, and makes no words about verdicts.

pub mod csv;
pub mod github;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
