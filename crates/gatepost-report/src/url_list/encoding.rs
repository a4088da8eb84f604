//! Decodes UTF-16 while it is read: Excel and PowerShell write lists in it.

use std::io::{self, BufRead, Read};

/// Decodes UTF-16. Invalid units become U+FFFD.
pub(super) struct Utf16Reader<R> {
    reader: R,
    is_big_endian: bool,
    /// The first byte of a unit that a buffer cut.
    byte: Option<u8>,
    /// The first unit of a pair.
    high: Option<u16>,
    decoded: Vec<u8>,
    at: usize,
}

impl<R: BufRead> Utf16Reader<R> {
    pub(super) fn new(reader: R, is_big_endian: bool) -> Utf16Reader<R> {
        let decoded = Vec::new();
        Utf16Reader { reader, is_big_endian, byte: None, high: None, decoded, at: 0 }
    }

    /// Decodes the buffer of the reader; decodes nothing at the end.
    fn decode(&mut self) -> io::Result<()> {
        self.decoded.clear();
        self.at = 0;
        while self.decoded.is_empty() {
            let buffer = self.reader.fill_buf()?;
            let length = buffer.len();
            let mut units = Vec::with_capacity(length / 2 + 2);
            units.extend(self.high.take());
            for byte in buffer {
                match self.byte.take() {
                    None => self.byte = Some(*byte),
                    Some(first) if self.is_big_endian => {
                        units.push(u16::from_be_bytes([first, *byte]));
                    }
                    Some(first) => units.push(u16::from_le_bytes([first, *byte])),
                }
            }
            let is_end = length == 0;
            if let (Some(0xD800..=0xDBFF), false) = (units.last(), is_end) {
                self.high = units.pop();
            }
            if is_end && self.byte.take().is_some() {
                // Half a unit, at the end.
                units.push(0xFFFD);
            }
            let mut utf_8 = [0; 4];
            for c in char::decode_utf16(units) {
                let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
                self.decoded.extend_from_slice(c.encode_utf8(&mut utf_8).as_bytes());
            }
            self.reader.consume(length);
            if is_end {
                break;
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Utf16Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.decoded.len() {
            self.decode()?;
        }
        let read = (self.decoded.len() - self.at).min(out.len());
        out[..read].copy_from_slice(&self.decoded[self.at..self.at + read]);
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::Utf16Reader;

    #[test]
    fn both_orders_whatever_the_buffer_cuts() {
        let text = "/a\u{e9}\u{1F600}/\u{4e2d}\n";
        for is_big in [false, true] {
            let order = if is_big { u16::to_be_bytes } else { u16::to_le_bytes };
            let bytes: Vec<u8> = text.encode_utf16().flat_map(order).collect();
            for capacity in 1..=bytes.len() {
                let reader = BufReader::with_capacity(capacity, &bytes[..]);
                let mut decoded = String::new();
                Utf16Reader::new(reader, is_big).read_to_string(&mut decoded).unwrap();
                assert_eq!(decoded, text);
            }
        }
    }

    #[test]
    fn half_of_a_pair_and_half_of_a_unit() {
        let mut decoded = String::new();
        let bytes = b"a\0\x00\xD8b\0\x00\xD8c";
        Utf16Reader::new(&bytes[..], false).read_to_string(&mut decoded).unwrap();
        assert_eq!(decoded, "a\u{FFFD}b\u{FFFD}\u{FFFD}");
    }
}
