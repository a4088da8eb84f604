//! The addresses that a server may connect to when it fetches on behalf of strangers.
//!
//! A stranger who can name a URL could otherwise make this machine query its own network: a
//! metadata service, a database without a password, a router. The guard checks the address of every
//! connection, at every hop. Checking names instead would leave a hole, because a name can resolve
//! to another address the second time; here nothing is resolved after the check.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Refuses addresses that are not public.
///
/// # Source
///
/// The special-purpose address registries of
/// [RFC 6890](https://www.rfc-editor.org/rfc/rfc6890), and the addresses at which hosting companies
/// publish their metadata.
///
/// # Example
///
/// ```
/// use gatepost_fetch::AddressGuard;
///
/// let guard = AddressGuard::public_only();
/// assert!(guard.check("93.184.215.14".parse()?).is_ok());
/// assert_eq!(
///     guard.check("169.254.169.254".parse()?).unwrap_err().to_string(),
///     "169.254.169.254 is not a public address: link-local",
/// );
/// // An IPv4 address written as an IPv6 one.
/// assert!(guard.check("::ffff:127.0.0.1".parse()?).is_err());
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressGuard {
    except: Vec<IpAddr>,
}

impl AddressGuard {
    /// Creates a guard that accepts public addresses only.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::AddressGuard;
    ///
    /// assert!(AddressGuard::public_only().check("10.0.0.1".parse()?).is_err());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn public_only() -> AddressGuard {
        AddressGuard { except: Vec::new() }
    }

    /// Accepts one more address, in this notation only: an IPv4 exception does not cover its IPv6
    /// form.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::AddressGuard;
    ///
    /// let guard = AddressGuard::public_only().except("127.0.0.1".parse()?);
    /// assert!(guard.check("127.0.0.1".parse()?).is_ok());
    /// assert!(guard.check("127.0.0.2".parse()?).is_err());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn except(mut self, address: IpAddr) -> AddressGuard {
        self.except.push(address);
        self
    }

    /// Checks an address.
    ///
    /// # Errors
    ///
    /// This returns an error when the address is not public, or could lead to one that is not.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::AddressGuard;
    ///
    /// assert!(AddressGuard::public_only().check("1.1.1.1".parse()?).is_ok());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub fn check(&self, address: IpAddr) -> Result<(), RefusedAddress> {
        match not_public(address) {
            Some(what) if !self.except.contains(&address) => Err(RefusedAddress { address, what }),
            _ => Ok(()),
        }
    }
}

/// The error returned by [`AddressGuard::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAddress {
    address: IpAddr,
    what: &'static str,
}

impl std::error::Error for RefusedAddress {}

impl fmt::Display for RefusedAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a public address: {}", self.address, self.what)
    }
}

fn not_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => not_public_v4(address),
        IpAddr::V6(address) => not_public_v6(address),
    }
}

fn not_public_v4(address: Ipv4Addr) -> Option<&'static str> {
    Some(match address.octets() {
        [0, ..] => "this network",
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => "private",
        [100, 64..=127, ..] => "shared address space",
        [127, ..] => "loopback",
        [169, 254, ..] => "link-local",
        // Azure's, the only one in public address space.
        [168, 63, 129, 16] => "a metadata service",
        [192, 0, 0, _] => "reserved for protocols",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => "reserved for documentation",
        [192, 88, 99, _] => "a 6to4 relay",
        [198, 18..=19, ..] => "reserved for benchmarks",
        [224..=239, ..] => "multicast",
        [240..=255, ..] => "reserved",
        _ => return None,
    })
}

fn not_public_v6(address: Ipv6Addr) -> Option<&'static str> {
    let segments = address.segments();
    let bytes = address.octets();
    let v4_at = |at: usize| {
        let [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        Ipv4Addr::new(a, b, c, d)
    };
    match segments {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("this network"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("loopback"),
        // An IPv4 address: mapped, compatible or translated.
        [0, 0, 0, 0, 0, 0xffff, _, _]
        | [0, 0, 0, 0, 0, 0, _, _]
        | [0, 0, 0, 0, 0xffff, 0, _, _]
        | [0x64, 0xff9b, 0, 0, 0, 0, _, _] => not_public_v4(v4_at(12)),
        // Translated with a prefix local to the network.
        [0x64, 0xff9b, 1, ..] => Some("translated within a network"),
        // 6to4.
        [0x2002, ..] => not_public_v4(v4_at(2)),
        // Teredo hides the address of a client behind a router.
        [0x2001, 0, ..] => Some("a tunnel"),
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Some("reserved for documentation"),
        [0x2001, 0x2, 0, ..] => Some("reserved for benchmarks"),
        [0x2001, 0x10..=0x2f, ..] => Some("reserved for protocols"),
        [0x100, 0, 0, ..] => Some("discard-only"),
        [0xfc00..=0xfdff, ..] => Some("private"),
        [0xfe80..=0xfebf, ..] => Some("link-local"),
        [0xfec0..=0xfeff, ..] => Some("site-local"),
        [0xff00..=0xffff, ..] => Some("multicast"),
        // Everything else outside 2000::/3 is unassigned.
        [0x2000..=0x3fff, ..] => None,
        _ => Some("reserved"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused() {
        let guard = AddressGuard::public_only();
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.255",
            "168.63.129.16",
            "169.254.169.254",
            "169.254.170.2",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "2001::1",
            "2001:db8::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            assert!(guard.check(address.parse().unwrap()).is_err(), "{address}");
        }
    }

    #[test]
    fn public() {
        let guard = AddressGuard::public_only();
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "93.184.215.14",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.167.0.1",
            "223.255.255.255",
            "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
            "::ffff:93.184.215.14",
            "64:ff9b::93.184.215.14",
            "2a00:1450::1",
        ] {
            assert!(guard.check(address.parse().unwrap()).is_ok(), "{address}");
        }
    }

    #[test]
    fn exception_is_one_address() {
        let guard = AddressGuard::public_only().except("127.0.0.2".parse().unwrap());
        assert!(guard.check("127.0.0.2".parse().unwrap()).is_ok());
        assert!(guard.check("127.0.0.1".parse().unwrap()).is_err());
        assert!(guard.check("::ffff:127.0.0.2".parse().unwrap()).is_err());
    }
}
