//! Lines put into a file, with the line ends that it has.

use crate::file::File;
use crate::fix::Edit;

/// New lines in front of a line.
pub(crate) fn before(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let at = file.line(line).span().start;
    let line_end = line_end(file, line);
    Edit::new(at..at, texts.iter().map(|text| format!("{text}{line_end}")).collect::<String>())
}

/// New lines behind a line, which may be the last and without a line end.
pub(crate) fn after(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let (at, next) = (file.line(line).span().end, file.whole_line(line).end);
    let line_end = line_end(file, line);
    if at == next {
        let lines = texts.iter().map(|text| format!("{line_end}{text}"));
        return Edit::new(at..at, lines.collect::<String>());
    }
    Edit::new(next..next, texts.iter().map(|text| format!("{text}{line_end}")).collect::<String>())
}

/// The line end of a line; that of the file where it has none. To look at all of the file for each
/// line would take long.
pub(crate) fn line_end(file: &File<'_>, line: usize) -> String {
    let own = file.line(line).span().end..file.whole_line(line).end;
    match own.is_empty() {
        true => file.line_end().to_owned(),
        false => file.text(own),
    }
}
