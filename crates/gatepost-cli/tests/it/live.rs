//! What the command does with live sites: servers on loopback, a thread each.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const RULES: &str =
    "User-agent: *\nDisallow: /*?\nAllow: /*?page=\n\nUser-agent: GPTBot\nDisallow: /\n";

/// A server that answers with what the test says for each target.
struct Site {
    port: u16,
}

impl Site {
    fn start(answer: impl Fn(&str) -> String + Send + 'static) -> Site {
        Site::start_with(None, answer)
    }

    fn start_with(
        tls: Option<Arc<rustls::ServerConfig>>,
        answer: impl Fn(&str) -> String + Send + 'static,
    ) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                // A client that went away is not the test's business.
                let _ = match &tls {
                    None => serve(&mut stream, &answer),
                    Some(tls) => {
                        let connection = rustls::ServerConnection::new(tls.clone()).unwrap();
                        let mut stream = rustls::StreamOwned::new(connection, stream);
                        let served = serve(&mut stream, &answer);
                        stream.conn.send_close_notify();
                        let _ = stream.flush();
                        served
                    }
                };
            }
        });
        Site { port }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

fn serve(mut stream: impl Read + Write, answer: &impl Fn(&str) -> String) -> std::io::Result<()> {
    let mut lines = BufReader::new(&mut stream).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    drop(lines);
    let target = first.split(' ').nth(1).unwrap_or_default();
    stream.write_all(answer(target).as_bytes())?;
    stream.flush()
}

fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

fn file(body: &str) -> String {
    answer(200, "Content-Type: text/plain\r\nCache-Control: max-age=7200\r\n", body)
}

/// An authority that the command trusts, in a file, and a certificate of it for 127.0.0.1.
fn authority() -> &'static (PathBuf, Arc<rustls::ServerConfig>) {
    static AUTHORITY: OnceLock<(PathBuf, Arc<rustls::ServerConfig>)> = OnceLock::new();
    AUTHORITY.get_or_init(|| {
        let mut params = rcgen::CertificateParams::new(Vec::<String>::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = rcgen::KeyPair::generate().unwrap();
        let own = params.self_signed(&key).unwrap();
        let text = STANDARD.encode(own.der());
        let pem = format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("authority.pem");
        std::fs::write(&path, pem).unwrap();
        let issuer = rcgen::Issuer::new(params, key);
        let key = rcgen::KeyPair::generate().unwrap();
        let params = rcgen::CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &issuer).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                rustls::pki_types::PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
            )
            .unwrap();
        (path, Arc::new(config))
    })
}

/// A folder of its own for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("live").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("robots.txt"), "User-agent: *\nDisallow: /file\n").unwrap();
    folder
}

struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(folder: &Path, arguments: &[&str], proxy: Option<&str>) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatepost"));
    command.args(arguments).current_dir(folder);
    command.env_remove("CLICOLOR_FORCE").env("SSL_CERT_FILE", &authority().0);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(name).env_remove(name.to_ascii_lowercase());
    }
    if let Some(proxy) = proxy {
        command.env("http_proxy", proxy);
    }
    let output = command.output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    crate::support::schema::validate(arguments, &stdout);
    Ran {
        status: output.status.code().unwrap(),
        stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// All that a user gets, with the port that nobody can know in advance taken out.
fn told(test: &str, site: &Site, arguments: &[&str]) -> String {
    let Ran { status, stdout, stderr } = run(&folder(test), arguments, None);
    let mut text = format!("exit status {status}\n");
    for (name, output) in [("stdout", stdout), ("stderr", stderr)] {
        if !output.is_empty() {
            text += &format!("--- {name}\n{output}");
        }
    }
    text.replace(&format!(":{}", site.port), ":PORT")
}

#[test]
fn page_is_tested_against_its_own_site() {
    let site = Site::start(|_| file(RULES));
    let test = |name: &str, arguments: &[&str]| {
        let page = site.url("/shop?page=2");
        told(name, &site, &[&["test", &page], arguments].concat())
    };
    insta::assert_snapshot!(test("page", &[]));
    insta::assert_snapshot!(test("page_of_gptbot", &["--crawler", "GPTBot"]));
    insta::assert_snapshot!(test("page_explained", &["--crawler", "GPTBot", "--explain"]));
    // The page names the site, and these are what is asked about.
    insta::assert_snapshot!(test("other_pages", &["/a?b", "/c"]));
}

/// <https://github.com/samclarke/robots-parser/issues/14>
#[test]
fn another_sites_pages_are_not_spoken_for() {
    let site = Site::start(|_| file(RULES));
    let test = ["test", &site.url(""), "https://other.example/a?b"];
    let told_of_one = told("elsewhere", &site, &test);
    insta::assert_snapshot!(told_of_one);
    let told_of_all = told("elsewhere_all", &site, &[&test[..], &["--dialect", "all"]].concat());
    insta::assert_snapshot!(told_of_all);
    let json = told("elsewhere_json", &site, &[&test[..], &["/a?b", "-f", "json"]].concat());
    insta::assert_snapshot!(json);
    let csv = told("elsewhere_csv", &site, &[&test[..], &["-f", "csv", "-c", "@named"]].concat());
    insta::assert_snapshot!(csv);
    let junit = told("elsewhere_junit", &site, &[&test[..], &["-f", "junit"]].concat());
    assert!(junit.contains("errors=\"1\""), "{junit}");
    // In a list it is only shown, and yet a list without any page of the site says nothing.
    let folder = folder("elsewhere_list");
    std::fs::write(folder.join("both.txt"), format!("{}\nhttps://o.example/\n", site.url("/a")))
        .unwrap();
    std::fs::write(folder.join("other.txt"), "https://o.example/\n").unwrap();
    for (list, status) in [("both.txt", 0), ("other.txt", 2)] {
        let ran = run(&folder, &["test", &site.url(""), "--urls", list], None);
        assert_eq!(ran.status, status, "{}", ran.stdout);
        assert!(ran.stdout.contains("not covered"), "{}", ran.stdout);
    }
}

#[test]
fn missing_file_allows_and_a_failure_disallows() {
    let missing = Site::start(|_| answer(404, "", "Not found"));
    insta::assert_snapshot!(told("missing", &missing, &["test", &missing.url("/a")]));
    let down = Site::start(|_| answer(503, "Retry-After: 600\r\n", "User-agent: *\nAllow: /\n"));
    let test = |name: &str, arguments: &[&str]| {
        told(name, &down, &[&["test", &down.url("/")], arguments].concat())
    };
    insta::assert_snapshot!(test("down", &["/a", "/robots.txt"]));
    insta::assert_snapshot!(test("down_json", &["/a", "--format", "json"]));
    insta::assert_snapshot!(test("down_csv", &["/a", "--format", "csv"]));
    // Those who never ask are not refused.
    let both = ["/a", "-f", "csv", "-c", "Google-Safety", "-c", "GPTBot"];
    insta::assert_snapshot!(test("down_does_not_ask", &both));
    insta::assert_snapshot!(test("down_only_safety", &["/a", "-c", "Google-Safety"]));
    // What has nothing to work on says so.
    insta::assert_snapshot!(told("down_groups", &down, &["groups", &down.url("/")]));
}

/// <https://github.com/zubair-trabzada/ai-marketing-claude/issues/6>
#[test]
fn refused_tool_does_not_speak_for_others() {
    let site = Site::start(|_| answer(403, "", "Go away"));
    insta::assert_snapshot!(told("refused", &site, &["test", &site.url("/a")]));
}

/// Operators act differently on one status.
#[test]
fn statuses_mean_to_each_crawler_what_its_operator_says() {
    let args = |url: &str| -> Vec<String> {
        let crawlers = ["Googlebot", "CCBot", "Amazonbot", "GPTBot"];
        let crawlers = crawlers.iter().flat_map(|name| ["-c", name]);
        ["test", url].into_iter().chain(crawlers).map(str::to_owned).collect()
    };
    for (status, name) in [(403, "status-403"), (429, "status-429"), (503, "status-503")] {
        let site = Site::start(move |_| answer(status, "", "No"));
        let args = args(&site.url("/a"));
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        insta::assert_snapshot!(name, told(name, &site, &args));
    }
}

#[test]
fn every_command_takes_a_site() {
    let site = Site::start(|_| file(RULES));
    let url = site.url("/");
    insta::assert_snapshot!(told("groups", &site, &["groups", &url]));
    insta::assert_snapshot!(told("find", &site, &["find", &url, "--decided-by", "2"]));
    insta::assert_snapshot!(told("minimise", &site, &["minimise", &url]));
    insta::assert_snapshot!(told("diff", &site, &["diff", &url, "robots.txt"]));
    assert!(told("verify", &site, &["verify", "--init", &url]).contains("[[expect]]"));
}

#[test]
fn site_is_linted() {
    // That this is another host's is known only from where the file was fetched.
    let site = Site::start(|_| file("User-agent: *\nDisallow: https://other.example/b/\n"));
    insta::assert_snapshot!(told("lint", &site, &["lint", &site.url("/page?a")]));
    let sarif = told("lint_sarif", &site, &["lint", "-f", "sarif", &site.url("")]);
    assert!(sarif.contains("\"uri\":\"http://127.0.0.1:PORT/robots.txt\""), "{sarif}");
    let down = Site::start(|_| answer(503, "", ""));
    insta::assert_snapshot!(told("lint_down", &down, &["lint", &down.url(""), "robots.txt"]));
}

#[test]
fn site_is_not_written() {
    let site = Site::start(|_| file("User-agent: *\nDisallow: a\n"));
    insta::assert_snapshot!(told("lint_fix", &site, &["lint", "--fix", &site.url("/")]));
    insta::assert_snapshot!(told("fmt", &site, &["fmt", &site.url("/")]));
    let shown = told("lint_diff", &site, &["lint", "--diff", "--unsafe", &site.url("/")]);
    assert!(shown.contains("-Disallow: a\n+Disallow: /a\n"), "{shown}");
}

#[test]
fn hops_of_a_fetch() {
    let site = Site::start(|target| match target {
        "/robots.txt" => answer(301, "Location: /there\r\n", ""),
        _ => answer(200, "Content-Type: text/html\r\nETag: \"v1\"\r\n", RULES),
    });
    insta::assert_snapshot!(told("fetch", &site, &["fetch", &site.url("/shop?page=2")]));
    let down = Site::start(|_| answer(429, "Retry-After: 600\r\n", ""));
    insta::assert_snapshot!(told("fetch_429", &down, &["fetch", &down.url("")]));
    let circle = Site::start(|_| answer(302, "Location: /robots.txt\r\n", ""));
    insta::assert_snapshot!(told("fetch_circle", &circle, &["fetch", &circle.url("")]));
}

#[test]
fn fetch_as_json() {
    let site = Site::start(|_| file(RULES));
    let ran = run(&folder("fetch_json"), &["fetch", &site.url(""), "--format", "json"], None);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["url"], site.url("/robots.txt"));
    assert_eq!(report["access"], "successful");
    assert_eq!(report["may_fetch"], "what-the-rules-allow");
    assert_eq!(report["operators"]["ccbot"], "what-the-rules-allow");
    let record = &report["record"];
    assert_eq!(record["hops"][0]["status"], 200);
    assert_eq!(record["ending"]["status"], 200);
    assert_eq!(record["bytes"], RULES.len());
    assert_eq!(record["headers"]["cache_control"], "max-age=7200");
    let life = report["fresh_until"].as_u64().unwrap() - record["finished"].as_u64().unwrap();
    assert!((7199..=7201).contains(&life), "{life}");
}

#[test]
fn body_goes_where_it_is_wanted() {
    let folder = folder("output");
    let site = Site::start(|_| file(RULES));
    let ran = run(&folder, &["fetch", &site.url(""), "--output", "saved.txt"], None);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(folder.join("saved.txt")).unwrap(), RULES);
    let ran = run(&folder, &["fetch", &site.url(""), "--output", "-"], None);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, RULES));
    let missing = Site::start(|_| answer(404, "", "Not found"));
    let ran = run(&folder, &["fetch", &missing.url(""), "-o", "saved.txt"], None);
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.contains("saved.txt was not written: the site has no robots.txt"),
        "{}",
        ran.stderr
    );
    assert_eq!(std::fs::read_to_string(folder.join("saved.txt")).unwrap(), RULES);
    let ran = run(&folder, &["fetch", &site.url(""), "-o", "no/such/folder"], None);
    assert_eq!(ran.status, 2);
}

#[test]
fn bare_host_is_asked_over_https() {
    let site = Site::start_with(Some(authority().1.clone()), |_| file(RULES));
    let host = format!("127.0.0.1:{}", site.port);
    insta::assert_snapshot!(told("bare", &site, &["test", &host]));
    let plain = Site::start(|_| file(RULES));
    let ran = run(&folder("plain"), &["test", &format!("127.0.0.1:{}", plain.port)], None);
    assert_eq!(ran.status, 2, "what is no https says nothing");
    assert!(ran.stderr.contains("unreachable"), "{}", ran.stderr);
}

#[test]
fn file_of_that_name_wins() {
    let folder = folder("file_wins");
    std::fs::write(folder.join("example.com"), "User-agent: *\nDisallow: /\n").unwrap();
    let ran = run(&folder, &["test", "example.com", "/a"], None);
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
}

#[test]
fn what_is_neither_a_file_nor_a_host() {
    let folder = folder("neither");
    let ran = run(&folder, &["test", "missing.txt", "/a"], None);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.starts_with("error: cannot read missing.txt: No such file"),
        "{}",
        ran.stderr
    );
    let ran = run(&folder, &["test", "nowhere.invalid", "/a"], None);
    assert_eq!(ran.status, 2);
    let start = "error: nowhere.invalid is neither a file nor a host: host name not found";
    assert!(ran.stderr.starts_with(start), "{}", ran.stderr);
    for arguments in [&["fetch", "a b"][..], &["fetch", "ftp://a.example"], &["fetch", "https://"]]
    {
        let ran = run(&folder, arguments, None);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    }
    for seconds in ["0", "-1", "soon", "1e9", "NaN"] {
        let ran = run(&folder, &["fetch", "a.example", &format!("--timeout={seconds}")], None);
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains("a number of seconds"), "{}", ran.stderr);
    }
}

#[test]
fn slow_site_is_given_up() {
    let site = Site::start(|_| {
        std::thread::sleep(std::time::Duration::from_secs(5));
        String::new()
    });
    let ran = run(&folder("slow"), &["test", &site.url("/a"), "--timeout", "0.2"], None);
    assert_eq!(ran.status, 2);
    assert!(ran.stdout.contains("timed out"), "{}", ran.stdout);
}

#[test]
fn proxy_of_the_environment() {
    let proxy = Site::start(|target| {
        assert_eq!(target, "http://site.invalid/robots.txt");
        file(RULES)
    });
    let arguments = ["test", "http://site.invalid/a?b"];
    let ran = run(&folder("proxy"), &arguments, Some(&proxy.url("")));
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("line 2"), "{}", ran.stdout);
    // One that refuses says nothing about the site.
    let proxy = Site::start(|_| answer(407, "", ""));
    let ran = run(&folder("proxy"), &arguments, Some(&proxy.url("")));
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.starts_with("error: cannot fetch http://site.invalid/"), "{}", ran.stderr);
}

/// What is true of a file is true of the same file on a site: crawlers read its first 500 KiB.
#[test]
fn long_file_of_a_site_is_linted_whole() {
    let rules = format!("User-agent: *\n{}", "Disallow: /archive/2020/\n".repeat(20_490));
    let body = rules.clone();
    let site = Site::start(move |_| file(&body));
    let folder = folder("long");
    std::fs::write(folder.join("long.txt"), rules).unwrap();
    let past = |arguments: &[&str]| {
        let ran = run(&folder, &[arguments, &["-f", "json"]].concat(), None);
        let past = ran
            .stdout
            .lines()
            .find(|line| line.contains("\"past-read-limit\""))
            .map(|line| line.split_once("\"message\":").unwrap().1.to_owned());
        (ran.status, past.expect("a finding"))
    };
    assert_eq!(past(&["lint", &site.url("")]), past(&["lint", "long.txt"]));
}

#[test]
fn hosts_that_cannot_be_reached_are_not_told_about() {
    // A port that was free a moment ago, and nobody listens on.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = folder("nobody");
    std::fs::write(folder.join("e.toml"), "[[expect]]\ncrawlers = [\"*\"]\nallowed = [\"/\"]\n")
        .unwrap();
    let (host, url) = (format!("127.0.0.1:{port}"), format!("http://127.0.0.1:{port}"));
    for arguments in [
        &["test", &url, "/"][..],
        &["test", &url, "/", "-d", "all"],
        &["groups", &url],
        &["access", &url],
        &["find", &url, "--allowed", "*"],
        &["verify", &url, "e.toml"],
        &["diff", &url, "robots.txt"],
        &["minimise", &url],
        &["lint", &url],
        &["fetch", &url],
    ] {
        assert_eq!(run(&folder, arguments, None).status, 2, "{arguments:?}");
    }
    let ran = run(&folder, &["test", &host, "/"], None);
    assert_eq!(ran.status, 2);
    let note = format!("if it has none, try http://{host}");
    assert!(ran.stderr.contains(&note), "{}", ran.stderr);
    let ran = run(&folder, &["test", "https://nosuch.invalid/", "/a"], None);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
}

#[test]
fn body_that_is_not_text_is_told() {
    let site = Site::start(|_| file("%PDF-1.4\n"));
    insta::assert_snapshot!(told("pdf", &site, &["test", &site.url("/a")]));
    let told = told("pdf_fetch", &site, &["fetch", &site.url("/a")]);
    assert!(told.contains("warning: what was fetched is a PDF document"), "{told}");
}

#[test]
fn urls_of_other_sites_are_not_compared() {
    let site = Site::start(|_| file("User-agent: *\nDisallow: /file\nDisallow: /a\n"));
    let folder = folder("diff_urls");
    let list = format!("{}\nhttps://other.example/a\n/a\n", site.url("/a"));
    std::fs::write(folder.join("urls.txt"), list).unwrap();
    let ran = run(&folder, &["diff", &site.url(""), "robots.txt", "--urls", "urls.txt"], None);
    assert!(ran.stdout.contains("2 of 2 URLs change"), "{}", ran.stdout);
    assert!(ran.stderr.contains("1 URL is not covered"), "{}", ran.stderr);
}
