//! Machine formats: layouts of a report, and of nothing else.
