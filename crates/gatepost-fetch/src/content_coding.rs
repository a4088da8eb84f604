//! Decoding response bodies: gzip and brotli, never producing more than the limit.
//!
//! A few kilobytes can decompress to gigabytes. The decoders write into a sink that is full at some
//! point, and stop there; their own memory is bounded by their windows.

use std::io::{self, Write};

use crate::failure::{Failure, FailureKind};

/// The value of `Accept-Encoding`.
pub(crate) const ACCEPTED: &str = "gzip, br";

/// Decodes a body as it arrives.
pub(crate) struct Body {
    decoder: Decoder,
    has_bytes: bool,
}

enum Decoder {
    Plain(Sink),
    Gzip(Box<flate2::write::MultiGzDecoder<Sink>>),
    Brotli(Box<brotli_decompressor::DecompressorWriter<Sink>>),
}

/// Says whether more of a body is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    More,
    Enough,
}

impl Body {
    /// Starts a body of which `limit` bytes are wanted, and one more to detect that it continues.
    pub(crate) fn new(coding: Option<&str>, limit: usize) -> Result<Body, Failure> {
        let sink = Sink { bytes: Vec::new(), limit: limit + 1 };
        let decoder = match coding.map(|c| c.trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "identity") => Decoder::Plain(sink),
            Some("gzip" | "x-gzip") => {
                Decoder::Gzip(Box::new(flate2::write::MultiGzDecoder::new(sink)))
            }
            Some("br") => {
                let decoder = brotli_decompressor::DecompressorWriter::new(sink, 4096);
                Decoder::Brotli(Box::new(decoder))
            }
            Some(other) => {
                let detail = format!("`{other}` is not supported");
                return Err(Failure::new(FailureKind::ContentCoding, detail));
            }
        };
        Ok(Body { decoder, has_bytes: false })
    }

    /// Decodes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Wanted, Failure> {
        self.has_bytes |= !bytes.is_empty();
        let written = match &mut self.decoder {
            Decoder::Plain(sink) => sink.write_all(bytes),
            // Flushed, so that the limit is noticed as soon as it is reached.
            Decoder::Gzip(decoder) => decoder.write_all(bytes).and_then(|()| decoder.flush()),
            Decoder::Brotli(decoder) => decoder.write_all(bytes),
        };
        match written {
            _ if self.is_full() => Ok(Wanted::Enough),
            Ok(()) => Ok(Wanted::More),
            Err(error) => Err(Failure::new(FailureKind::ContentCoding, error)),
        }
    }

    /// Returns the bytes of a complete body.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, Failure> {
        let finished = match &mut self.decoder {
            // An empty body is empty whatever its coding.
            _ if !self.has_bytes => Ok(()),
            Decoder::Plain(_) => Ok(()),
            Decoder::Gzip(decoder) => decoder.try_finish(),
            Decoder::Brotli(decoder) => decoder.close(),
        };
        match finished {
            Err(error) if !self.is_full() => Err(Failure::new(FailureKind::ContentCoding, error)),
            _ => Ok(self.into_bytes()),
        }
    }

    /// Returns the bytes decoded so far.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        std::mem::take(&mut self.sink_mut().bytes)
    }

    /// Returns whether `limit` bytes have been decoded.
    pub(crate) fn has_enough(&self) -> bool {
        let sink = self.sink();
        sink.bytes.len() + 1 >= sink.limit
    }

    fn is_full(&self) -> bool {
        self.sink().bytes.len() == self.sink().limit
    }

    fn sink(&self) -> &Sink {
        match &self.decoder {
            Decoder::Plain(sink) => sink,
            Decoder::Gzip(decoder) => decoder.get_ref(),
            Decoder::Brotli(decoder) => decoder.get_ref(),
        }
    }

    fn sink_mut(&mut self) -> &mut Sink {
        match &mut self.decoder {
            Decoder::Plain(sink) => sink,
            Decoder::Gzip(decoder) => decoder.get_mut(),
            Decoder::Brotli(decoder) => decoder.get_mut(),
        }
    }
}

/// Accepts bytes until it is full, and then refuses them.
struct Sink {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.limit - self.bytes.len();
        if room == 0 && !bytes.is_empty() {
            return Err(io::Error::other("more than the read limit"));
        }
        let taken = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// `User-agent: *\nDisallow: /private\n`, stored in one uncompressed block of a brotli stream:
    /// RFC 7932 section 9.2.
    fn brotli(bytes: &[u8]) -> Vec<u8> {
        // Window of 16 bits: one bit 0. Not the last block, MLEN in 4 nibbles, uncompressed.
        let length = bytes.len() as u32 - 1;
        let bits = length << 4 | 1 << 20;
        let mut stream = bits.to_le_bytes()[..3].to_vec();
        stream.extend_from_slice(bytes);
        stream.push(3);
        stream
    }

    fn read(coding: &str, bytes: &[u8], piece: usize) -> Result<Vec<u8>, FailureKind> {
        let mut body = Body::new(Some(coding), 100).map_err(|failure| failure.kind())?;
        for piece in bytes.chunks(piece) {
            match body.push(piece).map_err(|failure| failure.kind())? {
                Wanted::More => {}
                Wanted::Enough => return Ok(body.into_bytes()),
            }
        }
        body.finish().map_err(|failure| failure.kind())
    }

    #[test]
    fn all_codings_in_all_pieces() {
        let file = b"User-agent: *\nDisallow: /private\n";
        for piece in 1..60 {
            assert_eq!(read("", file, piece).unwrap(), file);
            assert_eq!(read("identity", file, piece).unwrap(), file);
            assert_eq!(read("GZip", &gzip(file), piece).unwrap(), file, "{piece}");
            assert_eq!(read("br", &brotli(file), piece).unwrap(), file, "{piece}");
        }
    }

    #[test]
    fn decompression_bombs_stop_at_the_limit() {
        let zeros = vec![0; 10_000_000];
        for piece in [1, 1000, usize::MAX] {
            assert_eq!(read("gzip", &gzip(&zeros), piece).unwrap().len(), 101);
        }
        assert_eq!(read("", &zeros, 1000).unwrap().len(), 101);
        assert_eq!(read("br", &brotli(&zeros[..60_000]), 1000).unwrap().len(), 101);
    }

    #[test]
    fn exactly_the_limit_is_all() {
        let file = vec![b'a'; 100];
        for (coding, bytes) in [("", file.clone()), ("gzip", gzip(&file)), ("br", brotli(&file))] {
            let mut body = Body::new(Some(coding), 100).unwrap();
            assert_eq!(body.push(&bytes).unwrap(), Wanted::More);
            assert!(body.has_enough());
            assert_eq!(body.finish().unwrap(), file);
        }
    }

    #[test]
    fn broken_streams() {
        let whole = gzip(b"User-agent: *\nDisallow: /private\n");
        for length in 1..whole.len() {
            assert_eq!(
                read("gzip", &whole[..length], 7),
                Err(FailureKind::ContentCoding),
                "{length}"
            );
        }
        let whole = brotli(b"User-agent: *\n");
        for length in 1..whole.len() {
            assert_eq!(
                read("br", &whole[..length], 7),
                Err(FailureKind::ContentCoding),
                "{length}"
            );
        }
        assert_eq!(read("gzip", b"User-agent: *\n", 7), Err(FailureKind::ContentCoding));
        assert_eq!(read("zstd", b"", 7), Err(FailureKind::ContentCoding));
    }

    #[test]
    fn empty_bodies_are_empty_in_any_coding() {
        assert_eq!(read("gzip", b"", 7).unwrap(), b"");
        assert_eq!(read("br", b"", 7).unwrap(), b"");
    }
}
