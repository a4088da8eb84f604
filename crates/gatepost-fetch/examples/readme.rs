//! The snippets of the README, so that they compile: a test compares the two.

use gatepost::{ProductToken, RobotsTxt, UrlPath};

use gatepost_fetch::{Identity, RobotsCache};

fn may_fetch(robots_txt: &[u8], url: &str) -> Result<bool, Box<dyn std::error::Error>> {
    let robots = RobotsTxt::parse(robots_txt); // cannot fail
    let crawler = ProductToken::new("ExampleBot")?;
    let rules = robots.group_for(&crawler).rule_set(); // owned, Send + Sync, for many URLs

    let verdict = rules.verdict(&UrlPath::new(url)?);
    println!("{:?}: {}", verdict.rule(), verdict.reason());
    Ok(verdict.is_allowed())
}

async fn crawl(page: &str) -> Result<(), Box<dyn std::error::Error>> {
    let me = Identity::new("ExampleBot", "ExampleBot/1.0 (+https://example.com/bot)")?;
    let robots = RobotsCache::new(me.clone())?;
    let permission = robots.may_fetch(page, me.token()).await?;
    if permission.is_allowed() {
        robots.wait_turn(&permission).await; // Crawl-delay, if the site asks for one
        // Fetch the page.
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    may_fetch(b"User-agent: *\nDisallow: /private\n", "https://example.com/private/a")?;
    // Fetching needs a runtime and a network, and this example has neither.
    drop(crawl("https://example.com/"));
    Ok(())
}
