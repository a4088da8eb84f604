//! Runs an engine in its own interpreter. Its driver times the work itself, so that the time
//! includes neither the pipe nor JSON.

use gatepost::Dialect;
use runner::{Answer, Driver, hex, peer};
use serde::{Deserialize, Serialize};

use super::{About, Batch, BatchOutcome, Bytes, Count, Form, ManyOutcome, Peer, Work};
use crate::clock::Effort;
use crate::questions::Question;

struct Script {
    about: About,
    driver: Driver,
}

/// One line to a driver, with bytes as hex digits.
#[derive(Serialize)]
struct Request<'a> {
    /// `parse`, `once` or `many`.
    work: &'a str,
    crawler: &'a str,
    files: Vec<String>,
    urls: Vec<&'a str>,
    batch_ns: f64,
    batches: usize,
    total_ns: f64,
    enough_ns: f64,
}

/// One line from a driver. Times are CPU time, or wall time if the interpreter has no CPU clock.
#[derive(Deserialize)]
struct Response {
    /// Per question for `many`, per pass for other work.
    ns: f64,
    answers: Vec<Option<bool>>,
}

/// Installs an engine if necessary, and starts its driver.
pub(super) fn start(
    name: &str,
    claims: Dialect,
    best_use: &'static str,
) -> Result<Box<dyn Peer>, String> {
    let driver = peer(name)?.start()?;
    let (name, version) = (driver.peer().name, driver.version().to_owned());
    let about = About { name, version, claims, best_use, reads: usize::MAX };
    Ok(Box::new(Script { about, driver }))
}

impl Peer for Script {
    fn about(&self) -> &About {
        &self.about
    }

    fn batch(
        &mut self,
        work: Work,
        batch: &Batch<'_>,
        effort: Effort,
    ) -> Result<BatchOutcome, String> {
        let response = self.driver.request::<Response>(&Request {
            work: if work == Work::Once { "once" } else { "parse" },
            crawler: batch.crawler,
            files: batch.files.iter().map(|file| hex(file)).collect(),
            urls: batch.questions.iter().map(|question| question.url.as_str()).collect(),
            batch_ns: effort.batch_ns,
            batches: effort.batches,
            total_ns: effort.total_ns,
            enough_ns: effort.enough_ns,
        })?;
        Ok(BatchOutcome { ns: response.ns, answers: response.answers })
    }

    fn many(
        &mut self,
        bytes: &[u8],
        crawler: &str,
        questions: &[Question],
        _: Form,
        effort: Effort,
    ) -> Result<ManyOutcome, String> {
        let response = self.driver.request::<Response>(&Request {
            work: "many",
            crawler,
            files: vec![hex(bytes)],
            urls: questions.iter().map(|question| question.url.as_str()).collect(),
            batch_ns: effort.batch_ns,
            batches: effort.batches,
            total_ns: effort.total_ns,
            enough_ns: effort.enough_ns,
        })?;
        Ok(ManyOutcome { check_ns: response.ns, answers: response.answers })
    }

    fn ask(&mut self, bytes: &[u8], questions: &[runner::Question]) -> Result<Vec<Answer>, String> {
        self.driver.ask(bytes, questions)
    }

    // The interpreter manages this memory, so the bench's allocator does not see it.
    fn memory(&mut self, _: &[u8], _: &str, _: Count) -> Option<Bytes> {
        None
    }
}
