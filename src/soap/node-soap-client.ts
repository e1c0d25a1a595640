/**
 * node-soap's client without its HTTP half: that loads axios, which is a third of a cold start, and HTTP is our affair. While
 * the client is loaded, and only then, a stand-in is in the module cache, which fetches the real half when it is asked for after
 * all. To everybody else in the process it stays what it is. This is the only stand-in; ARCHITECTURE.md has what it gains and
 * what has to happen for it to go. An ES build has `node-soap-client.es.ts` in its place.
 */
import Module, { createRequire } from "node:module";

type SoapClientModule = typeof import("soap/lib/client");

export const { Client } = loadWithoutHttp();

function loadWithoutHttp(): SoapClientModule {
  const load = () => require("soap/lib/client") as SoapClientModule;
  const path = httpHalf();
  if (path === undefined || require.cache[path] !== undefined) return load();
  const standIn = new Module(path);
  standIn.loaded = true;
  standIn.exports = {
    get HttpClient(): unknown {
      return (require("soap/lib/http") as typeof import("soap/lib/http")).HttpClient;
    },
  };
  require.cache[path] = standIn;
  try {
    return load();
  } finally {
    delete require.cache[path];
  }
}

/** Undefined where files cannot be found by path, as in a program made into one file: then all of node-soap's client is loaded. */
function httpHalf(): string | undefined {
  try {
    return createRequire(require.resolve("soap/lib/client")).resolve("./http");
  } catch {
    return undefined;
  }
}
