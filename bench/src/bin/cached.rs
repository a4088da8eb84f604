#![deny(unsafe_code)]
//! Measures answers from the cache of `gatepost-fetch`: how many per second on one core, and the
//! memory per host.
//!
//! A server on loopback acts as a proxy for 10,000 hosts, each with a robots.txt: real files if
//! there is a corpus, generated ones otherwise. The cache fetches them all, as it would in a crawl,
//! and is then asked about 80,000 pages. Before anything is timed, each answer is compared with the
//! answer of the file itself; with `--check`, that is all.

#[path = "../allocator.rs"]
mod allocator;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use bench::inputs::{self, Random};
use gatepost::{ProductToken, RobotsTxt, UrlPath};
use gatepost_fetch::{Client, Identity, Proxies, RobotsCache};
use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

const HOSTS: usize = 10_000;
const PATHS: [&str; 8] = [
    "/",
    "/shop/catalogue/item-1234.html?page=2&sort=price",
    "/search?q=a",
    "/wp-admin/options.php",
    "/2024/05/some-article-with-a-long-title",
    "/images/logo.png",
    "/cart",
    "/user/profile/settings?tab=privacy",
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let files = Arc::new(files());
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let proxies = Proxies::all(&format!("http://{}", listener.local_addr()?), "");
    let serving = files.clone();
    std::thread::spawn(move || serve(&listener, &serving));
    let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    let crawler = identity.token().clone();
    let robots = RobotsCache::builder(Client::builder(identity).proxies(proxies).build()?).build();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;

    let urls: Vec<String> = (0..HOSTS)
        .flat_map(|host| PATHS.map(|path| format!("http://www.h{host}.example{path}")))
        .collect();
    let ask = |url: &str| runtime.block_on(robots.may_fetch(url, &crawler)).expect("a URL");
    let bytes = allocator::count(&mut || {
        for url in urls.iter().step_by(PATHS.len()) {
            ask(url);
        }
    });
    if robots.len() != HOSTS {
        return Err(format!("the cache knows {} of {HOSTS} hosts", robots.len()).into());
    }
    for (host, urls) in urls.chunks(PATHS.len()).enumerate() {
        let file = RobotsTxt::parse(&files[host % files.len()]);
        for url in urls {
            let expected = file.verdict(&crawler, &UrlPath::new(url)?);
            let found = ask(url);
            let line = expected.rule().map(|rule| rule.line());
            if found.is_allowed() != expected.is_allowed() || found.line() != line {
                return Err(format!("{url}: {found:?}, expected {expected:?}").into());
            }
        }
    }
    if std::env::args().any(|argument| argument == "--check") {
        println!("cached: {} answers are those of the files", urls.len());
        return Ok(());
    }

    let file_bytes: usize = (0..HOSTS).map(|host| files[host % files.len()].len()).sum();
    let (all, file) = (bytes / HOSTS, file_bytes / HOSTS);
    println!("| what | measured |\n| --- | ---: |");
    println!("| memory a host, mean | {all} bytes, of which {file} are the file |");
    let mut shuffled = urls.clone();
    let mut random = Random::new(b"order");
    for at in (1..shuffled.len()).rev() {
        shuffled.swap(at, random.below(at + 1));
    }
    // Allocated again in this order, because a caller has just made the URL that it asks about.
    let shuffled: Vec<String> = shuffled.iter().map(|url| url[..].into()).collect();
    let with_port: Vec<String> =
        shuffled.iter().map(|url| url.replace(".example/", ".example:80/")).collect();
    for (what, urls) in [
        ("one host", &urls[..PATHS.len()]),
        ("10,000 hosts, one after the other", &urls),
        ("10,000 hosts, in random order", &shuffled),
        ("the same, with a port that is the scheme's own", &with_port),
    ] {
        let ns = best(&runtime, &robots, urls, &crawler);
        println!("| `may_fetch`, {what} | {ns:.0} ns, {:.2} M/s |", 1e3 / ns);
    }
    Ok(())
}

/// Measures the CPU time per answer in nanoseconds, as the best of several passes.
fn best(runtime: &Runtime, robots: &RobotsCache, urls: &[String], crawler: &ProductToken) -> f64 {
    let repeats = (80_000 / urls.len()).max(1);
    let pass = || {
        let start = now();
        runtime.block_on(async {
            for _ in 0..repeats {
                for url in urls {
                    black_box(robots.may_fetch(black_box(url), crawler).await.is_ok());
                }
            }
        });
        (now() - start) / (repeats * urls.len()) as f64
    };
    (0..15).map(|_| pass()).fold(f64::INFINITY, f64::min)
}

/// Returns the CPU time that this thread has used, in nanoseconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns real files, or generated ones if there is no corpus.
fn files() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = std::env::var_os("GATEPOST_CORPUS")
        .map_or_else(|| root.join("../shared/corpus"), Into::into)
        .join("robots");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no corpus in {}: using generated files", folder.display());
        return (1..200).map(|rules| inputs::ordinary(rules % 40).into_bytes()).collect();
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    // The cache keeps no bytes past the read limit, so larger files would not compare equal.
    let files = paths.iter().filter_map(|path| std::fs::read(path).ok());
    files.filter(|file| file.len() <= 512_000).collect()
}

/// Serves as a proxy for all hosts until the process ends.
fn serve(listener: &TcpListener, files: &[Vec<u8>]) {
    for stream in listener.incoming() {
        let answered = stream.and_then(|stream| answer(stream, files));
        answered.expect("loopback works");
    }
}

fn answer(mut stream: TcpStream, files: &[Vec<u8>]) -> std::io::Result<()> {
    let mut lines = BufReader::new(&stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let host = first.split("www.h").nth(1).and_then(|rest| rest.split('.').next());
    let host: usize = host.and_then(|host| host.parse().ok()).unwrap_or_default();
    let file = &files[host % files.len()];
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: max-age=86400\r\n\
         ETag: \"{host:x}\"\r\nContent-Length: {}\r\n\r\n",
        file.len()
    )?;
    stream.write_all(file)
}
