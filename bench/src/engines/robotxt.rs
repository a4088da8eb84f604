//! robotxt: parses for one crawler, sorts the rules by precedence and tries one after another.

use robotxt::Robots;

use super::Engine;
use crate::questions::Question;

pub(super) struct Robotxt {
    crawler: String,
}

impl Engine for Robotxt {
    const NAME: &'static str = "robotxt";
    const BEST_USE: &'static str = "`Robots::parse` for one crawler, then `is_allowed`";
    const READS: usize = robotxt::BYTE_LIMIT;

    type Parsed<'o> = Robots;
    type Prepared<'p> = &'p Robots;

    fn new(crawler: &str) -> Robotxt {
        Robotxt { crawler: crawler.to_owned() }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Robots, String> {
        Ok(Robots::parse(bytes, self.crawler.as_str()))
    }

    fn prepare<'p>(&'p self, parsed: &'p Robots) -> &'p Robots {
        parsed
    }

    fn ask(&self, robots: &&Robots, question: &Question) -> bool {
        robots.is_allowed(&question.path)
    }

    fn ask_url(&self, robots: &&Robots, url: &str) -> Result<bool, String> {
        Ok(robots.is_url_allowed(&super::parsed(url)?))
    }
}
