//! Runs one engine, which answers questions about files.
//!
//! Each engine has a driver, a small program in `xtask/peers/`; `driver.py` describes the protocol
//! between the two. An exception is an answer too, so that it can be declared as a difference.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::programs;

/// A question: may this crawler fetch this URL?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub(crate) crawler: String,
    pub(crate) url: Vec<u8>,
}

/// The answer of an engine to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Verdict {
        allowed: bool,
        /// The deciding line, 0 if there is none; `None` if the engine does not report it.
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
pub(crate) struct Engine {
    name: &'static str,
    pub(crate) version: String,
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the driver, which reports the engine's version.
    pub(crate) fn start(
        name: &'static str,
        driver: &mut Command,
        install: &str,
    ) -> Result<Engine, String> {
        driver.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = driver.spawn().map_err(|err| programs::missing(driver, install, &err))?;
        let questions = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut engine = Engine { name, version: String::new(), child, questions, answers };
        let version: Value = engine.read()?;
        engine.version = version.as_str().unwrap_or_default().to_owned();
        Ok(engine)
    }

    /// Asks the questions about one file.
    pub(crate) fn ask(
        &mut self,
        robots: &[u8],
        questions: &[Question],
    ) -> Result<Vec<Answer>, String> {
        let asked: Vec<_> = questions.iter().map(|q| json!([q.crawler, hex(&q.url)])).collect();
        let mut line = json!({ "robots": hex(robots), "questions": asked }).to_string();
        line.push('\n');
        let stdin = self.questions.as_mut().expect("open until the engine is dropped");
        let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
        written.map_err(|err| {
            format!("the driver of {} does not accept questions: {err}", self.name)
        })?;
        let answers: Vec<Value> = self.read()?;
        if answers.len() != questions.len() {
            return Err(format!("the driver of {} left questions unanswered", self.name));
        }
        answers.iter().map(|answer| self.understand(answer)).collect()
    }

    fn read<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, String> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line);
        match read {
            Ok(0) => Err(format!("the driver of {} ended: {:?}", self.name, self.child.wait())),
            Ok(_) => serde_json::from_str(&line).map_err(|err| {
                format!("the driver of {} did not answer with JSON: {err}", self.name)
            }),
            Err(err) => Err(format!("the driver of {} could not be read: {err}", self.name)),
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
            _ => Err(format!("the driver of {} gave an unexpected answer: {answer}", self.name)),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // End of input ends the driver.
        self.questions = None;
        let _ = self.child.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
    text
}
