/** HTTP behavior of the sandbox: the differences between the hosts and proxies in front of services. */
import { checkBoolean, checkOneOf } from "soapwright-runtime/internal";
import { type Check, checkedObject, within } from "./checked-object";

/** How the sandbox sends its responses over HTTP. Each property changes one default. */
export interface HttpBehavior {
  /** Whether responses are compressed with gzip or deflate for callers that accept it, as IIS does. Default false. */
  readonly compression?: boolean | undefined;
  /** Whether responses are sent in chunks instead of with `Content-Length`. Default false. */
  readonly chunked?: boolean | undefined;
  /**
   * With `1.0`, responds as an old proxy does: with the status line `HTTP/1.0`, and it closes the connection. Default
   * `1.1`.
   */
  readonly version?: "1.0" | "1.1" | undefined;
  /** Whether the connection is closed after each response, with `Connection: close`. Default false. */
  readonly close?: boolean | undefined;
  /** Time until an idle connection is closed, in milliseconds. Default 120,000, as in IIS. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Rate of responses, in bytes per second. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined;
}

const checks: Readonly<Record<keyof HttpBehavior, Check>> = {
  compression: checkBoolean,
  chunked: checkBoolean,
  version: (option, value) => checkOneOf(option, value, ["1.0", "1.1"]),
  close: checkBoolean,
  keepAliveTimeoutMs: within({ least: 1, most: 2_147_483_647, unit: "milliseconds" }),
  bytesPerSecond: within({ least: 1, most: 1_000_000_000, unit: "bytes a second" }),
};

/** Throws a `ConfigurationError` that names the wrong property. */
export function checkHttpBehavior(option: string, value: unknown): void {
  checkedObject(option, value, checks);
}
