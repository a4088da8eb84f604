//! One JSON object a line.

pub(crate) use gatepost_report::format::json::Lines as JsonLines;
