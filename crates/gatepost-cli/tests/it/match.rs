//! What `gatepost match` prints.

use crate::support::snapshots;

snapshots! {
    one_pattern: ["match", "/*.pdf$", "/a/b/c/d.pdf", "/a/b/c/d.pdf?x=1"];
    several_patterns: ["match", "-p", "/fish", "-p", "/fish*", "-p", "/fish$", "/fish", "/fishes", "/x"];
    json: ["match", "-f", "json", "-p", "/*a*b", "-p", "/", "/xayb"];
    csv: ["match", "-f", "csv", "/*a*b", "/xayb", "/c"];
    markdown: ["match", "-f", "markdown", "-p", "/*a*b", "-p", "/", "/xayb", "/a|b"];
    nothing: ["match"];
    as_the_rule_it_would_be: ["match", "-p", "", "-p", " /a ", "-p", "/a#b", "/a"];
    why_there_is_no_match: ["match", "pdf", "/a.pdf"];
    why_a_regular_expression_does_not_match: ["match", "^/a.*$", "/abc"];
    wrong_urls_hide_no_others: ["match", "/a", "https://", "/ab", "b"];
}
