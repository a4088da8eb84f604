//! Crawlers that obey another group than before: the reason for many surprising changes.
//!
//! A crawler that gets its own group no longer obeys the rules for `*`; a crawler that loses it
//! obeys them again, though no rule of either group was touched.

use gatepost::{ProductToken, RobotsTxt};
use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler};
use gatepost_prove::FileChanges;
use serde::Serialize;

use crate::phrases;

/// Crawlers whose rules come from another group than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroupMove {
    /// The crawlers.
    pub crawlers: Vec<String>,
    /// How the old file's group was selected, as `selected_by` of `gatepost test`.
    pub selected_before: GroupSelectedBy,
    /// How the new file's group is selected.
    pub selected_after: GroupSelectedBy,
    /// The consequence, in a sentence.
    pub title: String,
}

/// Finds the crawlers whose group is selected in another way, with crawlers that fall back to each
/// other in one entry.
pub(crate) fn group_moves(
    old: &RobotsTxt<'_>,
    new: &RobotsTxt<'_>,
    found: &FileChanges,
) -> Vec<GroupMove> {
    let (old, new) = (old.group_index(), new.group_index());
    let mut ways: Vec<([GroupSelectedBy; 2], Vec<ProductToken>)> = Vec::new();
    let crawlers = found.classes.iter().flat_map(|class| &class.crawlers);
    for name in crawlers.filter(|crawler| !crawler.is_any()) {
        let crawler = ResolvedCrawler::new(name.clone());
        let way = [&old, &new].map(|index| *crawler.group_in(index).selected_by());
        let is_of_family = !way.contains(&GroupSelectedBy::Name);
        match ways.iter_mut().find(|(known, _)| is_of_family && *known == way) {
            // The crawlers of a family move together; each of the others is named by itself.
            Some((_, crawlers)) => crawlers.push(name.clone()),
            None => ways.push((way, vec![name.clone()])),
        }
    }
    let moves = ways.into_iter().filter_map(|([before, after], crawlers)| {
        let crawlers: Vec<_> = crawlers.iter().map(ToString::to_string).collect();
        let title = title(&crawlers, &before, &after)?;
        Some(GroupMove { crawlers, selected_before: before, selected_after: after, title })
    });
    moves.collect()
}

fn title(crawlers: &[String], before: &GroupSelectedBy, after: &GroupSelectedBy) -> Option<String> {
    use GroupSelectedBy::{Alias, Fallback, IgnoresStar, Name, NoGroup, Star};
    if before == after {
        return None;
    }
    let who = phrases::crawlers(crawlers);
    let (obey, ignore, it) = match crawlers.len() {
        1 => ("obeys", "ignores", "it"),
        _ => ("obey", "ignore", "them"),
    };
    let applies_now = match after {
        Star => format!("the rules for `*` apply to {it} now"),
        _ => format!("no rule applies to {it} now"),
    };
    Some(match (before, after) {
        (Star, Name) => {
            format!("{who} has its own group now, so the rules for `*` no longer apply to it.")
        }
        (NoGroup, Name) => format!("{who} has its own group now."),
        (IgnoresStar, Name) => {
            format!("{who} has its own group now; it ignores the rules for `*`.")
        }
        (Fallback(name) | Alias(name), Name) => {
            format!("{who} has its own group now, so the group for {name} no longer applies to it.")
        }
        (Name, Star | NoGroup) => format!("{who} no longer has its own group, so {applies_now}."),
        (Name, IgnoresStar) => {
            format!(
                "{who} no longer has its own group and ignores the rules for `*`, so {applies_now}."
            )
        }
        (Name, Fallback(name) | Alias(name)) => {
            format!("{who} no longer has its own group, so it obeys the group for {name} now.")
        }
        (Star, Fallback(name) | Alias(name)) => format!(
            "{who} now {obey} the group for {name}, so the rules for `*` no longer apply to {it}."
        ),
        (_, Fallback(name) | Alias(name)) => format!("{who} now {obey} the group for {name}."),
        (Fallback(name) | Alias(name), IgnoresStar) => format!(
            "{who} no longer {obey} the group for {name} and {ignore} the rules for `*`, so \
             {applies_now}."
        ),
        (Fallback(name) | Alias(name), _) => {
            format!("{who} no longer {obey} the group for {name}, so {applies_now}.")
        }
        _ => return None,
    })
}
