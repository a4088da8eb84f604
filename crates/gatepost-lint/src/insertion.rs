//! Lines put into a file, with the line end that the file has.

use crate::file::File;
use crate::fix::Edit;

/// New lines in front of a line.
pub(crate) fn before(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let at = file.line(line).span().start;
    let line_end = file.line_end();
    Edit::new(at..at, texts.iter().map(|text| format!("{text}{line_end}")).collect::<String>())
}

/// New lines behind a line, which may be the last and without a line end.
pub(crate) fn after(file: &File<'_>, line: usize, texts: &[String]) -> Edit {
    let (text, whole) = (file.line(line).span(), file.whole_line(line));
    let line_end = file.line_end();
    let at = text.end;
    if whole.end > text.end {
        let own = file.text(text.end..whole.end);
        let at = whole.end;
        return Edit::new(at..at, texts.iter().map(|t| format!("{t}{own}")).collect::<String>());
    }
    Edit::new(at..at, texts.iter().map(|text| format!("{line_end}{text}")).collect::<String>())
}
