#![deny(unsafe_code)]
//! `cargo run --release -- --help` says how this is used.

mod allocator;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match bench::run(&arguments, allocator::count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {}", why.trim_end());
            ExitCode::from(2)
        }
    }
}
