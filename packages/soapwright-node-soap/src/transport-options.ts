/** What a security object asks of node-soap's HTTP client, mapped to our transport or refused by name. */
import type { Agent } from "node:https";
import { ConfigurationError } from "soapwright-runtime/errors";

/** The options of one request. */
export interface TransportOptions {
  /** Options as `tls` takes them. */
  readonly tls: { readonly [name: string]: unknown } | undefined;
  readonly headers: { readonly [name: string]: unknown } | undefined;
}

const OF_TLS: ReadonlySet<string> = new Set(["key", "cert", "ca", "pfx", "passphrase", "servername", "minVersion"]);

/** Our connections are kept alive, without delay, and certificates are checked, whatever these say. */
const AS_ALWAYS: { readonly [name: string]: (value: unknown) => boolean } = {
  forever: () => true,
  keepAlive: () => true,
  keepAliveMsecs: () => true,
  noDelay: (value) => value === true,
  // An agent of Node.js 22 and newer says what it is for.
  defaultPort: (value) => value === 443,
  protocol: (value) => value === "https:",
  path: (value) => value === null,
  scheduling: () => true,
  rejectUnauthorized: (value) => value === true,
  strictSSL: (value) => value === true,
};

const REMEDIES: { readonly [name: string]: string } = {
  ntlm: 'Hand the client the feature signIn({ scheme: "ntlm", … }) of soapwright-features/security.',
  rejectUnauthorized: "Certificates are always checked. Set tls.ca to the authority of the service's certificate.",
  strictSSL: "Certificates are always checked. Set tls.ca to the authority of the service's certificate.",
  timeout: "Set timeoutMs of the client.",
  proxy: "Set the option proxy of the client.",
  httpAgent: "Set the options connections and proxy of the client.",
  httpsAgent: "It takes an https.Agent of Node.js with certificates. For a proxy, set the option proxy of the client.",
  maxSockets: "Set connections.max of the client.",
  attachments: "Attachments are arguments of the call.",
  forceGzip: "Hand in a feature of the kind coding.",
};

/** Returns the options in terms of our transport. Throws a `ConfigurationError` for one that has no counterpart. */
export function transportOptions(given: { readonly [name: string]: unknown }): TransportOptions {
  const tls: { [name: string]: unknown } = {};
  let headers: TransportOptions["headers"];
  const read = (name: string, value: unknown, place: string): void => {
    if (value === undefined || value === null || name === "postProcess") return;
    if (OF_TLS.has(name)) tls[name] = value;
    else if (name === "headers" && typeof value === "object") headers = { ...value };
    else if (name === "httpsAgent" && isPlainAgent(value)) {
      for (const [inner, option] of Object.entries(value.options)) read(inner, option, "httpsAgent.");
    } else if (!Object.hasOwn(AS_ALWAYS, name) || !AS_ALWAYS[name]!(value)) throw refused(name, place);
  };
  // NTLM has a name and a password beside it.
  if (Object.hasOwn(given, "ntlm") && given.ntlm) throw refused("ntlm", "");
  for (const [name, value] of Object.entries(given)) read(name, value, "");
  return { tls: Object.keys(tls).length === 0 ? undefined : tls, headers };
}

/** An agent of another package may connect through a proxy, or skip checks. */
function isPlainAgent(value: unknown): value is Agent {
  // Loaded by whoever made the agent.
  return Object.getPrototypeOf(value) === process.getBuiltinModule("node:https").Agent.prototype;
}

function refused(name: string, place: string): ConfigurationError {
  const remedy = Object.hasOwn(REMEDIES, name) ? ` ${REMEDIES[name]}` : "";
  const shown = name === "ntlm" ? "NTLM" : `the option ${place}${name} of node-soap's HTTP client`;
  return new ConfigurationError(`setSecurity does not take ${shown}, which no request here would obey.${remedy}`, {
    reason: "security-object-option",
    option: "setSecurity",
  });
}
