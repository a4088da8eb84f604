//! How far a long list is read, where somebody watches.

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

    pub(crate) fn advance(&self, urls: &UrlList<'_>) {
        if let Some(bar) = &self.0 {
            bar.set_position(urls.octets_read());
        }
    }

    /// Prints something else than the bar.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
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
