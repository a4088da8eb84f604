// The loop of every driver for Node, as driver.py describes it. The folder of npm's packages is the
// first argument.
//
// Time is of the wall, best of several batches: Node has no CPU clock of one thread that is finer
// than a microsecond.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

export const require = createRequire(join(process.argv[2], "driver.js"));

// Questions between two looks at the clock, to see whether it is enough.
const LOOK = 64;

// Answers until stdin ends. `parse(robots)` returns a function of a crawler and a URL; `explain` is
// another that answers questions which are not measured.
export async function serve(version, { parse, explain = parse }) {
  console.log(JSON.stringify(version));
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    console.log(JSON.stringify("work" in request ? measure(parse, request) : answers(explain, request)));
  }
}

function answers(parse, { robots, questions }) {
  const answer = (ask, [crawler, url]) => {
    try {
      return [ask(crawler, bytes(url).toString("utf8")) ?? null, null];
    } catch (thrown) {
      return String(thrown);
    }
  };
  try {
    const ask = parse(bytes(robots));
    return questions.map((question) => answer(ask, question));
  } catch (thrown) {
    return questions.map(() => String(thrown));
  }
}

function bytes(hex) {
  return Buffer.from(hex, "hex");
}

function measure(parse, { work, files, ...request }) {
  const measured = { ...request, files: files.map(bytes) };
  return work === "many" ? many(parse, measured) : batch(parse, measured);
}

// A pass over files: each parsed, and for `once` asked one question.
function batch(parse, { files, urls, crawler, ...effort }) {
  const all = files.map((file, i) => () => {
    const ask = parse(file);
    return urls.length > 0 ? ask(crawler, urls[i]) : true;
  });
  const answers = all.map(attempt);
  const able = all.filter((_, i) => answers[i] !== null);
  const ns = best(effort, () => able.forEach((work) => work()));
  return { ns, answers };
}

// Many questions about one file.
function many(parse, { files: [file], urls, crawler, ...effort }) {
  const ask = attempt(() => parse(file));
  if (ask === null) return { ns: 0, answers: urls.map(() => null) };
  const started = process.hrtime.bigint();
  const spent = () => Number(process.hrtime.bigint() - started);
  const answers = [];
  for (let i = 0; i < urls.length && (i === 0 || spent() < effort.enough_ns); i += LOOK) {
    const some = urls.slice(i, i + LOOK);
    answers.push(...some.map((url) => attempt(() => ask(crawler, url))));
  }
  const first = spent();
  const able = urls.filter((_, i) => i < answers.length && answers[i] !== null);
  const pass = () => {
    for (const url of able) ask(crawler, url);
  };
  // A slow engine is not asked twice; but an exception costs more than an answer.
  const ns = best(effort, pass, able.length === answers.length ? first : undefined);
  return { ns: ns / Math.max(1, able.length), answers };
}

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
