/** A program in which the gateway's package is not installed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the options of Node.js, and writes the module that they name into the folder. */
export function withoutPackage(folder: string): readonly string[] {
  const block = join(folder, "block.cjs");
  writeFileSync(
    block,
    `const { _resolveFilename } = require("node:module");
    require("node:module")._resolveFilename = function (request, ...more) {
      if (request.startsWith("soapwright-gateway"))
        throw Object.assign(new Error("Cannot find module '" + request + "'"), { code: "MODULE_NOT_FOUND" });
      return _resolveFilename.call(this, request, ...more);
    };`,
  );
  return ["-r", block];
}
