//! Generates files and paths from a seed: the same on every machine, and without a corpus.
//!
//! Names consist of letters only, since some engines end a name at the first digit.

use std::fmt::Write;

/// A pseudo-random number generator (SplitMix64), seeded with a text.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator that is seeded with a text.
    pub fn new(seed: &[u8]) -> Random {
        // FNV-1a, so that similar texts start far apart.
        let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        Random(seed.iter().fold(0xcbf2_9ce4_8422_2325, fnv))
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len())]
    }
}

const WORDS: [&str; 40] = [
    "account", "admin", "ajax", "api", "archive", "articles", "assets", "basket", "blog", "cart",
    "catalog", "category", "checkout", "cgi-bin", "comments", "compare", "customer", "download",
    "feed", "filter", "forum", "gallery", "images", "includes", "language", "login", "media",
    "news", "node", "order", "pages", "print", "private", "products", "profile", "review",
    "search", "shop", "tag", "user",
];

/// Writes a number as five letters, so that no name is a prefix of another.
pub fn letters(mut number: usize) -> String {
    let mut text = [b'a'; 5];
    for letter in text.iter_mut().rev() {
        *letter = b'a' + (number % 26) as u8;
        number /= 26;
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Generates one group of `count` rules: a tenth have stars, and a fifth are `Allow`.
pub fn many_rules(count: usize) -> String {
    let mut random = Random::new(b"many rules");
    let mut file = String::from("User-agent: *\n");
    for number in 0..count {
        let key = if number % 5 == 3 { "Allow" } else { "Disallow" };
        let (a, b) = (random.word(), random.word());
        let pattern = match (number % 10, number / 10 % 5) {
            (0, 0) => format!("/*?{a}{number}="),
            (0, 1) => format!("/{a}/*/{b}{number}"),
            (0, 2) => format!("/*/{a}-{number}.html$"),
            (0, 3) => format!("/{a}*{b}*-{number}"),
            (0, _) => format!("/{a}{number}/*.{b}$"),
            (1..=4, _) => format!("/{a}/{b}-{number}/"),
            (5..=7, _) => format!("/{a}{number}"),
            _ => format!("/{a}/{b}/{number}.html"),
        };
        let _ = writeln!(file, "{key}: {pattern}");
    }
    file
}

/// Generates paths for [`many_rules`]: half from its rules, half from the same words.
pub fn paths_for_many_rules(count: usize, paths: usize) -> Vec<String> {
    let mut random = Random::new(b"paths for many rules");
    let file = many_rules(count);
    let rules: Vec<&str> =
        file.lines().skip(1).filter_map(|line| line.split(": ").nth(1)).collect();
    let path = |number: usize| match number % 2 {
        0 => {
            let rule = rules[random.below(rules.len())];
            let path = rule.trim_end_matches('$').replace('*', random.word());
            let end = ["", "/", "/index.html", "?page=2"][random.below(4)];
            if rule.ends_with('$') { path } else { path + end }
        }
        _ => {
            let (a, b, c) = (random.word(), random.word(), random.word());
            let number = random.below(10 * count);
            match random.below(4) {
                0 => format!("/{a}/{b}-{number}.html"),
                1 => format!("/{a}/{b}/{c}?{b}={number}&sort=price"),
                2 => format!("/{a}{number}/{c}/index.php?id={number}"),
                _ => format!("/{a}/{number}/{b}/{c}-and-{a}-of-{b}.html"),
            }
        }
    };
    (0..paths).map(path).collect()
}

/// Generates a file like those on the web, with groups, comments, sitemaps and all kinds of rules.
pub fn ordinary(rules: usize) -> String {
    let mut random = Random::new(b"ordinary");
    let mut file = String::from("# robots.txt of site.example\n\n");
    let mut left = rules;
    let groups = [("*", 70), ("Googlebot", 20), ("bingbot", 100)];
    for (name, percent) in groups {
        let count = (rules * percent / 100).clamp(1, left.max(1)).min(left);
        let _ = writeln!(file, "User-agent: {name}");
        for _ in 0..count {
            let (a, b) = (random.word(), random.word());
            let _ = match random.below(12) {
                0 => writeln!(file, "Allow: /{a}/{b}/"),
                1 => writeln!(file, "Disallow: /*?{a}="),
                2 => writeln!(file, "Disallow: /{a}/*/{b}"),
                3 => writeln!(file, "Disallow: /*.{a}$"),
                4 => writeln!(file, "# {a} and {b}\nDisallow: /{a}/{b}.php"),
                5..=7 => writeln!(file, "Disallow: /{a}/"),
                _ => writeln!(file, "Disallow: /{a}/{b}/"),
            };
        }
        file.push('\n');
        left -= count;
    }
    file.push_str("Crawl-delay: 10\n\nSitemap: https://site.example/sitemap.xml\n");
    file
}

/// Generates one group that names `count` crawlers.
pub fn many_agents(count: usize) -> String {
    let mut file = String::new();
    for number in 0..count {
        let _ = writeln!(file, "User-agent: Bot{}", letters(number));
    }
    file.push_str("Disallow: /private\n\nUser-agent: *\nDisallow: /\n");
    file
}

/// Generates `count` groups, each for one crawler.
pub fn many_groups(count: usize) -> String {
    let mut file = String::from("User-agent: *\nDisallow: /\n\n");
    for number in 0..count {
        let _ = writeln!(file, "User-agent: Bot{}\nDisallow: /private\n", letters(number));
    }
    file
}

/// Generates one pattern of `count` stars, which matches no path that repeats one letter.
pub fn stars(count: usize) -> String {
    format!("User-agent: *\nDisallow: /{}b\n", "a*".repeat(count))
}

/// Generates two paths of `bytes` bytes that repeat one letter: [`stars`] misses one by its last
/// byte, and matches the other.
pub fn one_letter(bytes: usize) -> Vec<String> {
    ["c", "b"].map(|last| format!("/{}{last}", "a".repeat(bytes - 2))).to_vec()
}

/// Generates a file of one rule, which is `bytes` bytes long.
pub fn long_line(bytes: usize) -> String {
    format!("User-agent: *\nDisallow: /{}\n", "a".repeat(bytes))
}

const SHARED: &str = "/shared/prefix/of/sixty/bytes/that/every/rule/here/begins/with/";

/// Generates `count` rules that differ only in their last bytes.
pub fn equal_prefixes(count: usize) -> String {
    let mut file = String::from("User-agent: *\n");
    for number in 0..count {
        let _ = writeln!(file, "Disallow: {SHARED}{}", letters(number));
    }
    file
}

/// Generates paths that differ from the rules of [`equal_prefixes`] only in their last bytes.
pub fn paths_for_equal_prefixes() -> Vec<String> {
    let mut random = Random::new(b"equal prefixes");
    (0..64).map(|_| format!("{SHARED}{}/x", letters(random.below(10_000)))).collect()
}

/// Generates `count` rules, each a prefix of the next, which is one byte longer; `Allow` and
/// `Disallow` alternate.
pub fn nested_prefixes(count: usize) -> String {
    let mut file = String::from("User-agent: *\n");
    for number in 1..=count {
        let key = if number % 2 == 0 { "Allow" } else { "Disallow" };
        let _ = writeln!(file, "{key}: /{}", "a".repeat(number));
    }
    file
}

/// Generates `count` rules with stars that all contain the same literal.
pub fn same_literal(count: usize) -> String {
    let mut file = String::from("User-agent: *\n");
    for number in 0..count {
        let _ = writeln!(file, "Disallow: /*/same/*{}$", letters(number * 577 % 10_000));
    }
    file
}

/// Generates paths for [`same_literal`] that contain every pair of bytes of every rule; the rules
/// match only the last path.
pub fn paths_for_same_literal() -> Vec<String> {
    let all: String = (0..10_000).step_by(37).map(letters).collect();
    let ends = (0..8).map(|number| format!("{}.html", number * 7)).chain([letters(577)]);
    ends.map(|end| format!("/x/same/{all}/same/{end}")).collect()
}

/// Generates `count` of the shortest possible rules, the most that a file of its size can hold.
pub fn shortest_rules(count: usize) -> String {
    format!("User-agent: *\n{}", "allow:/\n".repeat(count))
}
