// Preloaded into the processes that run clients: compiles TypeScript as jest does.
const { transformSync } = require("@swc/core");
const { readFileSync } = require("node:fs");

require.extensions[".ts"] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    module: { type: "commonjs" },
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    sourceMaps: "inline",
  });
  module._compile(code, filename);
};
