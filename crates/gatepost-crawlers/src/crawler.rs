//! One crawler, and the facts about it.
//!
//! A crawler here is anything that robots.txt addresses by a product token (RFC 9309 section
//! 2.2.1). Most of them fetch pages; a few tokens only control what is done with pages that another
//! crawler fetched. Every statement comes from the source that the entry names; a fact that no
//! source states is unknown, and is shown as unknown. `selected_group.rs` selects the group of a
//! file that a crawler obeys.

use std::fmt;

use gatepost::{AccessPolicy, Dialect, ProductToken};

/// A crawler of the directory.
///
/// With the `serde` feature it serialises as an object with one field per fact. The names of the
/// fields are stable.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Crawler {
    #[cfg_attr(feature = "serde", serde(rename = "crawler"))]
    pub(crate) token: &'static str,
    pub(crate) operator: Option<&'static str>,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) falls_back_to: &'static [&'static str],
    pub(crate) purposes: &'static [Purpose],
    #[cfg_attr(feature = "serde", serde(rename = "ai"))]
    pub(crate) is_ai: bool,
    pub(crate) robots: RobotsBehaviour,
    #[cfg_attr(feature = "serde", serde(rename = "crawl_delay"))]
    pub(crate) honours_crawl_delay: Option<bool>,
    #[cfg_attr(feature = "serde", serde(rename = "retired"))]
    pub(crate) is_retired: bool,
    pub(crate) parser: Option<KnownParser>,
    pub(crate) policy: Option<KnownPolicy>,
    pub(crate) renamed_to: &'static [&'static str],
    pub(crate) renamed_from: &'static [&'static str],
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

/// The entry that the generated table fills in.
pub(crate) const NOTHING_KNOWN: Crawler = Crawler {
    token: "",
    operator: None,
    aliases: &[],
    falls_back_to: &[],
    purposes: &[],
    is_ai: false,
    robots: RobotsBehaviour::Unknown,
    honours_crawl_delay: None,
    is_retired: false,
    parser: None,
    policy: None,
    renamed_to: &[],
    renamed_from: &[],
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

/// The parser that a crawler uses, as a source states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct KnownParser {
    /// The dialect that reproduces the parser.
    pub dialect: Dialect,
    /// The `User-Agent` header that the crawler gives the parser as its own name, if it does not
    /// give its product token.
    pub header: Option<&'static str>,
    /// The number of bytes of a file that the crawler reads, if its parser has no limit of its own
    /// and the source states one.
    pub read_limit: Option<usize>,
    /// Where this is stated.
    pub source: &'static str,
}

/// What the outcome of fetching robots.txt means to a crawler's operator, as a source states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct KnownPolicy {
    /// The policy.
    pub access: AccessPolicy,
    /// Where this is stated.
    pub source: &'static str,
}

impl Crawler {
    /// Returns who runs the crawler, if that is known.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("GPTBot").unwrap().operator(), Some("OpenAI"));
    /// ```
    #[must_use]
    pub fn operator(&self) -> Option<&'static str> {
        self.operator
    }

    /// Returns the product token, as the operator spells it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("gptbot").unwrap().token(), "GPTBot");
    /// ```
    #[must_use]
    pub fn token(&self) -> &'static str {
        self.token
    }

    /// Returns other names of the same crawler in robots.txt files.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("facebookexternalhit").unwrap().aliases(), ["Facebot"]);
    /// ```
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// Returns the names of the fallback groups, in order: the groups that the crawler obeys where
    /// no group names it, in preference to those for `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("Googlebot-News").unwrap().falls_back_to(), ["Googlebot"]);
    /// ```
    #[must_use]
    pub fn falls_back_to(&self) -> &'static [&'static str] {
        self.falls_back_to
    }

    /// Returns the names under which the crawler looks for a group, its own first, as
    /// [`RobotsTxt::group_for_any_of`](gatepost::RobotsTxt::group_for_any_of) expects them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let robots = gatepost::RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = by_token("Googlebot-News").unwrap().names();
    /// assert_eq!(robots.group_for_any_of(&names).crawler().as_str(), "Googlebot");
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<ProductToken> {
        let names = std::iter::once(&self.token).chain(self.aliases).chain(self.falls_back_to);
        names.map(|name| ProductToken::verbatim(name)).collect()
    }

    /// Returns what the crawler fetches pages for, its main purpose first. The list is never empty.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{Purpose, by_token};
    ///
    /// let ccbot = by_token("CCBot").unwrap();
    /// assert!(ccbot.purposes().contains(&Purpose::AiTraining));
    /// ```
    #[must_use]
    pub fn purposes(&self) -> &'static [Purpose] {
        self.purposes
    }

    /// Returns `true` if the crawler serves artificial intelligence: to train models, to answer
    /// from an index, or to act for a user.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("GPTBot").unwrap().is_ai());
    /// assert!(!by_token("AhrefsBot").unwrap().is_ai());
    /// ```
    #[must_use]
    pub fn is_ai(&self) -> bool {
        self.is_ai
    }

    /// Returns how the crawler treats robots.txt.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{RobotsBehaviour, by_token};
    ///
    /// let crawler = by_token("Google-Safety").unwrap();
    /// assert_eq!(crawler.robots(), RobotsBehaviour::IgnoresFile);
    /// ```
    #[must_use]
    pub fn robots(&self) -> RobotsBehaviour {
        self.robots
    }

    /// Returns `true` if the crawler ignores the groups for `*`, and obeys only a group that names
    /// it or is its fallback group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("AdsBot-Google").unwrap().ignores_star());
    /// ```
    #[must_use]
    pub fn ignores_star(&self) -> bool {
        self.robots == RobotsBehaviour::IgnoresStar
    }

    /// Returns `true` if the crawler fetches pages without asking robots.txt.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("Google-Safety").unwrap().ignores_file());
    /// ```
    #[must_use]
    pub fn ignores_file(&self) -> bool {
        self.robots == RobotsBehaviour::IgnoresFile
    }

    /// Returns whether the crawler waits as long as a `Crawl-delay` line asks, if that is known.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("Googlebot").unwrap().honours_crawl_delay(), Some(false));
    /// ```
    #[must_use]
    pub fn honours_crawl_delay(&self) -> Option<bool> {
        self.honours_crawl_delay
    }

    /// Returns the parser that the crawler uses, if a source states it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::by_token;
    ///
    /// let parser = by_token("Scrapy").unwrap().parser().unwrap();
    /// assert_eq!(parser.dialect, Dialect::PROTEGO);
    /// assert!(parser.header.unwrap().starts_with("Scrapy/"));
    /// assert!(by_token("bingbot").unwrap().parser().is_none());
    /// ```
    #[must_use]
    pub fn parser(&self) -> Option<&KnownParser> {
        self.parser.as_ref()
    }

    /// Returns the dialect in which the crawler parses a file: that of its parser, if a source
    /// states which one it uses, and RFC 9309 otherwise.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("Googlebot-Image").unwrap().dialect(), Dialect::GOOGLE);
    /// assert_eq!(by_token("bingbot").unwrap().dialect(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.parser.map_or(Dialect::RFC9309, |parser| parser.dialect)
    }

    /// Returns what the outcome of fetching robots.txt means to the crawler's operator, if a
    /// source states it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::AccessPolicy;
    /// use gatepost_crawlers::by_token;
    ///
    /// let policy = by_token("CCBot").unwrap().known_policy().unwrap();
    /// assert_eq!(policy.access, AccessPolicy::COMMON_CRAWL);
    /// ```
    #[must_use]
    pub fn known_policy(&self) -> Option<&KnownPolicy> {
        self.policy.as_ref()
    }

    /// Returns the policy by which the crawler acts on the outcome of fetching robots.txt: its
    /// operator's, if a source states it, and that of RFC 9309 otherwise.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::AccessPolicy;
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("Googlebot").unwrap().policy(), AccessPolicy::GOOGLE);
    /// assert_eq!(by_token("GPTBot").unwrap().policy(), AccessPolicy::RFC9309);
    /// ```
    #[must_use]
    pub fn policy(&self) -> AccessPolicy {
        self.policy.map_or(AccessPolicy::RFC9309, |policy| policy.access)
    }

    /// Returns the product tokens that replaced this one.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let old = by_token("Google-NotebookLM").unwrap();
    /// assert_eq!(old.renamed_to(), ["Google-GeminiNotebook"]);
    /// ```
    #[must_use]
    pub fn renamed_to(&self) -> &'static [&'static str] {
        self.renamed_to
    }

    /// Returns the product tokens that this one replaced.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let new = by_token("Google-GeminiNotebook").unwrap();
    /// assert_eq!(new.renamed_from(), ["Google-NotebookLM"]);
    /// ```
    #[must_use]
    pub fn renamed_from(&self) -> &'static [&'static str] {
        self.renamed_from
    }

    /// Returns `true` if the product token is no longer in use.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("anthropic-ai").unwrap().is_retired());
    /// ```
    #[must_use]
    pub fn is_retired(&self) -> bool {
        self.is_retired
    }

    /// Returns whole `User-Agent` headers that the crawler sends, byte for byte as a source quotes
    /// them.
    ///
    /// They are examples, since versions change.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("AI2Bot").unwrap().headers().contains(&"AI2Bot"));
    /// ```
    #[must_use]
    pub fn headers(&self) -> &'static [&'static str] {
        self.headers
    }

    /// Returns the documented parts of headers, where a source gives only a part or a part varies.
    ///
    /// `...` stands for what the source left out.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let patterns = by_token("Amazonbot").unwrap().header_patterns();
    /// assert_eq!(patterns, ["(compatible; Amazonbot/0.1)"]);
    /// ```
    #[must_use]
    pub fn header_patterns(&self) -> &'static [&'static str] {
        self.header_patterns
    }

    /// Returns the source of the headers, if it is not the [source](Crawler::source) of everything
    /// else.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let source = by_token("AhrefsBot").unwrap().headers_source();
    /// assert_eq!(source, Some("crawler-user-agents 1.67.0"));
    /// ```
    #[must_use]
    pub fn headers_source(&self) -> Option<&'static str> {
        self.headers_source
    }

    /// Returns the address of a page about the crawler: the operator's own, if there is one.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("AhrefsBot").unwrap().page(), Some("https://ahrefs.com/robot"));
    /// ```
    #[must_use]
    pub fn page(&self) -> Option<&'static str> {
        self.page
    }

    /// Returns the pages on which the operator lists the addresses that the crawler fetches from.
    ///
    /// Only these, or a look-up of the host name, distinguish the crawler from anybody else who
    /// sends its header.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let pages = by_token("GPTBot").unwrap().ip_ranges();
    /// assert!(pages.iter().all(|page| page.starts_with("https://")));
    /// ```
    #[must_use]
    pub fn ip_ranges(&self) -> &'static [&'static str] {
        self.ip_ranges
    }

    /// Returns a remark on the entry, for people.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// let note = by_token("ia_archiver").unwrap().note().unwrap();
    /// assert!(note.starts_with("The service is closed"));
    /// ```
    #[must_use]
    pub fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// Returns the kind of source that describes the crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{KnownBy, by_token};
    ///
    /// assert_eq!(by_token("Googlebot").unwrap().known_by(), KnownBy::Operator);
    /// ```
    #[must_use]
    pub fn known_by(&self) -> KnownBy {
        self.known_by
    }

    /// Returns the source of the entry.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert!(by_token("AhrefsBot").unwrap().source().starts_with("Web Almanac"));
    /// ```
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Returns the day on which the source was read, or on which the facts were collected from it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    ///
    /// assert_eq!(by_token("AhrefsBot").unwrap().read(), "2026-11-30");
    /// ```
    #[must_use]
    pub fn read(&self) -> &'static str {
        self.read
    }
}

/// The purpose that a crawler fetches pages for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Purpose {
    /// The index of a search engine.
    Search,
    /// Text and images to train models on.
    AiTraining,
    /// An index that models answer from.
    AiSearch,
    /// A page that a user asked for, in person or through an assistant.
    UserFetch,
    /// Advertising: the pages that show advertisements, or that advertisements lead to.
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
    /// Every purpose.
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

    /// Returns the purpose's name in arguments and data.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::Purpose;
    ///
    /// assert_eq!(Purpose::AiTraining.name(), "ai-training");
    /// ```
    #[must_use]
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

    /// Finds a purpose by its name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::Purpose;
    ///
    /// assert_eq!(Purpose::by_name("ai-training"), Some(Purpose::AiTraining));
    /// assert_eq!(Purpose::by_name("profit"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Purpose> {
        Purpose::ALL.iter().copied().find(|purpose| purpose.name() == name)
    }
}

/// Writes the purpose in words.
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

/// The behaviour of a crawler towards robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RobotsBehaviour {
    /// Obeys the file.
    Obeys,
    /// Obeys groups that name it and its fallback groups, and ignores the groups for `*`.
    IgnoresStar,
    /// Obeys or not, as the person who starts it decides or its operator reserves.
    MayIgnoreFile,
    /// Fetches pages without asking for the file.
    IgnoresFile,
    /// Sends no requests: the token controls what is done with pages that others fetched.
    ControlToken,
    /// Not known: no source says.
    Unknown,
}

impl RobotsBehaviour {
    /// Returns the behaviour's name in data.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::RobotsBehaviour;
    ///
    /// assert_eq!(RobotsBehaviour::IgnoresStar.name(), "ignores-star");
    /// ```
    #[must_use]
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

/// Writes the behaviour in words.
impl fmt::Display for RobotsBehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RobotsBehaviour::Obeys => "obeys robots.txt",
            RobotsBehaviour::IgnoresStar => "obeys groups that name it, and ignores those for *",
            RobotsBehaviour::MayIgnoreFile => "may ignore robots.txt",
            RobotsBehaviour::IgnoresFile => "ignores robots.txt",
            RobotsBehaviour::ControlToken => {
                "is a control token: nothing is fetched under this name"
            }
            RobotsBehaviour::Unknown => "not known whether it obeys robots.txt",
        })
    }
}

/// The kind of source that describes a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum KnownBy {
    /// From its operator's own page.
    Operator,
    /// From a survey that describes it, or quotes its operator's page.
    Survey,
    /// From a list that a community keeps.
    Community,
}

impl KnownBy {
    /// Returns the name in data.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::KnownBy;
    ///
    /// assert_eq!(KnownBy::Operator.name(), "operator");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            KnownBy::Operator => "operator",
            KnownBy::Survey => "survey",
            KnownBy::Community => "community",
        }
    }
}

/// Writes the kind of source in words.
impl fmt::Display for KnownBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KnownBy::Operator => "its operator's own page",
            KnownBy::Survey => "a survey",
            KnownBy::Community => "a community list",
        })
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn names_in_data_are_those_of_the_types() {
        for purpose in Purpose::ALL {
            assert_eq!(serde_json::to_value(purpose).unwrap(), purpose.name());
        }
        for crawler in crate::crawlers() {
            let value = serde_json::to_value(crawler).unwrap();
            assert_eq!(value["crawler"], crawler.token());
            assert_eq!(value["robots"], crawler.robots().name());
            assert_eq!(value["known_by"], crawler.known_by().name());
        }
    }
}
