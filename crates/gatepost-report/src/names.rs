//! The names of crawlers in sentences, for every report.

use gatepost::{Group, ProductToken};

use crate::phrases;

/// Lists crawlers, with those that no group names last.
pub(crate) fn crawlers(crawlers: &[ProductToken]) -> String {
    phrases::crawlers(&texts(crawlers))
}

/// Returns the names as reports spell them.
pub(crate) fn texts(crawlers: &[ProductToken]) -> Vec<String> {
    crawlers.iter().map(|crawler| crawler.as_str().to_owned()).collect()
}

/// Lists the crawlers that a group names.
pub(crate) fn of_group(group: &Group<'_>) -> String {
    let mut tokens: Vec<_> = group.user_agents().map(|line| phrases::text(line.token())).collect();
    tokens.retain(|token| !token.is_empty());
    tokens.dedup();
    if tokens.is_empty() { "no crawler".to_owned() } else { phrases::list(&tokens) }
}
