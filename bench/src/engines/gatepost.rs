//! Gatepost: `RobotsTxt::verdict` for one question, a `RuleSet` for many.
//!
//! Every question includes making a [`UrlPath`] from text, since the peers that accept text do the
//! same work.

use gatepost::{Dialect, ProductToken, ReadLimit, RobotsTxt, RuleSet, UrlPath};

use super::{Engine, GATEPOST, GATEPOST_UNLIMITED};
use crate::questions::Question;

const USE: &str = "`RobotsTxt::verdict` for one question, `RuleSet::verdict` for many; \
                   `UrlPath::new` is part of each";

/// Gatepost with its default read limit.
pub(super) struct Gatepost(Any);

/// Gatepost without a read limit, for files of more than 500 KiB.
pub(super) struct Unlimited(Any);

struct Any {
    crawler: ProductToken,
    limit: ReadLimit,
}

impl Any {
    fn new(crawler: &str, limit: ReadLimit) -> Any {
        Any { crawler: ProductToken::verbatim(crawler), limit }
    }

    fn parse<'o>(&self, bytes: &'o [u8]) -> RobotsTxt<'o> {
        RobotsTxt::parse_up_to(bytes, Dialect::RFC9309, self.limit)
    }

    fn once(&self, bytes: &[u8], question: &Question) -> bool {
        self.parse(bytes).verdict(&self.crawler, &path(&question.path)).is_allowed()
    }
}

fn path(url: &str) -> UrlPath<'_> {
    UrlPath::new(url).expect("it is a URL, or a path that starts with a slash")
}

macro_rules! engine {
    ($name:ident, $text:expr, $limit:expr, $reads:expr) => {
        impl Engine for $name {
            const NAME: &'static str = $text;
            const BEST_USE: &'static str = USE;
            const READS: usize = $reads;

            type Parsed<'o> = RobotsTxt<'o>;
            type Prepared<'p> = RuleSet;

            fn new(crawler: &str) -> $name {
                $name(Any::new(crawler, $limit))
            }

            fn parse<'o>(&self, bytes: &'o [u8]) -> Result<RobotsTxt<'o>, String> {
                Ok(self.0.parse(bytes))
            }

            fn prepare(&self, parsed: &RobotsTxt<'_>) -> RuleSet {
                parsed.group_for(&self.0.crawler).rule_set()
            }

            fn ask(&self, rules: &RuleSet, question: &Question) -> bool {
                rules.verdict(&path(&question.path)).is_allowed()
            }

            fn ask_url(&self, rules: &RuleSet, url: &str) -> Result<bool, String> {
                let path = UrlPath::new(url).map_err(|err| err.to_string())?;
                Ok(rules.verdict(&path).is_allowed())
            }

            fn once(&self, bytes: &[u8], question: &Question) -> Result<bool, String> {
                Ok(self.0.once(bytes, question))
            }
        }
    };
}

engine!(Gatepost, GATEPOST, ReadLimit::FLOOR, 512_000);
engine!(Unlimited, GATEPOST_UNLIMITED, ReadLimit::NONE, usize::MAX);
