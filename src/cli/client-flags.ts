/** The client of a command: its options on the command line, and how one is made, used and closed. */

import { InvalidArgumentError, Option } from "commander";
import { versions } from "../../generated/versions";
import { createService, readEnvironment, type VersionClient } from "../employee-service";
import { addressesOf } from "../employee-service/addresses";
import type { EmployeeServiceOptions } from "../index";
import { environmentProxy, parseAddress } from "../internal";
import type { CallOptions, ServiceClient } from "../runtime";
import type { Terminal } from "./terminal";

/** What the command line says about the client. */
export interface ClientFlags {
  readonly endpoint?: string;
  readonly namespaceBaseUrl?: string;
  /** Unit: milliseconds. */
  readonly timeout?: number;
  /** False for none, whatever the environment says. */
  readonly proxy?: string | boolean;
  readonly allowInsecure?: true;
}

/** The options of every command that calls the service. */
export function clientOptions(): Option[] {
  return [
    new Option("--endpoint <url>", "address to post to, when it does not follow from the base URL"),
    new Option("--namespace-base-url <url>", "base URL in the XML namespace, when it is another"),
    new Option(
      "--timeout <time>",
      "longest time for the response: 500ms, 30s, 2m; without a unit milliseconds",
    ).argParser(timeLimit),
    new Option("--proxy <url>", "address of an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)"),
    new Option("--no-proxy", "connect without a proxy, whatever the environment says"),
    new Option("--allow-insecure", "allow plain http: to another machine: credentials travel readable"),
  ];
}

/** The longest timer that Node keeps. A reader at the other end of a pipe may be as slow as it likes. */
const NEVER = 2_147_483_647;

/**
 * Makes a client from the environment and the command line, has it used, and closes it. The options that `use` gets are
 * those of each call: they end it on Ctrl-C.
 */
export async function withClient<R>(
  { version, Client }: VersionClient,
  flags: ClientFlags,
  { environment, signal }: Terminal,
  use: (client: ServiceClient, options: CallOptions) => Promise<R>,
): Promise<R> {
  const given = readEnvironment<EmployeeServiceOptions>(versions, version.name, environment);
  const { endpoint, namespaceBaseUrl, timeout, allowInsecure } = flags;
  const options: EmployeeServiceOptions = {
    ...given,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(namespaceBaseUrl === undefined ? {} : { namespaceBaseUrl }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout, deadlineMs: timeout, connectTimeoutMs: timeout }),
    ...(allowInsecure === undefined ? {} : { allowInsecure }),
    streamIdleMs: NEVER,
  };
  const proxy = proxyFor(addressesOf(options, version).endpoint, flags, environment);
  const client = createService(version, Client, proxy === undefined ? options : { ...options, proxy });
  try {
    return await use(client, signal === undefined ? {} : { signal });
  } finally {
    await client.close({ force: true });
  }
}

function proxyFor(endpoint: string, { proxy }: ClientFlags, environment: Terminal["environment"]): string | undefined {
  if (typeof proxy === "string") return proxy;
  return proxy === false ? undefined : environmentProxy(parseAddress(endpoint, "endpoint"), environment)?.[1];
}

const units: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1000, m: 60_000 };

function timeLimit(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,10}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  const value = Math.round(Number(number) * units[unit]!);
  if (number === "" || value < 1 || value > NEVER) {
    throw new InvalidArgumentError("It must be a time from 1ms to 35791m, for example 500ms, 30s or 2m.");
  }
  return value;
}
