/**
 * node-soap's Client without node-soap's own HTTP client, which is unused and loads axios: 65 of the 85 ms of processor
 * time that loading takes. While `soap/lib/client` is required, the module cache holds a substitute for
 * `soap/lib/http`; it is removed afterwards, and loads the real module if node-soap reads it. Bundlers take
 * `soap/lib/client` unchanged: see `imports` in package.json.
 */
import { createRequire, Module } from "node:module";

/** A header block as node-soap keeps it: XML, or a function that returns XML. */
export type HeaderBlock = string | ((...call: readonly unknown[]) => unknown);

/** The callback of `httpClient.request`. */
export type Respond = (error: object | null, response?: object, text?: string | null) => void;

/** The operations of the one port, under keys of `service-wsdl.ts`. */
interface Port {
  readonly [key: string]: (args: unknown, callback: () => void, options: object, httpHeaders: object) => void;
}

/** The public members of node-soap's client that are used. */
interface NodeSoapClient {
  readonly service: { readonly port: Port };
  security: object | null;
  lastRequest: string | undefined;
  lastMessage: string | undefined;
  lastResponse: unknown;
  lastResponseHeaders: object | undefined;
  lastElapsedTime: number | undefined;
  on(event: string, listener: (...args: readonly unknown[]) => void): unknown;
  emit(event: string, ...args: readonly unknown[]): boolean;
  addSoapHeader(header: unknown, name?: string, namespace?: string, xmlns?: string): number;
  getSoapHeaders(): HeaderBlock[];
  clearSoapHeaders(): void;
  setEndpoint(location: string): void;
  setSecurity(security: object | null): void;
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
