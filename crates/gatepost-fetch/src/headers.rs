//! The response headers that matter for robots.txt, whichever HTTP client received them.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// Values longer than this are dropped, which bounds memory. None that matters is so long.
const LONGEST: usize = 2_000;

/// A URL may be longer: RFC 9110 section 4.1 asks for 8,000 bytes.
const LONGEST_ADDRESS: usize = 8_000;

/// Holds the response headers that matter for robots.txt.
///
/// # Example
///
/// ```
/// use gatepost_fetch::Headers;
///
/// let headers: Headers =
///     [("ETag", &b"\"abc\""[..]), ("Cache-Control", b"max-age=600"), ("Via", b"1.1 a")]
///         .into_iter()
///         .collect();
/// assert_eq!(headers.etag.as_deref(), Some("\"abc\""));
/// assert_eq!(headers.cache_control.as_deref(), Some("max-age=600"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Headers {
    /// The target of a redirect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The media type, which should be `text/plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// How the body was compressed in transit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_encoding: Option<String>,
    /// The length of the body in transit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_length: Option<String>,
    /// The identifier of this version of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// When the file last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// How long a copy may be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_control: Option<String>,
    /// When a copy expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The server's time when it responded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How long the response spent in caches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<String>,
    /// When to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<String>,
}

impl Headers {
    /// Adds a header, if it is one that matters.
    ///
    /// A second `Cache-Control` is appended to the first; of any other repeated header, the first
    /// is kept. Values longer than 2,000 bytes (8,000 for `Location`) are dropped.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Headers;
    ///
    /// let mut headers = Headers::default();
    /// headers.insert("Retry-After", b"120");
    /// headers.insert("Server", b"nginx");
    /// assert_eq!(headers.iter().collect::<Vec<_>>(), [("Retry-After", "120")]);
    /// ```
    pub fn insert(&mut self, name: &str, value: &[u8]) {
        let is_address = name.eq_ignore_ascii_case("location");
        if value.len() > if is_address { LONGEST_ADDRESS } else { LONGEST } {
            return;
        }
        let Some(place) = self.place(name) else { return };
        let value = text(value);
        match place {
            None => *place = Some(value),
            Some(list) if name.eq_ignore_ascii_case("cache-control") => {
                if list.len() + value.len() < LONGEST {
                    list.push_str(", ");
                    list.push_str(&value);
                }
            }
            Some(_) => {}
        }
    }

    fn place(&mut self, name: &str) -> Option<&mut Option<String>> {
        Some(match name.to_ascii_lowercase().as_str() {
            "location" => &mut self.location,
            "content-type" => &mut self.content_type,
            "content-encoding" => &mut self.content_encoding,
            "content-length" => &mut self.content_length,
            "etag" => &mut self.etag,
            "last-modified" => &mut self.last_modified,
            "cache-control" => &mut self.cache_control,
            "expires" => &mut self.expires,
            "date" => &mut self.date,
            "age" => &mut self.age,
            "retry-after" => &mut self.retry_after,
            _ => return None,
        })
    }

    /// Iterates over the headers that are present, each with its usual spelling.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Headers;
    ///
    /// let headers = Headers::from_iter([("etag", &b"\"1\""[..])]);
    /// assert_eq!(headers.iter().next(), Some(("ETag", "\"1\"")));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("Location", &self.location),
            ("Content-Type", &self.content_type),
            ("Content-Encoding", &self.content_encoding),
            ("Content-Length", &self.content_length),
            ("ETag", &self.etag),
            ("Last-Modified", &self.last_modified),
            ("Cache-Control", &self.cache_control),
            ("Expires", &self.expires),
            ("Date", &self.date),
            ("Age", &self.age),
            ("Retry-After", &self.retry_after),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }

    /// Returns the media type in lower case, without its parameters.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Headers;
    ///
    /// let headers = Headers::from_iter([("Content-Type", &b"Text/Plain; charset=utf-8"[..])]);
    /// assert_eq!(headers.media_type().as_deref(), Some("text/plain"));
    /// ```
    #[must_use]
    pub fn media_type(&self) -> Option<String> {
        let (media_type, _) =
            self.content_type.as_deref().map(|t| t.split_once(';').unwrap_or((t, "")))?;
        Some(media_type.trim().to_ascii_lowercase())
    }

    /// Merges the headers of a copy with those of the response that confirmed it: newer values win.
    pub(crate) fn renewed_by(&self, answer: &Headers) -> Headers {
        let newer =
            |new: &Option<String>, old: &Option<String>| new.clone().or_else(|| old.clone());
        Headers {
            etag: newer(&answer.etag, &self.etag),
            last_modified: newer(&answer.last_modified, &self.last_modified),
            cache_control: newer(&answer.cache_control, &self.cache_control),
            expires: newer(&answer.expires, &self.expires),
            date: answer.date.clone(),
            age: answer.age.clone(),
            ..self.clone()
        }
    }
}

impl<'h> FromIterator<(&'h str, &'h [u8])> for Headers {
    fn from_iter<I: IntoIterator<Item = (&'h str, &'h [u8])>>(pairs: I) -> Headers {
        let mut headers = Headers::default();
        for (name, value) in pairs {
            headers.insert(name, value);
        }
        headers
    }
}

/// Returns a value as text. Bytes that are not UTF-8 are percent-encoded, as a `Location` needs.
fn text(value: &[u8]) -> String {
    let value = value.trim_ascii();
    if let Ok(text) = std::str::from_utf8(value) {
        return text.to_owned();
    }
    let mut text = String::with_capacity(value.len() * 2);
    for byte in value {
        match byte {
            0x80.. => write!(text, "%{byte:02X}").expect("a string can be written to"),
            _ => text.push(*byte as char),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_encoded() {
        let headers = Headers::from_iter([("Location", &b"/caf\xe9"[..])]);
        assert_eq!(headers.location.as_deref(), Some("/caf%E9"));
    }

    #[test]
    fn lists_are_joined_and_others_keep_the_first() {
        let headers = Headers::from_iter([
            ("cache-control", &b"public"[..]),
            ("CACHE-CONTROL", b"max-age=5"),
            ("etag", b"\"1\""),
            ("etag", b"\"2\""),
        ]);
        assert_eq!(headers.cache_control.as_deref(), Some("public, max-age=5"));
        assert_eq!(headers.etag.as_deref(), Some("\"1\""));
    }

    #[test]
    fn endless_values_are_not_kept() {
        let long = vec![b'a'; LONGEST + 1];
        assert_eq!(Headers::from_iter([("etag", &long[..])]), Headers::default());
        assert!(Headers::from_iter([("location", &long[..])]).location.is_some());
    }

    #[test]
    fn media_type_has_no_parameters() {
        let headers = Headers::from_iter([("content-type", &b"Text/Plain; charset=utf-8"[..])]);
        assert_eq!(headers.media_type().as_deref(), Some("text/plain"));
    }
}
