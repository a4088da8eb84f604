//! The read limit: RFC 9309 section 2.5.
//!
//! The RFC requires crawlers to read at least 500 KiB. Bytes past the limit are ignored, and so is
//! the whole line that it cuts: half a rule is a different rule.

use core::fmt;

/// A limit on the number of bytes of a robots.txt file that are read.
///
/// # Source
///
/// [RFC 9309, section 2.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.5): the limit is at
/// least 500 KiB, which is 512,000 bytes.
///
/// # Example
///
/// ```
/// use gatepost::ReadLimit;
///
/// assert_eq!(ReadLimit::FLOOR.bytes(), 512_000);
/// assert_eq!(ReadLimit::new(4_000_000).unwrap().bytes(), 4_000_000);
/// assert_eq!(
///     ReadLimit::new(10_000).unwrap_err().to_string(),
///     "read limit of 10000 bytes is too low: RFC 9309 asks for at least 512000",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReadLimit(usize);

impl ReadLimit {
    /// The lowest limit that the RFC allows, and that of the default dialect: 512,000 bytes.
    pub const FLOOR: ReadLimit = ReadLimit(512_000);

    /// The highest limit, 2 GiB, since offsets are kept in 32 bits.
    pub const NONE: ReadLimit = ReadLimit(i32::MAX as usize);

    /// Creates a read limit.
    ///
    /// # Errors
    ///
    /// This returns an error when `bytes` is below the RFC's floor.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ReadLimit;
    ///
    /// assert_eq!(ReadLimit::new(1_000_000)?.bytes(), 1_000_000);
    /// assert!(ReadLimit::new(10_000).is_err());
    /// # Ok::<(), gatepost::InvalidReadLimit>(())
    /// ```
    pub fn new(bytes: usize) -> Result<ReadLimit, InvalidReadLimit> {
        if bytes < ReadLimit::FLOOR.0 {
            return Err(InvalidReadLimit { bytes });
        }
        Ok(ReadLimit::below_floor(bytes))
    }

    /// Creates a read limit that may be lower than the RFC allows.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ReadLimit;
    ///
    /// assert_eq!(ReadLimit::below_floor(10_000).bytes(), 10_000);
    /// ```
    #[must_use]
    pub fn below_floor(bytes: usize) -> ReadLimit {
        ReadLimit(bytes.min(ReadLimit::NONE.0))
    }

    /// Returns how many bytes are read.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ReadLimit;
    ///
    /// assert_eq!(ReadLimit::FLOOR.bytes(), 512_000);
    /// ```
    #[must_use]
    pub fn bytes(self) -> usize {
        self.0
    }
}

/// Returns the RFC's floor, [`ReadLimit::FLOOR`].
impl Default for ReadLimit {
    fn default() -> ReadLimit {
        ReadLimit::FLOOR
    }
}

/// Writes the number of bytes, or `no limit` for [`ReadLimit::NONE`].
impl fmt::Display for ReadLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ReadLimit::NONE => f.write_str("no limit"),
            ReadLimit(1) => f.write_str("1 byte"),
            ReadLimit(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

/// The error returned by [`ReadLimit::new`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InvalidReadLimit {
    bytes: usize,
}

impl core::error::Error for InvalidReadLimit {}

impl fmt::Display for InvalidReadLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "read limit of {} bytes is too low: RFC 9309 asks for at least {}",
            self.bytes,
            ReadLimit::FLOOR.0
        )
    }
}
