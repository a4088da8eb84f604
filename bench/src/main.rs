#![deny(unsafe_code)]
//! Measures Gatepost beside its peers; `cargo run --release -- --help` lists the options.

mod allocator;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

fn main() -> ExitCode {
    match bench::run(allocator::count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {}", why.trim_end());
            ExitCode::from(2)
        }
    }
}
