//! The lint rules, one file each, and the list of them.

mod absolute_url;
mod absurd_crawl_delay;
mod allow_opens_subtree;
mod anchored_extension;
mod blank_line_in_group;
mod broken_triplet;
mod byte_order_mark;
mod conflicting_rules;
mod crawler_in_several_groups;
mod crawlers_on_one_line;
mod dead_rule;
mod disallowed_sitemap;
mod dropped_star_rules;
mod duplicate_rule;
mod empty_rule;
mod encoded_delimiter;
mod everything_disallowed;
mod extension_letter_case;
mod first_match_order;
mod folder_without_slash;
mod header_for_token;
mod html_page;
mod inner_dollar;
mod invisible_character;
mod key_read_by_prefix;
mod line_ends;
mod long_line;
mod lower_case_triplet;
mod malformed_clean_param;
mod malformed_content_signal;
mod malformed_content_usage;
mod malformed_sitemap;
mod missing_colon;
mod missing_leading_slash;
mod misspelt_crawler;
mod misspelt_key;
mod mixed_sitemap_schemes;
mod no_records;
mod outranked_rule;
mod parameter_name_end;
mod partly_blocked_ai;
mod past_read_limit;
mod pattern_cut_by_comment;
mod readers_differ;
mod redundant_rule;
mod regular_expression;
mod retired_crawler;
mod rule_before_group;
mod run_together_groups;
mod search_crawler_disallowed;
mod space_in_pattern;
mod token_cut_by_google;
mod trailing_star;
mod two_records_on_one_line;
mod unheeded_crawl_delay;
mod unheeded_group;
mod unheeded_record;
mod unknown_record;
mod unresolved_path;
mod unused_ignore;
mod utf_16;
mod version_after_token;
mod wildcard_in_token;
mod wrong_encoding;

use crate::lint_rule::LintRule;
use crate::rule_info::RuleInfo;

pub(crate) use unused_ignore::unused as unused_ignores;

/// Returns all rules, sorted by name.
const ALL: &[&dyn LintRule] = &[
    &absolute_url::AbsoluteUrl,
    &absurd_crawl_delay::AbsurdCrawlDelay,
    &allow_opens_subtree::AllowOpensSubtree,
    &anchored_extension::AnchoredExtension,
    &blank_line_in_group::BlankLineInGroup,
    &broken_triplet::BrokenTriplet,
    &byte_order_mark::ByteOrderMark,
    &conflicting_rules::ConflictingRules,
    &crawler_in_several_groups::CrawlerInSeveralGroups,
    &crawlers_on_one_line::CrawlersOnOneLine,
    &dead_rule::DeadRule,
    &disallowed_sitemap::DisallowedSitemap,
    &dropped_star_rules::DroppedStarRules,
    &duplicate_rule::DuplicateRule,
    &empty_rule::EmptyRule,
    &encoded_delimiter::EncodedDelimiter,
    &everything_disallowed::EverythingDisallowed,
    &extension_letter_case::ExtensionLetterCase,
    &first_match_order::FirstMatchOrder,
    &folder_without_slash::FolderWithoutSlash,
    &header_for_token::HeaderForToken,
    &html_page::HtmlPage,
    &inner_dollar::InnerDollar,
    &invisible_character::InvisibleCharacter,
    &key_read_by_prefix::KeyReadByPrefix,
    &line_ends::LineEnds,
    &long_line::LongLine,
    &lower_case_triplet::LowerCaseTriplet,
    &malformed_clean_param::MalformedCleanParam,
    &malformed_content_signal::MalformedContentSignal,
    &malformed_content_usage::MalformedContentUsage,
    &malformed_sitemap::MalformedSitemap,
    &missing_colon::MissingColon,
    &missing_leading_slash::MissingLeadingSlash,
    &misspelt_crawler::MisspeltCrawler,
    &misspelt_key::MisspeltKey,
    &mixed_sitemap_schemes::MixedSitemapSchemes,
    &no_records::NoRecords,
    &outranked_rule::OutrankedRule,
    &parameter_name_end::ParameterNameEnd,
    &partly_blocked_ai::PartlyBlockedAi,
    &past_read_limit::PastReadLimit,
    &pattern_cut_by_comment::PatternCutByComment,
    &readers_differ::ReadersDiffer,
    &redundant_rule::RedundantRule,
    &regular_expression::RegularExpression,
    &retired_crawler::RetiredCrawler,
    &rule_before_group::RuleBeforeGroup,
    &run_together_groups::RunTogetherGroups,
    &search_crawler_disallowed::SearchCrawlerDisallowed,
    &space_in_pattern::SpaceInPattern,
    &token_cut_by_google::TokenCutByGoogle,
    &trailing_star::TrailingStar,
    &two_records_on_one_line::TwoRecordsOnOneLine,
    &unheeded_crawl_delay::UnheededCrawlDelay,
    &unheeded_group::UnheededGroup,
    &unheeded_record::UnheededRecord,
    &unknown_record::UnknownRecord,
    &unresolved_path::UnresolvedPath,
    &unused_ignore::UnusedIgnore,
    &utf_16::Utf16,
    &version_after_token::VersionAfterToken,
    &wildcard_in_token::WildcardInToken,
    &wrong_encoding::WrongEncoding,
];

/// All rules, sorted by name.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn LintRule> {
    ALL.iter().copied()
}

/// Lists all rules, sorted by name.
///
/// # Example
///
/// ```
/// let names: Vec<_> = gatepost_lint::rules().map(|rule| rule.name).collect();
/// assert!(names.contains(&"dead-rule") && names.is_sorted());
/// ```
pub fn infos() -> impl ExactSizeIterator<Item = &'static RuleInfo> + DoubleEndedIterator {
    ALL.iter().map(|rule| rule.info())
}

/// Finds a rule by its name, or returns `None` if there is no such rule.
///
/// # Example
///
/// ```
/// assert!(gatepost_lint::rule("dead-rule").is_some());
/// assert!(gatepost_lint::rule("no-dead-rules").is_none());
/// ```
#[must_use]
pub fn info(name: &str) -> Option<&'static RuleInfo> {
    infos().find(|rule| rule.name == name)
}
