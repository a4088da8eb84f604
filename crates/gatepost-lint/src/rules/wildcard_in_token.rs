use gatepost::UserAgentLine;
use gatepost_crawlers::crawlers;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::quoted;
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `*` in a crawler name. At the end of the name it is info, or a warning if other crawlers
    /// have names that start the same way.
    ///
    /// ## Why it matters
    /// A lone `*` stands for every crawler that no group names. Inside a name it has no meaning,
    /// because crawlers compare the whole name. At the end it is ignored; anywhere else it makes a
    /// name that no crawler has.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Googlebot*
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Removes a star at the end. For parsers that read the star as part of the name, that changes
    /// answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): a product
    ///   token consists of letters, `-` and `_`.
    WildcardInToken { name: "wildcard-in-token", since: "0.1.0", severity: Error }
}

impl LintRule for WildcardInToken {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let lines = file.robots().groups().flat_map(|group| group.user_agents());
        let lines = lines.filter(|line| !line.is_global() && line.value().contains(&b'*'));
        lines.filter_map(|line| finding(&line)).collect()
    }
}

fn finding(line: &UserAgentLine<'_>) -> Option<Finding> {
    let meta = &WildcardInToken::META;
    let value = std::str::from_utf8(line.value()).ok()?;
    // Parsers ignore what follows a version or a comma.
    let read = value.split(['/', ',', ';']).next()?.trim_end();
    let name = read.trim_end_matches('*');
    if name == read && !name.contains('*') {
        return None;
    }
    if name.contains('*') || !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        let message = format!("`{value}` names no crawler: wildcards do not work in crawler names");
        return Some(Finding::new(meta, line.value_span(), message));
    }
    let start = line.value_span().start;
    let stars = start + name.len()..start + read.len();
    let starts = |token: &str| {
        let start = token.get(..name.len());
        token.len() > name.len() && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let others = crawlers().filter(|crawler| !crawler.is_retired());
    let others: Vec<&str> =
        others.map(|crawler| crawler.token()).filter(|token| starts(token)).collect();
    let (severity, message) = match others.as_slice() {
        [] => (Severity::Info, format!("the `*` is ignored: this line names only `{name}`")),
        others => (
            Severity::Warning,
            format!(
                "the `*` is ignored: this line names only `{name}`, and not {}",
                quoted(others)
            ),
        ),
    };
    let fix = Fix::new(format!("write `{name}`"), stars.clone(), "");
    Some(Finding::new(meta, stars, message).severity(severity).fix(fix))
}

#[cfg(test)]
mod tests {
    use super::WildcardInToken;
    use crate::rule_test::{check, fixed};

    #[test]
    fn at_the_end_and_elsewhere() {
        check(
            &WildcardInToken,
            "\
User-agent: *bot*
#           ^^^^^ `*bot*` names no crawler: wildcards do not work in crawler names
User-agent: Mediapartners-Google*
#                               ^ the `*` is ignored: this line names only `Mediapartners-Google`
User-agent: GoogleOther*
#                      ^ the `*` is ignored: this line names only `GoogleOther`, and not `GoogleOther-Image` and `GoogleOther-Video`
User-agent: *
User-agent: * all of them
User-agent: A/*
Disallow: /
",
        );
    }

    #[test]
    fn star_goes() {
        fixed(&WildcardInToken, "User-agent: A*\nDisallow: /\n", "User-agent: A\nDisallow: /\n");
    }
}
