use gatepost::{Key, LineContent, Record, SkipReason};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A key without a colon. A warning if some parsers read the line anyway.
    ///
    /// ## Why it matters
    /// A rule or directive is a key, a colon and a value. Google and a few others accept two words
    /// with white space between them. Nobody reads a line of one word, or of three.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent *
    /// Disallow /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Inserts the colon.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `rule` and
    ///   `startgroupline` have a colon.
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `GetKeyAndValueFrom`
    ///   accepts white space between two words instead.
    MissingColon { name: "missing-colon", since: "0.1.0", severity: Error }
}

impl LintRule for MissingColon {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let lines = file.lines().iter();
        lines
            .filter_map(|line| match line.clone().content() {
                LineContent::Record(record) => lenient(file, &record),
                LineContent::Skipped(SkipReason::NoSeparator) => skipped(file, line.span().start),
                _ => None,
            })
            .collect()
    }
}

/// Reports two words of which the first is a key.
fn lenient(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    if record.value().starts_with(b"//") {
        return before_address(record);
    }
    let protocol = [Key::UserAgent, Key::Allow, Key::Disallow, Key::Sitemap];
    if record.has_colon() || !protocol.contains(&record.key()) {
        return None;
    }
    let key = file.text(record.key_span());
    let message = format!("`{key}` has no colon: only some parsers read this line");
    let end = record.key_span().end;
    Some(
        Finding::new(&MissingColon::META, record.key_span(), message)
            .severity(Severity::Warning)
            .fix(Fix::new(format!("write `{key}:`"), end..end, ":")),
    )
}

/// Reports a `Sitemap` without a colon, where parsers use the colon of the address instead.
fn before_address(record: &Record<'_>) -> Option<Finding> {
    let written = std::str::from_utf8(record.key_bytes()).ok()?;
    let (key, scheme) = written.split_once([' ', '\t'])?;
    let is_web = ["http", "https"].iter().any(|web| scheme.trim().eq_ignore_ascii_case(web));
    if !is_web || !key.eq_ignore_ascii_case("sitemap") {
        return None;
    }
    let start = record.key_span().start;
    let span = start..start + key.len();
    let message = format!("`{key}` has no colon, so parsers read `{written}` as the key");
    let fix = Fix::new(format!("write `{key}:`"), span.end..span.end, ":");
    Some(Finding::new(&MissingColon::META, span, message).fix(fix))
}

/// Reports one word, or more than two, that would be a rule or directive with a colon.
fn skipped(file: &File<'_>, start: usize) -> Option<Finding> {
    let line = file.line(file.line_number(start)).span();
    let text = &file.as_bytes()[line.clone()];
    let text = &text[..text.iter().position(|byte| *byte == b'#').unwrap_or(text.len())];
    let indent = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let text = std::str::from_utf8(text.trim_ascii()).ok()?;
    let (key, value) = text.split_at(text.find([' ', '\t', '/', '*']).unwrap_or(text.len()));
    let value = value.trim_start();
    let is_record = match &*key.to_ascii_lowercase() {
        // Prose begins with these words as well, or with `Allow/Disallow`.
        "allow" | "disallow" => {
            let is_apart = text.len() == key.len() || text[key.len()..].starts_with([' ', '\t']);
            let is_one_word = !value.contains([' ', '\t']);
            value.is_empty() || value.starts_with(['/', '*']) && (is_apart || is_one_word)
        }
        "user-agent" => true,
        "sitemap" => value.starts_with("http"),
        _ => false,
    };
    if !is_record {
        return None;
    }
    let span = line.start + indent..line.start + indent + key.len();
    let message = format!("`{key}` has no colon, so crawlers ignore this line");
    let fix = Fix::new(format!("write `{key}:`"), span.end..span.end, ":");
    Some(Finding::new(&MissingColon::META, span, message).fix(fix))
}

#[cfg(test)]
mod tests {
    use super::MissingColon;
    use crate::rule_test::{check, fixed};

    #[test]
    fn one_two_or_three_words() {
        check(
            &MissingColon,
            "\
User-agent *
#^^^^^^^^^ `User-agent` has no colon: only some parsers read this line
  Disallow
# ^^^^^^^^ `Disallow` has no colon, so crawlers ignore this line
Disallow /a b # c: d
#^^^^^^^ `Disallow` has no colon, so crawlers ignore this line
Disallow/b
#^^^^^^^ `Disallow` has no colon, so crawlers ignore this line
Allow*.css
#^^^^ `Allow` has no colon, so crawlers ignore this line
Allow everybody to come in
Allow/Disallow lines follow
Hello world
Sitemap https://a.example/b
#^^^^^^ `Sitemap` has no colon, so parsers read `Sitemap https` as the key
Disallow: /c
",
        );
    }

    #[test]
    fn colon_is_put_in() {
        fixed(
            &MissingColon,
            "User-agent *\nDisallow\t/a\nDisallow\n",
            "User-agent: *\nDisallow:\t/a\nDisallow:\n",
        );
    }
}
