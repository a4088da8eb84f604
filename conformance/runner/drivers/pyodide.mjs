// urllib.robotparser of the CPython that npm's pyodide has, compiled to WebAssembly. The folder of
// npm's packages is the first argument.

import { readFileSync } from "node:fs";
import { require } from "./driver.mjs";

const { loadPyodide } = require("pyodide");
const python = await loadPyodide();
for (const name of ["driver.py", "urllib_robotparser.py"]) {
  python.FS.writeFile(name, readFileSync(new URL(name, import.meta.url)));
}
python.runPython("import urllib_robotparser");
