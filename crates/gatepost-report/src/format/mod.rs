//! Machine formats: each is a layout of reports, and makes no words about verdicts.

pub mod csv;
pub mod json;
pub mod markdown;
