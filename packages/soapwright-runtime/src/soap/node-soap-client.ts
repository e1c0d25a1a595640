/**
 * node-soap's Client without node-soap's own HTTP client, which is unused and loads axios: 65 of the 85 ms of processor
 * time that loading takes. While `soap/lib/client` is required, the module cache holds a substitute for
 * `soap/lib/http`; it is removed afterwards, and loads the real module if node-soap reads it. Bundlers take
 * `soap/lib/client` unchanged: see `imports` in package.json.
 */
import { createRequire, Module } from "node:module";

/** The public members of node-soap's client that are used, with the one operation of `envelope-writer.ts`. */
interface NodeSoapClient {
  lastRequest: string | undefined;
  lastMessage: string | undefined;
  addSoapHeader(header: (method: unknown, location: string, action: string, args: never) => string): number;
  addHttpHeader(name: string, value: string): void;
  clearHttpHeaders(): void;
  getHttpHeaders(): { [name: string]: string };
  setSecurity(security: object | null): void;
  setSOAPAction(action: string): void;
  Send(args: object, callback: () => void, options: object, httpHeaders: object | undefined): void;
}

interface NodeSoapModule {
  readonly Client: new (wsdl: object, endpoint: string, options: object) => NodeSoapClient;
}

export const { Client } = loadClient();

function loadClient(): NodeSoapModule {
  const load = (): NodeSoapModule => require("soap/lib/client");
  let requireInside: NodeJS.Require;
  try {
    requireInside = createRequire(require.resolve("soap/lib/client"));
  } catch {
    // A program bundled into one file has no paths to resolve.
    return load();
  }
  const path = requireInside.resolve("./http");
  if (require.cache[path] !== undefined) return load();
  const substitute = new Module(path);
  substitute.loaded = true;
  substitute.exports = {
    get HttpClient(): unknown {
      return (requireInside("./http") as typeof import("soap/lib/http")).HttpClient;
    },
  };
  require.cache[path] = substitute;
  try {
    return load();
  } finally {
    delete require.cache[path];
  }
}
