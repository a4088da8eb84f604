// robots-parser, the one of npm. Its folder is the first argument; the rest is as in driver.py.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "driver.js"));
const robotsParser = require("robots-parser");

function answer(robots, crawler, url) {
  try {
    // It answers only for URLs of the origin that the file is from.
    const file = new URL("/robots.txt", url).href;
    const allowed = robotsParser(file, robots).isAllowed(url, crawler);
    return [allowed ?? null, null];
  } catch (thrown) {
    return String(thrown);
  }
}

console.log(JSON.stringify(require("robots-parser/package.json").version));
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const robots = Buffer.from(asked.robots, "hex").toString("utf8");
  const answers = asked.questions.map(([crawler, url]) =>
    answer(robots, crawler, Buffer.from(url, "hex").toString("utf8")),
  );
  console.log(JSON.stringify(answers));
}
