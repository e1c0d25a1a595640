/** What the options of the command line set on a client. */
import { environmentProxy, parseAddress } from "soapwright-runtime/http";
import type { Environment } from "../terminal/terminal";
import type { CommonFlags } from "./client-options";

export function commonSettings({ endpoint, timeout, allowInsecure }: CommonFlags) {
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout, deadlineMs: timeout, connections: connectionsOf(timeout) }),
    ...(allowInsecure === undefined ? {} : { allowInsecure }),
  };
}

/** Connecting has a shorter limit than the whole call: its own error names the cause, a proxy for example. */
export function connectionsOf(timeout: number | undefined): { readonly connectTimeoutMs?: number } {
  return timeout === undefined ? {} : { connectTimeoutMs: Math.max(1, Math.floor(timeout * 0.9)) };
}

/** The proxy on the way to an endpoint: of the command line, or else of the environment. */
export function proxyFor(
  endpoint: string | undefined,
  { proxy }: CommonFlags,
  environment: Environment,
): string | undefined {
  if (typeof proxy === "string") return proxy;
  if (proxy === false || endpoint === undefined) return undefined;
  return environmentProxy(parseAddress(endpoint, "endpoint"), environment)?.[1];
}
