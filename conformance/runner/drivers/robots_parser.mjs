// robots-parser, the one of npm. It answers only for URLs of the origin that the file is from.

import { require, serve } from "./driver.mjs";

const robotsParser = require("robots-parser");

function parse(robots) {
  const parsed = robotsParser("https://site.example/robots.txt", robots.toString("utf8"));
  return (crawler, url) => parsed.isAllowed(url, crawler);
}

function explain(robots) {
  const parsed = Object.create(null);
  return (crawler, url) => {
    const file = new URL("/robots.txt", url).href;
    parsed[file] ??= robotsParser(file, robots.toString("utf8"));
    return parsed[file].isAllowed(url, crawler);
  };
}

await serve(require("robots-parser/package.json").version, { parse, explain });
