//! Every question against the oracle, on all short lists of short rules.

use gatepost::{Dialect, RobotsTxt};

use crate::oracle::checks::{Both, check_always, check_one, check_two, file_of};

/// All values over a slash, a letter and the two special bytes that can match something.
fn values(longest: usize) -> Vec<Vec<u8>> {
    let mut values = vec![b"/".to_vec(), b"*".to_vec()];
    let mut from = 0;
    for _ in 1..longest {
        let to = values.len();
        for shorter in from..to {
            for byte in b"/a*$" {
                values.push([&values[shorter][..], &[*byte]].concat());
            }
        }
        from = to;
    }
    values
}

/// All lists of up to `most` rules with these values; the order of rules does not matter.
fn files(values: &[Vec<u8>], most: usize, dialect: Dialect) -> Vec<RobotsTxt<'static>> {
    let rules: Vec<(bool, &[u8])> =
        values.iter().flat_map(|value| [(true, &value[..]), (false, value)]).collect();
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = lists.len();
        for shorter in from..to {
            for next in lists[shorter].last().copied().unwrap_or(0)..rules.len() {
                lists.push([&lists[shorter][..], &[next]].concat());
            }
        }
        from = to;
    }
    let file = |list: &Vec<usize>| {
        let of_list: Vec<(bool, &[u8])> = list.iter().map(|at| rules[*at]).collect();
        RobotsTxt::parse_as(&file_of(&of_list), dialect).into_owned()
    };
    lists.iter().map(file).collect()
}

fn check_all_pairs(ones: &[RobotsTxt<'static>], others: &[RobotsTxt<'static>]) {
    let [ones, others]: [Vec<Both<'_>>; 2] =
        [ones, others].map(|files| files.iter().map(Both::new).collect());
    let mut same = 0;
    for one in &ones {
        for other in &others {
            same += usize::from(check_two(one, other));
        }
    }
    println!("{same} of {} pairs of lists are the same", ones.len() * others.len());
    assert!(same > 0);
}

#[test]
fn all_pairs_of_one_rule() {
    let files = files(&values(4), 1, Dialect::RFC9309);
    check_all_pairs(&files, &files);
}

#[test]
fn all_pairs_of_up_to_two_rules() {
    let files = files(&values(2), 2, Dialect::RFC9309);
    check_all_pairs(&files, &files);
}

#[test]
fn all_pairs_of_two_rules_and_one() {
    let dialect = Dialect::RFC9309;
    check_all_pairs(&files(&values(3), 2, dialect), &files(&values(3), 1, dialect));
}

#[test]
fn all_pairs_of_one_rule_in_the_google_dialect() {
    let mut values = values(2);
    values.push(Vec::new());
    for value in ["/index.html", "/a/index.htm", "*/index.htm$", "/a/", "/a/$", "/a/index.html"] {
        values.push(value.as_bytes().to_vec());
    }
    let files = files(&values, 2, Dialect::GOOGLE);
    let some: Vec<RobotsTxt<'static>> = files.iter().step_by(7).cloned().collect();
    check_all_pairs(&files, &some);
    for file in &files {
        check_one(&Both::new(file));
    }
}

#[test]
fn all_lists_of_three_rules() {
    for file in &files(&values(2), 3, Dialect::RFC9309) {
        check_one(&Both::new(file));
    }
}

#[test]
fn all_lists_of_two_rules_with_every_pattern() {
    let values = values(3);
    for file in &files(&values, 2, Dialect::RFC9309) {
        let both = Both::new(file);
        check_one(&both);
        for pattern in values.iter().step_by(5) {
            check_always(&both, pattern);
        }
    }
}

#[test]
fn robots_txt_itself_is_exempt() {
    let values: Vec<Vec<u8>> = ["/robots.txt", "/robots.txt$", "/robots", "/r*t$", "/"]
        .map(|v| v.as_bytes().to_vec())
        .into();
    let files = files(&values, 2, Dialect::RFC9309);
    check_all_pairs(&files, &files);
    for file in &files {
        let both = Both::new(file);
        check_one(&both);
        for pattern in &values {
            check_always(&both, pattern);
        }
    }
}
