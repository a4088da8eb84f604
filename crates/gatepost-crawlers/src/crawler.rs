//! One crawler, and what is known about it.
//!
//! A crawler here is whoever is addressed by a product token: most fetch pages, and a few tokens only
//! control what is done with what others fetched. Every statement is from a source that the entry
//! names; what no source says is not known, and is said to be so. Which group of a file it takes is
//! `selected_group.rs`.

use std::fmt;

use gatepost::ProductToken;

/// A crawler of the directory.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::{Purpose, RobotsBehaviour, by_token};
///
/// let crawler = by_token("googlebot-image").unwrap();
/// assert_eq!(crawler.token(), "Googlebot-Image");
/// assert_eq!(crawler.operator(), Some("Google"));
/// assert_eq!(crawler.falls_back_to(), ["Googlebot"]);
/// assert_eq!(crawler.purposes(), [Purpose::Search]);
/// assert_eq!(crawler.robots(), RobotsBehaviour::Obeys);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    pub(crate) operator: Option<&'static str>,
    pub(crate) token: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) falls_back_to: &'static [&'static str],
    pub(crate) purposes: &'static [Purpose],
    pub(crate) is_ai: bool,
    pub(crate) robots: RobotsBehaviour,
    pub(crate) honours_crawl_delay: Option<bool>,
    pub(crate) renamed_to: &'static [&'static str],
    pub(crate) renamed_from: &'static [&'static str],
    pub(crate) is_retired: bool,
    pub(crate) headers: &'static [&'static str],
    pub(crate) header_patterns: &'static [&'static str],
    pub(crate) headers_source: Option<&'static str>,
    pub(crate) page: Option<&'static str>,
    pub(crate) ip_ranges: &'static [&'static str],
    pub(crate) note: Option<&'static str>,
    pub(crate) known_by: KnownBy,
    pub(crate) source: &'static str,
    pub(crate) read: &'static str,
}

/// What the generated table starts each entry from.
pub(crate) const NOTHING_KNOWN: Crawler = Crawler {
    operator: None,
    token: "",
    aliases: &[],
    falls_back_to: &[],
    purposes: &[],
    is_ai: false,
    robots: RobotsBehaviour::Unknown,
    honours_crawl_delay: None,
    renamed_to: &[],
    renamed_from: &[],
    is_retired: false,
    headers: &[],
    header_patterns: &[],
    headers_source: None,
    page: None,
    ip_ranges: &[],
    note: None,
    known_by: KnownBy::Community,
    source: "",
    read: "",
};

impl Crawler {
    /// Who runs it; none where that is not known.
    pub fn operator(&self) -> Option<&'static str> {
        self.operator
    }

    /// Its product token, as its operator spells it.
    pub fn token(&self) -> &'static str {
        self.token
    }

    /// Other names of the same crawler in robots.txt files.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// The names of others whose groups it obeys where no group names it, in this order, and before
    /// the groups for `*`.
    pub fn falls_back_to(&self) -> &'static [&'static str] {
        self.falls_back_to
    }

    /// The names by which it looks for a group, the first first: what
    /// [`RobotsTxt::group_for_any_of`](gatepost::RobotsTxt::group_for_any_of) takes.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::by_token;
    ///
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = by_token("Googlebot-News").unwrap().names();
    /// assert_eq!(robots.group_for_any_of(&names).crawler().as_str(), "Googlebot");
    /// ```
    pub fn names(&self) -> Vec<ProductToken> {
        let names = std::iter::once(&self.token).chain(self.aliases).chain(self.falls_back_to);
        names.map(|name| ProductToken::verbatim(name)).collect()
    }

    /// What it fetches for, the main purpose first; never empty.
    pub fn purposes(&self) -> &'static [Purpose] {
        self.purposes
    }

    /// Whether it serves artificial intelligence: to train it, to answer by it, or to act for it.
    pub fn is_ai(&self) -> bool {
        self.is_ai
    }

    /// What it makes of robots.txt.
    pub fn robots(&self) -> RobotsBehaviour {
        self.robots
    }

    /// Whether it takes no group for `*`, but only one that names it or its family.
    pub fn ignores_star(&self) -> bool {
        self.robots == RobotsBehaviour::IgnoresStar
    }

    /// Whether it fetches without asking robots.txt.
    pub fn ignores_file(&self) -> bool {
        self.robots == RobotsBehaviour::IgnoresFile
    }

    /// Whether it keeps the time that a `Crawl-delay` line asks for; none where that is not known.
    pub fn honours_crawl_delay(&self) -> Option<bool> {
        self.honours_crawl_delay
    }

    /// The tokens that took its place.
    pub fn renamed_to(&self) -> &'static [&'static str] {
        self.renamed_to
    }

    /// The tokens whose place it took.
    pub fn renamed_from(&self) -> &'static [&'static str] {
        self.renamed_from
    }

    /// Whether nobody sends it any more.
    pub fn is_retired(&self) -> bool {
        self.is_retired
    }

    /// Whole `User-Agent` headers that it sends, byte for byte as a source has them. They are
    /// examples: versions change.
    pub fn headers(&self) -> &'static [&'static str] {
        self.headers
    }

    /// What of its headers is documented, where only a part is or a part varies: `...` stands for what
    /// was left out.
    pub fn header_patterns(&self) -> &'static [&'static str] {
        self.header_patterns
    }

    /// Where the headers are from, if not from the [source](Crawler::source) of all else.
    pub fn headers_source(&self) -> Option<&'static str> {
        self.headers_source
    }

    /// The address of a page about it, the operator's own if there is one.
    pub fn page(&self) -> Option<&'static str> {
        self.page
    }

    /// Where its operator lists the addresses that it fetches from. Only these, or a look-up of its
    /// host name, tell it from another that sends its header.
    pub fn ip_ranges(&self) -> &'static [&'static str] {
        self.ip_ranges
    }

    /// What else there is to know.
    pub fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// How well it is known.
    pub fn known_by(&self) -> KnownBy {
        self.known_by
    }

    /// Where it is known from.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// The day on which the source was read, or the facts were collected from it: `2026-11-30`.
    pub fn read(&self) -> &'static str {
        self.read
    }
}

/// What a crawler fetches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// The index of a search engine.
    Search,
    /// Text and images to train models with.
    AiTraining,
    /// An index from which models answer.
    AiSearch,
    /// A page that a user asked for, by hand or through an assistant.
    UserFetch,
    /// Advertisements: the pages that they stand on, or lead to.
    Ads,
    /// The preview of a link.
    Preview,
    /// Tools for search engine optimisation.
    Seo,
    /// An archive.
    Archive,
    /// Security: malware, open ports, certificates.
    Security,
    /// Anything else.
    Other,
}

impl Purpose {
    /// All there are.
    pub const ALL: &'static [Purpose] = &[
        Purpose::Search,
        Purpose::AiTraining,
        Purpose::AiSearch,
        Purpose::UserFetch,
        Purpose::Ads,
        Purpose::Preview,
        Purpose::Seo,
        Purpose::Archive,
        Purpose::Security,
        Purpose::Other,
    ];

    /// Its name in arguments and data: `ai-training`.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Search => "search",
            Purpose::AiTraining => "ai-training",
            Purpose::AiSearch => "ai-search",
            Purpose::UserFetch => "user-fetch",
            Purpose::Ads => "ads",
            Purpose::Preview => "preview",
            Purpose::Seo => "seo",
            Purpose::Archive => "archive",
            Purpose::Security => "security",
            Purpose::Other => "other",
        }
    }

    /// The purpose of this name.
    pub fn by_name(name: &str) -> Option<Purpose> {
        Purpose::ALL.iter().copied().find(|purpose| purpose.name() == name)
    }
}

/// In words.
impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Search => "web search",
            Purpose::AiTraining => "AI training",
            Purpose::AiSearch => "AI search",
            Purpose::UserFetch => "user-triggered fetch",
            Purpose::Ads => "ads",
            Purpose::Preview => "link preview",
            Purpose::Seo => "SEO tool",
            Purpose::Archive => "archive",
            Purpose::Security => "security",
            Purpose::Other => "other",
        })
    }
}

/// What a crawler makes of robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RobotsBehaviour {
    /// It obeys the file.
    Obeys,
    /// It obeys groups that name it or its family, and ignores those for `*`.
    IgnoresStar,
    /// It obeys or not: whoever starts it decides, or its operator keeps that open.
    MayIgnoreFile,
    /// It does not ask.
    IgnoresFile,
    /// No crawler sends this token: the file says by it what may be done with what others fetched.
    ControlToken,
    /// No source says.
    Unknown,
}

impl RobotsBehaviour {
    /// Its name in data: `ignores-star`.
    pub fn name(self) -> &'static str {
        match self {
            RobotsBehaviour::Obeys => "obeys",
            RobotsBehaviour::IgnoresStar => "ignores-star",
            RobotsBehaviour::MayIgnoreFile => "may-ignore-file",
            RobotsBehaviour::IgnoresFile => "ignores-file",
            RobotsBehaviour::ControlToken => "control-token",
            RobotsBehaviour::Unknown => "unknown",
        }
    }
}

/// In words.
impl fmt::Display for RobotsBehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RobotsBehaviour::Obeys => "obeys robots.txt",
            RobotsBehaviour::IgnoresStar => "obeys groups that name it, and ignores those for *",
            RobotsBehaviour::MayIgnoreFile => "may ignore robots.txt",
            RobotsBehaviour::IgnoresFile => "does not ask robots.txt",
            RobotsBehaviour::ControlToken => "is a control token: nothing is fetched by this name",
            RobotsBehaviour::Unknown => "not known whether it obeys robots.txt",
        })
    }
}

/// How well a crawler is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum KnownBy {
    /// Its operator's own page was read.
    Operator,
    /// A survey describes it, or quotes its operator's page.
    Survey,
    /// A list that a community keeps has it.
    Community,
}

impl KnownBy {
    /// Its name in data: `operator`.
    pub fn name(self) -> &'static str {
        match self {
            KnownBy::Operator => "operator",
            KnownBy::Survey => "survey",
            KnownBy::Community => "community",
        }
    }
}

/// In words.
impl fmt::Display for KnownBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KnownBy::Operator => "its operator's own page",
            KnownBy::Survey => "a survey",
            KnownBy::Community => "a community list",
        })
    }
}
