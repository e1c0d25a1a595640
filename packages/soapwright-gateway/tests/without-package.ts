/** Programs for which a package is not installed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the options of Node.js, and writes the module that they name into the folder. */
export function withoutPackage(folder: string, name = "soapwright-gateway"): readonly string[] {
  const block = join(folder, "block.cjs");
  writeFileSync(
    block,
    `const Module = require("node:module");
    const name = ${JSON.stringify(name)};
    const resolve = Module._resolveFilename;
    Module._resolveFilename = function (request, ...rest) {
      if (request === name || request.startsWith(name + "/"))
        throw Object.assign(new Error("Cannot find module '" + request + "'"), { code: "MODULE_NOT_FOUND" });
      return resolve.call(this, request, ...rest);
    };\n`,
  );
  return ["-r", block];
}
