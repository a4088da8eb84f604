//! texting_robots: parses for one crawler into a `Robot`, which keeps a regex for each rule with a
//! `$`.

use texting_robots::Robot;

use super::Engine;
use crate::questions::Question;

pub(super) struct TextingRobots {
    crawler: String,
}

impl Engine for TextingRobots {
    const NAME: &'static str = "texting_robots";
    const BEST_USE: &'static str = "`Robot::new` for one crawler, then `allowed` with the path";

    type Parsed<'o> = Robot;
    type Prepared<'p> = &'p Robot;

    fn new(crawler: &str) -> TextingRobots {
        TextingRobots { crawler: crawler.to_owned() }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Robot, String> {
        Robot::new(&self.crawler, bytes).map_err(|err| err.to_string())
    }

    fn prepare<'p>(&'p self, parsed: &'p Robot) -> &'p Robot {
        parsed
    }

    // A path is less work than a URL, which `allowed` would parse.
    fn ask(&self, robot: &&Robot, question: &Question) -> bool {
        robot.allowed(&question.path)
    }

    fn ask_url(&self, robot: &&Robot, url: &str) -> Result<bool, String> {
        Ok(robot.allowed(url))
    }
}
