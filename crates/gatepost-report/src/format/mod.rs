//! Machine formats: each lays out reports, and adds no words about verdicts.

pub mod csv;
pub mod github;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
