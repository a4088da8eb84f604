//! The format of a list, from its first bytes: lines, a table or a sitemap.
//!
//! A table has a header, or tabs, or quotes. Its header is the row above the first row with a URL.
//! The URLs are in the column whose cells are URLs. If several columns have URLs, the names that
//! tools use decide. Text with the same number of commas in each line and without a header is
//! either a table or a list of URLs with commas, and only its owner knows which, so it is refused.

use super::table::{Found, Rows};
use super::{LOOKED_AT, UrlListError, UrlListOptions, sitemap};
use crate::asked_url::AskedUrl;

pub(super) enum Layout {
    Lines { whole: bool },
    Table(TableLayout),
    Sitemap,
}

/// Where the URLs of a table are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLayout {
    pub(super) delimiter: u8,
    /// The column, from 0.
    pub(super) column: usize,
    /// The number of cells of the header, or of the first row.
    pub(super) width: usize,
    /// The number of rows before the first row with a URL.
    pub(super) rows_before: usize,
    /// The name of the column in the header.
    name: Option<String>,
}

/// The names that tools use for the column of URLs, in lower case, the best first: the address as
/// it is sent is better than the address as it is shown.
const NAMES: &[&str] = &[
    "url encoded address",
    "address",
    "url",
    "page url",
    "full url",
    "page",
    "top pages",
    "target page",
    "destination",
    "page location",
    "landing page",
    "location",
    "loc",
    "link",
    "href",
    "uri",
    "urls",
    "pages",
    "seiten",
    "h\u{e4}ufigste seiten",
    "die h\u{e4}ufigsten seiten",
    "pages les plus populaires",
    "p\u{e1}ginas principales",
    "\u{4e0a}\u{4f4d}\u{306e}\u{30da}\u{30fc}\u{30b8}",
    "\u{441}\u{430}\u{43c}\u{44b}\u{435} \u{43f}\u{43e}\u{43f}\u{443}\u{43b}\u{44f}\u{440}\u{43d}\u{44b}\u{435} \
     \u{441}\u{442}\u{440}\u{430}\u{43d}\u{438}\u{446}\u{44b}",
    "page path and screen class",
    "page path",
    "path",
    "label",
];

/// The number of rows that are looked at.
const ROWS: usize = 30;

impl Layout {
    pub(super) fn of(start: &[u8], options: &UrlListOptions) -> Result<Layout, UrlListError> {
        if options.whole_lines {
            return Ok(Layout::Lines { whole: true });
        }
        let text = start.trim_ascii_start();
        match text.first() {
            Some(b'<') => return of_xml(text),
            Some(b'{' | b'[') => {
                return Err(UrlListError::new("this is JSON, not a list of URLs")
                    .with_help("take the URLs out first, as in `jq -r .url FILE`"));
            }
            _ => {}
        }
        let (given, text) = separator_line(text);
        let delimiters = given.map_or(vec![b',', b'\t', b';'], |given| vec![given]);
        let samples = delimiters.iter().map(|delimiter| Sample::new(text, *delimiter, start.len()));
        let mut samples: Vec<Sample> = samples.collect();
        if given.is_some() {
            // The line is a row of the whole text.
            samples.iter_mut().for_each(|sample| sample.rows_before = 1);
        }
        // The separator with the most cells in the header is the right one.
        samples.sort_by_key(|sample| std::cmp::Reverse(sample.header().map_or(0, Vec::len)));
        if let Some(column) = &options.column {
            return of_column(column, &samples);
        }
        for sample in &samples {
            if let Some(layout) = sample.layout() {
                return layout.map(Layout::Table);
            }
        }
        if samples.iter().any(|sample| sample.could_be_a_table()) {
            return Err(UrlListError::new(
                "each line has as many commas or semicolons as the others, and no header: this may be \
                 a table, or a list of URLs with commas",
            )
            .with_help(
                "for a table, give the number of its column, as in `--column 1`; for URLs with \
                 commas, use `--whole-lines`",
            ));
        }
        Ok(Layout::Lines { whole: false })
    }
}

fn of_xml(text: &[u8]) -> Result<Layout, UrlListError> {
    let root = sitemap::root(text);
    let error = match root.as_deref() {
        Some("urlset") => return Ok(Layout::Sitemap),
        Some("sitemapindex") => UrlListError::new("this is an index of sitemaps: it has no pages")
            .with_help("give one of the sitemaps that it names"),
        Some("html") => UrlListError::new("this is a web page, not a list of URLs"),
        Some("rss" | "feed" | "rdf") => UrlListError::new("this is a feed, not a list of URLs")
            .with_help("give a sitemap, a table or one URL a line"),
        Some(root) => UrlListError::new(format_args!(
            "this is XML whose root is `{root}`, not a sitemap, whose root is `urlset`"
        )),
        None => UrlListError::new("this starts like XML, and has no element"),
    };
    Err(error)
}

/// Returns the separator of a first line such as `sep=;`, which Excel understands, and the text
/// behind the line.
fn separator_line(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator, rest @ ..]
            if rest.starts_with(b"\n") || rest.starts_with(b"\r") =>
        {
            (Some(*separator), rest)
        }
        _ => (None, text),
    }
}

/// The first rows of a text, split at one separator.
struct Sample {
    delimiter: u8,
    rows: Vec<Vec<Vec<u8>>>,
    /// The index of the first row with a URL, or else with a path.
    first: Option<usize>,
    /// Whether the first row with a URL has it in quotes.
    is_quoted: bool,
    /// The number of rows before those of the sample.
    rows_before: usize,
}

impl Sample {
    fn new(text: &[u8], delimiter: u8, length: usize) -> Sample {
        let mut reader = text;
        let mut rows = Rows::new(delimiter);
        let mut sample = Vec::new();
        let mut is_quoted = false;
        while sample.len() < ROWS {
            let before = reader;
            let Ok(Some(Found::Row)) = rows.next(&mut reader) else { break };
            let cells: Vec<Vec<u8>> = (0..rows.len()).map(|at| rows.cell(at).to_vec()).collect();
            let raw = &before[..before.len() - reader.len()];
            if !is_quoted && cells.iter().any(|cell| is_url(cell) || is_path(cell)) {
                is_quoted = raw.contains(&b'"');
            }
            sample.push(cells);
        }
        // The last one may be cut.
        if length >= LOOKED_AT && reader.is_empty() && sample.len() > 1 {
            sample.pop();
        }
        let first = sample.iter().position(|row| row.iter().any(|cell| is_url(cell)));
        let path = || sample.iter().position(|row| row.iter().any(|cell| is_path(cell)));
        let first = first.or_else(path);
        Sample { delimiter, first, rows: sample, is_quoted, rows_before: 0 }
    }

    /// Returns the row above the first row with a URL.
    fn header(&self) -> Option<&Vec<Vec<u8>>> {
        self.rows.get(self.first?.checked_sub(1)?)
    }

    /// Returns the rows below the header.
    fn data(&self) -> &[Vec<Vec<u8>>] {
        self.first.map_or(&[], |first| &self.rows[first..])
    }

    fn width(&self) -> usize {
        self.data().first().map_or(0, Vec::len)
    }

    /// Returns the place of the URLs, if the text is certainly a table.
    fn layout(&self) -> Option<Result<TableLayout, UrlListError>> {
        let width = self.width();
        let is_table = match self.header() {
            Some(header) if header.len() > 1 => true,
            Some(header) => is_known(&header[0]),
            None => width > 0 && (self.is_quoted || (self.delimiter == b'\t' && width > 1)),
        };
        is_table
            .then(|| self.column().map(|column| self.at(column)).ok_or_else(|| self.no_column()))
    }

    /// Returns whether the text could be a table without a header.
    fn could_be_a_table(&self) -> bool {
        let (data, width) = (self.data(), self.width());
        let begins_with_url = |row: &Vec<Vec<u8>>| is_url(&row[0]) || is_path(&row[0]);
        width > 1 && data.iter().all(|row| row.len() == width && begins_with_url(row))
    }

    fn at(&self, column: usize) -> TableLayout {
        let header = self.header().filter(|header| header.len() > column);
        TableLayout {
            delimiter: self.delimiter,
            column,
            width: header.map_or(self.width(), Vec::len),
            rows_before: self.rows_before + self.first.unwrap_or(0),
            name: header.map(|header| text(&header[column])).filter(|name| !name.is_empty()),
        }
    }

    /// Returns the column of the URLs: by its cells, and then by its name.
    fn column(&self) -> Option<usize> {
        let columns = self.header().map_or(self.width(), Vec::len);
        let are_mostly = |column: usize, is: fn(&[u8]) -> bool| {
            let cells = self.data().iter().filter_map(|row| row.get(column));
            let cells: Vec<_> = cells.filter(|cell| !cell.is_empty()).collect();
            let good = cells.iter().filter(|cell| is(cell)).count();
            good > 0 && good * 5 >= cells.len() * 4
        };
        let name = |column: usize| self.header().and_then(|header| header.get(column));
        let rank = |column: &usize| {
            let known = name(*column).map(|name| text(name).to_lowercase());
            let known = known.and_then(|name| NAMES.iter().position(|known| *known == name));
            known.unwrap_or(NAMES.len())
        };
        let best = |of: fn(&[u8]) -> bool| {
            (0..columns).filter(move |column| are_mostly(*column, of)).min_by_key(rank)
        };
        // A column of paths needs a known name: other text can start with `/` too.
        let is_named = |column: &usize| self.header().is_none() || rank(column) < NAMES.len();
        best(is_url)
            .or_else(|| best(is_path).filter(is_named))
            .or_else(|| (0..columns).min_by_key(rank).filter(|column| rank(column) < NAMES.len()))
    }

    fn no_column(&self) -> UrlListError {
        let error = UrlListError::new("this is a table without a column of URLs");
        let header = self.header().map(|header| names_of(header)).unwrap_or_default();
        error.with_help(format_args!("name the column with --column; there are {header}"))
    }
}

/// Returns the place of the URLs in a column that the user names.
fn of_column(column: &str, samples: &[Sample]) -> Result<Layout, UrlListError> {
    let is_it = |cell: &Vec<u8>| text(cell).to_lowercase() == column.trim().to_lowercase();
    for sample in samples {
        for (at, row) in sample.rows.iter().enumerate() {
            if let Some(place) = row.iter().position(is_it) {
                let layout = TableLayout {
                    delimiter: sample.delimiter,
                    column: place,
                    width: row.len(),
                    rows_before: sample.rows_before + at + 1,
                    name: Some(text(&row[place])),
                };
                return Ok(Layout::Table(layout));
            }
        }
    }
    let number = column.trim().parse::<usize>().ok().filter(|number| *number > 0);
    let widest = samples.iter().max_by_key(|sample| (sample.width(), sample.delimiter != b';'));
    let unknown = |widest: Option<&Sample>| {
        let named = widest.and_then(|sample| sample.header().or(sample.rows.first()));
        let error = UrlListError::new(format_args!("the list has no column `{column}`"));
        match named {
            Some(header) => error.with_help(format_args!("there are {}", names_of(header))),
            None => error,
        }
    };
    match (number, widest) {
        (Some(number), Some(sample)) if number <= sample.width() => {
            Ok(Layout::Table(sample.at(number - 1)))
        }
        (_, widest) => Err(unknown(widest)),
    }
}

impl TableLayout {
    /// Describes the table in words.
    pub(super) fn about(&self) -> String {
        let with = match self.delimiter {
            b'\t' => " with tabs",
            b';' => " with semicolons",
            _ => "",
        };
        format!("a table{with}; its URLs are in {}", self.column_name())
    }

    pub(super) fn column_name(&self) -> String {
        match &self.name {
            Some(name) => format!("the column `{name}`"),
            None => format!("column {}", self.column + 1),
        }
    }

    pub(super) fn separator(&self) -> &'static str {
        match self.delimiter {
            b'\t' => "tab",
            b';' => "semicolon",
            b',' => "comma",
            _ => "separator",
        }
    }
}

fn is_url(cell: &[u8]) -> bool {
    AskedUrl::new(cell.trim_ascii()).is_ok_and(|url| url.site().is_some())
}

fn is_path(cell: &[u8]) -> bool {
    cell.trim_ascii().starts_with(b"/")
}

fn is_known(cell: &[u8]) -> bool {
    NAMES.contains(&text(cell).to_lowercase().as_str())
}

fn text(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().to_owned()
}

/// Lists the names of columns in a sentence.
fn names_of(header: &[Vec<u8>]) -> String {
    const SHOWN: usize = 12;
    let named = header.iter().map(|cell| text(cell)).filter(|name| !name.is_empty());
    let mut names: Vec<String> = named.map(|name| format!("`{name}`")).collect();
    if names.len() > SHOWN {
        let more = names.len() - SHOWN;
        names.truncate(SHOWN);
        names.push(format!("{more} more"));
    }
    crate::phrases::list(&names)
}
