/** The options of a client on the command line. */

import { Option } from "commander";
import type { ServiceVersion } from "soapwright-runtime";
import { type CommonFlags, commonOptions } from "../commands/client-options";
import type { ServiceCommand } from "./service-command";

export interface ClientFlags extends CommonFlags {
  readonly namespaceBaseUrl?: string;
}

/** `what` describes `--timeout`, with its default. */
export function clientOptions(what = "longest time for the response"): Option[] {
  return commonOptions("address to post to, when it does not follow from the base URL", what, [
    new Option("--namespace-base-url <url>", "base URL in the XML namespace, when it is another"),
  ]);
}

/** The choices are for completion; the command checks the value. */
export function interfaceOption({ versions }: ServiceCommand, what = "version of the service"): Option {
  const option = new Option("--interface <version>", what);
  option.argChoices = versions.map(({ name }) => name);
  return option;
}

/** `--endpoint` is left out if `--interface` names another version. */
export function flagsFor<F extends ClientFlags>(version: ServiceVersion, wanted: string | undefined, flags: F): F {
  if (wanted === undefined || wanted === version.name) return flags;
  const { endpoint: _, ...others } = flags;
  return others as F;
}
