/** The clients of the versions of a product, with credentials from the environment. */

import {
  addressesOf,
  createService,
  type DocumentedVersion,
  type Environment,
  readEnvironment,
  type ServiceClient,
  type ServiceVersion,
  type VersionOptions,
} from "soapwright-runtime";
import { isConfigurationError } from "soapwright-runtime/errors";
import { safeLine } from "soapwright-runtime/xsd";
import { commonSettings, proxyFor } from "../commands/client-settings";
import type { Terminal } from "../terminal/terminal";
import { type ClientFlags, flagsFor } from "./client-flags";
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

export async function clientOf(
  service: ServiceCommand,
  version: ServiceVersion,
  flags: ClientFlags,
  environment: Environment,
  more: object,
): Promise<ServiceClient> {
  const settings = clientSettings(service, version, flags, environment);
  return createService(version, await service.classOf(version), { ...settings, ...more });
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
    try {
      opened.push(await clientOf(service, version, flagsFor(version, flags.interface, flags), environment, {}));
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      problems.push(error);
      terminal.err(safeLine`The operations of ${version.name} are left out: ${error.message}\n`);
    }
  }
  if (opened.length === 0) throw problems[0];
  return opened;
}
