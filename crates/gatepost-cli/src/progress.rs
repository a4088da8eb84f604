//! A progress bar for a long list or many files, if a person watches.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::url_list::UrlList;

pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn new(urls: &UrlList<'_>) -> Progress {
        let bar = urls.wants_progress().then(|| match urls.size() {
            Some(size) => ProgressBar::new(size).with_style(
                ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {eta}")
                    .expect("the template is well-formed"),
            ),
            None => ProgressBar::new_spinner().with_style(
                ProgressStyle::with_template("{spinner} {bytes}")
                    .expect("the template is well-formed"),
            ),
        });
        Progress(bar)
    }

    /// Creates a bar for a number of files, if there are many.
    pub(crate) fn of_files(files: usize) -> Progress {
        let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let bar = (files > 100 && is_watched).then(|| {
            ProgressBar::new(files as u64).with_style(
                ProgressStyle::with_template("{bar:30} {pos}/{len} files {eta}")
                    .expect("the template is well-formed"),
            )
        });
        Progress(bar)
    }

    pub(crate) fn advance_file(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    pub(crate) fn advance(&self, urls: &UrlList<'_>) {
        if let Some(bar) = &self.0 {
            bar.set_position(urls.bytes_read());
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
