import { defaultLimits, type LoadLimits } from "../load/default-limits";
import type { LoadOptions } from "../load/load-options";
import type { LoadFlags } from "./flags";

/** Flags with the name and the value of their option. */
const same: {
  readonly [Name in keyof Omit<LoadFlags, keyof LoadLimits | "catalog" | "skipOperation" | "read">]-?: true;
} = {
  allowOutside: true,
  allowRemote: true,
  allowNoService: true,
  allowMissingMessages: true,
  allowNoPrefix: true,
  allowWrongImport: true,
  allowDoubleTypes: true,
  rpcNamespace: true,
  ignoreRequired: true,
};
const limits = Object.keys(defaultLimits) as (keyof LoadLimits)[];

/** Returns the options of loading that flags of a command line set. */
export function loadOptions(flags: LoadFlags): LoadOptions {
  const given = limits.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]));
  return {
    ...(Object.fromEntries(Object.entries(flags).filter(([name]) => Object.hasOwn(same, name))) as LoadOptions),
    ...(flags.catalog && { catalogs: flags.catalog }),
    ...(flags.skipOperation && { skipOperations: flags.skipOperation }),
    ...(given.length > 0 && { limits: Object.fromEntries(given) }),
  };
}
