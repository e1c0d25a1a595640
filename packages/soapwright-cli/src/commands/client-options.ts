/** The options that the clients of every command have on its line. */
import { Option } from "commander";
import type { ClientOptions } from "soapwright-runtime";
import { durationTo, LONGEST_TIMER_MS } from "./durations";

export interface CommonFlags {
  readonly endpoint?: string;
  /** Unit: milliseconds. */
  readonly timeout?: number;
  /** With false, no proxy is used, regardless of the environment. */
  readonly proxy?: string | boolean;
  readonly allowInsecure?: true;
}

/** `endpoint` and `timeout` describe these two options; `more` follow the first. */
export function commonOptions(endpoint: string, timeout: string, more: readonly Option[] = []): Option[] {
  return [
    new Option("--endpoint <url>", endpoint),
    ...more,
    new Option("--timeout <time>", `${timeout}: 500ms, 30s, 2m`).argParser(durationTo(LONGEST_TIMER_MS)),
    new Option("--proxy <url>", "address of an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)"),
    new Option("--no-proxy", "connect without a proxy, whatever the environment says"),
    new Option("--allow-insecure", "allow plain http: to another machine: credentials travel readable"),
  ];
}

type Connections = Exclude<ClientOptions["connections"], number | undefined>;
type OptionPath = keyof ClientOptions | `connections.${keyof Connections}`;

/** The options of a client, by path, and what sets them on the command line. */
export const commonFlags = {
  endpoint: "--endpoint",
  timeoutMs: "--timeout",
  deadlineMs: "--timeout",
  "connections.connectTimeoutMs": "--timeout",
  proxy: "--proxy",
  allowInsecure: "--allow-insecure",
} as const satisfies { readonly [path in OptionPath]?: string };
