//! Labels of hosts in ASCII: Punycode, RFC 3492.
//!
//! Only encoding is needed, to compare `exämple.com` with `xn--exmple-cua.com`. Of the mapping that
//! IDNA does before it, only lower case is applied. A host that needs more of it is another host.

/// The longest label, in characters. The time grows with the square of the length.
const LONGEST: usize = 63;

/// Returns a label of a host in ASCII: with `xn--` and its Punycode, where it is not ASCII.
pub(crate) fn label(label: &str) -> String {
    match label.is_ascii() || label.chars().nth(LONGEST).is_some() {
        true => label.to_owned(),
        false => format!("xn--{}", encode(label)),
    }
}

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// RFC 3492 section 6.3. Labels are short, so nothing overflows.
fn encode(label: &str) -> String {
    let mut output: String = label.chars().filter(char::is_ascii).collect();
    let basic = output.len() as u32;
    if basic > 0 {
        output.push('-');
    }
    let (mut n, mut delta, mut bias, mut handled) = (INITIAL_N, 0_u32, INITIAL_BIAS, basic);
    let count = label.chars().count() as u32;
    while handled < count {
        let Some(next) = label.chars().map(u32::from).filter(|c| *c >= n).min() else { break };
        delta += (next - n) * (handled + 1);
        n = next;
        for c in label.chars().map(u32::from) {
            if c < n {
                delta += 1;
            }
            if c == n {
                push_integer(&mut output, delta, bias);
                bias = adapted(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    output
}

/// Writes a number in digits of varying weight.
fn push_integer(output: &mut String, mut q: u32, bias: u32) {
    let digit = |value: u32| char::from_digit(value, 36).expect("below 36");
    // Digits of Punycode are a to z and then 0 to 9; those of the language the other way round.
    let digit = |value: u32| match value {
        0..=25 => char::from(b'a' + value as u8),
        _ => digit(value - 26),
    };
    let mut k = BASE;
    loop {
        let t = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if q < t {
            break;
        }
        output.push(digit(t + (q - t) % (BASE - t)));
        q = (q - t) / (BASE - t);
        k += BASE;
    }
    output.push(digit(q));
}

/// RFC 3492 section 6.1.
fn adapted(delta: u32, points: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn known_names() {
        for (name, ascii) in [
            ("example", "example"),
            ("ex\u{e4}mple", "xn--exmple-cua"),
            ("b\u{fc}cher", "xn--bcher-kva"),
            ("m\u{fc}nchen", "xn--mnchen-3ya"),
            ("\u{fc}", "xn--tda"),
            // RFC 3492 section 7.1: Chinese (simplified), and "3<nen>B<gumi><kinpachi><sensei>".
            (
                "\u{4ed6}\u{4eec}\u{4e3a}\u{4ec0}\u{4e48}\u{4e0d}\u{8bf4}\u{4e2d}\u{6587}",
                "xn--ihqwcrb4cv8a8dqg056pqjye",
            ),
            ("3\u{5e74}b\u{7d44}\u{91d1}\u{516b}\u{5148}\u{751f}", "xn--3b-ww4c5e180e575a65lsy2b"),
        ] {
            assert_eq!(label(name), ascii);
        }
    }

    #[test]
    fn longest_label_and_one_that_is_too_long() {
        let longest = "\u{10FFFF}a\u{e4}".repeat(21);
        assert!(label(&longest).starts_with("xn--aaa"));
        let too_long = longest + "\u{e4}";
        assert_eq!(label(&too_long), too_long);
    }
}
