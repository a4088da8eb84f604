//! Runs a case in a process of its own, so that an engine that never ends or crashes the process
//! still gives a result.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};

use crate::cases::Recipe;
use crate::clock::Effort;
use crate::engines::{self, Batch, Count, Form, Work};

/// The measurements of one case, in nanoseconds and bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The time to parse the file and answer the first question.
    pub(crate) once_ns: f64,
    /// The time to get ready for many questions.
    pub(crate) ready_ns: f64,
    /// The time to answer a question, when ready.
    pub(crate) check_ns: f64,
    pub(crate) asked: usize,
    pub(crate) wrong: usize,
    /// The number of questions that the engine could not answer.
    pub(crate) failed: usize,
    /// The bytes that the parsed file holds, and those that getting ready adds.
    pub(crate) memory: Option<(usize, usize)>,
    pub(crate) bytes: usize,
}

/// Runs a case in a child of this process.
///
/// # Errors
///
/// This returns an error, worded for a table, when the child does not end in time or crashes.
pub(crate) fn run(recipe: &Recipe, engine: &str, quick: bool) -> Result<Outcome, String> {
    let program = std::env::current_exe().map_err(|err| err.to_string())?;
    let mut command = Command::new(program);
    command.args(["--child", &format!("{}/{}", recipe.group, recipe.name), engine]);
    if quick {
        command.arg("--quick");
    }
    // A process group of its own, so that killing it also ends the interpreter that it starts.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn().map_err(|err| err.to_string())?;
    let seconds = if quick { recipe.seconds.div_ceil(3) } else { recipe.seconds };
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let status = loop {
        match child.try_wait().map_err(|err| err.to_string())? {
            Some(status) => break status,
            None if Instant::now() >= deadline => {
                if let Some(group) = Pid::from_raw(child.id() as i32) {
                    let _ = kill_process_group(group, Signal::KILL);
                }
                let _ = child.wait();
                return Err(format!("did not end in {seconds} s"));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut text = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut text).map_err(|err| err.to_string())?;
    }
    match serde_json::from_str::<Outcome>(&text) {
        Ok(outcome) => Ok(outcome),
        Err(_) => Err(format!("crashed ({status})")),
    }
}

/// Runs a case as the child, and prints its outcome as JSON.
pub(crate) fn serve(case: &str, engine: &str, quick: bool, count: Count) -> Result<(), String> {
    let (group, name) = case.split_once('/').ok_or("a case is written as group/name")?;
    let case = Recipe::named(group, name)?.make();
    let mut peer = engines::start(engine)?;
    let right = case.right_answers(peer.about().claims);
    let total_ns = if quick { 2e7 } else { 2e8 };
    let effort = Effort { total_ns, ..Effort::CASE };
    let questions = vec![case.questions[0].clone()];
    let batch = Batch { crawler: &case.crawler, files: vec![&case.bytes], questions };
    let once = peer.batch(Work::Once, &batch, effort)?;
    let ready_ns = peer.ready(&case.bytes, &case.crawler, effort)?;
    let many = peer.many(&case.bytes, &case.crawler, &case.questions, Form::Best, effort)?;
    let answers = || many.answers.iter().zip(&right);
    let memory = peer.memory(&case.bytes, &case.crawler, count);
    let outcome = Outcome {
        once_ns: once.ns,
        ready_ns,
        check_ns: many.check_ns,
        asked: right.len(),
        wrong: answers().filter(|(answer, right)| answer.is_some_and(|a| a != **right)).count(),
        failed: answers().filter(|(answer, _)| answer.is_none()).count(),
        memory: memory.map(|bytes| (bytes.parsed, bytes.prepared)),
        bytes: case.bytes.len(),
    };
    println!("{}", serde_json::to_string(&outcome).map_err(|err| err.to_string())?);
    Ok(())
}
