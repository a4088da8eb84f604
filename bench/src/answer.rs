//! Answers questions as one of the engines, for `conformance/runner`: `bench --answer ENGINE`.
//!
//! `conformance/runner/drivers/driver.py` describes the lines in and out. It measures nothing.

use std::io::{BufRead, Write};

use runner::{Answer, Question, unhex};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engines;

/// One line in, with bytes as hex digits.
#[derive(Deserialize)]
struct Request {
    robots: String,
    questions: Vec<(String, String)>,
}

/// Answers until the input ends.
///
/// # Errors
///
/// This returns an error when the engine cannot start, or a line is not a request.
pub(crate) fn serve(engine: &str) -> Result<(), String> {
    let mut peer = engines::start(engine)?;
    let mut out = std::io::stdout().lock();
    let mut write = |line: Value| {
        let written = writeln!(out, "{line}").and_then(|()| out.flush());
        written.map_err(|err| format!("the answers could not be written: {err}"))
    };
    write(json!(peer.about().version))?;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|err| format!("the questions could not be read: {err}"))?;
        let request: Request =
            serde_json::from_str(&line).map_err(|err| format!("not a request: {err}"))?;
        let questions = request.questions.into_iter();
        let questions: Vec<Question> =
            questions.map(|(crawler, url)| Question { crawler, url: unhex(&url) }).collect();
        let answers = peer.ask(&unhex(&request.robots), &questions)?;
        write(answers.into_iter().map(written).collect())?;
    }
    Ok(())
}

fn written(answer: Answer) -> Value {
    match answer {
        Answer::Verdict { allowed, line } => json!([allowed, line]),
        Answer::Nothing(why) => json!(why),
    }
}
