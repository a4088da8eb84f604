#![forbid(unsafe_code)]
//! The loop of `driver.py` for parsers of cargo's registry: `rust-peers ENGINE`.
//!
//! The first line out is the engine's version; then each line in is a file with questions, and each
//! line out has its answers.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use robotxt::Robots;
use serde_json::{Value, json};
use texting_robots::Robot;
use url::Url;

/// What one crawler is told about a file.
type Ask = Box<dyn Fn(&str) -> Result<bool, String>>;

fn main() {
    let engine = std::env::args().nth(1).unwrap_or_default();
    let (version, read): (&str, fn(&[u8], &str) -> Result<Ask, String>) = match engine.as_str() {
        "texting_robots" => ("0.2.2", texting_robots),
        "robotxt" => ("0.7.0", robotxt),
        _ => panic!("unknown engine `{engine}`"),
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", json!(version)).expect("stdout takes lines");
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line.expect("stdin has lines")).expect("JSON");
        let robots = bytes(&asked["robots"]);
        let mut crawlers: HashMap<String, Result<Ask, String>> = HashMap::new();
        let answer = |question: &Value| -> Value {
            let crawler = question[0].as_str().unwrap_or_default().to_owned();
            let url = String::from_utf8_lossy(&bytes(&question[1])).into_owned();
            let ask = crawlers.entry(crawler).or_insert_with_key(|name| read(&robots, name));
            match ask.as_ref().map_err(Clone::clone).and_then(|ask| ask(&url)) {
                Ok(allowed) => json!([allowed, null]),
                Err(why) => json!(why),
            }
        };
        let answers: Vec<Value> =
            asked["questions"].as_array().expect("questions").iter().map(answer).collect();
        writeln!(out, "{}", Value::from(answers)).expect("stdout takes lines");
        out.flush().expect("stdout takes lines");
    }
}

fn texting_robots(file: &[u8], crawler: &str) -> Result<Ask, String> {
    let robot = Robot::new(crawler, file).map_err(|err| err.to_string())?;
    Ok(Box::new(move |url| Ok(robot.allowed(url))))
}

fn robotxt(file: &[u8], crawler: &str) -> Result<Ask, String> {
    let robots = Robots::parse(file, crawler);
    Ok(Box::new(move |url| {
        let url = Url::parse(url).map_err(|err| err.to_string())?;
        Ok(robots.is_url_allowed(&url))
    }))
}

fn bytes(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap_or_default().as_bytes();
    let digit = |hex: u8| char::from(hex).to_digit(16).unwrap_or_default() as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}
