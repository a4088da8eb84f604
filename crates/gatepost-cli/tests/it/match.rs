//! What `gatepost match` prints.

use crate::support::snapshots;

snapshots! {
    one_pattern: ["match", "/*.pdf$", "/a/b/c/d.pdf", "/a/b/c/d.pdf?x=1"];
    several_patterns: ["match", "-p", "/fish", "-p", "/fish*", "-p", "/fish$", "/fish", "/fishes", "/x"];
    json: ["match", "-f", "json", "-p", "/*a*b", "-p", "/", "/xayb"];
    csv: ["match", "-f", "csv", "/*a*b", "/xayb", "/c"];
    markdown: ["match", "-f", "markdown", "-p", "/*a*b", "-p", "/", "/xayb", "/a|b"];
    nothing: ["match"];
}
