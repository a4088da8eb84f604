//! Every rule there is, one file each.

mod absolute_url;
mod allow_opens_subtree;
mod anchored_extension;
mod broken_triplet;
mod byte_order_mark;
mod conflicting_rules;
mod dead_rule;
mod duplicate_rule;
mod empty_rule;
mod encoded_delimiter;
mod everything_disallowed;
mod extension_letter_case;
mod first_match_order;
mod folder_without_slash;
mod html_page;
mod inner_dollar;
mod invisible_character;
mod line_ends;
mod long_line;
mod lower_case_triplet;
mod missing_leading_slash;
mod misspelt_key;
mod no_records;
mod outranked_rule;
mod parameter_name_end;
mod past_read_limit;
mod pattern_cut_by_comment;
mod readers_differ;
mod redundant_rule;
mod regular_expression;
mod search_crawler_disallowed;
mod space_in_pattern;
mod trailing_star;
mod two_records_on_one_line;
mod unused_ignore;
mod utf_16;
mod wrong_encoding;

use crate::rule::Rule;

pub(crate) use unused_ignore::unused as unused_ignores;

/// All rules, by name.
const ALL: &[&dyn Rule] = &[
    &absolute_url::AbsoluteUrl,
    &allow_opens_subtree::AllowOpensSubtree,
    &anchored_extension::AnchoredExtension,
    &broken_triplet::BrokenTriplet,
    &byte_order_mark::ByteOrderMark,
    &conflicting_rules::ConflictingRules,
    &dead_rule::DeadRule,
    &duplicate_rule::DuplicateRule,
    &empty_rule::EmptyRule,
    &encoded_delimiter::EncodedDelimiter,
    &everything_disallowed::EverythingDisallowed,
    &extension_letter_case::ExtensionLetterCase,
    &first_match_order::FirstMatchOrder,
    &folder_without_slash::FolderWithoutSlash,
    &html_page::HtmlPage,
    &inner_dollar::InnerDollar,
    &invisible_character::InvisibleCharacter,
    &line_ends::LineEnds,
    &long_line::LongLine,
    &lower_case_triplet::LowerCaseTriplet,
    &missing_leading_slash::MissingLeadingSlash,
    &misspelt_key::MisspeltKey,
    &no_records::NoRecords,
    &outranked_rule::OutrankedRule,
    &parameter_name_end::ParameterNameEnd,
    &past_read_limit::PastReadLimit,
    &pattern_cut_by_comment::PatternCutByComment,
    &readers_differ::ReadersDiffer,
    &redundant_rule::RedundantRule,
    &regular_expression::RegularExpression,
    &search_crawler_disallowed::SearchCrawlerDisallowed,
    &space_in_pattern::SpaceInPattern,
    &trailing_star::TrailingStar,
    &two_records_on_one_line::TwoRecordsOnOneLine,
    &unused_ignore::UnusedIgnore,
    &utf_16::Utf16,
    &wrong_encoding::WrongEncoding,
];

/// All rules, in the order of their names.
///
/// # Example
///
/// ```
/// let names: Vec<_> = gatepost_lint::rules().iter().map(|rule| rule.meta().name).collect();
/// assert!(names.contains(&"dead-rule") && names.is_sorted());
/// ```
pub fn all() -> &'static [&'static dyn Rule] {
    ALL
}

/// The rule of a name.
///
/// # Example
///
/// ```
/// assert!(gatepost_lint::rule("dead-rule").is_some());
/// assert!(gatepost_lint::rule("no-dead-rules").is_none());
/// ```
pub fn rule(name: &str) -> Option<&'static dyn Rule> {
    ALL.iter().copied().find(|rule| rule.meta().name == name)
}
