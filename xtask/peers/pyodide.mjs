// urllib.robotparser of the CPython that npm's pyodide has, compiled to WebAssembly. Its folder is the
// first argument; the rest is as in driver.py.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "driver.js"));
const { loadPyodide } = require("pyodide");
const python = await loadPyodide();

const answer = python.runPython(`
import json
import platform
from urllib.robotparser import RobotFileParser

def text(bytes):
    # As its own read() does.
    return bytes.decode("utf-8", "surrogateescape")

def ask(parser, crawler, url):
    try:
        return [parser.can_fetch(crawler, text(bytes.fromhex(url))), None]
    except Exception as raised:
        return f"{type(raised).__name__}: {raised}"

def answer(line):
    asked = json.loads(line)
    parser = RobotFileParser()
    parser.parse(text(bytes.fromhex(asked["robots"])).splitlines())
    return json.dumps([ask(parser, *question) for question in asked["questions"]])

answer
`);
const version = python.runPython('".".join(platform.python_version_tuple()[:2])');

console.log(JSON.stringify(version));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(answer(line));
}
