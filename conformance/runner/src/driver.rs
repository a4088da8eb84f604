//! Runs the driver of an implementation, which answers questions about files.
//!
//! A driver is a program that reads requests from its standard input and writes responses to its
//! standard output, each one line of JSON. Its first line is the version of the implementation.
//! `drivers/driver.py` describes the requests. An exception is an answer too, so that it can be
//! declared as a difference.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::peers::Peer;
use crate::programs;

/// A question: may this crawler fetch this URL?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The name of the crawler.
    pub crawler: String,
    /// The URL.
    pub url: Vec<u8>,
}

/// The answer of an implementation to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A verdict.
    Verdict {
        /// Whether the URL is allowed.
        allowed: bool,
        /// The deciding line, 0 if there is none; `None` if the implementation does not report it.
        line: Option<usize>,
    },
    /// No verdict, with the text of an exception or another explanation.
    Nothing(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Verdict { allowed, line } => {
                f.write_str(if *allowed { "allowed" } else { "disallowed" })?;
                line.map_or(Ok(()), |line| write!(f, ", line {line}"))
            }
            Answer::Nothing(said) => write!(f, "no answer: {said}"),
        }
    }
}

/// A running driver.
#[derive(Debug)]
pub struct Driver {
    peer: &'static Peer,
    version: String,
    child: Child,
    requests: ChildStdin,
    responses: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts a driver, which reports the version of the implementation.
    pub(crate) fn start(
        peer: &'static Peer,
        command: &mut Command,
        install: &str,
    ) -> Result<Driver, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|err| programs::missing(command, install, &err))?;
        let requests = child.stdin.take().expect("stdin is piped");
        let responses = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut driver = Driver { peer, version: String::new(), child, requests, responses };
        driver.version = driver.read()?;
        Ok(driver)
    }

    /// Returns the implementation.
    pub fn peer(&self) -> &'static Peer {
        self.peer
    }

    /// Returns the version that the driver reported.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Asks the questions about one file.
    ///
    /// # Errors
    ///
    /// This returns an error when the driver ends, or does not keep to the protocol.
    pub fn ask(&mut self, robots: &[u8], questions: &[Question]) -> Result<Vec<Answer>, String> {
        let asked: Vec<_> = questions.iter().map(|q| json!([q.crawler, hex(&q.url)])).collect();
        let answers: Vec<Value> =
            self.request(&json!({ "robots": hex(robots), "questions": asked }))?;
        if answers.len() != questions.len() {
            return Err(format!("the driver of {} left questions unanswered", self.peer.name));
        }
        answers.iter().map(|answer| self.understand(answer)).collect()
    }

    /// Sends a request and returns the response.
    ///
    /// # Errors
    ///
    /// This returns an error when the driver ends, or does not keep to the protocol.
    pub fn request<T: DeserializeOwned>(&mut self, request: &impl Serialize) -> Result<T, String> {
        let mut send = || {
            let mut line = serde_json::to_vec(request)?;
            line.push(b'\n');
            self.requests.write_all(&line)?;
            self.requests.flush()
        };
        let name = self.peer.name;
        send().map_err(|err| format!("the driver of {name} does not accept requests: {err}"))?;
        self.read()
    }

    fn read<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        let mut line = String::new();
        let name = self.peer.name;
        match self.responses.read_line(&mut line) {
            Ok(0) => Err(format!("the driver of {name} ended: {:?}", self.child.wait())),
            Ok(_) => serde_json::from_str(&line).map_err(|err| {
                format!("the driver of {name} did not answer with JSON: {err}: {}", line.trim_end())
            }),
            Err(err) => Err(format!("the driver of {name} could not be read: {err}")),
        }
    }

    fn understand(&self, answer: &Value) -> Result<Answer, String> {
        if let Some(said) = answer.as_str() {
            return Ok(Answer::Nothing(said.to_owned()));
        }
        match (&answer[0], &answer[1]) {
            (Value::Bool(allowed), line) => Ok(Answer::Verdict {
                allowed: *allowed,
                line: line.as_u64().map(|line| line as usize),
            }),
            (Value::Null, _) => Ok(Answer::Nothing("no verdict".to_owned())),
            _ => {
                Err(format!("the driver of {} gave an unexpected answer: {answer}", self.peer.name))
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may be busy with work that never ends.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes bytes as hex digits, as they travel in requests.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    // A loop, since iterators cost much in a build without optimisation.
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
    text
}

/// Reads bytes that are written as pairs of hex digits; other characters read as 0.
pub fn unhex(text: &str) -> Vec<u8> {
    let digit = |hex: u8| char::from(hex).to_digit(16).unwrap_or_default() as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::{hex, unhex};

    #[test]
    fn bytes_travel_unchanged() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(unhex(&hex(&bytes)), bytes);
        assert_eq!(hex(b"\x0f\xf0"), "0ff0");
    }
}
