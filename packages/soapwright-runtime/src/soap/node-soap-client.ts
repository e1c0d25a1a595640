/**
 * node-soap's Client without node-soap's own HTTP client, which we never use and which loads axios: 65 of the 85 ms of processor
 * time that loading it takes. While `soap/lib/client` is required, a substitute is in the module cache in the place of
 * `soap/lib/http`; it is removed again, and loads the real module if node-soap asks for it. Bundlers take `soap/lib/client` as it
 * is: see `imports` in package.json.
 */
import { createRequire, Module } from "node:module";

/** Node-soap's Client, loaded once. */
export const { Client } = loadClient();

function loadClient(): typeof import("soap/lib/client") {
  const load = () => require("soap/lib/client") as typeof import("soap/lib/client");
  let inside: NodeJS.Require;
  try {
    inside = createRequire(require.resolve("soap/lib/client"));
  } catch {
    // A program that was made into one file has no paths to resolve.
    return load();
  }
  const path = inside.resolve("./http");
  if (require.cache[path] !== undefined) return load();
  const substitute = new Module(path);
  substitute.loaded = true;
  substitute.exports = {
    get HttpClient(): unknown {
      return (inside("./http") as typeof import("soap/lib/http")).HttpClient;
    },
  };
  require.cache[path] = substitute;
  try {
    return load();
  } finally {
    delete require.cache[path];
  }
}
