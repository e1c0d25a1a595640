/** The client of a command: its options on the command line, its creation, use and end. */

import { Option } from "commander";
import { type CallOptions, isConfigurationError, type ServiceClient } from "soapwright-runtime";
import { printable } from "soapwright-runtime/extend";
import { environmentProxy, parseAddress } from "soapwright-runtime/http";
import {
  addressesOf,
  createService,
  type Environment,
  readEnvironment,
  type ServiceVersion,
  type VersionClient,
  type VersionOptions,
} from "soapwright-runtime/service";
import { notedAttempts } from "../call-result";
import { UsageError } from "../command-end";
import { durationTo, LONGEST_TIMER_MS } from "../durations";
import type { Terminal } from "../terminal";
import type { WaitNote } from "../wait-note";
import { causeWords } from "./complaint";
import type { ServiceCommand } from "./service-command";

export interface ClientFlags {
  readonly endpoint?: string;
  readonly namespaceBaseUrl?: string;
  /** Unit: milliseconds. */
  readonly timeout?: number;
  /** With false, no proxy is used, regardless of the environment. */
  readonly proxy?: string | boolean;
  readonly allowInsecure?: true;
}

/** `what` describes `--timeout`, with its default. */
export function clientOptions(what = "longest time for the response"): Option[] {
  return [
    new Option("--endpoint <url>", "address to post to, when it does not follow from the base URL"),
    new Option("--namespace-base-url <url>", "base URL in the XML namespace, when it is another"),
    new Option("--timeout <time>", `${what}: 500ms, 30s, 2m`).argParser(durationTo(LONGEST_TIMER_MS)),
    new Option("--proxy <url>", "address of an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)"),
    new Option("--no-proxy", "connect without a proxy, whatever the environment says"),
    new Option("--allow-insecure", "allow plain http: to another machine: credentials travel readable"),
  ];
}

/** The choices are for completion; the command checks the value. */
export function interfaceOption({ versions }: ServiceCommand, what = "version of the service"): Option {
  const option = new Option("--interface <version>", what);
  option.argChoices = versions.map(({ name }) => name);
  return option;
}

/** Throws `ConfigurationError` for a variable that is missing or wrong. */
export function clientSettings(
  { versions }: ServiceCommand,
  version: ServiceVersion,
  flags: ClientFlags,
  environment: Environment,
): VersionOptions {
  const fromEnvironment = readEnvironment<VersionOptions>(versions, version.name, environment);
  const { endpoint, namespaceBaseUrl, timeout, allowInsecure } = flags;
  const settings: VersionOptions = {
    ...fromEnvironment,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(namespaceBaseUrl === undefined ? {} : { namespaceBaseUrl }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout, deadlineMs: timeout }),
    connections: connectionsOf(flags),
    ...(allowInsecure === undefined ? {} : { allowInsecure }),
  };
  const proxy = proxyFor(addressesOf(settings, version).endpoint, flags, environment);
  return proxy === undefined ? settings : { ...settings, proxy };
}

/** Connecting has a shorter limit than the whole call: its own error names the cause, a proxy for example. */
export function connectionsOf({ timeout }: Pick<ClientFlags, "timeout">): { readonly connectTimeoutMs?: number } {
  return timeout === undefined ? {} : { connectTimeoutMs: Math.max(1, Math.floor(timeout * 0.9)) };
}

/** `--endpoint` belongs to one version, so it needs `--interface` if there are several. Throws `UsageError`. */
export function checkEndpoint(
  { versions }: ServiceCommand,
  { endpoint }: ClientFlags,
  wanted: string | undefined,
): void {
  if (endpoint !== undefined && wanted === undefined && versions.length > 1)
    throw new UsageError("option '--endpoint' is the address of one version. Choose it with --interface.");
}

/** `--endpoint` is left out if `--interface` names another version. */
export function flagsFor<F extends ClientFlags>(version: ServiceVersion, wanted: string | undefined, flags: F): F {
  if (wanted === undefined || wanted === version.name) return flags;
  const { endpoint: _, ...others } = flags;
  return others as F;
}

/** The versions that a command serves. Throws `UsageError` for a name that no version has. */
export function chosenClients({ product }: ServiceCommand, wanted: string | undefined): readonly VersionClient[] {
  const chosen = product.clients.filter(({ version }) => wanted === undefined || version.name === wanted);
  if (chosen.length > 0) return chosen;
  const names = product.clients.map(({ version }) => version.name);
  throw new UsageError(`there is no version '${printable(wanted ?? "")}'. There is ${names.join(", ")}.`);
}

/**
 * Opens a client of each version. One whose variables are not set is left out with a note, if another one has its own.
 * Throws the first `ConfigurationError` otherwise.
 */
export function openVersions(
  service: ServiceCommand,
  chosen: readonly VersionClient[],
  flags: ClientFlags & { readonly interface?: string },
  environment: Environment,
  terminal: Terminal,
): ServiceClient[] {
  const problems: unknown[] = [];
  const opened = chosen.flatMap(({ version, Client }) => {
    try {
      const settings = clientSettings(service, version, flagsFor(version, flags.interface, flags), environment);
      return [createService<unknown, ServiceClient>(version, Client, settings)];
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      problems.push(error);
      terminal.err(`The operations of ${version.name} are left out: ${error.message}\n`);
      return [];
    }
  });
  if (opened.length === 0) throw problems[0];
  return opened;
}

/**
 * Closes the client and `note`, which reports what its calls wait for. `use` also receives the options of each call,
 * which abort it on Ctrl-C.
 */
export async function withClient<R>(
  service: ServiceCommand,
  { version, Client }: VersionClient,
  flags: ClientFlags,
  terminal: Terminal,
  note: WaitNote,
  use: (client: ServiceClient, options: CallOptions) => Promise<R>,
): Promise<R> {
  const settings = clientSettings(service, version, flags, terminal.environment);
  const client: ServiceClient = createService(version, Client, {
    ...settings,
    // A reader at the other end of a pipe may be arbitrarily slow.
    limits: { streamIdleMs: LONGEST_TIMER_MS },
    attemptInterceptors: [notedAttempts(() => client, note, causeWords(service, terminal))],
  });
  try {
    return await use(client, terminal.signal === undefined ? {} : { signal: terminal.signal });
  } finally {
    await client.close({ force: true });
    // An attempt that the close ends has begun a note again.
    note.end();
  }
}

function proxyFor(endpoint: string, { proxy }: ClientFlags, environment: Environment): string | undefined {
  if (typeof proxy === "string") return proxy;
  return proxy === false ? undefined : environmentProxy(parseAddress(endpoint, "endpoint"), environment)?.[1];
}
