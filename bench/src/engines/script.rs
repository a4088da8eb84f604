//! Runs an engine in its own interpreter. A driver in `engines/` reads one request per line and
//! times the work itself, so that the time includes neither the pipe nor JSON.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gatepost::Dialect;
use serde::{Deserialize, Serialize};

use super::{About, Batch, BatchOutcome, Bytes, Count, Form, ManyOutcome, Peer, Work};
use crate::clock::Effort;
use crate::questions::Question;

struct Script {
    about: About,
    process: Child,
    requests: BufWriter<ChildStdin>,
    responses: BufReader<ChildStdout>,
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

/// Starts a driver, whose first line is the engine's version.
pub(super) fn start(
    name: &'static str,
    claims: Dialect,
    best_use: &'static str,
    command: &mut Command,
) -> Result<Box<dyn Peer>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = started.map_err(|err| format!("`{program}` could not be started: {err}"))?;
    let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(format!("`{program}` has no pipes"));
    };
    let about = About { name, version: String::new(), claims, best_use, reads: usize::MAX };
    let requests = BufWriter::new(input);
    let mut script = Script { about, process, requests, responses: BufReader::new(output) };
    script.about.version = script.read_line()?;
    Ok(Box::new(script))
}

impl Script {
    fn read_line<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, String> {
        let mut line = String::new();
        let name = self.about.name;
        match self.responses.read_line(&mut line) {
            Ok(0) => Err(format!("the driver of {name} ended early")),
            Ok(_) => serde_json::from_str(&line)
                .map_err(|err| format!("the driver of {name} wrote `{}`: {err}", line.trim_end())),
            Err(err) => Err(format!("the driver of {name} could not be read: {err}")),
        }
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Response, String> {
        let mut send = || {
            serde_json::to_writer(&mut self.requests, request)?;
            self.requests.write_all(b"\n")?;
            self.requests.flush()
        };
        let name = self.about.name;
        send().map_err(|err| format!("the driver of {name} does not accept requests: {err}"))?;
        self.read_line()
    }
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
        let response = self.ask(&Request {
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
        let response = self.ask(&Request {
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

    // The interpreter manages this memory, so the bench's allocator does not see it.
    fn memory(&mut self, _: &[u8], _: &str, _: Count) -> Option<Bytes> {
        None
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // The driver may be busy with work that never ends.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
