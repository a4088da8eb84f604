//! The identity of the crawler that fetches: one name for the rules that it obeys and the header
//! that it sends.

use std::fmt;

use gatepost::ProductToken;

/// Holds a crawler's product token and its `User-Agent` header.
///
/// # Source
///
/// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): the
/// `User-Agent` header should contain the product token.
///
/// # Example
///
/// ```
/// use gatepost_fetch::Identity;
///
/// let identity = Identity::new("ExampleBot", "ExampleBot/1.0 (+https://example.com/bot)")?;
/// assert_eq!(identity.token().as_str(), "ExampleBot");
/// assert_eq!(
///     Identity::new("ExampleBot", "Mozilla/5.0").unwrap_err().to_string(),
///     "the User-Agent header `Mozilla/5.0` does not contain `ExampleBot`: \
///      site owners could not know which name to write in robots.txt",
/// );
/// # Ok::<(), gatepost_fetch::InvalidIdentity>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    token: ProductToken,
    header: String,
}

impl Identity {
    /// Creates an identity from a product token and a `User-Agent` header that contains it.
    ///
    /// # Errors
    ///
    /// This returns an error when `token` is not a product token, when `header` contains anything
    /// but visible ASCII characters and inner spaces, or when it does not contain the token.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Identity;
    ///
    /// assert!(Identity::new("ExampleBot", "ExampleBot/1.0").is_ok());
    /// assert!(Identity::new("ExampleBot", "curl/8.0").is_err());
    /// ```
    pub fn new(token: &str, header: &str) -> Result<Identity, InvalidIdentity> {
        let name = ProductToken::new(token).map_err(|error| InvalidIdentity(error.to_string()))?;
        if !header.bytes().all(|byte| matches!(byte, b' '..=b'~')) || header.trim() != header {
            let header = header.escape_debug();
            let message = format!(
                "`{header}` cannot be a User-Agent header: it may contain visible ASCII characters, and spaces between them"
            );
            return Err(InvalidIdentity(message));
        }
        if !header.to_ascii_lowercase().contains(&token.to_ascii_lowercase()) {
            let message = format!(
                "the User-Agent header `{header}` does not contain `{token}`: \
                 site owners could not know which name to write in robots.txt"
            );
            return Err(InvalidIdentity(message));
        }
        Ok(Identity { token: name, header: header.to_owned() })
    }

    /// Returns the product token.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Identity;
    ///
    /// assert_eq!(Identity::new("ExampleBot", "ExampleBot/1.0")?.token().as_str(), "ExampleBot");
    /// # Ok::<(), gatepost_fetch::InvalidIdentity>(())
    /// ```
    #[must_use]
    pub fn token(&self) -> &ProductToken {
        &self.token
    }

    /// Returns the value of the `User-Agent` header.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Identity;
    ///
    /// assert_eq!(Identity::new("ExampleBot", "ExampleBot/1.0")?.header(), "ExampleBot/1.0");
    /// # Ok::<(), gatepost_fetch::InvalidIdentity>(())
    /// ```
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }
}

/// The error returned by [`Identity::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidIdentity(String);

impl std::error::Error for InvalidIdentity {}

impl fmt::Display for InvalidIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_must_be_one_line() {
        assert!(Identity::new("ABot", "ABot\r\nX: y").is_err());
        assert!(Identity::new("ABot", "ABot ").is_err());
        assert!(Identity::new("ABot", "").is_err());
        assert!(Identity::new("A/Bot", "A/Bot").is_err());
        assert!(Identity::new("abot", "Mozilla/5.0 (compatible; ABot/1)").is_ok());
    }
}
