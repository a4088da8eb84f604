#![forbid(unsafe_code)]
//! Repeats one operation, so that callgrind can count its instructions.
//!
//! `counts OPERATION TIMES` runs an operation; without arguments the program lists them.
//! `counts.sh` runs each under callgrind with one and two times as many repetitions: the difference
//! is the cost of the operation alone, without start-up and without making the input. Inputs are
//! made from a seed and need no corpus. The arguments are matched by hand, so that the build in CI
//! needs no clap.

use std::hint::black_box;
use std::process::ExitCode;

use bench::inputs;
use gatepost::{Dialect, ProductToken, RobotsTxt, UrlPath};

/// An operation: its name, how often to repeat it, and the function that repeats it.
struct Operation {
    name: &'static str,
    times: usize,
    run: fn(usize),
}

const fn operation(name: &'static str, times: usize, run: fn(usize)) -> Operation {
    Operation { name, times, run }
}

/// The number of rules in a file of median size.
const MEDIAN: usize = 10;
/// The number of rules that only one file in a hundred exceeds.
const P99: usize = 650;

static OPERATIONS: [Operation; 16] = [
    operation("parse-median", 1000, |times| parse(&inputs::ordinary(MEDIAN), times)),
    operation("parse-p99", 20, |times| parse(&inputs::ordinary(P99), times)),
    operation("parse-as-google-p99", 20, |times| {
        let file = inputs::ordinary(P99);
        repeat(times, || RobotsTxt::parse_as(black_box(&file), Dialect::GOOGLE));
    }),
    operation("parse-many-agents", 2, |times| parse(&inputs::many_agents(20_000), times)),
    operation("url-path", 1000, |times| {
        let url = "https://site.example/shop/catalogue/item-1234.html?page=2&sort=price#reviews";
        repeat(times, || UrlPath::new(black_box(url)).is_ok());
    }),
    operation("url-path-to-encode", 1000, |times| {
        let url = "https://site.example/caf%c3%a9/%7euser/menü?q=a b";
        repeat(times, || UrlPath::new(black_box(url)).is_ok());
    }),
    operation("oneshot-median", 1000, |times| oneshot(&inputs::ordinary(MEDIAN), times)),
    operation("oneshot-p99", 20, |times| oneshot(&inputs::ordinary(P99), times)),
    operation("ready-median", 1000, |times| ready(&inputs::ordinary(MEDIAN), times)),
    operation("ready-p99", 20, |times| ready(&inputs::ordinary(P99), times)),
    operation("prebuilt-median", 100, |times| {
        prebuilt(&inputs::ordinary(MEDIAN), inputs::paths_for_many_rules(MEDIAN, 64), times);
    }),
    operation("prebuilt-p99", 20, |times| {
        prebuilt(&inputs::ordinary(P99), inputs::paths_for_many_rules(P99, 64), times);
    }),
    operation("many-rules", 5, |times| {
        prebuilt(&inputs::many_rules(5_000), inputs::paths_for_many_rules(5_000, 64), times);
    }),
    operation("ready-many-rules", 2, |times| ready(&inputs::many_rules(5_000), times)),
    operation("hostile-stars", 5, |times| {
        prebuilt(&inputs::stars(1_000), inputs::one_letter(65_536), times);
    }),
    operation("hostile-literal", 1, |times| {
        prebuilt(&inputs::same_literal(2_000), inputs::paths_for_same_literal(), times);
    }),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, factor) = match arguments[..] {
        [] => {
            OPERATIONS
                .iter()
                .for_each(|operation| println!("{} {}", operation.name, operation.times));
            return ExitCode::SUCCESS;
        }
        [name, times] => (name, times.parse::<usize>()),
        _ => ("", Ok(0)),
    };
    match (OPERATIONS.iter().find(|operation| operation.name == name), factor) {
        (Some(operation), Ok(times)) => (operation.run)(times),
        _ => {
            eprintln!("usage: counts [OPERATION TIMES]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn repeat<T>(times: usize, work: impl Fn() -> T) {
    for _ in 0..times {
        black_box(work());
    }
}

fn crawler() -> ProductToken {
    ProductToken::verbatim("ExampleBot")
}

fn parse(file: &str, times: usize) {
    repeat(times, || RobotsTxt::parse(black_box(file)));
}

fn oneshot(file: &str, times: usize) {
    let crawler = crawler();
    repeat(times, || {
        let path = UrlPath::new(black_box("/shop/catalog/item-1234.html?page=2"));
        let path = path.expect("it starts with a slash");
        RobotsTxt::parse(black_box(file)).verdict(&crawler, &path).is_allowed()
    });
}

fn ready(file: &str, times: usize) {
    let crawler = crawler();
    repeat(times, || RobotsTxt::parse(black_box(file)).group_for(&crawler).rule_set());
}

/// Asks about all paths, and makes a `UrlPath` of each, as a crawler does.
fn prebuilt(file: &str, paths: Vec<String>, times: usize) {
    let rules = RobotsTxt::parse(file).group_for(&crawler()).rule_set();
    repeat(times, || {
        for path in &paths {
            let path = UrlPath::new(black_box(path)).expect("it starts with a slash");
            black_box(rules.verdict(&path));
        }
    });
}
