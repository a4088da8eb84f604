//! The shape of outcomes as JSON: these names are stable.

use gatepost::{Dialect, ProductToken, RobotsTxt};
use gatepost_prove::{
    NotDecided, PathSet, RuleList, always, changes, decided_by, equivalent, file_changes,
    minimise_file,
};
use serde_json::{json, to_value};

fn with_rules<T>(file: &str, ask: impl FnOnce(&RuleList<'_>) -> T) -> T {
    let robots = RobotsTxt::parse(file);
    ask(&RuleList::of_group(&robots.group_for(&ProductToken::any())))
}

const FILE: &str = "User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\nAllow: /shop/*.css$\n";

#[test]
fn outcomes() {
    with_rules(FILE, |all| {
        let same = equivalent(all, &all.without(&[3]));
        assert_eq!(to_value(same).unwrap(), json!({"outcome": "proved"}));
        let differs = equivalent(all, &all.without(&[2, 3]));
        let decided = |allowed: bool, line| json!({"allowed": allowed, "line": line});
        let counterexample = json!({
            "path": "/shop", "before": decided(false, Some(2)), "after": decided(true, None),
        });
        assert_eq!(
            to_value(differs).unwrap(),
            json!({"outcome": "refuted", "counterexample": counterexample}),
        );
        let of_google = PathSet::new("/", Dialect::GOOGLE);
        assert_eq!(
            to_value(always(all, &of_google, true)).unwrap(),
            json!({"outcome": "not-decided", "reason": "dialects-differ"}),
        );
    });
}

#[test]
fn reasons_are_named_as_they_are_serialised() {
    for reason in [
        NotDecided::TooManySteps,
        NotDecided::NoExample,
        NotDecided::DialectsDiffer,
        NotDecided::RankDependsOnPath,
        NotDecided::TooManyCrawlers,
    ] {
        assert_eq!(to_value(reason).unwrap(), json!(reason.name()));
    }
}

#[test]
fn lines() {
    with_rules(FILE, |all| {
        assert_eq!(
            to_value(decided_by(all, 4)).unwrap(),
            json!({
                "decides": "path",
                "example": {"path": "/shop/.css", "allowed": true, "line": 4},
            }),
        );
        let tied = "User-agent: *\nDisallow: /page\nAllow: /page\n";
        let never = with_rules(tied, |rules| decided_by(rules, 2));
        assert_eq!(to_value(never).unwrap(), json!({"decides": "never", "by": [3]}));
    });
}

#[test]
fn regions_that_change() {
    let found = with_rules(FILE, |all| changes(&all.without(&[4]), all));
    let change = json!({
        "pattern": "/shop/*.css$",
        "path": "/shop/.css",
        "before": {"allowed": false, "line": 2},
        "after": {"allowed": true, "line": 4},
    });
    let expected = json!({"newly_disallowed": [], "newly_allowed": [change], "not_decided": null});
    assert_eq!(to_value(found).unwrap(), expected);
}

#[test]
fn files() {
    let [before, after] = ["", FILE].map(RobotsTxt::parse);
    let found = to_value(file_changes(&before, &after)).unwrap();
    assert_eq!(found["classes"][0]["crawlers"], json!(["*"]));
    assert_eq!(found["not_decided"], json!(null));

    let found = to_value(minimise_file(FILE.as_bytes(), Dialect::RFC9309)).unwrap();
    let removed = json!({
        "line": 3, "rule": "Disallow: /shop/cart", "by": [2], "reason": "same-verdict",
    });
    assert_eq!(found["removed"], json!([removed]));
    assert_eq!((&found["not_decided"], &found["kept_because"]), (&json!([]), &json!(null)));
}
