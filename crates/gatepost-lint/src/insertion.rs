//! Edits that insert lines, with the line ends that the file uses.

use crate::file::File;
use crate::fix::Edit;

/// Inserts lines before a line.
pub(crate) fn before(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let at = file.line(line).span().start;
    let line_end = line_end(file, line);
    Edit::new(at..at, texts.iter().map(|text| format!("{text}{line_end}")).collect::<String>())
}

/// Inserts lines after a line, which may be the last one and without a line end.
pub(crate) fn after(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let (at, next) = (file.line(line).span().end, file.whole_line(line).end);
    let line_end = line_end(file, line);
    if at == next {
        let lines = texts.iter().map(|text| format!("{line_end}{text}"));
        return Edit::new(at..at, lines.collect::<String>());
    }
    Edit::new(next..next, texts.iter().map(|text| format!("{text}{line_end}")).collect::<String>())
}

/// Returns the line end of a line, or the most frequent one of the file if the line has none. Only
/// the last line has none, so that the file is hardly ever searched.
pub(crate) fn line_end(file: &File<'_>, line: usize) -> String {
    let own = file.line(line).span().end..file.whole_line(line).end;
    match own.is_empty() {
        true => file.line_end().to_owned(),
        false => file.text(own),
    }
}
