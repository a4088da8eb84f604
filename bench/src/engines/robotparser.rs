//! robotparser: parses for all crawlers; each question searches for the group and sorts its rules
//! again.

use robotparser::model::RobotsTxt;
use robotparser::parser::parse_robots_txt;
use robotparser::service::RobotsTxtService;
use url::{Origin, Url};

use super::Engine;
use crate::questions::{ORIGIN, Question};

pub(super) struct Robotparser {
    crawler: String,
    origin: Origin,
}

impl Engine for Robotparser {
    const NAME: &'static str = "robotparser";
    const BEST_USE: &'static str = "`parse_robots_txt`, then `can_fetch` with a parsed `Url`";

    type Parsed<'o> = RobotsTxt;
    type Prepared<'p> = &'p RobotsTxt;

    fn new(crawler: &str) -> Robotparser {
        let origin = Url::parse(ORIGIN).expect("it is a URL").origin();
        Robotparser { crawler: crawler.to_owned(), origin }
    }

    // It accepts only text, and files are bytes: checking the encoding is part of parsing.
    fn parse(&self, bytes: &[u8]) -> Result<RobotsTxt, String> {
        let text = String::from_utf8_lossy(bytes);
        Ok(parse_robots_txt(self.origin.clone(), &text).get_result())
    }

    fn prepare<'p>(&'p self, parsed: &'p RobotsTxt) -> &'p RobotsTxt {
        parsed
    }

    fn ask(&self, robots: &&RobotsTxt, question: &Question) -> bool {
        robots.can_fetch(&self.crawler, &question.url)
    }

    fn ask_url(&self, robots: &&RobotsTxt, url: &str) -> Result<bool, String> {
        Ok(robots.can_fetch(&self.crawler, &super::parsed(url)?))
    }
}
