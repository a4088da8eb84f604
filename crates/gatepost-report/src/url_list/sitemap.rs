//! Sitemaps: the text of each `<loc>` in a `<url>`.
//!
//! Only the five entities of XML and numeric characters are resolved, and a document type is
//! ignored. The sitemaps of an index are not fetched here. Broken XML ends the list with an error
//! on its line, after the URLs that stand before it.

use std::io::{self, BufRead, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

use super::ListedUrls;
use crate::asked_url::NotAUrl;

pub(super) struct Sitemap<'r> {
    reader: Reader<CountLines<'r>>,
    buffer: Vec<u8>,
    /// The local names of the elements around.
    open: Vec<Vec<u8>>,
    /// The text of the `<loc>` that is being read, and the line on which it begins.
    loc: Option<(Vec<u8>, usize)>,
    is_over: bool,
}

/// The greatest depth of elements that is read.
const DEEPEST: usize = 64;

impl<'r> Sitemap<'r> {
    pub(super) fn new(reader: Box<dyn BufRead + 'r>) -> Sitemap<'r> {
        let mut reader = Reader::from_reader(CountLines { reader, line: 1 });
        // Many generators write `&` in a query as it is.
        reader.config_mut().allow_dangling_amp = true;
        Sitemap { reader, buffer: Vec::new(), open: Vec::new(), loc: None, is_over: false }
    }

    pub(super) fn read(&mut self, urls: &mut ListedUrls, most: usize) -> io::Result<()> {
        let end = urls.urls.len().saturating_add(most);
        while urls.urls.len() < end && !self.is_over {
            if let Err(error) = self.step(urls) {
                if let quick_xml::Error::Io(error) = &error {
                    return Err(io::Error::new(error.kind(), error.to_string()));
                }
                let line = self.reader.get_ref().line;
                let help = "the rest of the sitemap is not read";
                let error = NotAUrl::new(format_args!("the XML is broken: {error}"), help);
                urls.push_error(error, line);
                self.is_over = true;
            }
        }
        Ok(())
    }

    fn step(&mut self, urls: &mut ListedUrls) -> quick_xml::Result<()> {
        self.buffer.clear();
        match self.reader.read_event_into(&mut self.buffer)? {
            Event::Start(start) => {
                let name = start.local_name().as_ref().to_ascii_lowercase();
                if name == b"loc" && self.open.last().is_some_and(|open| open == b"url") {
                    self.loc = Some((Vec::new(), self.reader.get_ref().line));
                }
                self.open.push(name);
                if self.open.len() > DEEPEST {
                    let line = self.reader.get_ref().line;
                    let what = "elements are nested too deeply for a sitemap";
                    urls.push_error(NotAUrl::new(what, "the rest is not read"), line);
                    self.is_over = true;
                }
            }
            Event::End(_) => {
                let name = self.open.pop();
                if name.is_some_and(|name| name == b"loc") {
                    if let Some((text, line)) = self.loc.take() {
                        urls.push_bytes(text.trim_ascii(), line);
                    }
                }
            }
            Event::Text(text) => push(&mut self.loc, &text),
            Event::CData(text) => push(&mut self.loc, &text),
            Event::GeneralRef(entity) => {
                if let Some(c) = entity.resolve_char_ref()? {
                    push(&mut self.loc, c.encode_utf8(&mut [0; 4]).as_bytes());
                } else {
                    let name = String::from_utf8_lossy(&entity).into_owned();
                    match resolve_predefined_entity(&name) {
                        Some(text) => push(&mut self.loc, text.as_bytes()),
                        // An entity of a document type stays as written.
                        None => push(&mut self.loc, format!("&{name};").as_bytes()),
                    }
                }
            }
            Event::Eof => {
                self.is_over = true;
                if !self.open.is_empty() {
                    let line = self.reader.get_ref().line;
                    let what = "the sitemap ends within an element";
                    let help = "it is cut: check that all of it was saved";
                    urls.push_error(NotAUrl::new(what, help), line);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Adds to the text of a `<loc>`, within one.
fn push(loc: &mut Option<(Vec<u8>, usize)>, text: &[u8]) {
    if let Some((loc, _)) = loc {
        loc.extend_from_slice(text);
    }
}

/// Returns the name of the first element in lower case, or `None` if there is no element.
pub(super) fn root(start: &[u8]) -> Option<String> {
    let mut reader = Reader::from_reader(start);
    loop {
        match reader.read_event() {
            Ok(Event::Start(root) | Event::Empty(root)) => {
                let name = String::from_utf8_lossy(root.local_name().as_ref()).into_owned();
                return Some(name.to_ascii_lowercase());
            }
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Counts the lines that are consumed.
struct CountLines<'r> {
    reader: Box<dyn BufRead + 'r>,
    line: usize,
}

impl Read for CountLines<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(out)?;
        self.line += count_lines(&out[..read]);
        Ok(read)
    }
}

impl BufRead for CountLines<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        // The buffer is there: it was filled before any of it can be consumed.
        if let Ok(buffer) = self.reader.fill_buf() {
            self.line += count_lines(&buffer[..bytes]);
        }
        self.reader.consume(bytes);
    }
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}
