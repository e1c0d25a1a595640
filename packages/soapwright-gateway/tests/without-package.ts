/** A program in which a package is not installed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hook of Node.js for imports: the package is as absent as one that was never installed. */
const hookOf = (name: string) => `(specifier, context, next) => {
  if (specifier !== "${name}" && !specifier.startsWith("${name}/")) return next(specifier, context);
  const message = "Cannot find package '${name}' imported from " + context.parentURL;
  throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}`;

/** Returns the options of Node.js, and writes the modules that they name into the folder. */
export function withoutPackage(folder: string, name = "soapwright-gateway"): readonly string[] {
  const hook = hookOf(name);
  const [block, hooks] = [join(folder, "block.cjs"), join(folder, "hooks.mjs")];
  writeFileSync(hooks, `export const resolve = ${hook};\n`);
  writeFileSync(
    block,
    `const { pathToFileURL } = require("node:url");
    const { register, registerHooks } = require("node:module");
    // Node.js 20 has hooks of another thread alone.
    if (registerHooks === undefined) register(pathToFileURL(${JSON.stringify(hooks)}));
    else registerHooks({ resolve: ${hook} });\n`,
  );
  return ["-r", block];
}
