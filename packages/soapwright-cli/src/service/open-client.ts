/** The client of a command that has begun: its creation, use and end. */

import {
  addressesOf,
  type CallOptions,
  createService,
  type DocumentedVersion,
  type Environment,
  readEnvironment,
  type ServiceClient,
  type ServiceVersion,
  type VersionOptions,
} from "soapwright-runtime";
import { isConfigurationError } from "soapwright-runtime/errors";
import { printable } from "soapwright-runtime/xsd";
import { notedAttempts } from "../call-result";
import { commonSettings, proxyFor } from "../client-settings";
import { UsageError } from "../command-end";
import { LONGEST_TIMER_MS } from "../durations";
import type { Terminal } from "../terminal";
import type { WaitNote } from "../wait-note";
import { type ClientFlags, flagsFor } from "./client-flags";
import { causeWords } from "./complaint";
import type { ServiceCommand } from "./service-command";

/** Throws `ConfigurationError` for a variable that is missing or wrong. */
export function clientSettings(
  { versions }: ServiceCommand,
  version: ServiceVersion,
  flags: ClientFlags,
  environment: Environment,
): VersionOptions {
  const fromEnvironment = readEnvironment<VersionOptions>(versions, version.name, environment);
  const { namespaceBaseUrl } = flags;
  const settings: VersionOptions = {
    ...fromEnvironment,
    ...commonSettings(flags),
    ...(namespaceBaseUrl === undefined ? {} : { namespaceBaseUrl }),
  };
  const proxy = proxyFor(addressesOf(settings, version).endpoint, flags, environment);
  return proxy === undefined ? settings : { ...settings, proxy };
}

/** The versions that a command serves. Throws `UsageError` for a name that no version has. */
export function chosenVersions({ product }: ServiceCommand, wanted: string | undefined): readonly DocumentedVersion[] {
  const chosen = product.versions.filter(({ version }) => wanted === undefined || version.name === wanted);
  if (chosen.length > 0) return chosen;
  const names = product.versions.map(({ version }) => version.name);
  throw new UsageError(`there is no version '${printable(wanted ?? "")}'. There is ${names.join(", ")}.`);
}

/**
 * Opens a client of each version. One whose variables are not set is left out with a note, if another one has its own.
 * Rejects with the first `ConfigurationError` otherwise.
 */
export async function openVersions(
  service: ServiceCommand,
  chosen: readonly DocumentedVersion[],
  flags: ClientFlags & { readonly interface?: string },
  environment: Environment,
  terminal: Terminal,
): Promise<ServiceClient[]> {
  const problems: unknown[] = [];
  const opened: ServiceClient[] = [];
  for (const { version } of chosen) {
    const Client = await service.classOf(version);
    try {
      const settings = clientSettings(service, version, flagsFor(version, flags.interface, flags), environment);
      opened.push(createService<unknown, ServiceClient>(version, Client, settings));
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      problems.push(error);
      terminal.err(`The operations of ${version.name} are left out: ${error.message}\n`);
    }
  }
  if (opened.length === 0) throw problems[0];
  return opened;
}

/**
 * Closes the client and `note`, which reports what its calls wait for. `use` also receives the options of each call,
 * which abort it on Ctrl-C.
 */
export async function withClient<R>(
  service: ServiceCommand,
  { version }: DocumentedVersion,
  flags: ClientFlags,
  terminal: Terminal,
  note: WaitNote,
  use: (client: ServiceClient, options: CallOptions) => Promise<R>,
): Promise<R> {
  const settings = clientSettings(service, version, flags, terminal.environment);
  const client: ServiceClient = createService(version, await service.classOf(version), {
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
