// robots-parser, the one of npm. Its folder is the first argument; the rest is as in driver.py.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "driver.js"));
const robotsParser = require("robots-parser");

function answer(parsed, robots, crawler, url) {
  try {
    // It answers only for URLs of the origin that the file is from.
    const file = new URL("/robots.txt", url).href;
    parsed[file] ??= robotsParser(file, robots);
    return [parsed[file].isAllowed(url, crawler) ?? null, null];
  } catch (thrown) {
    return String(thrown);
  }
}

console.log(JSON.stringify(require("robots-parser/package.json").version));
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const robots = Buffer.from(asked.robots, "hex").toString("utf8");
  const parsed = Object.create(null);
  const answers = asked.questions.map(([crawler, url]) =>
    answer(parsed, robots, crawler, Buffer.from(url, "hex").toString("utf8")),
  );
  console.log(JSON.stringify(answers));
}
