//! An independent oracle: a search through all paths at once.
//!
//! Each pattern is an automaton whose states are sets of places in it. All patterns of all lists
//! run side by side over the same path, letter by letter, and every state that can be reached is
//! visited once, those of shorter paths first. Letters are the bytes of the patterns and one more,
//! which stands for all others. So if a path has some property, a shortest such path is found; if
//! no state is left, there is none. This is exponential, and shares no idea with the crate: no
//! canonical words, no intersections, no normal forms. Only the normal form of a pattern and its
//! length come from `gatepost`, whose own tests check them.

pub(crate) mod checks;

use std::collections::HashSet;

use gatepost::{Dialect, EmptyRules, IndexPages, PathPattern, Precedence, Rule, Specials};

/// A letter that no pattern has.
pub(crate) const OTHER: u8 = 1;

/// The decision of a list: whether the path is allowed, and the line that decides, 0 if none does.
pub(crate) type Decision = (bool, usize);

/// A list of rules, as automata in the order of precedence.
#[derive(Clone, Debug)]
pub(crate) struct List(Vec<Automaton>);

#[derive(Clone, Debug)]
struct Automaton {
    tokens: Vec<u8>,
    is_closed: bool,
    decision: Decision,
}

pub(crate) enum Search {
    Found(Vec<u8>),
    None,
    /// There are more states than the search may visit.
    Unfinished,
}

impl List {
    pub(crate) fn new<'r>(rules: impl IntoIterator<Item = Rule<'r>>, dialect: Dialect) -> List {
        let mut ranked = Vec::new();
        let add = |ranked: &mut Vec<_>, value: &[u8], allow: bool, line: usize| {
            let pattern = PathPattern::new_as(value, dialect);
            if !pattern.can_match() {
                return;
            }
            let (tokens, is_closed) = (pattern.as_bytes().to_vec(), pattern.is_closed());
            let rank = match dialect.precedence {
                // The longest first; of equal length, Allow first; then the first in the file.
                Precedence::LongestPattern => (usize::MAX - pattern.length(), !allow, line),
                Precedence::FirstMatch => (1, false, line),
                other => panic!("{other:?}: no order of rules holds for all paths"),
            };
            ranked.push((rank, Automaton { tokens, is_closed, decision: (allow, line) }));
        };
        for rule in rules {
            let (mut value, mut allow, line) = (rule.value(), rule.is_allow(), rule.line());
            if value.is_empty() {
                match dialect.empty_rules {
                    EmptyRules::AllowAll => {
                        // Between two of these the Allow comes first, although both allow.
                        let rank = match dialect.precedence {
                            Precedence::FirstMatch => (1, false, line),
                            _ => (usize::MAX, !allow, line),
                        };
                        let (tokens, decision) = (Vec::new(), (true, line));
                        ranked.push((rank, Automaton { tokens, is_closed: false, decision }));
                        continue;
                    }
                    EmptyRules::DisallowIsAllowSlash if !allow => (value, allow) = (b"/", true),
                    _ => continue,
                }
            }
            add(&mut ranked, value, allow, line);
            let text = String::from_utf8_lossy(value);
            let also_literal = dialect.specials == Specials::StarAndLastDollarAlsoLiteral;
            if also_literal && text.ends_with('$') {
                add(&mut ranked, text.replace('$', "%24").as_bytes(), allow, line);
            }
            let page = text.rsplit_once('/').filter(|(_, page)| match dialect.index_pages {
                IndexPages::OpenFolder => page.starts_with("index.htm"),
                IndexPages::OpenFolderIfWhole => *page == "index.html",
                _ => false,
            });
            if let Some((folder, _)) = page.filter(|_| allow) {
                add(&mut ranked, format!("{folder}/$").as_bytes(), true, line);
            }
        }
        if dialect.robots_txt_is_exempt {
            let tokens = b"/robots.txt".to_vec();
            let rank = (0, false, 0);
            ranked.push((rank, Automaton { tokens, is_closed: true, decision: (true, 0) }));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        List(ranked.into_iter().map(|(_, automaton)| automaton).collect())
    }

    /// A list that says `(false, 1)` of the paths that a pattern matches.
    pub(crate) fn of_pattern(value: &[u8], dialect: Dialect) -> List {
        let pattern = PathPattern::new_as(value, dialect);
        let (tokens, is_closed) = (pattern.as_bytes().to_vec(), pattern.is_closed());
        let automaton = Automaton { tokens, is_closed, decision: (false, 1) };
        List(pattern.can_match().then_some(automaton).into_iter().collect())
    }

    /// What it says about a path, given as it is compared.
    pub(crate) fn decide(&self, path: &[u8]) -> Decision {
        let decides = self.0.iter().find(|automaton| {
            let mut places = automaton.start();
            for letter in path {
                let mut next = vec![0; places.len()];
                automaton.step(&places, *letter, &mut next);
                places = next;
            }
            automaton.accepts(&places)
        });
        decides.map_or((true, 0), |automaton| automaton.decision)
    }
}

impl Automaton {
    fn words(&self) -> usize {
        self.tokens.len() / 64 + 1
    }

    fn start(&self) -> Vec<u64> {
        let mut places = vec![0; self.words()];
        self.add(&mut places, 0);
        places
    }

    /// A place, and those behind it if a star there takes nothing.
    fn add(&self, places: &mut [u64], place: usize) {
        places[place / 64] |= 1 << (place % 64);
        if self.tokens.get(place) == Some(&b'*') {
            self.add(places, place + 1);
        }
    }

    /// Adds the places after a letter to `next`.
    fn step(&self, places: &[u64], letter: u8, next: &mut [u64]) {
        for (word, bits) in places.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let place = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                match self.tokens.get(place) {
                    Some(b'*') => self.add(next, place),
                    Some(byte) if *byte == letter => self.add(next, place + 1),
                    None if !self.is_closed => self.add(next, place),
                    _ => {}
                }
            }
        }
    }

    fn accepts(&self, places: &[u64]) -> bool {
        let end = self.tokens.len();
        places[end / 64] & (1 << (end % 64)) != 0
    }
}

/// Looks for a shortest path about which the lists decide as asked for.
pub(crate) fn search(
    lists: &[&List],
    most_states: usize,
    is_sought: impl Fn(&[Decision]) -> bool,
) -> Search {
    let automata: Vec<&Automaton> = lists.iter().flat_map(|list| &list.0).collect();
    // The bytes of /robots.txt alone need no letters where all lists or none look at it.
    let looks = |list: &&List| list.0.iter().any(|automaton| automaton.decision.1 == 0);
    let some_look = lists.iter().any(looks) && !lists.iter().all(looks);
    let mut letters = vec![OTHER];
    let values = automata.iter().filter(|automaton| automaton.decision.1 != 0);
    letters.extend(values.flat_map(|automaton| &automaton.tokens).filter(|byte| **byte != b'*'));
    if some_look || letters.contains(&b'r') || lists.iter().any(|list| list.0.is_empty()) {
        letters.extend(b"/robots.txt");
    }
    letters.push(b'/');
    letters.sort_unstable();
    letters.dedup();

    // A state is the places of all automata, one after the other.
    let words: usize = automata.iter().map(|automaton| automaton.words()).sum();
    let decide = |state: &[u64]| -> Vec<Decision> {
        let mut rest = state;
        let of_list = |list: &&List| {
            let mut decision = None;
            for automaton in &list.0 {
                let (places, others) = rest.split_at(automaton.words());
                rest = others;
                let accepts = decision.is_none() && automaton.accepts(places);
                decision = if accepts { Some(automaton.decision) } else { decision };
            }
            decision.unwrap_or((true, 0))
        };
        lists.iter().map(of_list).collect()
    };
    let step = |state: &[u64], letter: u8| -> Vec<u64> {
        let mut next = vec![0; words];
        let mut at = 0;
        for automaton in &automata {
            let places = at..at + automaton.words();
            at = places.end;
            automaton.step(&state[places.clone()], letter, &mut next[places]);
        }
        next
    };
    let start: Vec<u64> = automata.iter().flat_map(|automaton| automaton.start()).collect();
    // All states in the order in which they were reached, each with the one before and the letter.
    let mut states = vec![(step(&start, b'/'), 0, b'/')];
    let mut known = HashSet::from([states[0].0.clone()]);
    let mut at = 0;
    while at < states.len() {
        if is_sought(&decide(&states[at].0)) {
            let mut path = vec![states[at].2];
            while at != 0 {
                at = states[at].1;
                path.push(states[at].2);
            }
            path.reverse();
            return Search::Found(path);
        }
        if states.len() > most_states {
            return Search::Unfinished;
        }
        for letter in &letters {
            let next = step(&states[at].0, *letter);
            if known.insert(next.clone()) {
                states.push((next, at, *letter));
            }
        }
        at += 1;
    }
    Search::None
}

/// The same, for searches that are small enough to finish.
pub(crate) fn find(lists: &[&List], is_sought: impl Fn(&[Decision]) -> bool) -> Option<Vec<u8>> {
    match search(lists, 200_000, is_sought) {
        Search::Found(path) => Some(path),
        Search::None => None,
        Search::Unfinished => panic!("too many states"),
    }
}
