//! `gatepost.toml`: how the owner of a site wants it linted.
//!
//! This parses the text of a settings file. The caller finds the file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use gatepost::ProductToken;
use gatepost_lint::{Config, Level};
use serde::Deserialize;
use toml::Spanned;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    site: Option<Spanned<String>>,
    known_crawlers: Vec<Spanned<String>>,
    rules: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// Parses the bytes of a settings file.
///
/// # Errors
///
/// This returns an error when the file is not UTF-8 or not TOML, has an unknown key, rule or
/// severity, or names a site or a crawler that cannot be one.
///
/// # Example
///
/// ```
/// use gatepost_report::parse_settings;
///
/// let config = parse_settings(b"site = \"https://www.example.com\"\n")?;
/// assert_eq!(config.site(), Some("www.example.com"));
///
/// let error = parse_settings(b"[rules]\ntrailing-star = \"loud\"\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown severity `loud`: write error, warning, info or off",
/// );
/// # Ok::<(), gatepost_report::InvalidSettings>(())
/// ```
pub fn parse_settings(bytes: &[u8]) -> Result<Config, InvalidSettings> {
    let invalid = |span: Range<usize>, message: String| InvalidSettings { span, message };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        invalid(at..at + 1, "a settings file must be UTF-8".to_owned())
    })?;
    let file: File = toml::from_str(text).map_err(|error| {
        invalid(error.span().unwrap_or(0..0), in_words_of_toml(error.message()))
    })?;
    let mut config = Config::default();
    if let Some(site) = &file.site {
        config.set_site(host(site.get_ref()).map_err(|what| invalid(site.span(), what))?);
    }
    for crawler in &file.known_crawlers {
        let token = ProductToken::new(crawler.get_ref())
            .map_err(|error| invalid(crawler.span(), error.to_string()))?;
        config.add_known_crawler(token.as_str());
    }
    for (rule, level) in &file.rules {
        let what = level.get_ref();
        let parsed = match what.as_str() {
            "off" => Level::Off,
            severity => Level::At(severity.parse().map_err(|_| {
                let message =
                    format!("unknown severity `{what}`: write error, warning, info or off");
                invalid(level.span(), message)
            })?),
        };
        config
            .set_level(rule.get_ref(), parsed)
            .map_err(|error| invalid(rule.span(), error.to_string()))?;
    }
    Ok(config)
}

/// The error returned by [`parse_settings`].
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSettings {
    span: Range<usize>,
    message: String,
}

impl InvalidSettings {
    /// Returns the place in the settings file, in bytes.
    ///
    /// # Example
    ///
    /// ```
    /// let error = gatepost_report::parse_settings(b"colour = 1\n").unwrap_err();
    /// assert_eq!(error.span(), 0..6);
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl std::error::Error for InvalidSettings {}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Replaces the terms of Rust's deserialiser with those of TOML.
fn in_words_of_toml(message: &str) -> String {
    let words = [
        ("unknown field", "unknown key"),
        ("a sequence", "a list, as in `[\"ShopBot\"]`"),
        ("a map", "a table"),
    ];
    words.iter().fold(message.to_owned(), |message, (word, other)| message.replace(word, other))
}

/// Returns the host of a site's URL, with its port if it has one.
fn host(url: &str) -> Result<&str, String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(host) = rest.map(|rest| rest.strip_suffix('/').unwrap_or(rest)) else {
        return Err(format!("`{url}` is not a site: write `https://` or `http://` in front"));
    };
    match host.find(|c: char| c.is_ascii_whitespace() || "/?#@".contains(c)) {
        _ if host.is_empty() => Err(format!("`{url}` has no host")),
        None => Ok(host),
        Some(_) => Err(format!("`{url}` is more than a site: write only its scheme and host")),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn hosts_of_sites() {
        assert_eq!(host("https://www.example.com"), Ok("www.example.com"));
        assert_eq!(host("http://localhost:8080/"), Ok("localhost:8080"));
        for url in ["www.example.com", "https://", "https://a.example/shop", "https://u@a.example"]
        {
            assert!(host(url).is_err(), "{url}");
        }
    }
}
