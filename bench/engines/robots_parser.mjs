// robots-parser, the one of npm. Its folder is the first argument; requests are those of driver.py.
//
// Time is of the wall, best of several batches: Node has no CPU clock of one thread that is finer
// than a microsecond.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "driver.js"));
const robotsParser = require("robots-parser");

// Questions between two looks at the clock, to see whether it is enough.
const LOOK = 64;

// It answers only for URLs of the origin that the file is from.
const address = "https://site.example/robots.txt";

function attempt(work) {
  try {
    return work() ?? null;
  } catch {
    return null;
  }
}

function best(request, work, first) {
  const timed = (repeats) => {
    const started = process.hrtime.bigint();
    for (let i = 0; i < repeats; i += 1) work();
    return Number(process.hrtime.bigint() - started);
  };
  let least = first ?? timed(1);
  let spent = least;
  const repeats = Math.floor(Math.min(Math.max(request.batch_ns / Math.max(least, 1), 1), 1e6));
  for (let i = 0; i < request.batches && spent < request.total_ns; i += 1) {
    const took = timed(repeats);
    spent += took;
    least = Math.min(least, took / repeats);
  }
  return least;
}

const parse = (bytes) => robotsParser(address, bytes.toString("utf8"));

function batch({ files, urls, crawler, ...effort }) {
  const all = files.map((file, i) => () => {
    const parsed = parse(file);
    return urls.length > 0 ? parsed.isAllowed(urls[i], crawler) : true;
  });
  const answers = all.map(attempt);
  const able = all.filter((_, i) => answers[i] !== null);
  const ns = best(effort, () => able.forEach((work) => work()));
  return { ns, answers };
}

function many({ files: [file], urls, crawler, ...effort }) {
  const parsed = attempt(() => parse(file));
  if (parsed === null) return { ns: 0, answers: urls.map(() => null) };
  const started = process.hrtime.bigint();
  const spent = () => Number(process.hrtime.bigint() - started);
  const answers = [];
  for (let i = 0; i < urls.length && (i === 0 || spent() < effort.enough_ns); i += LOOK) {
    const some = urls.slice(i, i + LOOK);
    answers.push(...some.map((url) => attempt(() => parsed.isAllowed(url, crawler))));
  }
  const first = spent();
  const able = urls.filter((_, i) => i < answers.length && answers[i] !== null);
  const pass = () => {
    for (const url of able) parsed.isAllowed(url, crawler);
  };
  return { ns: best(effort, pass, able.length === answers.length ? first : undefined) / Math.max(1, able.length), answers };
}

console.log(JSON.stringify(require("robots-parser/package.json").version));
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  request.files = request.files.map((file) => Buffer.from(file, "hex"));
  console.log(JSON.stringify(request.work === "many" ? many(request) : batch(request)));
}
