//! What `gatepost verify` prints, and its exit status.

use crate::support::{folder, gatepost, snapshots};

snapshots! {
    holds: ["verify", "robots.txt", "expectations.toml"];
    broken: ["verify", "-", "expectations.toml"], stdin b"User-agent: *\nDisallow: /*?\n";
    json: ["verify", "-", "expectations.toml", "-f", "json"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    markdown: ["verify", "-", "expectations.toml", "-f", "markdown"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    junit: ["verify", "-", "expectations.toml", "-f", "junit"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    github: ["verify", "-", "expectations.toml", "-f", "github"],
        stdin b"User-agent: *\nDisallow: /*?\n";
    init: ["verify", "--init", "robots.txt"];
    misspelt: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"*\"]\nalowed = [\"/\"]\n";
    no_name: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"a\", \"b;\"]\nallowed = [\"/\"]\n";
    no_url: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"a\"]\nallowed = [\n  \"shop.example/a\"]\n";
    slip_in_a_name: ["verify", "family.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"Gogolebot\"]\nallowed = [\"/open\", \"/robots.txt\"]\n";
    no_url_can_meet_it: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"*\"]\nall-disallowed = [\"private/\"]\n";
    no_url_has_a_fragment: ["verify", "robots.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"*\"]\nall-disallowed = [\"/a#b\"]\n";
    absolute_pattern: ["verify", "family.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"Googlebot\"]\nall-disallowed = [\"https://a.example/private/\"]\n";
    strict_about_those_that_never_ask: ["verify", "family.txt", "-", "--strict"],
        stdin b"[[expect]]\ncrawlers = [\"@named\"]\nall-disallowed = [\"/private/\"]\n";
    parser_of_an_expectation: ["verify", "family.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"*\"]\ndialect = \"altavista\"\nallowed = [\"/\"]\n";
    nothing: ["verify", "robots.txt", "-"], stdin b"expect = []\n";
    families_and_sets: ["verify", "family.txt", "-"], stdin b"\
[[expect]]
crawlers = [\"Googlebot-Image\", \"AdsBot-Google\", \"@named\"]
allowed = [\"/open\"]
all-disallowed = [\"/private/\"]
";
    no_such_set: ["verify", "family.txt", "-"],
        stdin b"[[expect]]\ncrawlers = [\"@everybody\"]\nallowed = [\"/\"]\n";
    init_of_a_family: ["verify", "--init", "family.txt"];
}

/// The example in the help can be met.
#[test]
fn example_of_the_help_holds() {
    let folder = folder("verify_help");
    let help = gatepost(&folder, &["verify", "--help"], b"");
    let from = help.find("  [[expect]]").expect("an example");
    let example = &help[from..from + help[from..].find("\n\n").expect("its end")];
    let rules = "User-agent: *\nDisallow: /cart\nDisallow: /private/\n";
    std::fs::write(folder.join("example.txt"), rules).unwrap();
    let checked = gatepost(&folder, &["verify", "example.txt", "-"], example.as_bytes());
    assert!(checked.starts_with("exit status 0"), "{checked}");
    assert!(checked.contains("never asks"), "{checked}");
}

/// What `--init` writes holds for the file that it was made from.
#[test]
fn first_expectations_hold() {
    let folder = folder("first_expectations");
    for robots in ["robots.txt", "new.txt", "reordered.txt", "family.txt"] {
        let made = gatepost(&folder, &["verify", "--init", robots], b"");
        let made = made.strip_prefix("exit status 0\n--- stdout\n").unwrap();
        let checked = gatepost(&folder, &["verify", robots, "-"], made.as_bytes());
        assert!(checked.starts_with("exit status 0"), "{checked}");
    }
}
