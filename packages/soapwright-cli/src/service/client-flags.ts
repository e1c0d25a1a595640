/** The options of a client on the command line. */

import { Option } from "commander";
import type { ServiceVersion } from "soapwright-runtime/client";
import { UsageError } from "../command-end";
import { durationTo, LONGEST_TIMER_MS } from "../durations";
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
