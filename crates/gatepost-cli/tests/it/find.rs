//! What `gatepost find` prints, and its exit status.

use crate::support::snapshots;

snapshots! {
    a_path_of_a_line: ["find", "robots.txt", "--decided-by", "3"];
    for_one_crawler: ["find", "robots.txt", "--decided-by", "8", "--crawler", "ccbot"];
    a_line_that_never_decides: ["find", "reordered.txt", "--decided-by", "4"];
    for_each_crawler_of_the_group: ["find", "-", "--decided-by", "3"], stdin b"\
User-agent: a
User-agent: b
Disallow: /x
User-agent: a
Allow: /x
User-agent: b
Disallow: /*
Allow: *x
";
    where_the_first_crawler_has_none: ["find", "-", "--decided-by", "3"], stdin b"\
User-agent: a
User-agent: b
Disallow: /x
User-agent: a
Allow: /x
";
    a_line_of_another_crawler: ["find", "robots.txt", "--decided-by", "8", "-c", "Googlebot"];
    a_line_of_nobody: ["find", "-", "--decided-by", "2"], stdin b"User-agent:\nDisallow: /\n";
    a_line_without_a_value: ["find", "-", "--decided-by", "2"], stdin b"User-agent: a\nDisallow:\n";
    a_line_without_a_slash: ["find", "-", "--decided-by", "2"], stdin b"User-agent: a\nDisallow: x\n";
    a_line_for_robots_txt: ["find", "-", "--decided-by", "2"],
        stdin b"User-agent: *\nDisallow: /robots.txt$\n";
    a_line_that_two_decide_for: ["find", "-", "--decided-by", "2"],
        stdin b"User-agent: *\nAllow: */a\nDisallow: /*/a\nDisallow: /a**\n";
    no_rule_a_comment: ["find", "-", "--decided-by", "3"],
        stdin b"User-agent: *\nDisallow: /\n# all\n";
    allowed_by_no_rule: ["find", "robots.txt", "--allowed", "Googlebot"];
    allowed: ["find", "robots.txt", "--allowed", "Googlebot", "--under", "/*?"];
    allowed_none: ["find", "robots.txt", "--allowed", "GPTBot"];
    allowed_none_under: ["find", "robots.txt", "--allowed", "*", "--under", "/*.pdf$"];
    disallowed: ["find", "robots.txt", "--disallowed", "*", "--under", "/shop/"];
    disallowed_none: ["find", "robots.txt", "--disallowed", "*", "--under", "/*?page=1.pdf&$"];
    under_a_url: ["find", "robots.txt", "--disallowed", "*", "--under", "https://shop.example/a*b?c"];
    under_no_url: ["find", "robots.txt", "--disallowed", "*", "--under", "https://"];
    under_nothing: ["find", "robots.txt", "--disallowed", "*", "--under", "shop"];
    not_a_host: ["find", "-", "--decided-by", "2", "--dialect", "google"],
        stdin b"User-agent: *\nDisallow: //a\n";
    json: ["find", "robots.txt", "--decided-by", "8", "-f", "json"];
    json_none: ["find", "reordered.txt", "--decided-by", "4", "-f", "json"];
    json_none_allowed: ["find", "robots.txt", "--allowed", "GPTBot", "-f", "json"];
    no_rule_a_user_agent: ["find", "robots.txt", "--decided-by", "7"];
    no_rule_blank: ["find", "robots.txt", "--decided-by", "5"];
    no_rule_sitemap: ["find", "robots.txt", "--decided-by", "10"];
    no_rule_before_a_group: ["find", "-", "--decided-by", "1"], stdin b"Disallow: /\n";
    no_rule_says_nothing: ["find", "-", "--decided-by", "1"], stdin b"No robots here\n";
    no_such_line: ["find", "robots.txt", "--decided-by", "99"];
    line_zero: ["find", "robots.txt", "--decided-by", "0"];
    what: ["find", "robots.txt"];
    two_things: ["find", "robots.txt", "--allowed", "a", "--disallowed", "b"];
    under_a_line: ["find", "robots.txt", "--decided-by", "3", "--under", "/"];
    of_a_family: ["find", "family.txt", "--disallowed", "Googlebot-Image"];
    of_a_set: ["find", "family.txt", "--disallowed", "@named", "--under", "/private"];
    of_a_set_none: ["find", "family.txt", "--allowed", "@named", "--under", "/private"];
    none_of_a_set: ["find", "family.txt", "--disallowed", "@named", "--under", "/open"];
    where_nobody_asks: ["find", "family.txt", "--disallowed", "Google-Safety"];
    for_one_that_does_not_ask: ["find", "family.txt", "--decided-by", "9", "-c", "Google-Safety"];
    for_the_one_of_the_group_that_asks: ["find", "family.txt", "--decided-by", "9"];
}
