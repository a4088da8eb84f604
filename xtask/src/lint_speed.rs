//! Measures the linter on files generated from a seed and on the corpus.
//!
//! The targets, each on one core and in all dialects: 50 ms for an ordinary file of 100 KB, a
//! second for 5,000 rules, a minute for a corpus of thousands of files.

use std::fmt::Write;
use std::time::Instant;

use gatepost_lint::{Config, lint};
use runner::Corpus;
use runner::random::Random;

use crate::Outcome;

const RUNS: usize = 30;

pub(crate) fn run() -> Outcome {
    if cfg!(debug_assertions) {
        return Err(
            "measure a release build: cargo run --release -p xtask -- lint-speed".to_owned()
        );
    }
    for rules in [4_000, 5_000] {
        let file = file(rules);
        let best = (0..RUNS).map(|_| seconds(&[file.as_bytes()])).min_by(f64::total_cmp);
        let milliseconds = 1000.0 * best.unwrap_or_default();
        println!("{rules} rules, {} bytes: {milliseconds:.1} ms", file.len());
    }
    match Corpus::find() {
        Ok(corpus) => {
            let files: Vec<&[u8]> = corpus.files.iter().map(|file| &*file.bytes).collect();
            println!("{} real files: {:.1} s", files.len(), seconds(&files));
        }
        Err(why) => println!("no real files: {}", why.trim_end()),
    }
    Ok(true)
}

fn seconds(files: &[&[u8]]) -> f64 {
    let start = Instant::now();
    for bytes in files {
        std::hint::black_box(lint(bytes, &Config::default()));
    }
    start.elapsed().as_secs_f64()
}

/// Generates one group of so many rules: folders of random letters, a fifth of which continue after
/// a star; a fifth of the rules are `Allow`. Some rules are repeated, and some cover others.
fn file(rules: usize) -> String {
    let mut random = Random::new(1, "lint-speed");
    let mut file = String::from("User-agent: *\n");
    for _ in 0..rules {
        let key = if random.once_in(5) { "Allow" } else { "Disallow" };
        let _ = write!(file, "{key}: ");
        for _ in 0..1 + random.below(3) {
            let _ = write!(file, "/{}", word(&mut random));
        }
        if random.once_in(5) {
            let _ = write!(file, "/*{}", word(&mut random));
        }
        file.push('\n');
    }
    file
}

fn word(random: &mut Random) -> String {
    let letters = 3 + random.below(6);
    (0..letters).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
}
