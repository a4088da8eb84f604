//! robotstxt: a Rust port of Google's parser of 2019. It keeps nothing: each question parses the
//! file again.

use std::borrow::Cow;

use gatepost::Dialect;
use robotstxt::{DefaultMatcher, RobotsParseHandler, parse_robotstxt};

use super::Engine;
use crate::questions::Question;

pub(super) struct Robotstxt {
    crawler: String,
}

impl Engine for Robotstxt {
    const NAME: &'static str = "robotstxt";
    const BEST_USE: &'static str = "`one_agent_allowed_by_robots`, which reads the file each time";
    const CLAIMS: Dialect = Dialect::GOOGLE;

    type Parsed<'o> = Cow<'o, str>;
    type Prepared<'p> = &'p str;

    fn new(crawler: &str) -> Robotstxt {
        Robotstxt { crawler: crawler.to_owned() }
    }

    // It accepts only text, and files are bytes. The handler drops everything that the parser
    // finds.
    fn parse<'o>(&self, bytes: &'o [u8]) -> Result<Cow<'o, str>, String> {
        let text = String::from_utf8_lossy(bytes);
        parse_robotstxt(&text, &mut Nothing);
        Ok(text)
    }

    fn prepare<'p>(&'p self, parsed: &'p Cow<'_, str>) -> &'p str {
        parsed
    }

    // Like Google's parser, it reads `//a/b` as the host `a`, so a bare path would ask something
    // else.
    fn ask(&self, text: &&str, question: &Question) -> bool {
        self.is_allowed(text, question.url.as_str())
    }

    fn ask_url(&self, text: &&str, url: &str) -> Result<bool, String> {
        Ok(self.is_allowed(text, url))
    }

    fn once(&self, bytes: &[u8], question: &Question) -> Result<bool, String> {
        Ok(self.ask(&&*String::from_utf8_lossy(bytes), question))
    }
}

impl Robotstxt {
    fn is_allowed(&self, text: &str, url: &str) -> bool {
        DefaultMatcher::default().one_agent_allowed_by_robots(text, &self.crawler, url)
    }
}

struct Nothing;

impl RobotsParseHandler for Nothing {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _: u32, _: &str) {}
    fn handle_allow(&mut self, _: u32, _: &str) {}
    fn handle_disallow(&mut self, _: u32, _: &str) {}
    fn handle_sitemap(&mut self, _: u32, _: &str) {}
    fn handle_unknown_action(&mut self, _: u32, _: &str, _: &str) {}
}
