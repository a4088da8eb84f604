//! Lists of URLs as tools write them: one URL per line, tables with a header, sitemaps.
//!
//! Bytes go in, and URLs with their line numbers come out, a batch at a time, so that a list of any
//! length needs the memory of a few URLs. The first 64 KiB decide what the list is: its encoding,
//! whether it is XML, which character separates cells, and which column has the URLs. The content
//! of the cells decides first and the header second, since tools write headers in the language of
//! their user.
//!
//! No text is cut or joined until it is a URL. A line that is not a URL is returned as an error
//! with its number, among the URLs of the other lines. A list with two possible meanings is
//! refused.
//!
//! `lines.rs`, `table.rs` and `sitemap.rs` each read one format, `layout.rs` decides between them,
//! and `encoding.rs` decodes UTF-16.

mod encoding;
mod layout;
mod lines;
mod sitemap;
mod table;

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::Range;

use crate::asked_url::{AskedUrl, NotAUrl};
use crate::content_kind::ContentKind;
use encoding::Utf16Reader;
use layout::Layout;
use lines::Lines;
use sitemap::Sitemap;
use table::Table;

/// Chooses the format of a list, where its content does not show it.
///
/// # Example
///
/// ```
/// use gatepost_report::UrlListOptions;
///
/// let mut options = UrlListOptions::default();
/// options.column = Some("Destination".to_owned());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlListOptions {
    /// The column that has the URLs: its name in the header, or its number, from 1. The list is
    /// then a table.
    pub column: Option<String>,
    /// Whether each whole line is one URL, with all commas, tabs and spaces in it.
    pub whole_lines: bool,
}

/// Reads a list of URLs, a batch at a time.
///
/// # Example
///
/// ```
/// use gatepost_report::{ListedUrls, UrlListOptions, UrlListReader};
///
/// let list = "Address,Status Code\nhttps://example.com/a,200\n\"https://example.com/b,c\",404\n";
/// let mut reader = UrlListReader::new(list.as_bytes(), &UrlListOptions::default())?;
/// assert_eq!(reader.about().unwrap(), "a table; its URLs are in the column `Address`");
///
/// let mut urls = ListedUrls::default();
/// reader.read(&mut urls, 1000)?;
/// let found: Vec<_> = urls.iter().map(|url| (url.line, url.url.unwrap())).collect();
/// assert_eq!(found, [(2, &b"https://example.com/a"[..]), (3, b"https://example.com/b,c")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UrlListReader<'r> {
    shape: Shape<'r>,
    about: Option<String>,
    urls: u64,
}

enum Shape<'r> {
    Lines(Lines<'r>),
    Table(Box<Table<'r>>),
    Sitemap(Box<Sitemap<'r>>),
}

/// The number of bytes that decide the format.
const LOOKED_AT: usize = 64 * 1024;

impl<'r> UrlListReader<'r> {
    /// Starts to read a list, and determines its format.
    ///
    /// # Errors
    ///
    /// This returns an error when the list cannot be read, is not text, has an unknown format, or
    /// has two possible meanings.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{UrlListOptions, UrlListReader};
    ///
    /// let open = |list: &'static [u8]| UrlListReader::new(list, &UrlListOptions::default());
    /// assert!(open(b"/a\n/b\n").is_ok());
    /// assert_eq!(
    ///     open(b"%PDF-1.4").err().unwrap().to_string(),
    ///     "this is a PDF document, not a list of URLs",
    /// );
    /// ```
    pub fn new(
        reader: impl BufRead + 'r,
        options: &UrlListOptions,
    ) -> Result<UrlListReader<'r>, UrlListError> {
        let (mut start, reader) = peek(reader)?;
        let kind = ContentKind::of(&start);
        let mut reader: Box<dyn BufRead + 'r> = Box::new(reader);
        if kind.is_binary() {
            let error = UrlListError::new(format_args!("this is {kind}, not a list of URLs"));
            return Err(match kind {
                ContentKind::Gzip => error.with_help("unpack it first: `gunzip -c FILE`"),
                _ => kind.help().map_or(error.clone(), |help| error.with_help(help)),
            });
        }
        if kind.is_utf_16() {
            let decoded = Utf16Reader::new(reader, kind == ContentKind::Utf16Be);
            let (decoded_start, decoded) = peek(BufReader::with_capacity(LOOKED_AT, decoded))?;
            (start, reader) = (decoded_start, Box::new(decoded));
        }
        if let Some(rest) = start.strip_prefix("\u{FEFF}".as_bytes()) {
            start = rest.to_vec();
            reader.consume_exactly("\u{FEFF}".len())?;
        }
        let (shape, mut about) = match Layout::of(&start, options)? {
            Layout::Lines { whole } => (Shape::Lines(Lines::new(reader, whole)), None),
            Layout::Table(layout) => {
                let about = layout.about();
                (Shape::Table(Box::new(Table::new(reader, layout))), Some(about))
            }
            Layout::Sitemap => {
                (Shape::Sitemap(Box::new(Sitemap::new(reader))), Some("a sitemap".to_owned()))
            }
        };
        if kind.is_utf_16() {
            about = Some(match about {
                Some(about) => format!("{about} (UTF-16)"),
                None => "UTF-16 text with one URL a line".to_owned(),
            });
        }
        Ok(UrlListReader { shape, about, urls: 0 })
    }

    /// Returns the format of the list in words, or `None` for text with one URL per line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{UrlListOptions, UrlListReader};
    ///
    /// let about = |list: &'static [u8]| {
    ///     let reader = UrlListReader::new(list, &UrlListOptions::default()).unwrap();
    ///     reader.about().map(str::to_owned)
    /// };
    /// assert_eq!(about(b"/a\n"), None);
    /// assert_eq!(about(b"<urlset><url><loc>/a</loc></url></urlset>").unwrap(), "a sitemap");
    /// ```
    #[must_use]
    pub fn about(&self) -> Option<&str> {
        self.about.as_deref()
    }

    /// Returns the number of URLs so far, without the lines that are not URLs.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{ListedUrls, UrlListOptions, UrlListReader};
    ///
    /// let list = &b"/a\nb c\n\n# two lines, one URL\n"[..];
    /// let mut reader = UrlListReader::new(list, &UrlListOptions::default())?;
    /// reader.read(&mut ListedUrls::default(), 1000)?;
    /// assert_eq!(reader.urls(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn urls(&self) -> u64 {
        self.urls
    }

    /// Reads up to `most` URLs and errors, and returns `false` at the end of the list.
    ///
    /// # Errors
    ///
    /// This returns an error when reading fails.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{ListedUrls, UrlListOptions, UrlListReader};
    ///
    /// let mut reader = UrlListReader::new(&b"/a\n/b\n/c\n"[..], &UrlListOptions::default())?;
    /// let mut urls = ListedUrls::default();
    /// assert!(reader.read(&mut urls, 2)?);
    /// assert_eq!(urls.iter().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&mut self, urls: &mut ListedUrls, most: usize) -> io::Result<bool> {
        let before = urls.urls.len();
        match &mut self.shape {
            Shape::Lines(lines) => lines.read(urls, most)?,
            Shape::Table(table) => table.read(urls, most)?,
            Shape::Sitemap(sitemap) => sitemap.read(urls, most)?,
        }
        let read = &urls.urls[before..];
        self.urls += read.iter().filter(|(url, _)| url.is_ok()).count() as u64;
        Ok(!read.is_empty())
    }
}

/// Returns the start of a reader's bytes, and a reader of all its bytes.
fn peek<'r>(mut reader: impl BufRead + 'r) -> io::Result<(Vec<u8>, impl BufRead + 'r)> {
    let mut start = Vec::new();
    reader.by_ref().take(LOOKED_AT as u64).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(reader)))
}

trait ConsumeExactly {
    fn consume_exactly(&mut self, bytes: usize) -> io::Result<()>;
}

impl<R: BufRead + ?Sized> ConsumeExactly for R {
    fn consume_exactly(&mut self, mut bytes: usize) -> io::Result<()> {
        while bytes > 0 {
            let there = self.fill_buf()?.len().min(bytes);
            if there == 0 {
                break;
            }
            self.consume(there);
            bytes -= there;
        }
        Ok(())
    }
}

/// Holds URLs of a list with their lines, and the errors about other lines.
#[derive(Clone, Debug, Default)]
pub struct ListedUrls {
    bytes: Vec<u8>,
    urls: Vec<(Result<Range<usize>, NotAUrl>, usize)>,
}

/// Holds one URL of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedUrl<'l> {
    /// The URL, or the error about a text that is not a URL.
    pub url: Result<&'l [u8], &'l NotAUrl>,
    /// The number of the line on which it begins, from 1.
    pub line: usize,
}

impl ListedUrls {
    /// Returns the URLs in the order of the list.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::ListedUrls::default().iter().len(), 0);
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ListedUrl<'_>> {
        self.urls.iter().map(|(url, line)| {
            let url = url.as_ref().map(|place| &self.bytes[place.clone()]);
            ListedUrl { url, line: *line }
        })
    }

    /// Removes all URLs, and keeps the memory for others.
    ///
    /// # Example
    ///
    /// ```
    /// let mut urls = gatepost_report::ListedUrls::default();
    /// urls.clear();
    /// ```
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.urls.clear();
    }

    fn push_bytes(&mut self, text: &[u8], line: usize) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.push_place(start..self.bytes.len(), line);
    }

    /// Adds the text at a place of `bytes`, which may not be a URL.
    fn push_place(&mut self, place: Range<usize>, line: usize) {
        let url = AskedUrl::new(&self.bytes[place.clone()]).map(|_| place);
        self.urls.push((url, line));
    }

    fn push_error(&mut self, error: NotAUrl, line: usize) {
        self.urls.push((Err(error), line));
    }
}

/// The error returned by [`UrlListReader::new`]: why a file is not a list of URLs.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlListError {
    message: String,
    help: Option<String>,
}

impl UrlListError {
    fn new(message: impl fmt::Display) -> UrlListError {
        UrlListError { message: message.to_string(), help: None }
    }

    fn with_help(self, help: impl fmt::Display) -> UrlListError {
        UrlListError { help: Some(help.to_string()), ..self }
    }

    /// Returns advice on what to do, if there is any.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{UrlListOptions, UrlListReader};
    ///
    /// let error = UrlListReader::new(&b"\x1F\x8B"[..], &UrlListOptions::default()).err().unwrap();
    /// assert_eq!(error.help(), Some("unpack it first: `gunzip -c FILE`"));
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl std::error::Error for UrlListError {}

impl fmt::Display for UrlListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<io::Error> for UrlListError {
    fn from(error: io::Error) -> UrlListError {
        UrlListError::new(error)
    }
}

#[cfg(test)]
mod tests;
