// Validates SARIF logs against the schema of SARIF 2.1.0, which @microsoft/jest-sarif ships.
//
// usage: node validate.mjs FOLDER LOG...
// where FOLDER holds node_modules. Prints what is wrong with each, and exits with 1 if anything is.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, ...logs] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const Ajv = require("ajv");
// The schema is of draft 4, which names its own with `id`.
const ajv = new Ajv({ schemaId: "id", allErrors: true, meta: false });
ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
const validate = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));

let isWrong = false;
for (const log of logs) {
  if (!validate(JSON.parse(readFileSync(log, "utf8")))) {
    isWrong = true;
    for (const error of validate.errors) {
      console.log(`${log}: ${error.dataPath || "the log"} ${error.message}`);
    }
  }
}
process.exitCode = isWrong ? 1 : 0;
