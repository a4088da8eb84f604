//! Who asks: one identity, for the rules that are obeyed and for the header that is sent.

use std::fmt;

use gatepost::ProductToken;

/// A crawler's name in both of its forms.
///
/// # Source
///
/// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): the product token
/// should be a part of what is sent as `User-Agent`.
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
///     "the User-Agent header `Mozilla/5.0` does not name `ExampleBot`: \
///      a site's owner could not know whose rules to write",
/// );
/// # Ok::<(), gatepost_fetch::InvalidIdentity>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    token: ProductToken,
    header: String,
}

impl Identity {
    /// Creates an identity from a product token and a `User-Agent` header that has it.
    ///
    /// # Errors
    ///
    /// This returns an error when `token` is no product token, when `header` has anything but visible
    /// ASCII and spaces, or when it does not contain the token.
    pub fn new(token: &str, header: &str) -> Result<Identity, InvalidIdentity> {
        let name = ProductToken::new(token).map_err(|error| InvalidIdentity(error.to_string()))?;
        if !header.bytes().all(|byte| matches!(byte, b' '..=b'~')) || header.trim() != header {
            let header = header.escape_debug();
            let message = format!(
                "`{header}` cannot be sent as User-Agent header: only visible ASCII and spaces between may appear"
            );
            return Err(InvalidIdentity(message));
        }
        if !header.to_ascii_lowercase().contains(&token.to_ascii_lowercase()) {
            let message = format!(
                "the User-Agent header `{header}` does not name `{token}`: \
                 a site's owner could not know whose rules to write"
            );
            return Err(InvalidIdentity(message));
        }
        Ok(Identity { token: name, header: header.to_owned() })
    }

    /// The product token.
    pub fn token(&self) -> &ProductToken {
        &self.token
    }

    /// What is sent as `User-Agent`.
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
