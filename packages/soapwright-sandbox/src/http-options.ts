/** HTTP behavior of the sandbox: what hosts and proxies in front of a service do differently. */
import { checkBoolean, checkKnown, checkObject, checkOneOf, checkWithin } from "soapwright-runtime/internal";

/** Options of HTTP; all are optional. */
export interface HttpBehavior {
  /** Compress responses with gzip or deflate for callers that accept it, as IIS does. Default false. */
  readonly compression?: boolean | undefined;
  /** Send responses in chunks instead of with `Content-Length`. Default false. */
  readonly chunked?: boolean | undefined;
  /** `1.0` responds as an old proxy does: status line `HTTP/1.0`, and the connection ends. Default `1.1`. */
  readonly version?: "1.0" | "1.1" | undefined;
  /** End the connection after each response, with `Connection: close`. Default false. */
  readonly close?: boolean | undefined;
  /** Time until an idle connection is closed, in milliseconds. Default 120,000, as in IIS. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Rate of responses, in bytes per second. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined;
}

const ranges = {
  keepAliveTimeoutMs: { least: 1, most: 2_147_483_647, unit: "milliseconds" },
  bytesPerSecond: { least: 1, most: 1_000_000_000, unit: "bytes a second" },
} as const;

/** Checks the option `http`. Throws a `ConfigurationError` that names the wrong property. */
export function checkHttpBehavior(value: unknown): void {
  const given = checkObject("http", value);
  const switches = ["compression", "chunked", "close"];
  checkKnown(given, new Set([...switches, "version", ...Object.keys(ranges)]), "http");
  const get = (name: string): unknown => Reflect.get(given, name);
  for (const name of switches) if (get(name) !== undefined) checkBoolean(`http.${name}`, get(name));
  for (const [name, range] of Object.entries(ranges)) {
    if (get(name) !== undefined) checkWithin(`http.${name}`, get(name), range);
  }
  if (get("version") !== undefined) checkOneOf("http.version", get("version"), ["1.0", "1.1"]);
}
